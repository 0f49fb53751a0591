package finding

import "math"

// A Usual says how often something comes newly between two systems that people find equally good.
type Usual struct {
	Rate float64 // of outputs that changed, on average
	// Shape says how much is known of the rate: it is that of Shape findings in Shape/Rate outputs that changed.
	Shape float64
	// Spread says how far the rates of two systems are from each other: the less, the further.
	Spread float64
}

// P returns the probability that at least found outputs of changed ones have newly what gone others no longer have, where two
// systems are equally good. The number is negative binomial: the rate is learned from Usual and from the baseline, and
// differs between systems as it does between real ones.
func (u Usual) P(found, gone, changed int) float64 {
	if found <= 0 {
		return 1
	}
	n := float64(changed)
	events := u.Shape + float64(gone)
	mean := n * events / (n + u.Shape/u.Rate)
	shape := 1 / (1/events + 1/u.Spread)
	return negativeBinomialTail(found, mean, shape)
}

// negativeBinomialTail returns P(X ≥ k) for X of a mean and a shape r: P(X = k) = Γ(k+r)/(Γ(r)k!)·(1−z)ʳzᵏ with z = mean/(mean+r).
func negativeBinomialTail(k int, mean, r float64) float64 {
	z := mean / (mean + r)
	at := float64(k)
	a, _ := math.Lgamma(at + r)
	b, _ := math.Lgamma(r)
	c, _ := math.Lgamma(at + 1)
	term := math.Exp(a - b - c + r*math.Log1p(-z) + at*math.Log(z))
	sum := 0.0
	for n := at; term > 1e-17*sum || n < mean; n++ {
		sum += term
		term *= z * (n + r) / (n + 1)
	}
	return min(1, sum)
}

// Chance returns the probability that at least found of found+gone outputs are on one side, where each is on either side with the
// same probability (sign test).
func Chance(found, gone int) float64 {
	n := found + gone
	sum, term := 0.0, math.Ldexp(1, -n) // C(n, k)/2ⁿ, from k = n down
	for k := n; k >= found; k-- {
		sum += term
		term *= float64(k) / float64(n-k+1)
	}
	return sum
}
