package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/internal/bounds"
	"github.com/wordrotator/wrd/metric/evaluation/people"
	"github.com/wordrotator/wrd/metric/evaluation/points"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// A Report says which systems differ significantly. As JSON it is what wrd compare prints.
type Report struct {
	// of the tests: all that the numbers depend on besides the scores
	Signature  string                   `json:"signature"`
	Test       significance.Test        `json:"test"` // that was asked for
	Draws      int                      `json:"samples"`
	Halves     bool                     `json:"halves,omitempty"` // of samples are combined where a p-value is too small for whole ones
	Seed       uint64                   `json:"seed"`
	Alpha      float64                  `json:"alpha"`
	Confidence float64                  `json:"confidence"`
	Correction significance.Correction  `json:"correction"`
	Unit       evaluation.Unit          `json:"units"`                   // that intervals and tests take as independent
	From       *int                     `json:"segments_from,omitempty"` // see evaluation.From
	Baseline   *string                  `json:"baseline"`                // nil where all pairs were compared
	Judged     []evaluation.JudgedOrder `json:"judged,omitempty"`        // how people who judged the outputs order the systems
	Measures   []ColumnReport           `json:"measures"`
	// Dependence says which systems, and references, are not independent; nil where none are known to be.
	Dependence *reading.Dependence `json:"dependence,omitempty"`
	Warnings   []string            `json:"warnings,omitempty"` // of all texts: what a reader should know, in sentences

	// Read says what could be read of the texts of each system, where they are known.
	Read []reading.SystemReading `json:"-"`

	Systems []string `json:"-"` // the baseline first
	// Undocumented counts the segments without a document where that is why segments were drawn: some have a document,
	// but not all.
	Undocumented int `json:"-"`
	Segments     int `json:"-"`
}

// A ColumnReport compares all systems by one column of scores.
type ColumnReport struct {
	Measure string `json:"measure"`
	evaluation.Direction
	Signature *string        `json:"signature"` // of the scores; nil if it is not known
	Sentences []string       `json:"sentences"` // the verdict for people, which adapters/say makes
	Systems   []SystemReport `json:"systems"`   // in the order of Report.Systems
	Pairs     []Pair         `json:"pairs"`
	// what the differences that are shown mean to people, or that it is not known, in a sentence; "" where none is shown
	// and for columns of which nobody expects it
	People string `json:"people,omitempty"`
	// where the two systems of the headline differ, in sentences: by domain, if segments have several, and without an
	// Example the segments in which the first is furthest ahead and furthest behind
	Why  []string `json:"why,omitempty"`
	Lead Lead     `json:"-"` // which Why is made of
	// a segment in which the first system of the headline is far ahead, with its texts; nil where these are not known
	Example *evaluation.Example `json:"example,omitempty"`
}

// A SystemReport has the results of one system alone.
type SystemReport struct {
	System   string               `json:"system"`
	Segments int                  `json:"segments"` // that have a score
	Missing  []evaluation.Segment `json:"missing"`  // segments without a score, by their names in files
	Mean     float64              `json:"mean"`
	// see agreement.Mean.Interval
	evaluation.ConfidenceLimits
	Points   *float64 `json:"points,omitempty"` // the mean in points, see points.Of; nil where they are not known
	Warnings []string `json:"warnings"`         // what a reader should know, in sentences
	Constant bool     `json:"-"`                // all scores are the same
}

// A Pair compares a system with another one, on the segments that both have a score for. Difference
// and CohenDz are positive where System is better, whether a higher score is better or a lower one.
type Pair struct {
	System     string               `json:"system"`
	Against    string               `json:"against"`
	Verdict    significance.Verdict `json:"verdict"`
	Difference float64              `json:"difference"` // of the means, System minus Against, or Against minus System if lower is better
	// of Difference, from the units' differences
	evaluation.ConfidenceLimits
	Test     significance.Test `json:"test"`              // that was done
	Draws    int               `json:"samples,omitempty"` // that P comes from; 0 if it needed none
	P        float64           `json:"p_value"`
	Adjusted float64           `json:"p_corrected"` // for the number of pairs
	LeastP   float64           `json:"least_p"`     // that a test of so many units that differ can give
	Segments int               `json:"segments"`
	Units    int               `json:"units"`
	Better   int               `json:"better"` // segments
	Equal    int               `json:"equal"`  // of our measures within rounding, see metric.Signature.Ties
	Worse    int               `json:"worse"`
	PBetter  float64           `json:"probability_better"` // (Better + Equal/2)/Segments
	CohenDz  *float64          `json:"cohen_dz"`           // mean over standard deviation of the segments' differences, with the sign of Difference
	// the least |Difference| that such a test finds in 80 % of cases
	Detectable *float64 `json:"detectable"`
	people.Preference
	Warnings []string `json:"warnings"`

	Mean        float64 `json:"-"` // of System on these segments
	AgainstMean float64 `json:"-"` // of Against
	Significant bool    `json:"-"` // Adjusted and LeastP are not above alpha
}

func (c *comparing) newReport() *Report {
	report := &Report{
		Signature: c.signature().String(), Test: c.Tests.Test, Draws: c.Tests.Draws, Halves: c.Tests.Halves, Seed: c.Tests.Seed,
		Alpha: c.Tests.Alpha, Confidence: c.Tests.Confidence, Correction: c.Tests.Correction, Unit: c.Unit,
		Systems: c.systems, Undocumented: c.undocumented, Segments: len(c.segments),
		From: evaluation.From(c.segments),
	}
	if c.Baseline != "" {
		report.Baseline = &c.Baseline
	}
	return report
}

// signature returns the signature of the tests.
func (c *comparing) signature() metric.Signature {
	samples := fmt.Sprint(c.Tests.Draws)
	if c.Tests.Halves {
		samples += "x" + samples
	}
	return metric.NewSignature("compare").
		With("test", string(c.Tests.Test)).
		With("samples", samples).
		With("seed", fmt.Sprint(c.Tests.Seed)).
		With("units", string(c.Unit)).
		With("confidence", fmt.Sprint(c.Tests.Confidence)).
		With("correction", string(c.Tests.Correction)).
		With("alpha", fmt.Sprint(c.Tests.Alpha))
}

// compared says what the comparison of one column comes to.
func (c *comparing) compared(column evaluation.Column, comparison *significance.Comparison) ColumnReport {
	out := ColumnReport{Measure: column.Name, Direction: evaluation.Direction{LowerIsBetter: column.LowerIsBetter}}
	if column.Signature != "" {
		out.Signature = &column.Signature
	}
	within := bounds.Of(column.Name, column.Signature)
	measured := people.On(column.Name, column.Signature, c.references)
	scale, scaled := points.Of(column.Name, column.Signature, c.references)
	for i, s := range comparison.Systems {
		row := column.Grid.Row(i)
		system := SystemReport{System: c.systems[i], Segments: s.Segments, Missing: c.missing(row), Mean: s.Mean,
			Warnings: []string{}}
		if s.Units > 1 {
			system.ConfidenceLimits = evaluation.Limits(within.Cut(s.Interval))
		}
		if scaled {
			system.Points = new(scale.Points(s.Mean))
		}
		system.Constant = s.Segments > 1 && sameScores(row, column.Ties())
		out.Systems = append(out.Systems, system)
	}
	for i := range comparison.Differences {
		pair := c.comparedPair(&comparison.Differences[i], within, column.LowerIsBetter)
		pair.Preference = measured.Of(pair.Difference, pair.Verdict != significance.Undecided)
		out.Pairs = append(out.Pairs, pair)
	}
	return out
}

// missing names the segments without a score.
func (c *comparing) missing(row []float64) []evaluation.Segment {
	missing := []evaluation.Segment{}
	for j, x := range row {
		if math.IsNaN(x) {
			missing = append(missing, c.segments[j])
		}
	}
	return missing
}

// sameScores says whether all scores that there are are equal.
func sameScores(row []float64, ties float64) bool {
	first := math.NaN()
	for _, x := range row {
		if math.IsNaN(first) {
			first = x
		}
		if math.Abs(x-first) > ties {
			return false
		}
	}
	return true
}

func (c *comparing) comparedPair(d *significance.Difference, within bounds.Range, lowerIsBetter bool) Pair {
	pair := Pair{
		System: c.systems[d.A], Against: c.systems[d.B], Verdict: d.Verdict(lowerIsBetter), Difference: d.Mean,
		Test: d.Test, Draws: d.Draws, P: d.P, Adjusted: d.Adjusted, LeastP: d.LeastP, Segments: d.Segments, Units: d.Units,
		Better: d.Wins, Equal: d.Ties, Worse: d.Losses, PBetter: d.Superiority,
		CohenDz: d.CohenDz, Detectable: d.Detectable, Mean: d.MeanA, AgainstMean: d.MeanB, Significant: d.Significant,
		Warnings: []string{},
	}
	if d.Units > 1 {
		pair.ConfidenceLimits = evaluation.Limits(within.Differences().Cut(d.Interval))
	}
	if lowerIsBetter {
		pair.swap()
		pair.negate()
	}
	return pair
}

// InOrder returns the report with its systems in another order; all must be named. Without a baseline, the first system
// of a pair is compared with the second, so that the differences say how much better it is.
func (r *Report) InOrder(systems []string) *Report {
	place := map[string]int{}
	for i, system := range systems {
		place[system] = i
	}
	ordered := *r
	ordered.Systems, ordered.Measures = systems, nil
	for _, m := range r.Measures {
		m.Systems, m.Pairs = slices.Clone(m.Systems), slices.Clone(m.Pairs)
		slices.SortStableFunc(m.Systems, func(a, b SystemReport) int { return cmp.Compare(place[a.System], place[b.System]) })
		for i, pair := range m.Pairs {
			if r.Baseline == nil && place[pair.System] > place[pair.Against] {
				m.Pairs[i] = pair.Turned()
			}
		}
		slices.SortStableFunc(m.Pairs, func(a, b Pair) int {
			return cmp.Or(cmp.Compare(place[a.Against], place[b.Against]), cmp.Compare(place[a.System], place[b.System]))
		})
		ordered.Measures = append(ordered.Measures, m)
	}
	return &ordered
}

// Turned returns the comparison of the same two systems the other way round: Against with System.
func (p Pair) Turned() Pair {
	p.System, p.Against = p.Against, p.System
	p.Mean, p.AgainstMean = p.AgainstMean, p.Mean
	p.negate()
	p.swap()
	switch p.Verdict {
	case significance.Better:
		p.Verdict = significance.Worse
	case significance.Worse:
		p.Verdict = significance.Better
	}
	return p
}

// swap exchanges the segments on which System is better and those on which Against is.
func (p *Pair) swap() {
	p.Better, p.Worse = p.Worse, p.Better
	p.PBetter = (float64(p.Better) + float64(p.Equal)/2) / float64(p.Segments)
}

// negate turns the sign of the difference and of what has the same sign.
func (p *Pair) negate() {
	p.Difference, p.ConfidenceLimits = 0-p.Difference, p.Negated()
	if p.CohenDz != nil {
		p.CohenDz = new(0 - *p.CohenDz)
	}
}
