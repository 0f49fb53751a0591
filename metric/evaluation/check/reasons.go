package check

import (
	"cmp"
	"fmt"
	"slices"
)

// A Question is one of those that a check asks.
type Question string

// The questions.
const (
	AboutMean     Question = "mean"     // has it dropped by more than the margin?
	AboutTail     Question = "tail"     // did more outputs fall far than equally good ones do?
	AboutFindings Question = "findings" // do texts show more of what is wrong than those of the baseline?
)

// A Reason is one for which a check failed.
type Reason struct {
	Question Question `json:"question"`
	Verdict  Verdict  `json:"verdict"` // Regression of mean and tail, Broken of findings
	System   string   `json:"system"`
	Measure  string   `json:"measure,omitempty"` // of mean and tail: the name of the column
	Against  string   `json:"against,omitempty"` // of mean and tail, as of a Test
	Kind     string   `json:"kind,omitempty"`    // of findings: a BrokenKind, that of a Finding, or Shifted
	Outputs  int      `json:"outputs"`           // how many it is about; of a mean those that are worse
	Of       int      `json:"segments"`          // of how many
	Where    []string `json:"where,omitempty"`   // the first of them: numbers of lines, or names of segments
	Said     string   `json:"said"`              // in a sentence without its full stop, which adapters/say makes

	Before float64 `json:"-"` // of a mean: the baseline's, or the floor
	Now    float64 `json:"-"` // of a mean
}

// Shifted is the kind of outputs that stand at other lines than they should.
const Shifted = "shifted"

// reasons returns all reasons, what is about the most outputs first.
func (c *checking) reasons() []Reason {
	list := []Reason{}
	for i := range c.report.Broken {
		b := &c.report.Broken[i]
		if !b.Failed {
			continue
		}
		list = append(list, c.reasonsOf(b)...)
	}
	for i := range c.report.Tests {
		t := &c.report.Tests[i]
		r := Reason{Verdict: Regression, System: t.System, Measure: t.Measure, Against: t.Against, Of: t.Segments}
		if t.Mean.Verdict == Regression {
			mean := r
			mean.Question, mean.Outputs, mean.Before, mean.Now = AboutMean, t.Worse, t.Baseline, t.Candidate
			list = append(list, mean)
		}
		if t.Tail != nil && t.Tail.Failed {
			r.Question, r.Outputs, r.Where = AboutTail, t.Tail.Down, t.Tail.Where
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b Reason) int { return cmp.Compare(b.Outputs, a.Outputs) })
	return list
}

// reasonsOf returns those of a system's outputs.
func (c *checking) reasonsOf(b *BrokenOutputs) (list []Reason) {
	r := Reason{Question: AboutFindings, Verdict: Broken, System: b.System, Of: b.Segments}
	add := func(kind string, outputs int, where []string) {
		r.Kind, r.Outputs, r.Where = kind, outputs, where
		list = append(list, r)
	}
	if b.Over {
		for _, kind := range BrokenKinds() {
			if n := b.Of(kind); n > 0 {
				add(string(kind), n, b.Where[kind])
			}
		}
	}
	if b.Shift != nil && len(b.Told) > 0 {
		var outputs []int
		for i := b.Shift.From; i < b.Segments; i++ {
			outputs = append(outputs, i)
		}
		add(Shifted, len(outputs), c.candidate.where(outputs))
		return list
	}
	for _, f := range b.Told {
		add(f.Kind, f.New, f.Where)
	}
	return list
}

// whereMost is how many outputs a reason names.
const whereMost = 20

// where names the first of some outputs.
func (in *Version) where(outputs []int) (names []string) {
	for _, i := range outputs[:min(len(outputs), whereMost)] {
		if in.Lines {
			names = append(names, fmt.Sprint(i+1))
		} else {
			names = append(names, in.Segments[i].String())
		}
	}
	return names
}

// What is too little to fail and still named: the probability that two equally good systems differ as much, and how many at
// most of a system.
const (
	noticedP    = 0.05
	noticedMost = 2
)

// notices returns what is too little to fail, the least likely first.
func (c *checking) notices() (list []Reason) {
	type notice struct {
		p       float64
		reason  Reason
		outputs []int
	}
	for _, system := range c.candidate.Systems {
		var found []notice
		for i := range c.report.Broken {
			b := &c.report.Broken[i]
			for k := range b.Findings {
				if f := &b.Findings[k]; b.System == system && !f.Failed && f.P <= noticedP {
					found = append(found, notice{f.P, Reason{Question: AboutFindings, Verdict: Pass, System: system, Kind: f.Kind,
						Outputs: f.New, Of: b.Segments, Where: f.Where}, f.outputs})
				}
			}
		}
		for i := range c.report.Tests {
			if t := &c.report.Tests[i]; t.System == system && t.Tail != nil && !t.Tail.Failed && t.Tail.P <= noticedP {
				found = append(found, notice{t.Tail.P, Reason{Question: AboutTail, Verdict: Pass, System: system, Measure: t.Measure,
					Against: t.Against, Outputs: t.Tail.Down, Of: t.Segments, Where: t.Tail.Where}, t.Tail.outputs})
			}
		}
		slices.SortStableFunc(found, func(a, b notice) int { return cmp.Compare(a.p, b.p) })
		said := map[int]bool{} // outputs, also those that failed
		for _, b := range c.report.Broken {
			for k := range b.Findings {
				if f := &b.Findings[k]; b.System == system && f.Failed {
					for _, i := range f.outputs {
						said[i] = true
					}
				}
			}
			if b.System == system && b.Shift != nil {
				found = nil // the shift explains them
			}
		}
		left := noticedMost
		for _, n := range found {
			if left == 0 || !slices.ContainsFunc(n.outputs, func(i int) bool { return !said[i] }) {
				continue
			}
			left--
			for _, i := range n.outputs {
				said[i] = true
			}
			list = append(list, n.reason)
		}
	}
	return list
}
