package flags

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// Flags of the verbs that compare groups of texts.
var (
	groupCandidateFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"},
		Category: TextCategory, Usage: "`FILE`: candidates, one per line, or a table; repeat for more"}}
	CandidatesPerGroupFlag = &cli.StringFlag{Name: "candidates-per-group", Category: TextCategory,
		Usage: "`N`: lines of each candidate file that make a group, or all"}
	referencesPerGroupFlag = &cli.StringFlag{Name: "references-per-group", Category: TextCategory,
		Usage: "`N`: lines of each reference file that make a group, or all"}
	GroupsFlag = &cli.StringFlag{Name: "groups", Category: TextCategory,
		Usage: "`FILE`: one group per line, {\"candidates\": […], \"references\": […], \"source\": …}, instead of -c, -r, -s"}
)

// GroupFlags say where groups come from and by which measures their texts are compared. linesPerGroup is how many
// lines of each file make a group unless the user says otherwise.
func GroupFlags(linesPerGroup string) []cli.Flag {
	perCandidate, perReference := *CandidatesPerGroupFlag, *referencesPerGroupFlag
	perCandidate.Value, perReference.Value = linesPerGroup, linesPerGroup
	return append([]cli.Flag{
		groupCandidateFlag, ReferenceFlag, TextColumnsFlag, &perCandidate, &perReference, GroupsFlag, ThreadsFlag, LimitFlag,
	}, ScoringFlags()...)
}

// GroupOptions say which groups of texts are compared, and how.
type GroupOptions struct {
	jobs.Groups
	help string // what says more of the flags
}

// ReadGroups reads the flags; ownReferences says whether candidates need others than themselves to be compared with.
func ReadGroups(c *cli.Context, ownReferences bool) (o GroupOptions, err error) {
	if _, err := Threads(c); err != nil {
		return o, err
	}
	o.References, o.File, o.help = referencesOf(c), GroupsFlag.Get(c), args.HelpLine(c)
	o.Tabled = c.IsSet(TextColumnsFlag.Name)
	switch {
	case o.File != "" && len(CandidatesOf(c))+len(o.References)+len(SourceFlag.Get(c)) > 0:
		return o, errors.New("found --groups together with other files of texts, expected one or the other")
	case o.File != "" && o.Tabled:
		return o, fmt.Errorf("--%s: found --groups, whose members always have the same names", TextColumnsFlag.Name)
	case o.File == "" && len(CandidatesOf(c)) == 0:
		return o, noTexts(c, "candidates: give -c FILE, or --groups FILE")
	}
	complete, err := CompleteSettings(c)
	if err != nil {
		return o, err
	}
	_, o.Texts.NeedSources = complete.Reads()
	if o.Settings, err = SettingsOf(c); err != nil || o.File != "" {
		return o, err
	}
	if o.Systems, err = systemsOf(c); err != nil {
		return o, err
	}
	if o.PerCandidate, err = groupSize(c, CandidatesPerGroupFlag); err != nil {
		return o, err
	}
	if o.PerReference, err = groupSize(c, referencesPerGroupFlag); err != nil {
		return o, err
	}
	o.Texts, err = corpusOptions(c)
	o.Texts.OwnReferences, o.Texts.Sources = ownReferences, SourceFlag.Get(c)
	return o, err
}

// groupSize reads how many lines of a file make a group.
func groupSize(c *cli.Context, flag *cli.StringFlag) (corpus.GroupSize, error) {
	size, err := corpus.ParseGroupSize(flag.Get(c))
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", flag.Name, err)
	}
	return size, nil
}

// Explain says by which flags references that are missing are given.
func (o *GroupOptions) Explain(err error) error {
	if errors.Is(err, corpus.ErrNoReferences) {
		return args.Hint(errors.New("found no references: give -r FILE, or --groups FILE"), o.help)
	}
	return err
}
