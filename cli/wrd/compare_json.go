package main

import (
	"io"

	"github.com/wordrotator/wrd/metric/agreement"
)

// comparisonJSON is what --format json prints.
type comparisonJSON struct {
	Signature  string        `json:"signature"` // of the tests
	Test       string        `json:"test"`
	Samples    int           `json:"samples"`
	Seed       uint64        `json:"seed"`
	Alpha      float64       `json:"alpha"`
	Level      float64       `json:"level"`
	Correction string        `json:"correction"`
	Units      string        `json:"units"`
	Baseline   *string       `json:"baseline"`
	Measures   []measureJSON `json:"measures"`
}

type measureJSON struct {
	Measure       string       `json:"measure"`
	LowerIsBetter bool         `json:"lower_is_better"`
	Signature     *string      `json:"signature"` // of the scores
	Systems       []systemJSON `json:"systems"`
	Pairs         []pairJSON   `json:"pairs"`
}

type systemJSON struct {
	System   string   `json:"system"`
	Segments int      `json:"segments"`
	Missing  []string `json:"missing"` // segments without a score
	Mean     float64  `json:"mean"`
	CILow    *float64 `json:"ci_low"` // null where one unit is all there is to draw
	CIHigh   *float64 `json:"ci_high"`
	Warnings []string `json:"warnings"`
}

type intervalJSON struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

type pairJSON struct {
	System     string        `json:"system"`
	Against    string        `json:"against"`
	Verdict    string        `json:"verdict"`    // better, worse or ~
	Difference float64       `json:"difference"` // of the means, system minus against
	Percentile *intervalJSON `json:"percentile"`
	BCa        *intervalJSON `json:"bca"`
	Test       string        `json:"test"` // that was done
	P          float64       `json:"p_value"`
	Corrected  float64       `json:"p_corrected"`
	LeastP     float64       `json:"least_p"`
	Segments   int           `json:"segments"`
	Units      int           `json:"units"`
	Better     int           `json:"better"`
	Equal      int           `json:"equal"`
	Worse      int           `json:"worse"`
	PBetter    float64       `json:"probability_better"`
	CohenDz    *float64      `json:"cohen_dz"`
	Detectable *float64      `json:"detectable"`
	Warnings   []string      `json:"warnings"`
}

// writeJSON writes the report as one JSON object.
func (r *comparisonReport) writeJSON(w io.Writer) error {
	out := comparisonJSON{
		Signature: r.testSignature(), Test: string(r.Test), Samples: r.Draws, Seed: r.Seed, Alpha: r.Alpha, Level: r.Confidence,
		Correction: string(r.Correction), Units: r.units(),
	}
	if r.baseline != "" {
		out.Baseline = &r.baseline
	}
	for m, measure := range r.measures {
		out.Measures = append(out.Measures, r.measureJSON(m, measure))
	}
	return writeJSON(w, out)
}

func (r *comparisonReport) measureJSON(m int, measure measureReport) measureJSON {
	out := measureJSON{Measure: measure.name, LowerIsBetter: measure.lower}
	if measure.signature != "" {
		out.Signature = &measure.signature
	}
	for i, system := range measure.Systems {
		one := systemJSON{System: r.systems[i], Segments: system.Segments, Missing: r.missing(measure, i), Mean: system.Mean, Warnings: r.notes.of(systemCell(m, i))}
		if r.drawn(measure, i) > 1 {
			one.CILow, one.CIHigh = &system.Interval.Low, &system.Interval.High
		}
		out.Systems = append(out.Systems, one)
	}
	for i, d := range measure.Differences {
		pair := pairJSON{
			System: r.systems[d.A], Against: r.systems[d.B], Verdict: verdict(d, measure.lower), Difference: d.Mean,
			Test: string(d.Test), P: d.P, Corrected: d.Adjusted, LeastP: d.LeastP, Segments: d.Segments, Units: d.Units,
			Better: d.Wins, Equal: d.Ties, Worse: d.Losses, PBetter: d.Superiority,
			CohenDz: d.CohenDz, Detectable: d.Detectable, Warnings: r.notes.of(pairCell(m, i)),
		}
		if d.Units > 1 {
			pair.Percentile, pair.BCa = (*intervalJSON)(&d.Percentile), (*intervalJSON)(d.BCa)
		}
		if measure.lower {
			pair.Better, pair.Worse, pair.PBetter = pair.Worse, pair.Better, 1-pair.PBetter
		}
		out.Pairs = append(out.Pairs, pair)
	}
	return out
}

// verdict says whether the first system is better or worse than the second, or ~.
func verdict(d agreement.Difference, lowerIsBetter bool) string {
	switch {
	case !d.Significant || d.Mean == 0:
		return undecided
	case (d.Mean > 0) == lowerIsBetter:
		return "worse"
	}
	return "better"
}
