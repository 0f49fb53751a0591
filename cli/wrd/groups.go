package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// Flags of the verbs that compare groups of texts.
const (
	candidatesPerGroup = "candidates-per-group"
	referencesPerGroup = "references-per-group"
	groupsFlag         = "groups"
)

// groupFlags say where groups come from and by which measures their texts are compared.
func groupFlags(candidates, references string) []cli.Flag {
	return append([]cli.Flag{
		&cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"}, Usage: "`FILE` of candidates, a text a line; repeat it for more"},
		&cli.StringSliceFlag{Name: "reference", Aliases: []string{"r"}, Usage: "`FILE` of references, a text a line; repeat it for more"},
		&cli.StringFlag{Name: candidatesPerGroup, Value: candidates, Usage: "`N` consecutive lines of each candidate file make a group, or all"},
		&cli.StringFlag{Name: referencesPerGroup, Value: references, Usage: "`N` consecutive lines of each reference file make a group, or all"},
		&cli.StringFlag{Name: groupsFlag, Usage: "`FILE` with a group a line, {\"candidates\": […], \"references\": […]}, instead of -c and -r"},
		threadsFlag,
	}, scoringFlags()...)
}

// A groupSource is where a verb reads its groups.
type groupSource struct {
	groups   iter.Seq2[metric.Group, error]
	progress func() (done, total int64)
	notices  func() []string
	close    func()
}

// openGroups opens the groups that the flags name.
func openGroups(c *cli.Context, needReferences bool) (*groupSource, error) {
	candidates, references, path := c.StringSlice("candidate"), c.StringSlice("reference"), c.String(groupsFlag)
	if path != "" {
		if len(candidates)+len(references) > 0 {
			return nil, errors.New("found --groups beside -c or -r, expected one or the other")
		}
		in, err := file.Open(path, c.App.Reader)
		if err != nil {
			return nil, err
		}
		return &groupSource{
			groups:   text.JSONGroups(in),
			progress: func() (done, total int64) { return in.Consumed(), in.Size },
			notices:  func() []string { return nil },
			close:    func() { in.Close() },
		}, nil
	}
	if len(candidates) == 0 {
		return nil, &hintedError{errors.New("found no candidates: give -c FILE, or --groups FILE"), helpLine(c)}
	}
	if needReferences && len(references) == 0 {
		return nil, &hintedError{errors.New("found no references: give -r FILE, or --groups FILE"), helpLine(c)}
	}
	systems := make([]text.System, len(candidates))
	for i, arg := range candidates {
		var err error
		if systems[i], err = text.ParseSystem(arg); err != nil {
			return nil, fmt.Errorf("-c: %w", err)
		}
	}
	perCandidate, err := text.ParseGroupSize(c.String(candidatesPerGroup))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", candidatesPerGroup, err)
	}
	perReference, err := text.ParseGroupSize(c.String(referencesPerGroup))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", referencesPerGroup, err)
	}
	groups, err := text.OpenGroups(systems, references, perCandidate, perReference, c.App.Reader)
	if err != nil {
		return nil, err
	}
	return &groupSource{groups.All(), groups.Progress, groups.Notices, groups.Close}, nil
}

// groupScorer returns a scorer of the given measures, by the flags.
func groupScorer(c *cli.Context, measures []metric.Measure) (*metric.Scorer, error) {
	if _, err := threads(c); err != nil {
		return nil, err
	}
	files := slices.Concat(c.StringSlice("reference"), c.StringSlice("candidate"))
	if refs := c.StringSlice("reference"); len(refs) > 0 {
		files = refs
	}
	var sentences iter.Seq2[string, error]
	switch {
	case slices.Contains(files, file.Stdin):
		sentences = onlyOnce
	case len(files) > 0:
		sentences = text.Lines(files, c.App.Reader, func(string) {})
	}
	options, err := scoringOptions(c, sentences)
	if err != nil {
		return nil, err
	}
	if err := addMeasures(c, &options, measures, sentences); err != nil {
		return nil, err
	}
	return metric.NewScorer(options)
}

// explainGroup puts numbers that a user counts into the error of a group.
func explainGroup(err error) error {
	group, ok := errors.AsType[*metric.GroupError](err)
	if !ok {
		return err
	}
	if pair, ok := errors.AsType[*metric.PairError](group.Err); ok {
		return fmt.Errorf("group %d, candidate %d, reference %d (counted from 0): %w", group.Group, pair.Candidate, pair.Reference, pair.Err)
	}
	return fmt.Errorf("group %d (counted from 0): %w", group.Group, group.Err)
}
