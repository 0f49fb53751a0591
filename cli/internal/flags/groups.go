package flags

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Flags of the verbs that compare groups of texts.
var (
	groupCandidateFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"},
		Category: TextCategory, Usage: "`FILE`: candidates, one per line, or a table; repeat for more"}}
	groupReferenceFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "reference", Aliases: []string{"r"},
		Category: TextCategory, Usage: "`FILE`: references, one per line, or a table; repeat for more"}}
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
		groupCandidateFlag, groupReferenceFlag, TextColumnsFlag, &perCandidate, &perReference, GroupsFlag, ThreadsFlag, LimitFlag,
	}, ScoringFlags()...)
}

// GroupOptions say which groups of texts are compared, and how.
type GroupOptions struct {
	Settings                   setup.Settings
	Systems                    []text.System // the files of candidates
	References                 []string
	PerCandidate, PerReference corpus.GroupSize
	File                       string // of --groups, in place of these
	Texts                      corpus.Options
	columns                    bool   // --columns is given, so that a file must be a table
	help                       string // what says more of the flags
}

// ReadGroups reads the flags; ownReferences says whether candidates need others than themselves to be compared with.
func ReadGroups(c *cli.Context, ownReferences bool) (o GroupOptions, err error) {
	if _, err := Threads(c); err != nil {
		return o, err
	}
	o.References, o.File, o.help = referencesOf(c), GroupsFlag.Get(c), args.HelpLine(c)
	o.columns = c.IsSet(TextColumnsFlag.Name)
	switch {
	case o.File != "" && len(CandidatesOf(c))+len(o.References)+len(SourceFlag.Get(c)) > 0:
		return o, errors.New("found --groups together with other files of texts, expected one or the other")
	case o.File != "" && o.columns:
		return o, fmt.Errorf("--%s: found --groups, whose members always have the same names", TextColumnsFlag.Name)
	case o.File == "" && len(CandidatesOf(c)) == 0:
		return o, noTexts(c, "candidates: give -c FILE, or --groups FILE")
	}
	complete, err := CompleteSettings(c)
	if err != nil {
		return o, err
	}
	_, o.Texts.ReadSources = complete.Reads()
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

// OpenGroups opens the groups. The caller closes them.
func (h Host) OpenGroups(ctx context.Context, o *GroupOptions) (*corpus.Groups, error) {
	if o.File != "" {
		return corpus.OpenGroupTable(o.File, h.Stdin, o.Texts.ReadSources)
	}
	groups, err := corpus.OpenGroups(ctx, o.Systems, o.References, o.PerCandidate, o.PerReference, o.Texts)
	if errors.Is(err, corpus.ErrNoReferences) {
		return nil, args.Hint(errors.New("found no references: give -r FILE, or --groups FILE"), o.help)
	}
	if err == nil && o.columns && !groups.Tabled() {
		groups.Close()
		err = fmt.Errorf("--%s: found no table among the files of texts, expected one", TextColumnsFlag.Name)
	}
	return groups, err
}

// GroupScorer opens the settings, and returns a scorer with them.
func (h Host) GroupScorer(ctx context.Context, s setup.Settings, groups *corpus.Groups) (
	*metric.Scorer, setup.Settings, error) {
	h.Sentences = groups.Sentences()
	h.References = func(most int) ([]string, error) { return groups.FirstReferences(most), nil }
	opened, err := h.Open(ctx, s)
	if err != nil {
		return nil, s, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	return scorer, opened.Settings.OfPairs(), err
}

// Groups are the groups of a run, in their order.
type Groups = iter.Seq2[metric.Group, error]

// A CountGroup counts the texts of a part of a group, of which long ones were read in several windows.
type CountGroup func(long int, candidates, references metric.Reading)

// OverGroups shows how far the comparison of groups is, and tells what is to be known of it. compare compares all of them,
// and calls count for each part of it.
func (h Host) OverGroups(groups *corpus.Groups, scorer *metric.Scorer,
	compare func(all Groups, count CountGroup) error) error {
	stop := render.Progress(h.Errs, "comparing", jobs.Bytes, groups.Progress)
	defer stop()
	longTexts := 0
	read := reading.System{Signature: scorer.Signature(1).String()}
	err := compare(read.Groups(groups.All()), func(long int, candidates, references metric.Reading) {
		longTexts += long
		read.Candidates.Add(candidates)
		if scorer.ReadsSources() {
			read.Sources.Add(references)
		} else {
			read.References.Add(references)
		}
	})
	stop()
	if err != nil {
		return err
	}
	TellLongTexts(h.Notify, longTexts)
	h.Tell(append(groups.Notices(), reading.Warnings(read)...))
	return nil
}
