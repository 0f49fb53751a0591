package evaluation

import (
	"fmt"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// A CompareReport says which systems differ. As JSON it is what wrd compare prints.
type CompareReport struct {
	// of the tests: all that the numbers depend on besides the scores
	Signature  string                  `json:"signature"`
	Test       significance.Test       `json:"test"` // that was asked for
	Draws      int                     `json:"samples"`
	Halves     bool                    `json:"halves,omitempty"` // of samples are combined where a p-value is too small for whole ones
	Seed       uint64                  `json:"seed"`
	Alpha      float64                 `json:"alpha"`
	Confidence float64                 `json:"confidence"`
	Correction significance.Correction `json:"correction"`
	Unit       Unit                    `json:"units"`            // that intervals and tests take as independent
	Baseline   *string                 `json:"baseline"`         // nil where all pairs were compared
	Judged     []JudgedOrder           `json:"judged,omitempty"` // how people who judged the outputs order the systems
	Measures   []ComparedColumn        `json:"measures"`
	Warnings   []string                `json:"warnings,omitempty"` // of all texts: what a reader should know, in sentences

	Systems []string `json:"-"` // the baseline first
	// Undocumented counts the segments without a document where that is why segments were drawn: some have a document,
	// but not all.
	Undocumented int `json:"-"`
	Segments     int `json:"-"`
}

// A ComparedColumn compares all systems by one column of scores.
type ComparedColumn struct {
	Measure       string           `json:"measure"`
	LowerIsBetter bool             `json:"lower_is_better"`
	Signature     *string          `json:"signature"` // of the scores; nil if it is not known
	Systems       []ComparedSystem `json:"systems"`   // in the order of CompareReport.Systems
	Pairs         []ComparedPair   `json:"pairs"`
	// what the differences that are shown mean to people, or that it is not known, in a sentence; "" where none is shown
	// and for columns of which nobody expects it
	People string `json:"people,omitempty"`
}

// A ComparedSystem is what the scores of one system say alone.
type ComparedSystem struct {
	System   string    `json:"system"`
	Segments int       `json:"segments"` // that have a score
	Missing  []Segment `json:"missing"`  // segments without a score, by their names in files
	Mean     float64   `json:"mean"`
	// of the interval, see agreement.Mean.Interval; nil where one unit is all there is
	CILow    *float64 `json:"ci_low"`
	CIHigh   *float64 `json:"ci_high"`
	Warnings []string `json:"warnings"` // what a reader should know, in sentences
}

// A Verdict says whether a system is better than another one.
type Verdict string

const (
	Better    Verdict = "better"
	Worse     Verdict = "worse"
	Undecided Verdict = "~" // no difference is shown
)

// A ComparedPair compares a system with another one, on the segments that both have a score for. Difference
// and CohenDz are positive where System is better, whether a higher score is better or a lower one.
type ComparedPair struct {
	System     string  `json:"system"`
	Against    string  `json:"against"`
	Verdict    Verdict `json:"verdict"`
	Difference float64 `json:"difference"` // of the means, System minus Against, or Against minus System if lower is better
	// of the interval of Difference, from the units' differences; nil where one unit is all there is
	CILow    *float64          `json:"ci_low"`
	CIHigh   *float64          `json:"ci_high"`
	Test     significance.Test `json:"test"`              // that was done
	Draws    int               `json:"samples,omitempty"` // that P comes from; 0 if it needed none
	P        float64           `json:"p_value"`
	Adjusted float64           `json:"p_corrected"` // for the number of pairs
	LeastP   float64           `json:"least_p"`     // that a test of so many units that differ can give
	Segments int               `json:"segments"`
	Units    int               `json:"units"`
	Better   int               `json:"better"` // segments
	Equal    int               `json:"equal"`
	Worse    int               `json:"worse"`
	PBetter  float64           `json:"probability_better"` // (Better + Equal/2)/Segments
	CohenDz  *float64          `json:"cohen_dz"`           // mean over standard deviation of the units' differences, with the sign of Difference
	// the least |Difference| that such a test finds in 80 % of cases
	Detectable *float64 `json:"detectable"`
	People
	Warnings []string `json:"warnings"`

	Mean        float64 `json:"-"` // of System on these segments
	AgainstMean float64 `json:"-"` // of Against
	Significant bool    `json:"-"` // Adjusted and LeastP are not above alpha
}

func (c *comparing) newReport() *CompareReport {
	report := &CompareReport{
		Signature: c.signature().String(), Test: c.Tests.Test, Draws: c.Tests.Draws, Halves: c.Tests.Halves, Seed: c.Tests.Seed,
		Alpha: c.Tests.Alpha, Confidence: c.Tests.Confidence, Correction: c.Tests.Correction, Unit: c.Unit,
		Systems: c.systems, Undocumented: c.undocumented, Segments: len(c.segments),
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
func (c *comparing) compared(column Column, comparison *significance.Comparison) ComparedColumn {
	out := ComparedColumn{Measure: column.Name, LowerIsBetter: column.LowerIsBetter}
	if column.Signature != "" {
		out.Signature = &column.Signature
	}
	within := rangeOf(column.Name, column.Signature)
	people := peopleOn(column.Name, column.Signature, c.references)
	for i, s := range comparison.Systems {
		row := column.Grid.Row(i)
		system := ComparedSystem{System: c.systems[i], Segments: s.Segments, Missing: c.missing(row), Mean: s.Mean}
		if s.Units > 1 {
			interval := within.cut(s.Interval)
			system.CILow, system.CIHigh = &interval.Low, &interval.High
		}
		system.Warnings = c.systemWarnings(&system, row)
		out.Systems = append(out.Systems, system)
	}
	for i := range comparison.Differences {
		pair := c.comparedPair(&comparison.Differences[i], within, column.LowerIsBetter)
		pair.People = people.of(pair.Difference, pair.Verdict != Undecided)
		out.Pairs = append(out.Pairs, pair)
	}
	out.People = people.ofAll(out.Pairs)
	return out
}

func (c *comparing) comparedPair(d *significance.Difference, within scoreRange, lowerIsBetter bool) ComparedPair {
	pair := ComparedPair{
		System: c.systems[d.A], Against: c.systems[d.B], Verdict: verdictOf(d, lowerIsBetter), Difference: d.Mean,
		Test: d.Test, Draws: d.Draws, P: d.P, Adjusted: d.Adjusted, LeastP: d.LeastP, Segments: d.Segments, Units: d.Units,
		Better: d.Wins, Equal: d.Ties, Worse: d.Losses, PBetter: d.Superiority,
		CohenDz: d.CohenDz, Detectable: d.Detectable, Mean: d.MeanA, AgainstMean: d.MeanB, Significant: d.Significant,
	}
	if d.Units > 1 {
		interval := within.differences().cut(d.Interval)
		pair.CILow, pair.CIHigh = &interval.Low, &interval.High
	}
	if lowerIsBetter {
		pair.swap()
		pair.negate()
	}
	pair.Warnings = c.pairWarnings(&pair)
	return pair
}

// Turned returns the comparison of the same two systems the other way round: Against with System.
func (p ComparedPair) Turned() ComparedPair {
	p.System, p.Against = p.Against, p.System
	p.Mean, p.AgainstMean = p.AgainstMean, p.Mean
	p.negate()
	p.swap()
	switch p.Verdict {
	case Better:
		p.Verdict = Worse
	case Worse:
		p.Verdict = Better
	}
	return p
}

// swap exchanges the segments on which System is better and those on which Against is.
func (p *ComparedPair) swap() {
	p.Better, p.Worse = p.Worse, p.Better
	p.PBetter = (float64(p.Better) + float64(p.Equal)/2) / float64(p.Segments)
}

// negate turns the sign of the difference and of what has the same sign.
func (p *ComparedPair) negate() {
	negated := func(x *float64) *float64 {
		if x == nil {
			return nil
		}
		return new(0 - *x)
	}
	p.Difference, p.CohenDz = 0-p.Difference, negated(p.CohenDz)
	p.CILow, p.CIHigh = negated(p.CIHigh), negated(p.CILow)
}

// verdictOf says whether the first system of a difference is better or worse than the second.
func verdictOf(d *significance.Difference, lowerIsBetter bool) Verdict {
	switch {
	case !d.Significant || d.Mean == 0:
		return Undecided
	case (d.Mean > 0) == lowerIsBetter:
		return Worse
	}
	return Better
}
