// Package unitsums computes means and intervals of values that come in units, such as the segments of documents.
package unitsums

import (
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Spread is how sure a mean of values is that come in k units, each independent of the others, such as documents:
// segments of one document may be as alike as they please. Unit i has nᵢ of the N values, their sum is sᵢ, and
// eᵢ = (sᵢ − mean·nᵢ)/√(1 − nᵢ/N) is how far it is from the mean, corrected for its own share in it.
type Spread struct {
	Mean float64
	// StandardError is √Σeᵢ²/N, the cluster-robust one named CR2 (Bell and McCaffrey 2002). For units of one value it
	// is the standard deviation over √k.
	StandardError float64
	// Freedom is how many degrees of freedom the standard error has, by Satterthwaite's approximation for independent
	// values (Bell and McCaffrey 2002; Imbens and Kolesár 2016): k−1 for units of equal size, fewer for others.
	Freedom  float64
	Skewness float64 // Σeᵢ³/(Σeᵢ²)^1.5, in [−1, 1]: that of the mean itself, up to its sign

	quantiles *Quantiles // nil: none are kept
}

// Interval returns Student's interval, mean ± t·SE with the quantile t of the degrees of freedom. Where units are
// skewed, the mean is too, and the end on the side of the longer tail goes further out by what the Edgeworth expansion
// of Student's t says (Hall 1983; Johnson 1978): |skewness|·(1 + 2z²)/6·SE with the normal quantile z. The other end,
// which the expansion moves in, stays: few units do not know their skewness well enough.
func (s Spread) Interval(confidence float64) (low, high float64) {
	q := (1 + confidence) / 2
	z := distuv.UnitNormal.Quantile(q)
	t := z
	if s.Freedom < normalFreedom {
		t = s.quantiles.Student(s.Freedom, q)
	}
	further := s.Skewness * (1 + float64(2*z*z)) / 6
	return s.Mean - float64(s.StandardError*(t+max(0, -further))),
		s.Mean + float64(s.StandardError*(t+max(0, further)))
}

// normalFreedom is from how many degrees of freedom Student's quantiles are taken to be normal ones: they differ by less
// than 0.00001.
const normalFreedom = 1e6

// Quantiles keeps those of Student's distribution, which take longer than all else that is said of a pair of systems,
// and are the same for all pairs with units of the same sizes. Goroutines may share it.
type Quantiles struct{ known sync.Map }

// Student returns the p-quantile; k may be nil, which keeps none.
func (k *Quantiles) Student(freedom, p float64) float64 {
	at := [2]float64{freedom, p}
	if k != nil {
		if t, known := k.known.Load(at); known {
			return t.(float64)
		}
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(p)
	if k != nil {
		k.known.Store(at, t)
	}
	return t
}
