package jobs

import (
	"context"
	"fmt"
	"iter"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Groups are groups of texts that are compared with each other: of files, or in memory.
type Groups struct {
	Settings                   setup.Settings
	Systems                    []text.SystemFile // the files of candidates
	References                 []string
	PerCandidate, PerReference corpus.GroupSize
	File                       string // with a group in each line, in place of these
	Texts                      corpus.Options
	Tabled                     bool          // a file must be a table, as its columns are named
	Memory                     *MemoryGroups // in place of files
}

// MemoryGroups are groups in memory, and how their texts are compared.
type MemoryGroups struct {
	List     []metric.Group
	Scorer   *metric.Scorer
	Settings setup.Settings // that the scorer was made of
}

// OpenGroups are groups that were opened, with a scorer.
type OpenGroups struct {
	*metric.Scorer
	Settings setup.Settings // of scores of pairs
	Files    int            // of candidates; 0 for groups that stand in one file or in memory

	all      iter.Seq2[metric.Group, error]
	notices  func() []string
	position func() (done, total int64) // nil where all is there
	close    func()
}

// Close closes the files.
func (g *OpenGroups) Close() { g.close() }

// OpenGroups opens groups and the settings that say how texts are compared. check, if it is not nil, may refuse the
// files before the settings are opened.
func (h Host) OpenGroups(ctx context.Context, g *Groups, check func(files int) error) (_ *OpenGroups, err error) {
	if m := g.Memory; m != nil {
		return &OpenGroups{Scorer: m.Scorer, Settings: m.Settings.OfPairs(), all: m.all,
			notices: func() []string { return nil }, close: func() {}}, nil
	}
	files, err := h.openGroupFiles(ctx, g)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			files.Close()
		}
	}()
	if check != nil {
		if err := check(files.Files); err != nil {
			return nil, err
		}
	}
	opened, err := h.Open(ctx, g.Settings, materialOf(g.Settings, files))
	if err != nil {
		return nil, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	return &OpenGroups{Scorer: scorer, Settings: opened.Settings.OfPairs(), Files: files.Files, all: files.All(),
		notices: files.Notices, position: files.Progress, close: files.Close}, nil
}

func (h Host) openGroupFiles(ctx context.Context, g *Groups) (*corpus.Groups, error) {
	if g.File != "" {
		return corpus.OpenGroupTable(g.File, h.Stdin, g.Texts.NeedSources)
	}
	files, err := corpus.OpenGroups(ctx, g.Systems, g.References, g.PerCandidate, g.PerReference, g.Texts)
	if err == nil && g.Tabled && !files.Tabled() {
		files.Close()
		err = setup.Errorf("%v: found no table among the files of texts, expected one", setup.Name("columns"))
	}
	return files, err
}

func (m *MemoryGroups) all(yield func(metric.Group, error) bool) {
	for _, group := range m.List {
		if !yield(group, nil) {
			return
		}
	}
}

// A CountGroup counts the texts of a part of a group, of which long ones were read in several windows.
type CountGroup func(long int, candidates, references metric.Reading)

// Over shows how far the comparison of groups is, and returns what is to be known of their texts, in sentences. compare
// compares all of them, and calls count for each part of it.
func (g *OpenGroups) Over(h Host, compare func(all iter.Seq2[metric.Group, error], count CountGroup) error) (
	[]string, error) {
	stop := h.Progress.Start("comparing", evaluation.CountsBytes, g.position)
	defer stop()
	longTexts := 0
	read := reading.SystemReading{Signature: g.Signature(1).String()}
	err := compare(read.Groups(g.all), func(long int, candidates, references metric.Reading) {
		longTexts += long
		read.Candidates.Add(candidates)
		if g.ReadsSources() {
			read.Sources.Add(references)
		} else {
			read.References.Add(references)
		}
	})
	stop()
	if err != nil {
		return nil, err
	}
	TellLongTexts(h.notify, longTexts)
	h.Tell(g.notices())
	return say.Reading(read), nil
}

// TellLongTexts says how many texts were read in several windows.
func TellLongTexts(notify func(string), n int) {
	switch {
	case n == 1:
		notify("1 text is longer than the limit of the encoder, and was read in overlapping windows")
	case n > 1:
		notify(fmt.Sprintf("%d texts are longer than the limit of the encoder, and were read in overlapping windows", n))
	}
}
