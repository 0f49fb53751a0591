package significance

import "math"

const (
	// precise is how many draws should be at least as extreme as what was observed, so that p is known to a fifth or so:
	// their number has a standard deviation of √20.
	precise = 20
	// mostDefaultDraws are drawn where nobody says how many. Halved, they are enough for MaxPairs at an alpha of 0.0002.
	mostDefaultDraws = 100_000
)

// DefaultDraws returns the default number of samples, at least: as many as sacreBLEU draws.
func DefaultDraws(test Test) int {
	if test == TestBootstrap {
		return 1_000
	}
	return 10_000
}

// WithDraws is WithDefaults and fills in Draws and Halves, if the options do not say how many draws there are, so that
// they are enough for so many tests whose p-values are corrected together: DefaultDraws, halved if whole ones are too
// few, and more if even their halves are. See TooFew.
func (o Options) WithDraws(tests int) Options {
	o = o.WithDefaults()
	if o.Draws != 0 {
		return o
	}
	o.Draws = DefaultDraws(o.Test)
	if _, _, few := o.TooFew(tests); few {
		o.Halves = true
		o.Draws = int(min(mostDefaultDraws, max(float64(o.Draws), math.Ceil(math.Sqrt(o.wanted(tests))))))
	}
	return o
}

// TooFew says whether a test has too few draws for so many tests whose p-values are corrected together, which is where
// the smallest corrected p-value that they can give, least, is above Alpha/20. Then sufficient is the smallest number
// of draws that gives Alpha/20; 0 if there are Halves already, or if it is above a million million.
func (o Options) TooFew(tests int) (least float64, sufficient int, few bool) {
	if o.Test != TestRandomisation && o.Test != TestBootstrap {
		return 0, 0, false
	}
	wanted := o.wanted(tests)
	looked := float64(o.looked() + 1)
	if looked >= wanted {
		return 0, 0, false
	}
	if wanted < 1e12 && !o.Halves {
		sufficient = int(math.Ceil(wanted)) - 1
	}
	return min(1, o.Alpha/precise*wanted/looked), sufficient, true
}

// wanted is 1 over the smallest p-value that tests should be able to give: if p, corrected, is Alpha, then so many draws
// hold precise ones that are at least as extreme.
func (o Options) wanted(tests int) float64 {
	if o.Correction == CorrectionNone {
		tests = 1
	}
	const rounding = 1e-12 // of a product that is to be a whole number
	return precise * float64(max(1, tests)) / o.Alpha * (1 - rounding)
}

// looked is how many samples p-values come from: the draws, or all that their halves make.
func (o Options) looked() int {
	switch {
	case !o.Halves:
		return o.Draws
	case o.Test == TestBootstrap:
		return o.Draws * o.Draws
	}
	return (o.Draws+1)*(o.Draws+1) - 1 // what was observed has halves, too
}
