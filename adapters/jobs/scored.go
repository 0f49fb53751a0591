package jobs

import (
	"context"
	"fmt"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// A SegmentsFile is a file of scores, a row for each output, as segments.parquet is.
type SegmentsFile struct {
	Path    string
	Aligned bool // with the alignments, which the options of the scorer then ask for
}

// ScoreInto scores a corpus into files, and returns the scores. place puts into an error where its segment stands, see
// AtPlace; nil leaves it as it is.
func (h Host) ScoreInto(ctx context.Context, scorer *metric.Scorer, scored setup.Settings, corpus evaluation.Corpus,
	place func(error) error, files ...SegmentsFile) (*evaluation.Scores, error) {
	scoring := evaluation.ScoreOptions{Workers: h.Workers, Progress: h.Progress}
	run := parquet.Run{Signature: scoring.Signature(scorer, corpus).String(), Settings: scored.String()}
	shape := outcome.Shape{Measures: corpus.Columns(scorer), Humans: corpus.Humans}
	var outs []*file.Output
	var writers []*parquet.SegmentWriter
	var sinks []func(outcome.Row) error
	for _, f := range files {
		out, err := file.Create(ctx, f.Path)
		if err != nil {
			return nil, err
		}
		defer out.Abort()
		shape.Alignments = f.Aligned
		rows := parquet.NewSegmentWriter(out, run, shape)
		outs, writers, sinks = append(outs, out), append(writers, rows), append(sinks, rows.Write)
	}
	var long longSegments
	write := outcome.Sink(corpus.Systems, sinks...)
	scores, err := evaluation.Collect(ctx, scorer, corpus, scoring, func(line evaluation.ScoredLine) error {
		long.count(line)
		if write == nil {
			return nil
		}
		return write(line)
	})
	if err != nil && place != nil {
		err = place(err)
	}
	if err != nil {
		return nil, err
	}
	TellWindows(h.notify, int64(long), "segment", "")
	for i, out := range outs {
		if err := writers[i].Close(); err != nil {
			return nil, err
		}
		if err := out.Commit(); err != nil {
			return nil, err
		}
	}
	return scores, nil
}

// longSegments counts segments, each once for all systems, with a text that was read in several windows.
type longSegments int64

func (n *longSegments) count(line evaluation.ScoredLine) {
	for i := range line.Results {
		if r := &line.Results[i]; max(r.CandidateWindows, r.ReferenceWindows, r.SourceWindows) > 1 {
			*n++
			break
		}
	}
}

// TellWindows says how many segments, of a system for example, have a text that an encoder read in several windows.
func TellWindows(notify func(string), n int64, what, of string) {
	switch {
	case n == 1:
		notify(fmt.Sprintf("1 %s%s has a text longer than the limit of the encoder: it was read in overlapping "+
			"windows", what, of))
	case n > 1:
		notify(fmt.Sprintf("%d %ss%s have texts longer than the limit of the encoder: they were read in overlapping "+
			"windows", n, what, of))
	}
}
