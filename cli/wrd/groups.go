package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/metric"
)

// Flags of the verbs that compare groups of texts.
var (
	groupCandidateFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"}, Category: textCategory,
		Usage: "`FILE` of candidates, one text per line, or a table; repeat it for more"}}
	groupReferenceFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "reference", Aliases: []string{"r"}, Category: textCategory,
		Usage: "`FILE` of references, one text per line, or a table; repeat it for more"}}
	candidatesPerGroupFlag = &cli.StringFlag{Name: "candidates-per-group", Category: textCategory,
		Usage: "`N` consecutive lines of each candidate file make a group, or all"}
	referencesPerGroupFlag = &cli.StringFlag{Name: "references-per-group", Category: textCategory,
		Usage: "`N` consecutive lines of each reference file make a group, or all"}
	groupsFlag = &cli.StringFlag{Name: "groups", Category: textCategory,
		Usage: "`FILE` with one group per line, {\"candidates\": […], \"references\": […]}, instead of -c and -r"}
)

// groupFlags say where groups come from and by which measures their texts are compared. linesPerGroup is how many
// lines of each file make a group unless the user says otherwise.
func groupFlags(linesPerGroup string) []cli.Flag {
	perCandidate, perReference := *candidatesPerGroupFlag, *referencesPerGroupFlag
	perCandidate.Value, perReference.Value = linesPerGroup, linesPerGroup
	return append([]cli.Flag{
		groupCandidateFlag, groupReferenceFlag, textColumnsFlag, &perCandidate, &perReference, groupsFlag, threadsFlag,
	}, scoringFlags()...)
}

// openGroups opens the groups that the flags name.
func openGroups(c *cli.Context, needReferences bool) (*corpus.Groups, error) {
	references, path := referencesOf(c), groupsFlag.Get(c)
	switch {
	case path != "" && len(candidatesOf(c))+len(references) > 0:
		return nil, errors.New("found --groups together with other files of texts, expected one or the other")
	case path != "" && c.IsSet(textColumnsFlag.Name):
		return nil, fmt.Errorf("--%s: found --groups, whose members always have the same names",
			textColumnsFlag.Name)
	case path != "":
		groups, err := text.OpenJSONGroups(path, c.App.Reader)
		return &corpus.Groups{Groups: groups}, err
	case len(candidatesOf(c)) == 0:
		return nil, noTexts(c, "candidates: give -c FILE, or --groups FILE")
	}
	systems, err := systemsOf(c)
	if err != nil {
		return nil, err
	}
	perCandidate, err := groupSize(c, candidatesPerGroupFlag)
	if err != nil {
		return nil, err
	}
	perReference, err := groupSize(c, referencesPerGroupFlag)
	if err != nil {
		return nil, err
	}
	options, err := corpusOptions(c)
	if err != nil {
		return nil, err
	}
	options.OwnReferences = needReferences
	groups, err := corpus.OpenGroups(c.Context, systems, references, perCandidate, perReference, options)
	if errors.Is(err, corpus.ErrNoReferences) {
		return nil, noTexts(c, "references: give -r FILE, or --groups FILE")
	}
	if err != nil {
		return nil, err
	}
	if err := usesColumns(c, groups.Tabled()); err != nil {
		groups.Close()
		return nil, err
	}
	return groups, nil
}

// groupSize reads how many lines of a file make a group.
func groupSize(c *cli.Context, flag *cli.StringFlag) (text.GroupSize, error) {
	size, err := text.ParseGroupSize(flag.Get(c))
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", flag.Name, err)
	}
	return size, nil
}

// groupScorer returns a scorer by the flags, with its settings.
func groupScorer(c *cli.Context, groups *corpus.Groups) (*metric.Scorer, setup.Settings, error) {
	if _, err := threads(c); err != nil {
		return nil, setup.Settings{}, err
	}
	s, err := settingsOf(c)
	if err != nil {
		return nil, s, err
	}
	opened, err := openSettings(c, s, groups.Sentences())
	if err != nil {
		return nil, s, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	return scorer, opened.Settings, err
}

// explainGroup puts numbers that a user counts into the error of a group.
func explainGroup(err error) error {
	group, ok := errors.AsType[*metric.GroupError](err)
	if !ok {
		return err
	}
	if pair, ok := errors.AsType[*metric.PairError](group.Err); ok {
		return fmt.Errorf("group %d, candidate %d, reference %d (counted from 0): %w", group.Group, pair.Candidate,
			pair.Reference, pair.Err)
	}
	return fmt.Errorf("group %d (counted from 0): %w", group.Group, group.Err)
}
