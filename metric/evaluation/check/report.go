package check

import (
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/people"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// A Verdict is the result of a test, or of a check as a whole.
type Verdict string

const (
	Pass         Verdict = "pass"
	Broken       Verdict = "broken" // more outputs are newly broken than may be, see BrokenOutputs
	Regression   Verdict = "regression"
	Inconclusive Verdict = "inconclusive" // not significant, but neither would a drop above the margin be
	New          Verdict = "new baseline" // there was none to compare with
	Forced       Verdict = "forced"       // the baseline could not be compared with
)

// A Report is what Check found. As JSON it is what wrd check --format json prints.
type Report struct {
	Verdict    Verdict                 `json:"verdict"`            // broken, or that of the worst test
	Baseline   string                  `json:"baseline,omitempty"` // its name; "" without one
	New        bool                    `json:"new_baseline"`       // there was none
	Updated    bool                    `json:"updated"`            // this run is the baseline now; the caller sets it
	Forced     string                  `json:"forced,omitempty"`   // why the old baseline could not be compared with
	Signature  string                  `json:"signature"`          // of the candidate's first column
	Test       significance.Test       `json:"test"`
	Correction significance.Correction `json:"correction"`
	Draws      int                     `json:"samples"`
	Halves     bool                    `json:"halves,omitempty"` // of samples are combined where a p-value is too small for whole ones
	Seed       uint64                  `json:"seed"`
	Alpha      float64                 `json:"alpha"`
	From       *int                    `json:"segments_from,omitempty"` // see evaluation.From
	Reasons    []Reason                `json:"reasons"`                 // for which it failed, the largest first; never nil
	Noticed    []Reason                `json:"noticed,omitempty"`       // what is too little to fail, the least likely first
	Tests      []Test                  `json:"tests"`                   // by column, system, and baseline before floor; never nil
	Broken     []BrokenOutputs         `json:"broken"`                  // of systems whose outputs can be looked at; never nil
	Worst      []WorseSegment          `json:"worst"`                   // by system, the largest drop first; never nil
	Warnings   []string                `json:"warnings,omitempty"`      // of all texts: what a reader should know, in sentences
	// that it is not known how often people would agree with a difference that is shown; "" if it is, or nobody expects it
	PeopleUnknown string `json:"people_unknown,omitempty"`

	// BaselineScored says that the baseline is texts, which were scored as the candidate; the caller sets it.
	BaselineScored bool `json:"baseline_scored,omitempty"`

	// Read says what could be read of the candidate's texts, by system.
	Read []reading.SystemReading `json:"-"`

	Lines             bool  `json:"-"` // outputs are named by the numbers of their lines, not by their segments
	BySource          bool  `json:"-"` // sources tell segments apart, where there are no references
	SourcesScored     bool  `json:"-"` // a column is of sources
	RequireConclusive bool  `json:"-"` // as in the rules
	Force             bool  `json:"-"` // as in the rules
	ForcedBy          error `json:"-"` // the error that Forced is the text of
}

// A Test compares one system with the baseline, or with a floor. A drop is positive where the texts got worse,
// for distances and similarities alike.
type Test struct {
	System         string  `json:"system"`
	Measure        string  `json:"measure"`                   // the name of the column
	Against        string  `json:"against"`                   // AgainstBaseline or AgainstFloor
	BaselineSystem string  `json:"baseline_system,omitempty"` // of a baseline
	Baseline       float64 `json:"baseline"`                  // mean, or floor
	Candidate      float64 `json:"candidate"`                 // mean over the same segments
	Drop           float64 `json:"drop"`                      // of the mean
	// of the drop
	evaluation.ConfidenceLimits
	Margin            float64           `json:"margin"`
	MarginPoints      *float64          `json:"margin_points,omitempty"` // the same in points, nil where it is not given in them
	Points            *PointMeans       `json:"points,omitempty"`        // nil where they are not known
	P                 float64           `json:"p_value"`                 // two-sided
	Adjusted          float64           `json:"p_adjusted"`              // corrected for the number of tests
	Test              significance.Test `json:"test"`                    // that was done: exact also where all exchanges were enumerated
	Draws             int               `json:"samples,omitempty"`       // that P comes from; 0 if it needed none
	Detectable        *float64          `json:"detectable"`              // the smallest drop that would show; nil if none would
	people.Preference                   // of the drop or gain from the baseline; a floor is no system that people could judge
	Segments          int               `json:"segments"` // with both scores
	Without           int               `json:"without_score"`
	Documents         int               `json:"documents,omitempty"` // where they are taken as independent
	Worse             int               `json:"worse"`               // segments
	Equal             int               `json:"equal"`
	Better            int               `json:"better"`
	Verdict           Verdict           `json:"verdict"`
	Reason            string            `json:"reason"`         // why, in a clause that adapters/say makes
	Tail              *Tail             `json:"tail,omitempty"` // against a baseline, where scores differ

	Mean MeanConclusion `json:"-"` // without the tail

	each       float64 // the alpha of this test by itself
	difference significance.Difference
}

// Independent returns how many segments, or documents, are taken as independent.
func (t *Test) Independent() (n int, documents bool) {
	if t.Documents > 0 {
		return t.Documents, true
	}
	return t.Segments, false
}

// A MeanConclusion is what a test says of the mean, whatever its tail says.
type MeanConclusion struct {
	Verdict   Verdict
	Reason    MeanReason
	Changed   int // of MeanUnchanged: outputs that are not the baseline's, 0 where that is not known
	Differing int // of MeanTooFew: how many of those that are independent differ
	Deciding  int // of MeanOpen: about how many would decide
}

// A MeanReason is why a test comes to its conclusion about the mean.
type MeanReason string

// The reasons. Drops and gains are significant where nothing else is said.
const (
	MeanUnchanged     MeanReason = "unchanged"      // no score has changed
	MeanDropped       MeanReason = "dropped"        // by more than the margin
	MeanDroppedWithin MeanReason = "dropped_within" // the interval is within the margin
	MeanRose          MeanReason = "rose"
	MeanEqual         MeanReason = "equal"   // while ranks differ
	MeanWithin        MeanReason = "within"  // the interval is within the margin, and nothing significant
	MeanTooFew        MeanReason = "too_few" // differ
	MeanOpen          MeanReason = "open"    // the interval goes beyond the margin
)

// PointMeans are the means of a test, and the drop, in points, see points.Of.
type PointMeans struct {
	Baseline  float64 `json:"baseline"`
	Candidate float64 `json:"candidate"`
	Drop      float64 `json:"drop"`
}

// Difference returns by how much the texts got better, with the limits of that: the drop with the sign that differences
// have everywhere else.
func (t *Test) Difference() (mean float64, limits evaluation.ConfidenceLimits) {
	return 0 - t.Drop, t.Negated()
}

// The values of Test.Against.
const (
	AgainstBaseline = "baseline"
	AgainstFloor    = "floor"
)

// A WorseSegment is one whose score dropped, with why.
type WorseSegment struct {
	System       string             `json:"system"`
	Measure      string             `json:"measure"`        // the name of the column
	Segment      evaluation.Segment `json:"segment"`        // by its name in files
	Line         int64              `json:"line,omitempty"` // from 1, if Version.Lines
	Doc          string             `json:"doc,omitempty"`
	Before       float64            `json:"baseline"`
	Now          float64            `json:"candidate"`
	Drop         float64            `json:"drop"` // positive
	Candidate    string             `json:"candidate_text,omitempty"`
	BaselineText string             `json:"baseline_text,omitempty"`
	Reference    string             `json:"reference,omitempty"` // the closest
	Source       string             `json:"source,omitempty"`    // in its place, if the measure reads that
	Status       string             `json:"status,omitempty"`    // why there is no alignment
	AlignedBy    metric.Measure     `json:"aligned_by,omitempty"`
	Alignment    []explained.Move   `json:"alignment,omitempty"` // the most expensive moves of the candidate now

	place, before int      // in the candidate's and the baseline's segments
	references    []string // of the candidate
	source        string
	closest       float64 // the distance to Reference
}

// verdict sums up: broken outputs come first, then the worst of the tests counts.
func (r *Report) verdict() Verdict {
	verdict := Pass
	switch {
	case slices.ContainsFunc(r.Broken, func(b BrokenOutputs) bool { return b.Failed }):
		return Broken
	case r.Forced != "":
		verdict = Forced
	case r.New:
		verdict = New
	}
	for _, t := range r.Tests {
		if t.Verdict == Regression {
			return Regression
		}
		if t.Verdict == Inconclusive {
			verdict = Inconclusive
		}
	}
	return verdict
}

// Judged says whether what is broken can fail: not where there was no baseline, or none that could be compared with.
func (r *Report) Judged() bool { return !r.New && r.Forced == "" }

// Fails says whether a verdict of a test or of the check is a failure.
func (r *Report) Fails(v Verdict) bool {
	return v == Broken || v == Regression || v == Inconclusive && r.RequireConclusive
}

// Failed says whether the check failed and Rules.Force does not make it pass.
func (r *Report) Failed() bool { return r.Fails(r.Verdict) && !r.Force }

// WorstOf returns the segments behind a test: those listed of its system and column, nil where a floor was tested.
func (r *Report) WorstOf(t Test) (worst []WorseSegment) {
	if t.Against != AgainstBaseline {
		return nil
	}
	for _, s := range r.Worst {
		if s.System == t.System && s.Measure == t.Measure {
			worst = append(worst, s)
		}
	}
	return worst
}
