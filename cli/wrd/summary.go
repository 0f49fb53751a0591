package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

const (
	defaultDraws      = 1000 // of the bootstrap
	defaultConfidence = 0.95 // of intervals
)

// A summary holds what is printed of a run: the scores of each system.
type summary struct {
	signature string
	measures  []metric.Measure
	outside   []string // columns of other programs' scores
	systems   []*systemSummary
}

// A systemSummary is filled segment by segment.
type systemSummary struct {
	name     string
	segments int64
	columns  []metric.Column
	names    []string         // of all columns, those from outside after ours
	means    []agreement.Mean // one for each of names
	scores   []score95        // after finish
	status   map[metric.Status]int64
	without  []int64 // for each column, how many segments have nothing to compare

	candidateTokens, candidateOOV, referenceTokens, referenceOOV int64
}

// A score95 is a mean with its interval. A nil number is absent.
type score95 struct {
	Mean   *float64 `json:"mean"`
	StdDev *float64 `json:"stddev"`
	CILow  *float64 `json:"ci_low"`
	CIHigh *float64 `json:"ci_high"`
}

func newSummary(signature string, systems []string, scorer *metric.Scorer, outside []string) *summary {
	s := &summary{signature: signature, measures: scorer.Measures(), outside: outside}
	columns := scorer.Columns()
	var columnNames []string
	for _, column := range columns {
		columnNames = append(columnNames, column.String())
	}
	columnNames = append(columnNames, outside...)
	for _, name := range systems {
		s.systems = append(s.systems, &systemSummary{
			name:    name,
			columns: columns,
			names:   columnNames,
			means:   make([]agreement.Mean, len(columnNames)),
			without: make([]int64, len(columns)),
			status:  map[metric.Status]int64{},
		})
	}
	return s
}

// add takes a segment and what other programs say of it.
func (s *systemSummary) add(r *metric.Result, outside []float64) {
	s.segments++
	s.status[r.Status]++
	s.candidateTokens += int64(r.CandidateTokens)
	s.candidateOOV += int64(r.CandidateOOV)
	s.referenceTokens += int64(r.ReferenceTokens)
	s.referenceOOV += int64(r.ReferenceOOV)
	for i, column := range s.columns {
		if value, ok := r.Value(column); ok {
			s.means[i].Add(value)
		}
		if !r.Defined(column) {
			s.without[i]++
		}
	}
	for i, x := range outside {
		s.means[len(s.columns)+i].Add(x)
	}
}

// score returns the score of one of the columns.
func (s *systemSummary) score(column metric.Column) score95 {
	return s.scores[slices.Index(s.columns, column)]
}

// outside returns the scores of other programs.
func (s *systemSummary) outside() []score95 { return s.scores[len(s.columns):] }

// notices tells of measures that see nothing to compare where the status, which is that of the first measure, does
// not say so.
func (s *summary) notices() (notices []string) {
	for _, system := range s.systems {
		for _, measure := range s.measures[1:] {
			without := system.without[slices.Index(system.columns, measure.Main())]
			if without > system.without[0] {
				notices = append(notices, fmt.Sprintf("%s finds nothing to compare in %d of %d segments of system %s, %s in %d",
					measure, without, system.segments, system.name, s.measures[0], system.without[0]))
			}
		}
	}
	return notices
}

// finish computes the scores.
func (s *summary) finish(b agreement.Bootstrap) {
	present := func(x float64, ok bool) *float64 {
		if !ok {
			return nil
		}
		return &x
	}
	for _, system := range s.systems {
		for i := range system.means {
			mean := &system.means[i]
			interval, ok := mean.Interval(b)
			system.scores = append(system.scores, score95{
				Mean:   present(mean.Value()),
				StdDev: present(mean.StdDev()),
				CILow:  present(interval.Low, ok),
				CIHigh: present(interval.High, ok),
			})
		}
	}
}

// rows returns the rows of systems.parquet.
func (s *summary) rows() (rows []parquet.System) {
	for _, system := range s.systems {
		for i, score := range system.scores {
			rows = append(rows, parquet.System{
				System: system.name, Measure: system.names[i], Segments: system.means[i].N(),
				Mean: score.Mean, StdDev: score.StdDev, CILow: score.CILow, CIHigh: score.CIHigh,
			})
		}
	}
	return rows
}

// share returns the share of tokens that have a vector, or nil if there are no tokens.
func share(tokens, oov int64) *float64 {
	if tokens == 0 {
		return nil
	}
	x := float64(tokens-oov) / float64(tokens)
	return &x
}

// writeJSON writes the summary as one JSON object.
func (s *summary) writeJSON(w io.Writer) error {
	type coverage struct {
		Candidate *float64 `json:"candidate"`
		Reference *float64 `json:"reference"`
	}
	type system struct {
		System   string             `json:"system"`
		Segments int64              `json:"segments"`
		Scores   map[string]score95 `json:"scores"`
		Coverage coverage           `json:"coverage"`
		Status   map[string]int64   `json:"status"`
	}
	systems := make([]system, len(s.systems))
	for i, from := range s.systems {
		to := system{
			System:   from.name,
			Segments: from.segments,
			Scores:   map[string]score95{},
			Coverage: coverage{share(from.candidateTokens, from.candidateOOV), share(from.referenceTokens, from.referenceOOV)},
			Status:   map[string]int64{},
		}
		for k, name := range from.names {
			to.Scores[name] = from.scores[k]
		}
		for status, n := range from.status {
			to.Status[status.String()] = n
		}
		systems[i] = to
	}
	return writeJSON(w, struct {
		Signature string   `json:"signature"`
		Measures  []string `json:"measures"`
		Outside   []string `json:"outside,omitempty"`
		Systems   []system `json:"systems"`
	}{s.signature, names(s.measures), s.outside, systems})
}

// writeJSON writes one indented JSON value as people and programs read it: < and & as they are.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
