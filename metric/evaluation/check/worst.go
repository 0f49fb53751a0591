package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

// movesShown is how many moves of an alignment are shown: the most expensive, which say why.
const movesShown = 4

// listWorst lists for each system the segments whose first column dropped most, with texts and alignments. Outputs that
// are newly broken are listed elsewhere.
func (c *checking) listWorst(ctx context.Context) error {
	column := c.now[0]
	for i, system := range c.candidate.Systems {
		before, now := c.rowBefore(0, system), column.Grid.Row(i)
		var dropped []WorseSegment
		for k, segment := range c.candidate.Segments {
			if drop := column.Ahead(before[k], now[k]); drop > 0 && !c.isBroken(i, k) { // never of NaN
				dropped = append(dropped, WorseSegment{
					System: system, Measure: column.Name, Segment: segment, Doc: segment.Doc,
					Before: before[k], Now: now[k], Drop: drop, place: k, before: c.places[k],
				})
			}
		}
		slices.SortStableFunc(dropped, func(a, b WorseSegment) int { return cmp.Compare(b.Drop, a.Drop) })
		c.report.Worst = append(c.report.Worst, dropped[:min(len(dropped), c.Worst)]...)
	}
	if len(c.report.Worst) == 0 {
		return nil
	}
	if err := c.addTexts(ctx); err != nil {
		return err
	}
	return c.align(ctx)
}

// addTexts adds the texts of the segments.
func (c *checking) addTexts(ctx context.Context) error {
	type key struct{ system, segment string }
	now, before := map[key]*WorseSegment{}, map[key][]*WorseSegment{}
	for i := range c.report.Worst {
		w := &c.report.Worst[i]
		if c.candidate.Lines {
			w.Line = int64(w.place) + 1
		}
		now[key{w.System, w.Segment.Key()}] = w
		k := key{c.pairs[w.System], c.baseline.Segments[w.before].Key()}
		before[k] = append(before[k], w) // several systems may be compared with one
	}
	err := c.candidate.eachText(ctx, func(o evaluation.Texts) {
		if w := now[key{o.System, o.Segment.Key()}]; w != nil {
			w.Candidate, w.references, w.source = o.Candidate, o.References, o.Source
		}
	})
	if err != nil {
		return err
	}
	return c.baseline.eachText(ctx, func(o evaluation.Texts) {
		for _, w := range before[key{o.System, o.Segment.Key()}] {
			w.BaselineText = o.Candidate
		}
	})
}

// align adds the alignments of the candidates with the closest references, or with their sources.
func (c *checking) align(ctx context.Context) error {
	scorer, measure, err := c.aligner()
	if err != nil || scorer == nil {
		return err
	}
	for i := range c.report.Worst {
		w := &c.report.Worst[i]
		others := w.references
		if measure.OfSource() {
			others = []string{w.source}
		}
		for k, other := range others {
			if err := ctx.Err(); err != nil {
				return err
			}
			e, err := scorer.Explain(w.Candidate, other)
			if err != nil {
				return err
			}
			distance, _ := e.Value(measure.Main())
			if k > 0 && !(distance < w.closest) {
				continue
			}
			w.closest, w.AlignedBy, w.Status, w.Alignment = distance, measure, "", nil
			if e.OfSource {
				w.Source = other
			} else {
				w.Reference = other
			}
			if e.Status != metric.OK {
				w.Status = e.Status.String()
			}
			e.MostExpensiveFirst()
			for _, m := range e.Alignment[:min(len(e.Alignment), movesShown)] {
				w.Alignment = append(w.Alignment, explained.Move(m))
			}
		}
	}
	return nil
}

// aligner returns a scorer for the alignments, by the first measure if it moves mass and by WRD otherwise; nil if
// there are no texts, or if the options that there are did not make the scores.
func (c *checking) aligner() (*metric.Scorer, metric.Measure, error) {
	worst, column := c.report.Worst, c.now[0]
	references := 0
	sources := false
	for _, w := range worst {
		references, sources = max(references, len(w.references)), sources || w.source != ""
	}
	if c.Scoring == nil || references == 0 && !(sources && metric.IsOfSource(column.Name)) {
		return nil, "", nil
	}
	sure := c.ScoringName == ""
	if !sure && (worst[0].Candidate == "" || !isOwnColumn(column.Name)) {
		return nil, "", nil
	}
	options, err := c.Scoring()
	if err != nil {
		return nil, "", err
	}
	scorer, measure, err := explained.Aligner(options, column.Name)
	if err != nil || sure {
		return scorer, measure, err
	}
	difference := metric.ParseSignature(column.Signature).
		Difference(metric.WRD.String(), c.candidate.Name, scorer.Signature(references), c.ScoringName)
	if difference != "" {
		c.notify(Notice{Of: NoticeUnaligned, Difference: difference})
		return nil, "", nil
	}
	return scorer, measure, nil
}
