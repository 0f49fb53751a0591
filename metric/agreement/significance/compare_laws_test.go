package significance_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"pgregory.net/rapid"
)

// drawScores draws the scores of some systems: with many ties, or with none.
func drawScores(t *rapid.T, systems, least, most int) [][]float64 {
	n := rapid.IntRange(least, most).Draw(t, "segments")
	score := rapid.Float64Range(-1, 1)
	if rapid.Bool().Draw(t, "ties") {
		score = rapid.Map(rapid.IntRange(0, 3), func(i int) float64 { return float64(i) / 4 })
	}
	return rapid.SliceOfN(rapid.SliceOfN(score, n, n), systems, systems).Draw(t, "scores")
}

func drawOptions(t *rapid.T, segments int) significance.Options {
	o := significance.Options{
		Test:       rapid.SampledFrom(significance.Tests()).Draw(t, "test"),
		Correction: rapid.SampledFrom(significance.Corrections()).Draw(t, "correction"),
		Draws:      rapid.IntRange(1, 200).Draw(t, "samples"),
		Seed:       rapid.Uint64().Draw(t, "seed"),
	}
	if rapid.Bool().Draw(t, "documents") {
		o.Documents = rapid.SliceOfN(rapid.IntRange(0, segments-1), segments, segments).Draw(t, "document")
	}
	return o
}

// Exchanging two systems mirrors everything, and not a bit of p changes.
func TestExchangedSystems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t, 2, 1, 40)
		o := drawOptions(t, len(scores[0]))
		ab, ba := compareDrawn(t, o, scores[0], scores[1]), compareDrawn(t, o, scores[1], scores[0])
		if ab.P != ba.P || ab.Adjusted != ba.Adjusted || ab.LeastP != ba.LeastP || ab.Significant != ba.Significant ||
			ab.Test != ba.Test {
			t.Fatalf("p %v and %v", ab.P, ba.P)
		}
		if ab.Mean != -ba.Mean || ab.Wins != ba.Losses || ab.Losses != ba.Wins || ab.Ties != ba.Ties ||
			!near(ab.Superiority+ba.Superiority, 1, 1e-15) {
			t.Fatalf("%+v is not the mirror of %+v", ab, ba)
		}
		if !mirrored(ab.Interval, ba.Interval) {
			t.Fatalf("intervals %v and %v", ab.Interval, ba.Interval)
		}
		if (ab.CohenDz == nil) != (ba.CohenDz == nil) || ab.CohenDz != nil && !near(*ab.CohenDz, -*ba.CohenDz, 1e-9) {
			t.Fatalf("d_z %v and %v", ab.CohenDz, ba.CohenDz)
		}
		if !cmp.Equal(ab.Detectable, ba.Detectable) {
			t.Fatalf("detectable %v and %v", *ab.Detectable, *ba.Detectable)
		}
	})
}

func mirrored(x, y agreement.Interval) bool {
	return near(x.Low, -y.High, 1e-9) && near(x.High, -y.Low, 1e-9)
}

func compareDrawn(t *rapid.T, o significance.Options, rows ...[]float64) significance.Difference {
	return allDrawn(t, o, rows...).Differences[0]
}

func allDrawn(t *rapid.T, o significance.Options, rows ...[]float64) *significance.Comparison {
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	c, err := significance.Compare(context.Background(), grid, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every number is finite and within its range, whatever the scores; a system does not differ from itself; a pair's
// numbers do not depend on the other systems, but for the correction.
func TestLawsOfComparisons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t, 3, 1, 30)
		o := drawOptions(t, len(scores[0]))
		all := allDrawn(t, o, scores[0], scores[1], scores[2], scores[0])
		for _, d := range all.Differences {
			checkRanges(t, d)
		}
		if same := all.Differences[2]; same.P != 1 || same.Mean != 0 || same.Significant ||
			same.Interval != (agreement.Interval{}) || same.Ties != same.Segments {
			t.Fatalf("a system against itself: %+v", same)
		}
		o.Correction = significance.CorrectionNone
		pair := compareDrawn(t, o, scores[1], scores[2])
		among := all.Differences[3]
		if pair.P != among.P || pair.Interval != among.Interval || pair.Mean != among.Mean {
			t.Fatalf("alone %+v, among others %+v", pair, among)
		}
	})
}

// Segments that tie say nothing to the randomisation test: p is the share of all exchanges of those that differ, listed
// here one by one, wherever half of these are no more than the samples, of whole draws or of what halves make. And with
// any number of units p is never below the least that they allow.
func TestTiesAreNotExchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// In units of a sixteenth, so that all sums are exact.
		differ := rapid.SliceOfN(rapid.Map(rapid.IntRange(-8, 16).Filter(func(i int) bool { return i != 0 }),
			func(i int) float64 { return float64(i) / 16 }), 0, 10).Draw(t, "differences")
		tied := rapid.IntRange(0, 30).Draw(t, "tied")
		o := significance.Options{Draws: rapid.IntRange(1, 600).Draw(t, "samples"),
			Halves: rapid.Bool().Draw(t, "halves"), Ties: rapid.SampledFrom([]float64{0, 1e-12}).Draw(t, "ties")}
		a := slices.Concat(differ, make([]float64, tied+1))
		b := make([]float64, len(a))
		got := compareDrawn(t, o, a, b)
		samples := o.Draws
		if o.Halves {
			samples = (o.Draws+1)*(o.Draws+1) - 1
		}
		if got.P < got.LeastP {
			t.Fatalf("p %v is below the least, %v", got.P, got.LeastP)
		}
		if all := 1 << len(differ); all <= 2*samples {
			reached := 0
			observed := math.Abs(signed(differ, 0))
			for signs := range all {
				if math.Abs(signed(differ, signs)) >= observed {
					reached++
				}
			}
			if want := float64(reached) / float64(all); got.P != want || got.Test != significance.TestExact {
				t.Fatalf("p %v by %s, want %v", got.P, got.Test, want)
			}
		} else if got.Test != significance.TestRandomisation {
			t.Fatalf("%s of %d exchanges, want %d samples", got.Test, all, samples)
		}
	})
}

// signed sums numbers up, those with a minus whose bit is set.
func signed(x []float64, minus int) (sum float64) {
	for i, x := range x {
		if minus>>i&1 == 1 {
			x = -x
		}
		sum += x
	}
	return sum
}

func checkRanges(t *rapid.T, d significance.Difference) {
	finite := []float64{d.MeanA, d.MeanB, d.Mean, d.Interval.Low, d.Interval.High, d.Superiority, d.LeastP}
	for _, x := range []*float64{d.CohenDz, d.Detectable} {
		if x != nil {
			finite = append(finite, *x)
		}
	}
	for _, x := range finite {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("%+v", d)
		}
	}
	if !(d.P > 0 && d.P <= d.Adjusted && d.Adjusted <= 1) || d.Interval.Low > d.Interval.High ||
		d.Superiority < 0 || d.Superiority > 1 {
		t.Fatalf("%+v", d)
	}
	if d.Wins+d.Ties+d.Losses != d.Segments || d.Units > d.Segments || d.Detectable != nil && *d.Detectable <= 0 {
		t.Fatalf("%+v", d)
	}
}

// What is added to all scores of one system is added to the difference, and moves its interval and does not change its
// spread.
func TestAddedConstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t, 2, 2, 30)
		o := drawOptions(t, len(scores[0]))
		constant := rapid.Float64Range(-2, 2).Draw(t, "constant")
		before := compareDrawn(t, o, scores[0], scores[1])
		shifted := make([]float64, len(scores[0]))
		for i, x := range scores[0] {
			shifted[i] = x + constant
		}
		after := compareDrawn(t, o, shifted, scores[1])
		if before.Units == 1 {
			before.Interval = agreement.Interval{Low: -constant, High: -constant} // none, before and after
		}
		// Beside a constant, scores that differ by some 1e-12 are equal but for rounding, and the interval of two of them,
		// whose ends are 13 standard errors away, is gone.
		if !near(after.Mean, before.Mean+constant, 1e-12) ||
			!near(after.Interval.Low, before.Interval.Low+constant, 1e-9) ||
			!near(after.Interval.High, before.Interval.High+constant, 1e-9) {
			t.Fatalf("%v %v, after adding %v: %v %v", before.Mean, before.Interval, constant, after.Mean,
				after.Interval)
		}
		if !near(orZero(before.Detectable), orZero(after.Detectable), 1e-9) {
			t.Fatalf("detectable %v, after adding a constant %v", orZero(before.Detectable), orZero(after.Detectable))
		}
	})
}

// orZero returns the number, 0 for one that is absent because nothing varies by more than rounding.
func orZero(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}

// The fast count of assignments is the slow one.
func TestSignFlipsByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Map(rapid.IntRange(-20, 20), func(i int) float64 { return float64(i) / 8 }),
			0, 12).Draw(t, "x")
		got, err := significance.SignFlips(x)
		if err != nil {
			t.Fatal(err)
		}
		observed, atLeast := 0.0, 0
		for _, d := range x {
			observed += d
		}
		for signs := range 1 << len(x) {
			sum := 0.0
			for i, d := range x {
				if signs>>i&1 == 1 {
					d = -d
				}
				sum += d
			}
			if math.Abs(sum) >= math.Abs(observed) { // exact: eighths
				atLeast++
			}
		}
		if want := float64(atLeast) / float64(int(1)<<len(x)); got != want {
			t.Fatalf("p %v, want %v", got, want)
		}
	})
}

// With many samples the random test approaches the exact one, within five standard errors of a share; also where many
// exchanges give exactly the observed difference, which count.
func TestRandomisationApproachesExact(t *testing.T) {
	a, b := madeScores(8, 36, 0.42)
	coarseA, coarseB := make([]float64, len(a)), make([]float64, len(a))
	for i := range a {
		coarseA[i], coarseB[i] = math.Round(a[i]*20)/20, math.Round(b[i]*20)/20
	}
	for _, c := range []struct {
		name string
		a, b []float64
	}{{"fine", a, b}, {"coarse", coarseA, coarseB}} {
		exact := compare(t, significance.Options{Test: significance.TestExact, Draws: 10}, c.a, c.b).Differences[0].P
		random := compare(t, significance.Options{Draws: 200_000}, c.a, c.b).Differences[0]
		if tolerance := 5 * math.Sqrt(exact*(1-exact)/200_000); random.Test != significance.TestRandomisation ||
			!near(random.P, exact, tolerance) {
			t.Errorf("%s scores, %s: p %v, exact %v", c.name, random.Test, random.P, exact)
		}
	}
}

// The number of threads changes no bit.
func TestThreads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([][]float64, 4)
	for s := range rows {
		rows[s] = make([]float64, 333)
		for i := range rows[s] {
			rows[s][i] = random.Float64()
			if s == 3 && i%7 == 0 {
				rows[s][i] = math.NaN()
			}
		}
	}
	for _, test := range []significance.Test{significance.TestBootstrap, significance.TestRandomisation} {
		one := compare(t, significance.Options{Test: test, Draws: 3001, Workers: 1}, rows...)
		for _, threads := range []int{2, 7} {
			if diff := cmp.Diff(one, compare(t, significance.Options{Test: test, Draws: 3001, Workers: threads},
				rows...)); diff != "" {
				t.Errorf("%s: 1 and %d threads differ:\n%s", test, threads, diff)
			}
		}
	}
}

// Of many samples from one distribution, about 95 % of the intervals hold the true difference, and at most about 5 %
// of the tests reject a true hypothesis. 600 experiments tell a share of 5 % within 2.7 % (three standard errors);
// bootstrap intervals of 40 skewed values are known to hold the truth a little less often than they say.
func TestCoverage(t *testing.T) {
	parts.Need(t, parts.Calibration)
	const experiments, n, truth = 600, 40, 0.3
	random := rand.New(rand.NewPCG(3, 4))
	var held, rejected, wilcoxon, bootstrap, detected int
	for e := range experiments {
		a, b, alike, better := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range a {
			b[i] = random.NormFloat64()
			a[i] = b[i] + truth - 1 + random.ExpFloat64()
			alike[i] = b[i] + random.NormFloat64()
		}
		got := compare(t, significance.Options{Draws: 500, Seed: uint64(e)}, a, b, alike).Differences
		if d := got[0]; d.Interval.Low <= truth && truth <= d.Interval.High {
			held++
		}
		if got[2].P <= 0.05 {
			rejected++
		}
		ranks := compare(t, significance.Options{Test: significance.TestWilcoxon, Draws: 1}, b, alike).Differences[0]
		if ranks.P <= 0.05 {
			wilcoxon++
		}
		if compare(t, significance.Options{Test: significance.TestBootstrap, Draws: 500, Seed: uint64(e)}, b,
			alike).Differences[0].P <= 0.05 {
			bootstrap++
		}
		// The detectable difference for a standard deviation of 1, added to normal noise, is found in 80 %.
		for i := range better {
			better[i] = b[i] + 0.4543 + random.NormFloat64()
		}
		if compare(t, significance.Options{Draws: 500, Seed: uint64(e)}, b, better).Differences[0].P <= 0.05 {
			detected++
		}
	}
	for _, c := range []struct {
		name        string
		count       int
		least, most float64
	}{
		{"intervals that hold the truth", held, 0.93, 0.98},
		{"true hypotheses that randomisation rejects", rejected, 0.02, 0.08},
		{"true hypotheses that Wilcoxon's test rejects", wilcoxon, 0.02, 0.08},
		{"true hypotheses that the bootstrap test of sacreBLEU rejects, more than it should", bootstrap, 0.08, 0.17},
		{"detectable differences that are found", detected, 0.75, 0.85},
	} {
		if share := float64(c.count) / experiments; share < c.least || share > c.most {
			t.Errorf("%s: %.3f, want %v to %v", c.name, share, c.least, c.most)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	const segments = 2_000
	for _, systems := range []int{2, 10} {
		random := rand.New(rand.NewPCG(1, 2))
		values := make([]float64, systems*segments)
		for i := range values {
			values[i] = random.Float64()
		}
		grid, err := agreement.NewGrid(systems, segments, values)
		if err != nil {
			b.Fatal(err)
		}
		for _, test := range []significance.Test{significance.TestRandomisation, significance.TestBootstrap} {
			b.Run(fmt.Sprintf("%s/%dx%d", test, systems, segments), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := significance.Compare(context.Background(), grid,
						significance.Options{Test: test, Draws: 10_000}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
