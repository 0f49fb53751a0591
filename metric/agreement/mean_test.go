package agreement_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

const usual = 0.95

func filled(values ...float64) *agreement.Mean {
	var m agreement.Mean
	for _, x := range values {
		m.Add(x)
	}
	return &m
}

func TestMean(t *testing.T) {
	for _, c := range []struct {
		name         string
		values       []float64
		mean, stddev float64 // by hand
	}{
		{"one", []float64{3}, 3, math.NaN()},
		{"two", []float64{1, 2}, 1.5, math.Sqrt(0.5)},
		{"textbook", []float64{2, 4, 4, 4, 5, 5, 7, 9}, 5, math.Sqrt(32. / 7)},
		{"cancellation", []float64{1e16, 1, -1e16}, 1. / 3, math.NaN()},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := filled(c.values...)
			if got, ok := m.Value(); !ok || math.Abs(got-c.mean) > 1e-15 {
				t.Errorf("mean %v, want %v", got, c.mean)
			}
			if got, ok := m.StdDev(); !math.IsNaN(c.stddev) && (!ok || math.Abs(got-c.stddev) > 1e-14) {
				t.Errorf("stddev %v, want %v", got, c.stddev)
			}
		})
	}
}

func TestAbsent(t *testing.T) {
	var empty agreement.Mean
	if _, ok := empty.Value(); ok {
		t.Error("the mean of nothing is present")
	}
	if _, ok := empty.Interval(usual); ok {
		t.Error("the interval of nothing is present")
	}
	if _, ok := filled(1).StdDev(); ok {
		t.Error("the standard deviation of one value is present")
	}
	if got, ok := filled(7).Interval(usual); ok {
		t.Errorf("the interval of one value is present: %v", got)
	}
}

// Student's interval of values without skew: of R's t.test(1:5) and t.test(c(0, 1)).
func TestIntervalIsStudents(t *testing.T) {
	for _, c := range []struct {
		values    []float64
		low, high float64
	}{
		{[]float64{1, 2, 3, 4, 5}, 1.036757, 4.963243},
		{[]float64{0, 1}, -5.853102, 6.853102},
	} {
		if got, ok := filled(c.values...).Interval(usual); !ok || !near(got.Low, c.low, 1e-6) ||
			!near(got.High, c.high, 1e-6) {
			t.Errorf("%v: %v, want %v to %v", c.values, got, c.low, c.high)
		}
	}
}

// The interval is wider where the longer tail is: 0, 0, 0, 1 have the standard error 1/4, the quantile 3.182446 of three
// degrees of freedom, and deviations whose cubes sum up to 3/8 and whose squares to 3/4, so that the skewness is
// 0.375/0.75^1.5 = 0.577350.
func TestIntervalOfSkewedValues(t *testing.T) {
	const z = 1.959964
	further := 0.577350 * (1 + 2*z*z) / 6
	for _, sign := range []float64{1, -1} {
		got, _ := filled(0, 0, 0, sign).Interval(usual)
		if sign < 0 {
			got.Low, got.High = -got.High, -got.Low
		}
		if !near(got.Low, 0.25-3.182446/4, 1e-6) || !near(got.High, 0.25+(3.182446+further)/4, 1e-6) {
			t.Errorf("sign %v: %v", sign, got)
		}
	}
}

// For many values the interval approaches mean ± 1.96 standard errors, whatever their order.
func TestIntervalOfManyValues(t *testing.T) {
	const n = 200_000
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, n)
	for i := range values {
		values[i] = rng.ExpFloat64()
	}
	m := filled(values...)
	mean, _ := m.Value()
	stddev, _ := m.StdDev()
	half := 1.96 * stddev / math.Sqrt(n)
	got, _ := m.Interval(usual)
	if math.Abs(got.Low-(mean-half)) > 0.01*half || math.Abs(got.High-(mean+half)) > 0.01*half {
		t.Errorf("interval %v, want about [%v, %v]", got, mean-half, mean+half)
	}
	slices.Sort(values)
	if sorted, _ := filled(values...).Interval(usual); !near(sorted.Low, got.Low, 1e-12) ||
		!near(sorted.High, got.High, 1e-12) {
		t.Errorf("interval %v, of the same values in order %v", got, sorted)
	}
}

// Equal values have no spread, with documents and without.
func TestIntervalOfEqualValues(t *testing.T) {
	for _, n := range []int{2, 3, 1000} {
		var alone, grouped agreement.Mean
		for i := range n {
			alone.Add(0.1)
			grouped.AddOf(i*i%7, 0.1)
		}
		for _, m := range []*agreement.Mean{&alone, &grouped} {
			if got, ok := m.Interval(usual); ok && !(near(got.Low, 0.1, 1e-15) && near(got.High, 0.1, 1e-15)) {
				t.Errorf("n=%d: interval %v, want [0.1, 0.1]", n, got)
			}
		}
	}
}

// drawDocuments returns values and the documents that they are of, at least two.
func drawDocuments(t *rapid.T) (values []float64, documents []int) {
	n := rapid.IntRange(2, 40).Draw(t, "values")
	values = rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "value")
	documents = rapid.SliceOfN(rapid.IntRange(0, 9), n, n).Draw(t, "document")
	documents[0], documents[1] = 0, 1
	return values, documents
}

func grouped(values []float64, documents []int) *agreement.Mean {
	var m agreement.Mean
	for i, x := range values {
		m.AddOf(documents[i], x)
	}
	return &m
}

// Intervals of values in another order are the same, those of negated values mirrored; documents that are put together
// are one, documents of one value each are none, and a value without a document makes all independent.
func TestIntervalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values, documents := drawDocuments(t)
		m := grouped(values, documents)
		got, ok := m.Interval(usual)
		if mean, _ := m.Value(); !ok || got.Low > mean+1e-12 || got.High < mean-1e-12 {
			t.Fatalf("interval %v of the mean %v", got, mean)
		}
		alike := func(what string, other *agreement.Mean, want agreement.Interval) {
			if got, ok := other.Interval(usual); !ok || !near(got.Low, want.Low, 1e-9) ||
				!near(got.High, want.High, 1e-9) {
				t.Fatalf("%s: %v, want %v", what, got, want)
			}
		}
		order := rapid.Permutation(slices.Collect(countTo(len(values)))).Draw(t, "order")
		var shuffled, negated, merged, single, left agreement.Mean
		into := make([]int, 10)
		for i, k := range order {
			shuffled.AddOf(documents[k], values[k])
			negated.AddOf(documents[k], -values[k])
			merged.AddOf(documents[k], values[k])
			single.AddOf(i, values[k])
			left.AddOf(documents[k], values[k])
		}
		alike("shuffled", &shuffled, got)
		alike("negated", &negated, agreement.Interval{Low: -got.High, High: -got.Low})
		together := slices.Clone(documents)
		for k := range into {
			into[k] = k % 2
		}
		for i := range together {
			together[i] %= 2
		}
		merged.MergeDocuments(into[:1+slices.Max(documents)])
		want, _ := grouped(values, together).Interval(usual)
		alike("merged", &merged, want)
		want, _ = filled(values...).Interval(usual)
		alike("single", &single, want)
		left.ForgetDocuments()
		alike("forgotten", &left, want)
	})
}

func countTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// What is computed from sums is what the definitions say in matrices: standard error CR2 and degrees of freedom of Bell
// and McCaffrey (2002) of a regression on a constant, with the hat matrix H = 11ᵀ/N, for each document the rows Hᵢᵢ,
// Aᵢ = (I − Hᵢᵢ)^(−1/2), the residuals eᵢ and the columns gᵢ = (I − H)ᵢᵀAᵢ1/N: SE² = Σ(1ᵀAᵢeᵢ)²/N²,
// freedom = (Σgᵢᵀgᵢ)²/ΣΣ(gᵢᵀgⱼ)².
func TestIntervalIsCR2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values, documents := drawDocuments(t)
		m := grouped(values, documents)
		mean, _ := m.Value()
		n := len(values)
		var columns []*mat.VecDense
		var squares, cubes float64
		for document := range 10 {
			var rows []int
			for i, of := range documents {
				if of == document {
					rows = append(rows, i)
				}
			}
			if rows == nil {
				continue
			}
			// Eigenvectors of I − Hᵢᵢ give its root.
			size := len(rows)
			rest := mat.NewSymDense(size, nil)
			for i := range size {
				for j := range i + 1 {
					rest.SetSym(i, j, -1/float64(n))
				}
				rest.SetSym(i, i, 1-1/float64(n))
			}
			var eigen mat.EigenSym
			if !eigen.Factorize(rest, true) {
				t.Fatal("no eigenvectors")
			}
			var vectors mat.Dense
			eigen.VectorsTo(&vectors)
			weights := make([]float64, size) // Aᵢ1
			for k, value := range eigen.Values(nil) {
				along := mat.Sum(vectors.ColView(k))
				for i := range size {
					weights[i] += vectors.At(i, k) * along / math.Sqrt(value)
				}
			}
			e := 0.0
			column := mat.NewVecDense(n, nil)
			for i, row := range rows {
				e += weights[i] * (values[row] - mean)
				column.SetVec(row, column.AtVec(row)+weights[i])
				for k := range n {
					column.SetVec(k, column.AtVec(k)-weights[i]/float64(n))
				}
			}
			columns = append(columns, column)
			squares += e * e
			cubes += e * e * e
		}
		trace, all := 0.0, 0.0
		for i, a := range columns {
			trace += mat.Dot(a, a)
			for j := range columns {
				all += math.Pow(mat.Dot(columns[i], columns[j]), 2)
			}
		}
		if squares < 1e-20 {
			return
		}
		se := math.Sqrt(squares) / float64(n)
		quantile := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: trace * trace / all}.Quantile(0.975)
		further := cubes / math.Pow(squares, 1.5) * (1 + 2*1.959963984540054*1.959963984540054) / 6
		got, _ := m.Interval(usual)
		if !near(got.Low, mean-se*(quantile-min(0, further)), 1e-9) ||
			!near(got.High, mean+se*(quantile+max(0, further)), 1e-9) {
			t.Fatalf("interval %v of the mean %v, want the standard error %v, quantile %v and stretch %v", got, mean, se,
				quantile, further)
		}
	})
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }
