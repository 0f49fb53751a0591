package main

import (
	"cmp"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/metric"
)

// movesShown is how many moves of an alignment are shown: the most expensive, which say why.
const movesShown = 4

// A worseSegment is one whose score dropped, with why.
type worseSegment struct {
	System       string         `json:"system"`
	Measure      string         `json:"measure"`
	Segment      string         `json:"segment"`
	Line         int64          `json:"line,omitempty"` // of the file of candidates, from 1, where this run scored one
	Doc          string         `json:"doc,omitempty"`
	Before       float64        `json:"baseline"`
	Now          float64        `json:"candidate"`
	Drop         float64        `json:"drop"`
	Candidate    string         `json:"candidate_text,omitempty"`
	BaselineText string         `json:"baseline_text,omitempty"`
	Reference    string         `json:"reference,omitempty"` // the closest
	Status       string         `json:"status,omitempty"`    // why there is no alignment
	AlignedBy    metric.Measure `json:"aligned_by,omitempty"`
	Alignment    []alignedMove  `json:"alignment,omitempty"` // the most expensive moves of the candidate now

	place, before int      // in the tables
	references    []string // of the candidate
	closest       float64  // the distance to Reference
}

type alignedMove struct {
	CandidateToken string  `json:"candidate_token"`
	ReferenceToken string  `json:"reference_token"`
	Mass           float64 `json:"mass"`
	Cost           float64 `json:"cost"`
}

// worstSegments lists for each system the segments whose first measure dropped most, with texts and alignments.
func (s *checkSettings) worstSegments(c *cli.Context, r *checkReport, baseline, candidate *checkedScores) (worst []worseSegment, err error) {
	column := s.columns[0]
	now, err := candidate.table.Grid(column)
	if err != nil {
		return nil, err
	}
	sign := 1.0
	if lowerIsBetter(c, column) {
		sign = -1
	}
	for i, system := range candidate.table.Systems {
		before, err := baseline.row(column, r.pairs[system])
		if err != nil {
			return nil, err
		}
		var dropped []worseSegment
		for k, segment := range candidate.table.Segments {
			if drop := sign * (before[k] - now.At(i, k)); drop > 0 { // never of NaN
				dropped = append(dropped, worseSegment{System: system, Measure: column, Segment: segment.String(), Doc: segment.Doc,
					Before: before[k], Now: now.At(i, k), Drop: drop, place: k, before: baseline.places[k]})
			}
		}
		slices.SortStableFunc(dropped, func(a, b worseSegment) int { return cmp.Compare(b.Drop, a.Drop) })
		worst = append(worst, dropped[:min(len(dropped), s.worst)]...)
	}
	if len(worst) == 0 {
		return nil, nil
	}
	if err := s.addTexts(worst, r, baseline, candidate); err != nil {
		return nil, err
	}
	return worst, s.explainWorst(c, worst, candidate)
}

// outputKey names an output in one of the tables.
type outputKey struct{ system, segment string }

// addTexts reads the texts of the segments from both files.
func (s *checkSettings) addTexts(worst []worseSegment, r *checkReport, baseline, candidate *checkedScores) error {
	now, before := map[outputKey]*worseSegment{}, map[outputKey][]*worseSegment{}
	for i := range worst {
		w := &worst[i]
		now[outputKey{w.System, w.Segment}] = w
		key := outputKey{r.pairs[w.System], baseline.table.Segments[w.before].String()}
		before[key] = append(before[key], w) // several systems may be held against one
	}
	err := table.Outputs(candidate.path, nil, candidate.options, func(o table.Output) error {
		if w := now[outputKey{o.System, o.Segment.String()}]; w != nil {
			w.Candidate, w.references = o.Candidate, o.References
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range worst {
		if w := &worst[i]; candidate.files[w.System] != "" {
			w.Line = int64(w.place) + 1
		}
	}
	return table.Outputs(baseline.path, nil, baseline.options, func(o table.Output) error {
		for _, w := range before[outputKey{o.System, o.Segment.String()}] {
			w.BaselineText = o.Candidate
		}
		return nil
	})
}

// explainWorst adds the alignments of the candidates with the closest references.
func (s *checkSettings) explainWorst(c *cli.Context, worst []worseSegment, candidate *checkedScores) error {
	scorer, measure, err := s.explainer(c, worst, candidate)
	if err != nil || scorer == nil {
		return err
	}
	for i := range worst {
		w := &worst[i]
		for k, reference := range w.references {
			e, err := scorer.Explain(w.Candidate, reference)
			if err != nil {
				return err
			}
			distance, _ := e.Value(measure.Main())
			if k > 0 && !(distance < w.closest) {
				continue
			}
			w.closest, w.Reference, w.AlignedBy, w.Status, w.Alignment = distance, reference, measure, "", nil
			if e.Status != metric.OK {
				w.Status = e.Status.String()
			}
			metric.MostExpensiveFirst(e.Alignment)
			for _, m := range e.Alignment[:min(len(e.Alignment), movesShown)] {
				w.Alignment = append(w.Alignment, alignedMove(m))
			}
		}
	}
	return nil
}

// explainer returns a scorer for the alignments, by the first measure if it moves mass and by WRD otherwise; nil if the
// flags of this run do not say how the stored scores came about.
func (s *checkSettings) explainer(c *cli.Context, worst []worseSegment, candidate *checkedScores) (*metric.Scorer, metric.Measure, error) {
	if candidate.scorer == nil {
		references := 0
		for _, w := range worst {
			references = max(references, len(w.references))
		}
		if references == 0 || worst[0].Candidate == "" || !isOwnColumn(s.columns[0]) {
			return nil, "", nil
		}
		options, err := scoringOptions(c, nil)
		if err != nil {
			return nil, "", err
		}
		scorer, measure, err := explaining(options, s.columns[0])
		if err != nil {
			return nil, "", err
		}
		signature := scorer.Signature(references)
		if d := metric.ParseSignature(candidate.table.Signature(s.columns[0])).
			Difference(metric.WRD.String(), candidate.name, signature, "the flags of this run"); d != "" {
			notify(c)("alignments are left out: " + d)
			return nil, "", nil
		}
		return scorer, measure, nil
	}
	return explaining(candidate.scored, s.columns[0])
}

// explaining returns a scorer that can explain, and the measure that it explains.
func explaining(options metric.Options, column string) (*metric.Scorer, metric.Measure, error) {
	options.Alignments, options.Certify, options.IDF = true, false, nil
	for _, m := range metric.Measures() {
		if m.Main().String() == column {
			options.Measures = []metric.Measure{m}
			if scorer, err := metric.NewScorer(options); err == nil {
				return scorer, m, nil
			}
		}
	}
	options.Measures = []metric.Measure{metric.MeasureWRD}
	scorer, err := metric.NewScorer(options)
	return scorer, metric.MeasureWRD, err
}
