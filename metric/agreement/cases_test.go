package agreement_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
)

func within(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// The values of mt-metrics-eval's own tests, in full as its code returns them.
func TestFixedCases(t *testing.T) {
	six := []any{1, 2, 3, 4, 5, 6}
	sixMetric := []any{2, 1, 4, 3, 3, 7}
	gaps, gapsMetric := []any{1, 5, nil, 10, 2, 12}, []any{3, 15, 1, 20, 4, 24}
	ties, tiesMetric := []any{1, 2, 2, 3, 4}, []any{2, 1, 1.5, 5, 3}
	long, longMetric := []any{1, 1, 1, 2, 2, 3, 4}, []any{1, 1, 2, 2, 4, 3, 3}
	rows, rowsMetric := []any{1, 9, 2, 4, 5, 2, 6, 7, 2}, []any{11, 12, 13, 14, 15, 16, 17, 18, 19}
	for _, c := range []struct {
		name          string
		systems       int
		human, metric []any
		spec          agreement.Spec
		want          float64
	}{
		{"pearson none", 2, six, sixMetric, agreement.Spec{Statistic: "pearson", Averaging: "none"},
			0.7763237542601485},
		{"pearson sys", 2, six, sixMetric, agreement.Spec{Statistic: "pearson", Averaging: "sys"}, 0.7603395372462078},
		{"pearson item", 2, six, sixMetric, agreement.Spec{Statistic: "pearson", Averaging: "item"}, 1},
		{"pdp item", 2, six, sixMetric, agreement.Spec{Statistic: "pdp", Averaging: "item"}, 0.9258200997725514},
		{"pdp none", 2, six, sixMetric, agreement.Spec{Statistic: "pdp", Averaging: "none"}, 0.7763237542601485},
		{"pdp sys", 2, six, sixMetric, agreement.Spec{Statistic: "pdp", Averaging: "sys"}, 0.7661308776828738},
		{"pdp item with gaps", 2, gaps, gapsMetric, agreement.Spec{Statistic: "pdp", Averaging: "item"},
			0.9682773237093575},
		{"pdp none with gaps", 2, gaps, gapsMetric, agreement.Spec{Statistic: "pdp", Averaging: "none"},
			0.9746849717802677},
		{"kendall b none", 2, six, sixMetric, agreement.Spec{Statistic: "kendall_b", Averaging: "none"},
			0.5520524474738833},
		{"kendall b sys", 2, six, sixMetric, agreement.Spec{Statistic: "kendall_b", Averaging: "sys"},
			0.5749149571305296},
		{"kendall b item", 2, six, sixMetric, agreement.Spec{Statistic: "kendall_b", Averaging: "item"}, 1},
		{"kendall c none", 2, six, sixMetric, agreement.Spec{Statistic: "kendall_c", Averaging: "none"}, 5. / 9},
		{"kendall c sys", 2, six, sixMetric, agreement.Spec{Statistic: "kendall_c", Averaging: "sys"}, 11. / 18},
		{"kendall c item", 2, six, sixMetric, agreement.Spec{Statistic: "kendall_c", Averaging: "item"}, 1},
		{"kendall-like with a gap", 1, []any{10, nil, 100, 150}, []any{2, 1, 4, 3},
			agreement.Spec{Statistic: "kendall_like", Averaging: "none", Threshold: 1}, 1. / 3},
		{"kendall-like at 25", 1, []any{10, 11, 100, 150}, []any{2, 1, 4, 3},
			agreement.Spec{Statistic: "kendall_like", Averaging: "none", Threshold: 25}, 3. / 5},
		{"kendall-like at 1", 1, []any{10, 11, 100, 150}, []any{2, 1, 4, 3},
			agreement.Spec{Statistic: "kendall_like", Averaging: "none", Threshold: 1}, 1. / 3},
		{"ties b", 1, ties, tiesMetric, agreement.Spec{Statistic: "kendall_b", Averaging: "none"}, 0.31622776601683794},
		{"ties c", 1, ties, tiesMetric, agreement.Spec{Statistic: "kendall_c", Averaging: "none"}, 0.32},
		{"ties 23", 1, ties, tiesMetric, agreement.Spec{Statistic: "tau23", Averaging: "none"}, 0.2},
		{"ties acc23", 1, ties, tiesMetric, agreement.Spec{Statistic: "acc23", Averaging: "none"}, 0.6},
		{"ties acc23 up to 2", 1, ties, tiesMetric, agreement.Spec{Statistic: "acc23", Averaging: "none", Epsilon: 2},
			0.4},
		{"long 23", 1, long, longMetric, agreement.Spec{Statistic: "tau23", Averaging: "none"}, 1. / 3},
		{"long acc23", 1, long, longMetric, agreement.Spec{Statistic: "acc23", Averaging: "none"}, 2. / 3},
		{"long 23 up to 1", 1, long, longMetric, agreement.Spec{Statistic: "tau23", Averaging: "none", Epsilon: 1},
			-1. / 21},
		{"long acc23 up to 1", 1, long, longMetric, agreement.Spec{Statistic: "acc23", Averaging: "none", Epsilon: 1},
			10. / 21},
		{"groups without a value are left out", 2, six, []any{2, 2, 2, 4, 5, 6},
			agreement.Spec{Statistic: "pearson", Averaging: "sys"}, 1},
		{"or count as 0", 2, six, []any{2, 2, 2, 4, 5, 6},
			agreement.Spec{Statistic: "pearson", Averaging: "sys", UndefinedAsZero: true}, 0.5},
		{"macro", 2, []any{1, nil, 3, 4, 5, 6}, []any{2, 1, 8, 3, 5, 6},
			agreement.Spec{Statistic: "pearson", Averaging: "sys"}, 0.9909902530309828},
		{"micro", 2, []any{1, nil, 3, 4, 5, 6}, []any{2, 1, 8, 3, 5, 6},
			agreement.Spec{Statistic: "pearson", Averaging: "sys", Micro: true}, 0.9891883036371792},
		{"a system is all that is left of each segment", 1, gaps, gapsMetric,
			agreement.Spec{Statistic: "pdp", Averaging: "item"}, math.NaN()},
		// sacrerouge's tests; the constant column is skipped.
		{"summary level", 3, rows, rowsMetric, agreement.Spec{Statistic: "pearson", Averaging: "item"}, 0.2466996339},
		{"system level", 3, rows, rowsMetric, agreement.Spec{Statistic: "pearson", SystemLevel: true}, 0.7205766921},
		{"global", 3, rows, rowsMetric, agreement.Spec{Statistic: "pearson", Averaging: "none"}, 0.0669149605},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.spec.Correlate(grid(c.systems, c.human...), grid(c.systems, c.metric...))
			if math.IsNaN(c.want) {
				if got.Defined || got.Reason.Kind == "" {
					t.Errorf("got %+v, want no value and a reason", got)
				}
				return
			}
			if !got.Defined || !within(got.Value, c.want, 1e-9) {
				t.Errorf("got %+v, want %v", got, c.want)
			}
		})
	}
}

// The example of scipy.stats.kendalltau: of ten pairs two agree and six do not.
func TestKendall(t *testing.T) {
	x, y := []float64{12, 2, 1, 12, 2}, []float64{1, 4, 7, 1, 0}
	if tau, ok := agreement.KendallB(x, y); !ok || !within(tau, -0.47140452079103173, 1e-15) {
		t.Errorf("τ-b %v", tau)
	}
	if tau, ok := agreement.KendallC(x, y); !ok || !within(tau, -0.48, 1e-15) {
		t.Errorf("τ-c %v", tau)
	}
	for name, kendall := range map[string]func(x, y []float64) (float64, bool){"b": agreement.KendallB,
		"c": agreement.KendallC} {
		if tau, ok := kendall(x, []float64{1, 1, 1, 1, 1}); ok {
			t.Errorf("τ-%s with a constant: %v", name, tau)
		}
	}
}

func TestPairsOfKendallLike(t *testing.T) {
	for _, c := range []struct {
		least  float64
		want   float64
		nPairs int
	}{{25, 3. / 5, 5}, {1, 1. / 3, 6}} {
		got, pairs, ok := agreement.KendallLike([]float64{10, 11, 100, 150}, []float64{2, 1, 4, 3}, c.least)
		if !ok || pairs != c.nPairs || !within(got, c.want, 1e-15) {
			t.Errorf("differences of %v: %v of %d pairs, want %v of %d", c.least, got, pairs, c.want, c.nPairs)
		}
	}
}

func TestPairwiseAgreement(t *testing.T) {
	c := agreement.CountPairs([]float64{1, 2, 3, 3, 4}, []float64{1, 1, 2, 1, 2}, 0)
	if c.Agreeing() != 5 || c.Pairs() != 10 {
		t.Errorf("%d of %d pairs agree, want 5 of 10", c.Agreeing(), c.Pairs())
	}
}

// mt-metrics-eval's accuracies at all thresholds, and the first best of them.
func TestTieCalibration(t *testing.T) {
	for _, c := range []struct {
		name                 string
		systems              int
		human, metric        []any
		averaging            agreement.Averaging
		thresholds, accuracy []float64
		epsilon, best        float64
	}{
		{"five", 1, []any{1, 2, 2, 3, 4}, []any{2, 1, 1.5, 5, 3}, "none",
			[]float64{0, .5, 1, 1.5, 2, 3, 3.5, 4}, []float64{.6, .7, .6, .5, .4, .3, .2, .1}, 0.5, 0.7},
		{"four", 1, []any{1, 1, 1, 4}, []any{0, 2, 6, 8}, "none",
			[]float64{0, 2, 4, 6, 8}, []float64{3. / 6, 3. / 6, 4. / 6, 4. / 6, 3. / 6}, 4, 4. / 6},
		{"gaps", 5, []any{1, 5, 2, 1, 1, 4, 2, 2, 1, 4, 5, 9, 2, 8, 7, 7, 6, nil, 3, 2, nil, nil, nil, nil, nil},
			[]any{0, 5, 2, 3, 2, nil, 2, 1, 5, 3, 9, 1, 5, 3, 8, 9, 3, 4, 4, 1, nil, nil, nil, nil, nil}, "sys",
			[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8},
			[]float64{0.466667, 0.491667, 0.383333, 0.291667, 0.266667, 0.2, 0.158333, 0.158333, 0.116667}, 1,
			0.4916666666666668},
	} {
		t.Run(c.name, func(t *testing.T) {
			human, metric := grid(c.systems, c.human...), grid(c.systems, c.metric...)
			best := agreement.Spec{Statistic: "acc_eq", Averaging: c.averaging}.Correlate(human, metric)
			if best.Epsilon != c.epsilon || !within(best.Value, c.best, 1e-12) {
				t.Errorf("got %+v, want %v at %v", best, c.best, c.epsilon)
			}
			for i, epsilon := range c.thresholds {
				for _, statistic := range []agreement.Statistic{"acc23", "acc_eq"} {
					got := agreement.Spec{Statistic: statistic, Averaging: c.averaging, Epsilon: epsilon,
						EpsilonKnown: true}.Correlate(human, metric)
					if got.Epsilon != epsilon || !within(got.Value, c.accuracy[i], 5e-7) {
						t.Errorf("%s at %v: %+v, want %v", statistic, epsilon, got, c.accuracy[i])
					}
				}
			}
		})
	}
}

// With three segments there are eight patterns of signs, so that sums often tie: the value then depends on the order of
// the systems, unless ties count half.
func TestSoftPairwiseAccuracy(t *testing.T) {
	human, metric := grid(2, 1, 2, 3, 2, 3, 4), grid(2, 2, 2, 4, 1, 3, 5)
	humanSwapped, metricSwapped := grid(2, 2, 3, 4, 1, 2, 3), grid(2, 1, 3, 5, 2, 2, 4)
	for _, c := range []struct {
		statistic      agreement.Statistic
		there, swapped float64
	}{
		{"spa", 0.872, 0.617}, // mt-metrics-eval, seed 4
		{"spa_midp", 0.75, 0.75},
	} {
		spec := agreement.Spec{Statistic: c.statistic}
		if got := spec.Correlate(human, metric); !within(got.Value, c.there, 1e-12) {
			t.Errorf("%s %+v, want %v", c.statistic, got, c.there)
		}
		if got := spec.Correlate(humanSwapped, metricSwapped); !within(got.Value, c.swapped, 1e-12) {
			t.Errorf("%s of the systems swapped %+v, want %v", c.statistic, got, c.swapped)
		}
	}
}
