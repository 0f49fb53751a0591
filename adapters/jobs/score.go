package jobs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/inspection"
)

// certifiedGap is how far a certified distance may be from the optimum, as metric.Result.Gap says it.
const certifiedGap = 1e-9

// gapUnit says what metric.Result.Gap is counted in.
const gapUnit = "times its largest cost, where that is above 1"

// Score asks for the scores of the outputs of systems in files.
type Score struct {
	TextFiles
	Scores []scores.Source // of other programs, joined to the outputs
	Seed   uint64          // of the tests on the page and of Summary.Judged
	Output string          // a folder for segments.parquet and systems.parquet, "" for none
	Page   string          // a file for a report, "" for none
	// Tested compares several systems by all measures and by people, for Scored.Compared. Lower are columns of other
	// programs that go down as texts get better.
	Tested bool
	Lower  []string
	// Print is asked once, before the first segment, what to do with each of them; nil for nothing.
	Print func(outcome.Shape) (func(outcome.Row) error, error)
}

// Scored is the record of Score: what is known of each system, with the settings that it hangs on.
type Scored struct {
	*evaluation.Summary
	Settings setup.Settings `json:"settings"`
	Given    []string       `json:"-"` // the systems in the order of the files
	Compared *Compared      `json:"-"` // nil unless Score.Tested asks for it and there are several systems to compare
}

// Run scores. Scores of other programs must be about the same segments.
func (s Score) Run(ctx context.Context, h Host) (*Scored, error) {
	source, opened, err := h.OpenScored(ctx, &s.TextFiles)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if s.Page != "" {
		AlignForPage(&opened.Options)
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	external, err := scores.OpenBeside(ctx, s.Scores, source.Systems(), outcome.Known)
	if e, ok := errors.AsType[*scores.SourcesError](err); ok {
		return nil, setup.Errorf("%v: %w", setup.Name("scores"), e)
	}
	if err != nil {
		return nil, err
	}
	defer external.Close()
	corpus := CorpusOf(source)
	corpus.External = evaluation.ExternalScores{Names: external.Names, Next: external.Next}
	scoring := evaluation.ScoreOptions{Workers: h.Workers, Progress: h.Progress, Seed: s.Seed}
	run := parquet.Run{Signature: scoring.Signature(scorer, corpus).String(), Settings: opened.Settings.String()}
	kept, err := s.keptRun(opened.Options, source)
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	shape := outcome.Shape{Measures: corpus.Columns(scorer), Humans: corpus.Humans, External: external.Names}
	var results []*parquet.Results
	var sinks []func(outcome.Row) error
	for _, out := range []SegmentsFile{{s.Output, s.Alignments}, {kept.dir(), opened.Options.Alignments}} {
		if out.Path == "" {
			continue
		}
		shape.Alignments = out.Aligned
		r, err := parquet.CreateResults(ctx, out.Path, run, shape)
		if err != nil {
			return nil, err
		}
		defer r.Abort()
		results, sinks = append(results, r), append(sinks, r.Rows.Write)
	}
	if s.Print != nil {
		shape.Alignments = s.Alignments
		print, err := s.Print(shape)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, print)
	}
	summary, err := evaluation.Score(ctx, scorer, corpus, scoring, outcome.Sink(corpus.Systems, sinks...))
	if err != nil {
		return nil, s.explain(err, source, external)
	}
	say.Scored(summary)
	notices, err := external.Ended(summary.Systems[0].Segments)
	if err != nil {
		return nil, err
	}
	h.Tell(notices)
	if s.Certify {
		if err := certify(h, summary.LargestGap); err != nil {
			return nil, err
		}
	}
	for _, r := range results {
		if err := r.Commit(outcome.Means(summary)); err != nil {
			return nil, err
		}
	}
	if s.Page != "" {
		page := inspection.Contents{}
		page.Compare.Tests.Seed, page.Compare.Tests.Workers = s.Seed, h.Workers
		if err := kept.Write(ctx, h, s.Page, page, s.Files()); err != nil {
			return nil, err
		}
	}
	for _, system := range summary.Systems {
		TellWindows(h.notify, system.SeveralWindows, "segment", " of system "+system.System)
	}
	h.Tell(slices.Concat(source.Notices(), uncomparable(summary), summary.Warnings))
	scored := &Scored{Summary: summary, Settings: opened.Settings, Given: s.GivenOrder(source)}
	if s.Tested && len(summary.Systems) > 1 {
		scored.Compared, err = s.compared(ctx, h, kept, summary)
	}
	return scored, err
}

// compared compares the systems of a kept run by the main column of each measure, by other programs and by people. Where
// they cannot be compared it says why and returns nil.
func (s *Score) compared(ctx context.Context, h Host, kept *KeptRun, summary *evaluation.Summary) (*Compared, error) {
	c := Compare{Tables: Tables{Tables: []scores.File{{Path: kept.path}}, Lower: s.Lower}, People: true}
	c.Design.Tests.Seed, c.Design.Tests.Workers = s.Seed, h.Workers
	for _, measure := range summary.Measures {
		c.Measures = append(c.Measures, measure.Main().String())
	}
	c.Measures = append(c.Measures, summary.External...)
	record, err := c.Run(ctx, h)
	if err != nil && ctx.Err() == nil {
		h.notify(fmt.Sprintf("systems are not compared: %v", err))
		return nil, nil
	}
	return record, err
}

// keptRun says where the results are that are read back, for the page or for tests: in the output folder if they are the
// same, or else in one that is removed; nil if nobody asks for either.
func (s *Score) keptRun(options metric.Options, source ScoredCorpus) (kept *KeptRun, err error) {
	switch {
	case s.Page == "" && !s.Tested:
		return nil, nil
	case s.Output != "" && options.Alignments == s.Alignments:
		kept = &KeptRun{path: filepath.Join(s.Output, parquet.SegmentsFile)}
	default:
		if kept, err = keepRun(); err != nil {
			return nil, err
		}
	}
	if s.Vectors == "" {
		kept.scoring = &options
	}
	if texts, ok := source.(*corpus.Corpus); ok {
		kept.spans = texts.Spans()
	}
	return kept, nil
}

// explain puts what a user knows, such as names and lines, into an error of evaluation.Score.
func (s *Score) explain(err error, source ScoredCorpus, external *scores.Beside) error {
	switch {
	case errors.Is(err, scores.ErrFew):
		segments, err := source.Length()
		if err != nil {
			return err
		}
		_, err = external.Ended(segments)
		return err
	case s.Vectors != "":
		return explainTokenVectors(s.Vectors, err, source.Systems())
	}
	return AtPlace(source.(*corpus.Corpus))(err)
}

// certify says how far the distances can be from the optimum.
func certify(h Host, largestGap float64) error {
	if !(largestGap <= certifiedGap) {
		return &fault.Fault{
			Value: fmt.Sprintf("a distance is %.3g above its lower bound, more than %g (%s)",
				largestGap, certifiedGap, gapUnit),
		}
	}
	h.notify(fmt.Sprintf("certified: every distance is within %.1e of the optimum (%s)", largestGap, gapUnit))
	return nil
}

// uncomparable says which measures find nothing to compare where the status, which is that of the first measure, does
// not say so.
func uncomparable(summary *evaluation.Summary) (notices []string) {
	first := summary.Measures[0]
	for _, system := range summary.Systems {
		said := system.Scores[first.Main().String()].Undefined
		for _, measure := range summary.Measures[1:] {
			if n := system.Scores[measure.Main().String()].Undefined; n > said {
				notices = append(notices, fmt.Sprintf("%s has no value in %d of %s of system "+
					"%s, %s in %d",
					measure, n, wording.Counted(system.Segments, "segment"), system.System, first, said))
			}
		}
	}
	return notices
}
