package significance_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"pgregory.net/rapid"
)

// By default the smallest corrected p-value that draws can give is alpha/20 or less, of whole draws where these are
// enough.
func TestEnoughDraws(t *testing.T) {
	for _, c := range []struct {
		test       significance.Test
		correction significance.Correction
		alpha      float64
		tests      int
		draws      int
		halves     bool
	}{
		{"", "", 0, 0, 10_000, false},
		{"", "", 0, 1, 10_000, false},
		{"", "", 0, 25, 10_000, false}, // 25/10,001 is just below 0.05/20
		{"", "", 0, 26, 10_000, true},
		{"", significance.CorrectionBH, 0, 26, 10_000, true},
		{"", significance.CorrectionNone, 0, 100_000, 10_000, false},
		{"", "", 0, 100_000, 10_000, true}, // 100,000/10,001² is 0.001
		{"", "", 0.001, 1, 10_000, true},
		{"", "", 0.001, 100_000, 44_722, true}, // √(20·100,000/0.001) is 44,721.4
		{"", "", 1e-9, 100_000, 100_000, true}, // too few, but no more by default
		{significance.TestBootstrap, "", 0, 2, 1_000, false},
		{significance.TestBootstrap, "", 0, 3, 1_000, true},
		{significance.TestBootstrap, "", 0, 100_000, 6_325, true},
		{significance.TestWilcoxon, "", 0, 1_770, 10_000, false},
		{significance.TestExact, "", 0, 1_770, 10_000, false},
	} {
		o := significance.Options{Test: c.test, Correction: c.correction, Alpha: c.alpha}.WithDraws(c.tests)
		if o.Draws != c.draws || o.Halves != c.halves {
			t.Errorf("%+v: %d draws, halves %v", c, o.Draws, o.Halves)
		}
		if _, _, few := o.TooFew(c.tests); few != (c.alpha == 1e-9) {
			t.Errorf("%+v: too few: %v", c, few)
		}
	}
	for _, c := range []struct {
		o          significance.Options
		tests      int
		least      float64
		sufficient int
	}{
		{significance.Options{Draws: 10_000}, 1770, 1770. / 10_001, 707_999},
		{significance.Options{Draws: 10_000}, 26, 26. / 10_001, 10_399},
		{significance.Options{Draws: 300}, 1, 1. / 301, 399},
		{significance.Options{Draws: 30}, 190, 1, 75_999},
		{significance.Options{Draws: 30, Correction: significance.CorrectionNone}, 190, 1. / 31, 399},
		{significance.Options{Draws: 30, Halves: true}, 3, 3. / 961, 0},
		{significance.Options{Draws: 30, Halves: true, Test: significance.TestBootstrap}, 3, 3. / 901, 0},
		{significance.Options{Draws: 30, Alpha: 1e-300}, 3, 3. / 31, 0},
	} {
		o := c.o.WithDraws(c.tests)
		least, sufficient, few := o.TooFew(c.tests)
		if !few || !near(least, c.least, 1e-9) || sufficient != c.sufficient || o.Draws != c.o.Draws {
			t.Errorf("%+v, %d tests: %v, %d, %v", c.o, c.tests, least, sufficient, few)
		}
		if o.Draws = sufficient; sufficient > 0 {
			if _, _, few := o.TooFew(c.tests); few {
				t.Errorf("%+v, %d tests: %d draws are too few", c.o, c.tests, sufficient)
			}
			if o.Draws--; o.Draws > 0 {
				if _, _, few := o.TooFew(c.tests); !few {
					t.Errorf("%+v, %d tests: %d draws are enough", c.o, c.tests, o.Draws)
				}
			}
		}
	}
}

// p-values of halves are what listing all sums gives, from the signs and choices that NumPy draws.
func TestHalvesByBruteForce(t *testing.T) {
	halved := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 30).Draw(t, "segments")
		draws := rapid.IntRange(21, 100).Draw(t, "draws")
		seed := rapid.Uint64().Draw(t, "seed")
		eighths := rapid.SliceOfN(rapid.Map(rapid.IntRange(-4, 20), func(i int) float64 { return float64(i) / 8 }), n, n)
		a, b := eighths.Draw(t, "a"), make([]float64, n)
		o := significance.Options{Draws: draws, Seed: seed, Halves: true}
		got := compareDrawn(t, o, a, b)
		reached, reachedByHalves := signedByHand(seed, draws, a)
		if got.Mean != 0 && got.Test == significance.TestRandomisation {
			checkShare(t, got, reached, draws, reachedByHalves, (draws+1)*(draws+1)-1, &halved)
		}
		o.Test = significance.TestBootstrap
		for i := range a { // no sum lies on an edge
			a[i] += math.Sqrt(float64(i+2)) / 100
		}
		if got := compareDrawn(t, o, a, b); got.Mean != 0 {
			reached, reachedByHalves := resampledByHand(seed, draws, a)
			checkShare(t, got, reached, draws, reachedByHalves, draws*draws, &halved)
		}
	})
	if halved < 10 { // of 40 at least, where tests are short
		t.Errorf("%d p-values of halves: the test is nearly blind", halved)
	}
}

func checkShare(t *rapid.T, got significance.Difference, whole, draws, halves, sums int, halved *int) {
	reached, of := whole, draws
	if whole < 20 {
		reached, of = halves, sums
		*halved++
	}
	if want := float64(reached+1) / float64(of+1); got.P != want || got.Draws != of {
		t.Fatalf("%s: p %v of %d, want %v of %d", got.Test, got.P, got.Draws, want, of)
	}
}

// signedByHand counts the draws of signs, and the sums of the halves of any two, that are at least as far from 0 as the
// sum of x: halves are every other number.
func signedByHand(seed uint64, draws int, x []float64) (whole, halves int) {
	signs := make([]uint8, draws*len(x))
	numpy.NewRandom(seed).Bits(signs)
	a, b := []float64{0}, []float64{0}
	for i, v := range x {
		if i%2 == 0 {
			a[0] += v
		} else {
			b[0] += v
		}
	}
	for r := range draws {
		var even, odd float64
		for i, v := range x {
			if signs[r*len(x)+i] == 0 {
				v = -v
			}
			if i%2 == 0 {
				even += v
			} else {
				odd += v
			}
		}
		a, b = append(a, even), append(b, odd)
	}
	observed := math.Abs(a[0] + b[0])
	for i := range a {
		for j := range b {
			if math.Abs(a[i]+b[j]) >= observed && i+j > 0 { // exact: eighths
				halves++
				if i == j {
					whole++
				}
			}
		}
	}
	return whole, halves
}

// resampledByHand counts the resamples of x, and those of any first and any second half, whose mean is further from 0
// than that of x is, by more than the mean of all.
func resampledByHand(seed uint64, draws int, x []float64) (whole, halves int) {
	n := len(x)
	drawn := make([]int32, draws*n)
	numpy.NewRandom(seed).Choice(n, drawn)
	var a, b []float64
	spread, sum := 0.0, 0.0
	for _, v := range x {
		sum += v
	}
	for r := range draws {
		first, second := 0.0, 0.0
		for i, at := range drawn[r*n:][:n] {
			if i < n/2 {
				first += x[at]
			} else {
				second += x[at]
			}
		}
		a, b = append(a, first), append(b, second)
		spread += math.Abs(first+second) / float64(n)
	}
	edge := spread/float64(draws) + math.Abs(sum)/float64(n)
	for i := range a {
		for j := range b {
			if math.Abs(a[i]+b[j])/float64(n) > edge {
				halves++
				if i == j {
					whole++
				}
			}
		}
	}
	return whole, halves
}

// Whatever other systems there are and however many threads, a pair has the same bits; and where 20 draws or more reach
// the difference, the bits that it has without halves.
func TestHalvesAreOfAPairAlone(t *testing.T) {
	grid := noise(t, 8, 150, 3)
	for j := range 150 {
		grid.Values[j] += 0.3
		grid.Values[150+j] -= 0.15
		if j%9 == 0 {
			grid.Values[7*150+j] = math.NaN()
		}
	}
	documents := make([]int, 150)
	for j := range documents {
		documents[j] = j * j % 67
	}
	for _, test := range []significance.Test{significance.TestRandomisation, significance.TestBootstrap} {
		for _, of := range [][]int{nil, documents} {
			o := significance.Options{Test: test, Draws: 999, Halves: true, Documents: of, Correction: significance.CorrectionNone}
			all, err := significance.Compare(t.Context(), grid, o)
			if err != nil {
				t.Fatal(err)
			}
			fine := 0
			for i, d := range all.Differences {
				rows := [][]float64{grid.Row(d.A), grid.Row(d.B)}
				o.Halves, o.Workers = true, 1+i%3
				alone := compare(t, o, rows...).Differences[0]
				o.Halves = false
				whole := compare(t, o, rows...).Differences[0]
				if alone.A, alone.B = d.A, d.B; cmp.Diff(alone, d) != "" {
					t.Errorf("%s: alone %+v, among others %+v", test, alone, d)
				}
				if d.Draws != 999 {
					fine++
					if want := 999 * 999; test == significance.TestBootstrap && d.Draws != want || whole.P > 20./1000 {
						t.Errorf("%s: p %v of %d samples, of whole ones %v", test, d.P, d.Draws, whole.P)
					}
				} else if d.P != whole.P {
					t.Errorf("%s: p %v, without halves %v", test, d.P, whole.P)
				}
			}
			if fine == 0 || fine == len(all.Differences) {
				t.Errorf("%s: %d of %d pairs by halves", test, fine, len(all.Differences))
			}
		}
	}
}

// More samples than are held at once are those that are drawn at once.
func TestDrawnInBlocks(t *testing.T) {
	grid := noise(t, 400, 20, 5)
	options := significance.Options{Correction: significance.CorrectionNone}
	for i := 1; i < grid.Systems; i++ {
		options.Pairs = append(options.Pairs, [2]int{i, 0})
	}
	for test, draws := range map[significance.Test]int{significance.TestRandomisation: 50_000, significance.TestBootstrap: 22_001} {
		var done atomic.Int64
		options.Test, options.Draws, options.Done = test, draws, &done
		got, err := significance.Compare(t.Context(), grid, options)
		if err != nil {
			t.Fatal(err)
		}
		if want := int64(draws * (grid.Systems + len(options.Pairs))); done.Load() != want {
			t.Errorf("%s: counted %d draws of systems and pairs, want %d", test, done.Load(), want)
		}
		for _, i := range []int{1, 2, 399} {
			want := compare(t, significance.Options{Test: test, Draws: draws}, grid.Row(i), grid.Row(0)).Differences[0]
			if d := got.Differences[i-1]; d.P != want.P || d.Draws != draws {
				t.Errorf("%s, system %d: p %v of %d, at once %v", test, i, d.P, d.Draws, want.P)
			}
		}
	}
}

// If two systems are alike, a p of halves is u or less with a probability of u or less, for any u: also the smallest that
// there is.
func TestHalvesAreValid(t *testing.T) {
	parts.Need(t, parts.Calibration)
	const n, draws, tables = 14, 9, 40_000
	random := rand.New(rand.NewPCG(8, 1))
	a, b, documents := make([]float64, n), make([]float64, n), make([]int, n)
	for i := range documents {
		documents[i] = max(0, i-3) // the first of four segments
	}
	for _, of := range [][]int{nil, documents} {
		var p []float64
		for table := range tables {
			for i := range a {
				a[i], b[i] = random.NormFloat64(), random.NormFloat64()
			}
			p = append(p, compare(t, significance.Options{Draws: draws, Halves: true, Seed: uint64(table), Workers: 1,
				Documents: of}, a, b).Differences[0].P)
		}
		slices.Sort(p)
		for _, u := range []float64{.01, .02, .05, .1, .5} {
			at, _ := slices.BinarySearch(p, u+1e-9)
			share := float64(at) / float64(tables)
			if most := u + 3*math.Sqrt(u*(1-u)/float64(tables)); share > most || share < u/2 {
				t.Errorf("p is %v or less in %.4f of the tables, want %.4f at most", u, share, most)
			}
			t.Logf("p is %v or less in %.4f of %d tables", u, share, tables)
		}
	}
}

// Of sixty systems one is better than all others by 30 standard errors: all its pairs are shown, by the tests that draw
// and either correction.
func TestOneOfManyIsBetter(t *testing.T) {
	const systems, segments = 60, 300
	grid := noise(t, systems, segments, 4)
	for j := range segments {
		grid.Values[j] += 30 * math.Sqrt(2./segments)
	}
	for _, test := range []significance.Test{significance.TestRandomisation, significance.TestBootstrap} {
		for _, correction := range []significance.Correction{significance.CorrectionHolm, significance.CorrectionBH} {
			t.Run(fmt.Sprint(test, correction), func(t *testing.T) {
				got, err := significance.Compare(t.Context(), grid, significance.Options{Test: test, Correction: correction})
				if err != nil {
					t.Fatal(err)
				}
				shown := 0
				for _, d := range got.Differences {
					if d.A == 0 && d.Significant && d.Adjusted <= 0.05/20 {
						shown++
					}
				}
				if shown != systems-1 {
					t.Errorf("%d of %d pairs of the best system are shown", shown, systems-1)
				}
			})
		}
	}
}
