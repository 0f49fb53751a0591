package significance_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// madeScores returns the scores of two systems that NumPy makes of a seed as
//
//	r = default_rng(seed); a = r.random(n); b = a + (r.random(n) - shift)*0.3
func madeScores(seed uint64, n int, shift float64) (a, b []float64) {
	random := numpy.NewRandom(seed)
	a, b = make([]float64, n), make([]float64, n)
	for i := range a {
		a[i] = random.Float64()
	}
	for i := range b {
		b[i] = a[i] + float64((random.Float64()-shift)*0.3)
	}
	return a, b
}

// compare compares the rows of a table.
func compare(t testing.TB, options significance.Options, rows ...[]float64) *significance.Comparison {
	t.Helper()
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	comparison, err := significance.Compare(context.Background(), grid, options)
	if err != nil {
		t.Fatal(err)
	}
	return comparison
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// The p-values are those of sacrebleu.significance.PairedTest, sacreBLEU 2.6.0, with a metric whose score is the mean
// of its segments' scores. .ci/check_significance.py repeats this with other scores.
func TestAsSacreBLEU(t *testing.T) {
	for _, c := range []struct {
		data    uint64
		n       int
		shift   float64
		test    significance.Test
		samples int
		seed    uint64
		p       float64
	}{
		{1, 60, 0.45, significance.TestBootstrap, 0, 12345, 0.1008991008991009},
		{1, 60, 0.45, significance.TestRandomisation, 0, 12345, 0.2856714328567143},
		{1, 60, 0.45, significance.TestBootstrap, 300, 7, 0.09966777408637874},
		{1, 60, 0.45, significance.TestRandomisation, 999, 7, 0.312},
		{2, 33, 0.4, significance.TestBootstrap, 0, 12345, 0.005994005994005994},
		{2, 33, 0.4, significance.TestRandomisation, 0, 12345, 0.018998100189981004},
		{3, 200, 0.5, significance.TestBootstrap, 0, 12345, 0.2727272727272727},
		{3, 200, 0.5, significance.TestRandomisation, 0, 12345, 0.7621237876212379},
		{4, 75, 0.46, significance.TestBootstrap, 300, 7, 0.023255813953488372},
		{4, 75, 0.46, significance.TestRandomisation, 999, 7, 0.048},
	} {
		t.Run(fmt.Sprint(c.data, c.test, c.samples), func(t *testing.T) {
			a, b := madeScores(c.data, c.n, c.shift)
			got := compare(t, significance.Options{Test: c.test, Draws: c.samples, Seed: c.seed}, a,
				b).Differences[0]
			if !near(got.P, c.p, 1e-15) || got.Test != c.test {
				t.Errorf("%s: p %v, want %v", got.Test, got.P, c.p)
			}
		})
	}
}

// p is that of scipy.stats.wilcoxon(a - b, correction=True), SciPy 1.17.1; the rest is NumPy's mean and std.
func TestAsSciPy(t *testing.T) {
	for _, c := range []struct {
		data                uint64
		n                   int
		shift, mean         float64
		wilcoxon            float64
		cohenDz, detectable float64
	}{
		{1, 60, 0.45, -0.011652819847588572, 0.2941650348324121,
			-0.13733571198877548, 0.031205163637397778},
		{2, 33, 0.4, -0.03625021355991556, 0.022952775936573744,
			-0.4309954938375449, 0.04231247831411306},
		{3, 200, 0.5, -0.001855328272201815, 0.7570833354364092,
			-0.021435506256841146, 0.017230990201779907},
		{4, 75, 0.46, -0.01829007441753856, 0.06729287565433803,
			-0.22452104338001663, 0.026705498168518502},
	} {
		t.Run(fmt.Sprint(c.data), func(t *testing.T) {
			a, b := madeScores(c.data, c.n, c.shift)
			got := compare(t, significance.Options{Test: significance.TestWilcoxon, Draws: 1000, Seed: 12345}, a,
				b).Differences[0]
			checkAgainst(t, got, c.mean, c.cohenDz, c.detectable)
			if !near(got.P, c.wilcoxon, 1e-12) {
				t.Errorf("p %v, want %v", got.P, c.wilcoxon)
			}
		})
	}
}

func checkAgainst(t *testing.T, got significance.Difference, mean, cohenDz, detectable float64) {
	t.Helper()
	if !near(got.Mean, mean, 1e-15) {
		t.Errorf("mean %v, want %v", got.Mean, mean)
	}
	if got.CohenDz == nil || !near(*got.CohenDz, cohenDz, 1e-12) {
		t.Errorf("d_z %v, want %v", got.CohenDz, cohenDz)
	}
	if got.Detectable == nil || !near(*got.Detectable, detectable, 1e-9) {
		t.Errorf("detectable %v, want %v", got.Detectable, detectable)
	}
}

// Twelve documents of unequal size, taken whole: exact p by
// listing all 4,096 assignments in Python; the standard error by its formula in NumPy. d_z is that of the segments, in
// Python's fractions.
func TestDocuments(t *testing.T) {
	a, b := madeScores(5, 60, 0.45)
	documents := make([]int, len(a))
	for i := range documents {
		documents[i] = i * i % 23
	}
	options := significance.Options{Test: significance.TestExact, Draws: 1000, Seed: 12345, Documents: documents}
	got := compare(t, options, a, b).Differences[0]
	checkAgainst(t, got, got.MeanA-got.MeanB,
		-0.24452233374786944, 0.03218248180102344)
	if got.P != 294./4096 || got.LeastP != 2./4096 || got.Units != 12 || got.Segments != 60 {
		t.Errorf("p %v, least %v, %d units of %d segments", got.P, got.LeastP, got.Units, got.Segments)
	}
	options.Test = significance.TestWilcoxon
	if got := compare(t, options, a, b).Differences[0]; !near(got.P, 0.06396484375, 1e-12) {
		t.Errorf("Wilcoxon's p %v, want 0.06396484375", got.P)
	}
	// A document for each segment is no document at all.
	for i := range documents {
		documents[i] = len(documents) - 1 - i
	}
	options = significance.Options{Draws: 500, Documents: documents}
	alone := compare(t, significance.Options{Draws: 500}, a, b).Differences[0]
	if got := compare(t, options, a, b).Differences[0]; got.P != alone.P || got.Interval != alone.Interval {
		t.Errorf("one document a segment: p %v, %v; without documents p %v, %v", got.P, got.Interval, alone.P,
			alone.Interval)
	}
}

// p-values of SciPy 1.17.1 of the differences that are not zero: wilcoxon(x, correction=True), and with ties
// permutation_test of the rank sum over all assignments of signs.
func TestSignedRank(t *testing.T) {
	row := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(37*i%61) - 25.5 + float64(i)/100
		}
		return x
	}
	for _, c := range []struct {
		name  string
		x     []float64
		p     float64
		exact bool
	}{
		{"none", nil, 1, true},
		{"zeros", []float64{0, 0}, 1, true},
		{"one", []float64{3}, 1, true},
		{"five", []float64{1, 2, 3, 4, 5}, 0.0625, true},
		{"mixed", []float64{1.5, -2, 3, -4, 5, 6.5, -7}, 0.9375, true},
		{"with zeros", []float64{0, 0, 1, -2, 3, 4, 5}, 0.1875, true},
		{"ties", []float64{1, 1, -2, 3, 3, 3, -4}, 0.578125, true},
		{"three tied", []float64{1, 1, 1, -2, 3, 5}, 0.25, true},
		{"all tied", []float64{1, 1, 1, 1, -1}, 0.375, true},
		{"all tied and positive", []float64{.2, .2, .2, .2, .2, .2}, 0.03125, true},
		{"twelve with ties", []float64{1, 1, 2, 2, -1, 3, 3, -2, 4, 4, 5, 1}, 0.015625, true},
		{"twenty", row(20), 0.47490501403808594, true},
		{"fifty", row(50), 0.12799334338745183, true},
		{"fifty-one", row(51), 0.14239031993897402, false},
		{"balanced ties", []float64{1, -1}, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if p, exact := significance.SignedRank(c.x); !near(p, c.p, 1e-12) || exact != c.exact {
				t.Errorf("p %v, exact %v, want %v, %v", p, exact, c.p, c.exact)
			}
		})
	}
}

func TestSignFlips(t *testing.T) {
	ones := make([]float64, significance.MaxExact)
	for i := range ones {
		ones[i] = 1
	}
	for _, c := range []struct {
		name string
		x    []float64
		p    float64 // by hand, and for seven SciPy's permutation_test
	}{
		{"none", nil, 1},
		{"zeros", []float64{0, 0}, 1},
		{"one", []float64{5}, 1},
		{"two", []float64{5, 5}, 0.5},
		{"two and zeros", []float64{0, 5, 0, 5}, 0.5},
		{"balanced", []float64{5, -5}, 1},
		{"equal sums by rounding", []float64{0.1, 0.2, -0.3}, 1},
		{"seven", []float64{.3, -.1, .25, .05, -.02, .4, .11}, 0.109375},
		{"as many as can be", ones, math.Ldexp(2, -significance.MaxExact)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if p, err := significance.SignFlips(c.x); err != nil || p != c.p {
				t.Errorf("p %v, %v, want %v", p, err, c.p)
			}
		})
	}
	if _, err := significance.SignFlips(append(ones, 1)); err == nil ||
		!strings.Contains(err.Error(), "found 41 differences") {
		t.Errorf("error %v", err)
	}
}

func TestCorrections(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005, 0.2, 0.04}
	for _, c := range []struct {
		correction significance.Correction
		want       []float64
	}{
		{significance.CorrectionHolm, []float64{0.05, 0.12, 0.12, 0.03, 0.2, 0.12}},  // by hand
		{significance.CorrectionBH, []float64{0.03, 0.048, 0.048, 0.03, 0.2, 0.048}}, // SciPy's false_discovery_control
		{significance.CorrectionNone, p},
	} {
		got := c.correction.Adjust(p)
		for i, want := range c.want {
			if !near(got[i], want, 1e-15) {
				t.Errorf("%s: %v, want %v", c.correction, got, c.want)
				break
			}
		}
	}
	if got := significance.CorrectionHolm.Adjust([]float64{0.7, 0.6}); !slices.Equal(got, []float64{1, 1}) {
		t.Errorf("holm above 1: %v", got)
	}
}

// Few segments, constant scores, ties everywhere: everything has a value or is absent.
func TestDegenerateDifferences(t *testing.T) {
	constant := []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}
	for _, c := range []struct {
		name        string
		a, b        []float64
		p, least    float64 // of the default test
		superiority float64
		varies      bool
	}{
		{"one segment", []float64{1}, []float64{0}, 1, 1, 1, false},
		{"two segments", []float64{1, 2}, []float64{0, 0}, 0.5, 0.5, 1, true},
		{"alike", constant, constant, 1, 1, 0.5, false},
		{"constant difference", constant, make([]float64, 8), 2. / 256, 2. / 256, 1, false},
		{"squares too small for numbers", []float64{1e-300, 2e-300, 3e-300}, []float64{0, 0, 0}, 0.25, 0.25, 1, false},
		{"huge", []float64{1e100, 2e99, 4e98}, []float64{0, 0, -1e100}, 0.25, 0.25, 1, true},
		{"one differs", []float64{1, 2, 3, 4}, []float64{1, 2, 3, 5}, 1, 1, 0.375, true},
		{"as few as can show something", []float64{1, 2, 3, 4, 5, 6}, make([]float64, 6), 2. / 64, 2. / 64, 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, test := range significance.Tests() {
				got := compare(t, significance.Options{Test: test, Draws: 1000}, c.a, c.b).Differences[0]
				if test == significance.TestRandomisation && got.P != c.p || got.LeastP != c.least {
					t.Errorf("%s: p %v, least %v, want %v, %v", test, got.P, got.LeastP, c.p, c.least)
				}
				detects := c.varies && math.Ldexp(2, -len(c.a)) <= 0.05
				if got.Superiority != c.superiority || (got.CohenDz != nil) != c.varies ||
					(got.Detectable != nil) != detects {
					t.Errorf("%s: superiority %v, d_z %v, detectable %v", test, got.Superiority, got.CohenDz,
						got.Detectable)
				}
				if want := c.p <= 0.05 && c.least <= 0.05; got.Significant != want && test != significance.TestWilcoxon {
					t.Errorf("%s: significant %v with p %v", test, got.Significant, got.P)
				}
				if !(got.P > 0 && got.P <= 1) || !(got.Interval.Low <= got.Interval.High) {
					t.Errorf("%s: p %v, interval %v", test, got.P, got.Interval)
				}
			}
		})
	}
}

// A pair is compared on the segments that both have scores for, as if there were no others.
func TestGaps(t *testing.T) {
	nan := math.NaN()
	a := []float64{1, 2, nan, 4, 5, 6, 7, 2, 3, 1}
	b := []float64{nan, 3, 1, 2, 5, 1, 2, 3, 1, 2}
	c := []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 2}
	got := compare(t, significance.Options{Draws: 400}, a, b, c)
	want := compare(t, significance.Options{Draws: 400}, slices.Concat(a[1:2], a[3:]),
		slices.Concat(b[1:2], b[3:])).Differences[0]
	pair := got.Differences[0]
	if pair.Mean != want.Mean || pair.P != want.P || pair.Interval != want.Interval || pair.Segments != 8 || pair.Wins != want.Wins {
		t.Errorf("with gaps %+v, without their segments %+v", pair, want)
	}
	for i, n := range []int{9, 9, 10} {
		if got.Systems[i].Segments != n {
			t.Errorf("system %d: %d segments, want %d", i, got.Systems[i].Segments, n)
		}
	}
	if last := got.Differences[2]; last.A != 1 || last.B != 2 || last.Segments != 9 {
		t.Errorf("the last pair is %d and %d on %d segments, want 1 and 2 on 9", last.A, last.B, last.Segments)
	}
}

func TestRefusedComparisons(t *testing.T) {
	nan, two := math.NaN(), []float64{1, 2, 3, 4}
	for _, c := range []struct {
		name    string
		values  []float64 // of two systems
		options significance.Options
		want    string
	}{
		{"no segments", nil, significance.Options{}, "found no segments"},
		{"infinite", []float64{1, math.Inf(1), 3, 4}, significance.Options{}, "system 1, segment 2: found +Inf"},
		{"huge", []float64{1, 2, 3, -1e101}, significance.Options{},
			"system 2, segment 2: found -1e+101, expected a score of at most 1e+100"},
		{"no score", []float64{1, 2, nan, nan}, significance.Options{}, "found no score of system 1"},
		{"no common segment", []float64{1, nan, nan, 2}, significance.Options{},
			"no segment that systems 0 and 1 both have"},
		{"test", two, significance.Options{Test: "t"}, `found the test "t"`},
		{"correction", two, significance.Options{Correction: "c"}, `found the correction "c"`},
		{"samples", two, significance.Options{Draws: -1}, "found -1 samples"},
		{"alpha", two, significance.Options{Alpha: 1}, "found alpha 1"},
		{"level", two, significance.Options{Confidence: math.NaN()}, "found the confidence NaN"},
		{"threads", two, significance.Options{Workers: -2}, "found -2 threads"},
		{"documents", two, significance.Options{Documents: []int{0}}, "documents of 1 segments, expected 2"},
		{"document", two, significance.Options{Documents: []int{0, 2}}, "found the document 2"},
		{"pair", two, significance.Options{Pairs: [][2]int{{0, 2}}}, "found a pair with system 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			grid, err := agreement.NewGrid(2, len(c.values)/2, c.values)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := significance.Compare(context.Background(), grid, c.options); err == nil ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	grid, _ := agreement.NewGrid(2, 2, two)
	if _, err := significance.Compare(ctx, grid, significance.Options{}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// Rules at their edges, each by hand.
func TestEdgesOfTests(t *testing.T) {
	// A single draw lies on its own mean: it is not above it, so p is (0 + 1)/(1 + 1).
	if got := compare(t, significance.Options{Test: significance.TestBootstrap, Draws: 1}, []float64{1, 0},
		[]float64{0, 1}).Differences[0]; got.P != 0.5 {
		t.Errorf("bootstrap of one draw: p %v, want 0.5", got.P)
	}
	// Three segments that differ have eight exchanges, four and their mirror images; ties have none.
	x, zero := []float64{1, 2, 0, 0, 0, 3}, make([]float64, 6)
	for samples, want := range map[int]significance.Test{3: significance.TestRandomisation, 4: significance.TestExact} {
		if got := compare(t, significance.Options{Draws: samples}, x, zero).Differences[0].Test; got != want {
			t.Errorf("%d samples: %s, want %s", samples, got, want)
		}
	}
	// Sixteen documents have the p-value 2/2¹⁶ at least, also where halves of draws would make a smaller one.
	sixteen, zeros := []float64{}, make([]float64, 16)
	for i := range zeros {
		sixteen = append(sixteen, 1+float64(i)/16)
	}
	for _, halves := range []bool{false, true} {
		got := compare(t, significance.Options{Draws: 10_000, Halves: halves}, sixteen, zeros).Differences[0]
		if halves && (got.P != 2./65536 || got.Test != significance.TestExact) || got.P < got.LeastP {
			t.Errorf("sixteen segments, halves %v: p %v by %s, want 2/2¹⁶", halves, got.P, got.Test)
		}
	}
	// What is equal but for rounding does not vary.
	a, _ := madeScores(1, 50, 0.5)
	shifted := make([]float64, len(a))
	for i, x := range a {
		shifted[i] = x + 0.1
	}
	if got := compare(t, significance.Options{Draws: 10}, shifted, a).Differences[0]; got.CohenDz != nil ||
		got.Detectable != nil {
		t.Errorf("a constant difference: d_z %v, detectable %v", got.CohenDz, got.Detectable)
	}
	// Under Holm's correction each of three pairs must be shown at a third of alpha.
	b, c := madeScores(2, 50, 0.5)
	holm := compare(t, significance.Options{Draws: 10}, a, b, c).Differences[0].Detectable
	alone := compare(t, significance.Options{Draws: 10, Alpha: 0.05 / 3}, a, b).Differences[0].Detectable
	if *holm != *alone {
		t.Errorf("detectable %v, at a third of alpha %v", *holm, *alone)
	}
}

// Scores that differ by what rounding leaves tie: of these eight segments the last three differ.
func TestTies(t *testing.T) {
	noise := []float64{2e-16, -2e-16, 1e-13, -1e-12, 5e-13}
	b := []float64{0, 0.5, 0.25, 0, 1e-13, 2, 1, 0}
	a := slices.Clone(b)
	for i, x := range noise {
		a[i] += x
	}
	a[5], a[6], a[7] = 1, 3, 4
	documents := []int{0, 1, 0, 2, 1, 3, 4, 5}
	for _, test := range significance.Tests() {
		for _, documents := range [][]int{nil, documents} {
			o := significance.Options{Test: test, Draws: 100, Ties: 1e-12, Documents: documents}
			got := compare(t, o, a, b).Differences[0]
			if got.Wins != 2 || got.Ties != 5 || got.Losses != 1 || got.LeastP != 0.25 {
				t.Errorf("%s: %d/%d/%d, least p %v, want 2/5/1 and 0.25", test, got.Wins, got.Ties, got.Losses, got.LeastP)
			}
			// ±1±2±4 is 5 or more in size in 4 of 8 ways; the ranks 1 (minus), 2 and 3 are as extreme in 4 of 8, too.
			if test != significance.TestBootstrap && got.P != 0.5 {
				t.Errorf("%s: p %v, want 0.5", test, got.P)
			}
		}
	}
	for i := range a {
		a[i] = b[i] + noise[i%5]
	}
	got := compare(t, significance.Options{Ties: 1e-12, Draws: 100}, a, b).Differences[0]
	if got.P != 1 || got.Mean != 0 || got.Ties != 8 || got.LeastP != 1 || got.CohenDz != nil || got.Detectable != nil {
		t.Errorf("only noise: %+v", got)
	}
	// By Wilcoxon's test sizes that tie share ranks, as 0.3 and 0.1 + 0.2 do, which rounding takes apart.
	sizes := []float64{0.1 + 0.2, 0.3, 0.3, -(0.1 + 0.2), 0.3, 0.1 + 0.2}
	zero := make([]float64, len(sizes))
	got = compare(t, significance.Options{Test: significance.TestWilcoxon, Ties: 1e-12}, sizes, zero).Differences[0]
	if want := 14. / 64; got.P != want { // five or six of one sign: 2·(1 + 6) of 64
		t.Errorf("tied sizes: p %v, want %v", got.P, want)
	}
	grid, err := agreement.NewGrid(2, 1, []float64{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, ties := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := significance.Compare(context.Background(), grid, significance.Options{Ties: ties}); err == nil ||
			!strings.Contains(err.Error(), "expected 0 or more") {
			t.Errorf("ties %v: error %v", ties, err)
		}
	}
}

func ExampleCompare() {
	// Three systems' scores of eight segments.
	scores, err := agreement.NewGrid(3, 8, []float64{
		0.61, 0.55, 0.70, 0.42, 0.58, 0.66, 0.49, 0.73,
		0.68, 0.60, 0.71, 0.53, 0.61, 0.75, 0.55, 0.78,
		0.60, 0.57, 0.68, 0.44, 0.57, 0.66, 0.50, 0.71,
	})
	if err != nil {
		panic(err)
	}
	comparison, err := significance.Compare(context.Background(), scores, significance.Options{Seed: 12345})
	if err != nil {
		panic(err)
	}
	for _, d := range comparison.Differences {
		fmt.Printf("%d−%d: %+.3f, p = %.4f, corrected %.4f, significant: %v\n", d.A, d.B, d.Mean, d.P, d.Adjusted,
			d.Significant)
	}
	// Output:
	// 0−1: -0.059, p = 0.0078, corrected 0.0234, significant: true
	// 0−2: +0.001, p = 1.0000, corrected 1.0000, significant: false
	// 1−2: +0.060, p = 0.0078, corrected 0.0234, significant: true
}

// Sums that differ by no more than rounding of the scores are equal in the exact test, as they are in drawn ones: of 0.2, 0.1
// and -0.1 six of the eight exchanges are as far from zero as what was observed, though the last digits of one are noise.
func TestTiesOfSums(t *testing.T) {
	for noise, want := range map[float64]float64{8e-13: 0.75, 1e-10: 0.5} {
		grid, err := agreement.NewGrid(2, 3, []float64{0.7, 0.6 + noise, 0.4, 0.5, 0.5, 0.5})
		if err != nil {
			t.Fatal(err)
		}
		c, err := significance.Compare(t.Context(), grid, significance.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Differences[0].P; got != want {
			t.Errorf("noise of %v: p = %v, want %v", noise, got, want)
		}
	}
}
