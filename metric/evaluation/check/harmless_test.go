package check_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// linesOf returns the lines of a file of testdata.
func linesOf(t *testing.T, name string) []string {
	content, err := os.ReadFile("../../../testdata/mt/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(content)), "\n")
}

// A run whose outputs are as good as the baseline's fails because of tails and findings in at most 2 of 100 cases: both runs
// draw each output from the same two systems, and scores that go up and down alike, with tails as heavy as those of Student's
// t with three degrees of freedom.
func TestNoFalseAlarmsOfTailsAndFindings(t *testing.T) {
	parts.Need(t, parts.Calibration)
	a, b, references := linesOf(t, "system-a.txt"), linesOf(t, "system-b.txt"), linesOf(t, "reference.txt")
	rng := rand.New(rand.NewPCG(1, 2))
	heavy := func() float64 {
		sum := 0.0
		for range 3 {
			x := rng.NormFloat64()
			sum += x * x
		}
		return rng.NormFloat64() / math.Sqrt(sum/3)
	}
	const runs = 500
	for _, changed := range []float64{0.1, 1} { // of the outputs
		failed, why := 0, map[string]int{}
		for range runs {
			n := len(a)
			before, now := make([]float64, n), make([]float64, n)
			var textsBefore, textsNow []evaluation.Texts
			for i := range n {
				x, y := a[i], b[i]
				if rng.IntN(2) == 1 {
					x, y = y, x
				}
				before[i] = 0.3 + 0.1*rng.NormFloat64()
				now[i] = before[i]
				if rng.Float64() < changed {
					now[i] += 0.05 * heavy()
				} else {
					y = x
				}
				textsBefore = append(textsBefore, text("a", fmt.Sprint(i), x, references[i]))
				textsNow = append(textsNow, text("a", fmt.Sprint(i), y, references[i]))
			}
			baseline, candidate := side(t, "before", "wrd", before), side(t, "now", "wrd", now)
			baseline.Texts, candidate.Texts = texts(textsBefore...), texts(textsNow...)
			// A margin that no mean drops by leaves tails and findings.
			r := run(t, check.Rules{Margins: map[string]float64{"wrd": 0.08}}, baseline, candidate)
			if r.Failed() {
				failed++
				for _, reason := range r.Reasons {
					why[string(reason.Question)+" "+reason.Kind]++
				}
			}
		}
		if failed > runs*2/100 {
			t.Errorf("%.0f %% of the outputs changed: %d of %d harmless runs failed", 100*changed, failed, runs)
		}
		t.Logf("%.0f %% of the outputs changed: %d of %d harmless runs failed: %v", 100*changed, failed, runs, why)
	}
}
