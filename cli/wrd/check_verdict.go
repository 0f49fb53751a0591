package main

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/metric/agreement"
)

// A checkVerdict is what a test comes to.
type checkVerdict string

const (
	verdictPass         checkVerdict = "pass"
	verdictRegression   checkVerdict = "regression"
	verdictInconclusive checkVerdict = "inconclusive"
	verdictNew          checkVerdict = "new baseline" // there was none to compare with
	verdictForced       checkVerdict = "forced"       // the baseline could not be compared with
)

// A checkTest holds one system to the baseline, or to a floor. A drop is positive where the texts got worse.
type checkTest struct {
	System         string       `json:"system"`
	Measure        string       `json:"measure"`
	Against        string       `json:"against"`                   // "baseline" or "floor"
	BaselineSystem string       `json:"baseline_system,omitempty"` // of a baseline
	Baseline       float64      `json:"baseline"`                  // mean, or floor
	Candidate      float64      `json:"candidate"`                 // mean over the same segments
	Drop           float64      `json:"drop"`
	Low            float64      `json:"ci_low"`
	High           float64      `json:"ci_high"`
	Margin         float64      `json:"margin"`
	P              float64      `json:"p_value"`
	Adjusted       float64      `json:"p_adjusted"`
	Test           string       `json:"test"`
	Detectable     *float64     `json:"detectable"` // the smallest drop that so many segments can show; null where none is known to be shown
	Segments       int          `json:"segments"`   // with both scores
	Without        int          `json:"without_score"`
	Documents      int          `json:"documents,omitempty"` // where documents are resampled
	Worse          int          `json:"worse"`
	Equal          int          `json:"equal"`
	Better         int          `json:"better"`
	Verdict        checkVerdict `json:"verdict"`
	Reason         string       `json:"reason"`

	difference agreement.Difference
}

// runTests does all tests, corrects their p-values together and draws the conclusions.
func (r *checkReport) runTests(c *cli.Context, s *checkSettings, baseline, candidate *checkedScores) error {
	type planned struct {
		test      checkTest
		reference []float64 // by the candidate's segments
		scores    []float64
	}
	var plan []planned
	for _, column := range s.columns {
		now, err := candidate.table.Grid(column)
		if err != nil {
			return err
		}
		for i, system := range candidate.table.Systems {
			test := checkTest{System: system, Measure: column, Margin: s.margins[column]}
			if baseline != nil {
				before, err := baseline.row(column, r.pairs[system])
				if err != nil {
					return err
				}
				test.Against, test.BaselineSystem = "baseline", r.pairs[system]
				plan = append(plan, planned{test, before, now.Row(i)})
			}
			if floor, ok := s.floors[column]; ok {
				test.Against, test.BaselineSystem = "floor", ""
				plan = append(plan, planned{test, constant(floor, now.Segments), now.Row(i)})
			}
		}
	}
	options := s.CompareOptions
	options.Correction = agreement.CorrectionNone
	if s.Correction == agreement.CorrectionHolm && len(plan) > 1 {
		options.Alpha /= float64(len(plan)) // decides only which drop is said to be detectable
	}
	options.Documents = documents(candidate.table)
	var p []float64
	for _, do := range plan {
		test := do.test
		if err := test.run(c, do.reference, do.scores, options, lowerIsBetter(c, test.Measure)); err != nil {
			return fmt.Errorf("%s of system %s: %w", test.Measure, test.System, err)
		}
		p = append(p, test.P)
		r.Tests = append(r.Tests, test)
	}
	for i, adjusted := range s.Correction.Adjust(p) {
		r.Tests[i].Adjusted = adjusted
		r.Tests[i].conclude(s.Alpha)
	}
	return nil
}

// row returns the scores of a system of the baseline, by the candidate's segments.
func (s *checkedScores) row(column, system string) ([]float64, error) {
	grid, err := s.table.Grid(column)
	if err != nil {
		return nil, err
	}
	row := make([]float64, len(s.places))
	for i, name := range s.table.Systems {
		if name != system {
			continue
		}
		for k, place := range s.places {
			row[k] = grid.At(i, place)
		}
	}
	return row, nil
}

func constant(x float64, n int) []float64 {
	row := make([]float64, n)
	for i := range row {
		row[i] = x
	}
	return row
}

// documents returns the number of each segment's document, nil unless all segments have one.
func documents(t *table.Table) []int {
	numbers, of := map[string]int{}, make([]int, len(t.Segments))
	for i, segment := range t.Segments {
		if segment.Doc == "" {
			return nil
		}
		key := segment.Group + "\x00" + segment.Doc
		if _, ok := numbers[key]; !ok {
			numbers[key] = len(numbers)
		}
		of[i] = numbers[key]
	}
	return of
}

// run compares scores with what they are held against.
func (t *checkTest) run(c *cli.Context, reference, scores []float64, options agreement.CompareOptions, lower bool) error {
	n := len(scores)
	both := 0
	for i := range scores {
		if !math.IsNaN(scores[i]) && !math.IsNaN(reference[i]) {
			both++
		}
	}
	if both == 0 {
		return fmt.Errorf("found no segment with a score on both sides, expected at least one")
	}
	grid, err := agreement.NewGrid(2, n, append(append(make([]float64, 0, 2*n), reference...), scores...))
	if err != nil {
		return err
	}
	comparison, err := agreement.Compare(c.Context, grid, options)
	if err != nil {
		return err
	}
	d := comparison.Differences[0]
	interval := d.Percentile
	if d.BCa != nil {
		interval = *d.BCa
	}
	t.difference = d
	t.Baseline, t.Candidate, t.P, t.Test = d.MeanA, d.MeanB, d.P, string(d.Test)
	t.Segments, t.Without = d.Segments, n-d.Segments
	t.Drop, t.Low, t.High = d.Mean, interval.Low, interval.High
	t.Worse, t.Equal, t.Better = d.Wins, d.Ties, d.Losses
	if lower {
		t.Drop, t.Low, t.High = 0-d.Mean, 0-interval.High, 0-interval.Low
		t.Worse, t.Better = d.Losses, d.Wins
	}
	if options.Documents != nil {
		t.Documents = d.Units
	}
	return nil
}

// conclude draws the conclusion, once the p-value is corrected.
func (t *checkTest) conclude(alpha float64) {
	d := t.difference
	significant := t.Adjusted <= alpha && d.LeastP <= alpha
	t.Detectable = d.Detectable
	if t.Detectable == nil && (d.LeastP <= alpha || t.Worse+t.Better == 0) {
		t.Detectable = new(float64) // the differences do not vary: any would show
	}
	switch {
	case t.Worse+t.Better == 0:
		t.Verdict, t.Reason = verdictPass, "no segment has another score"
	case significant && t.Drop > t.Margin:
		t.Verdict, t.Reason = verdictRegression, fmt.Sprintf("the drop is significant and above the margin %s", plain(t.Margin))
	case significant && t.Drop > 0:
		t.Verdict, t.Reason = verdictPass, fmt.Sprintf("the drop is significant but within the margin %s", plain(t.Margin))
	case significant:
		t.Verdict, t.Reason = verdictPass, "better, and significantly so"
	case t.Detectable == nil:
		t.Verdict, t.Reason = verdictInconclusive, fmt.Sprintf("too few segments differ for any drop to be significant: %d of %d", t.Worse+t.Better, t.Segments)
	case *t.Detectable > t.Margin:
		t.Verdict, t.Reason = verdictInconclusive, fmt.Sprintf("not significant, but %s can show no drop below %s, and the margin is %s", t.units(), plain(*t.Detectable), plain(t.Margin))
	default:
		t.Verdict, t.Reason = verdictPass, fmt.Sprintf("not significant, though %s can show a drop of %s", t.units(), plain(*t.Detectable))
	}
}

// units counts what is resampled.
func (t *checkTest) units() string {
	if t.Documents > 0 {
		return counted(t.Documents, "document")
	}
	return counted(t.Segments, "segment")
}
