package main

import (
	"context"
	"fmt"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// scores computes scores of texts, or reads them from tables, and returns by which settings they were made. Those of texts
// are kept, unless kept is nil.
func (o *compareOptions) scores(ctx context.Context, h flags.Host, kept *keptRun) (
	*evaluation.Scores, show.Settings, error) {
	if o.tables.Tables == nil {
		return o.scoredTexts(ctx, h, kept)
	}
	t, err := h.JoinTables(o.tables.WithPeople(), o.measures)
	if err != nil {
		return nil, nil, err
	}
	found, notices, err := t.Compared(o.measures, o.tables.Lower)
	h.Tell(notices)
	if err != nil {
		return nil, nil, err
	}
	if o.given {
		o.layout.Order.Given = found.Systems
	}
	candidates, err := found.AddTexts(t.Outputs(ctx, o.tables.Tables...))
	if candidates {
		found.Examples = found.ExamplesIn(t.Outputs(ctx, o.tables.Tables...))
	}
	return found, show.SettingsOf(found.Columns), err
}

// scoredTexts scores texts as wrd score does.
func (o *compareOptions) scoredTexts(ctx context.Context, h flags.Host, kept *keptRun) (
	*evaluation.Scores, show.Settings, error) {
	corpus, opened, err := h.OpenCorpus(ctx, &o.texts)
	if err != nil {
		return nil, nil, err
	}
	defer corpus.Close()
	o.layout.Order = o.texts.Order(corpus)
	if kept != nil {
		alignForPage(&opened.Options)
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, nil, err
	}
	var scores *evaluation.Scores
	if kept != nil {
		kept.scoring, kept.spans = &opened.Options, corpus.Spans()
		scores, err = scoreInto(ctx, h, scorer, opened.Settings, corpus, segmentsFile{kept.path, opened.Options.Alignments})
	} else {
		var long flags.LongSegments
		scores, err = evaluation.Collect(ctx, scorer, flags.CorpusOf(corpus), h.ScoreSettings(), long.Count)
		err = flags.ExplainSegment(err, corpus)
		if err == nil {
			long.Tell(h.Notify)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	h.Tell(corpus.Notices())
	return scores, opened.Settings, o.nameDocuments(h, scores.Segments)
}

// nameDocuments reads --documents, a name for each segment.
func (o *compareOptions) nameDocuments(h flags.Host, segments []evaluation.Segment) error {
	if o.documents == "" {
		return nil
	}
	n := 0
	for line, err := range text.Lines([]string{o.documents}, h.Stdin, h.Notify) {
		if err != nil {
			return err
		}
		if n < len(segments) {
			segments[n].Doc = line
		}
		n++
	}
	if n != len(segments) {
		return fmt.Errorf("%s: found the documents of %d segments, expected %d", o.documents, n, len(segments))
	}
	return nil
}
