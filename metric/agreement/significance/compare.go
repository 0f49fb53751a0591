package significance

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement"
)

// A Test is a test of the hypothesis that two systems are alike, paired by segment and two-sided.
type Test string

const (
	// TestRandomisation is the paired approximate randomisation test (Noreen 1989, Riezler and Maxwell 2005). If the
	// two systems are alike, their scores of a segment may be exchanged; p is the share of random exchanges, the
	// observed one included, after which the means differ at least as much. Where all exchanges of the segments, or
	// documents, that differ are no more than the samples, an exchange and its mirror image taken as one, they are
	// enumerated, as by TestExact. So p is never below Difference.LeastP.
	TestRandomisation Test = "randomisation"
	// TestBootstrap is the paired bootstrap test of sacreBLEU, from the same draws.
	TestBootstrap Test = "bootstrap"
	// TestExact enumerates all exchanges. It is for at most MaxExact segments that differ.
	TestExact Test = "exact"
	// TestWilcoxon is Wilcoxon's signed-rank test, exact up to 50 differences without ties, else by the normal
	// approximation with corrections for ties and continuity.
	TestWilcoxon Test = "wilcoxon"
)

// Tests returns all tests, the default first.
func Tests() []Test { return []Test{TestRandomisation, TestBootstrap, TestExact, TestWilcoxon} }

// Options configure Compare. The zero value is the usual comparison of all pairs.
type Options struct {
	Test       Test       // "" means TestRandomisation
	Correction Correction // over all pairs compared; "" means CorrectionHolm
	Draws      int        // samples of a test; 0 means enough for the number of tests, see WithDraws
	Seed       uint64     // of NumPy's default_rng, the same for each pair, so that a pair's result is its own
	Alpha      float64    // a difference is significant if its adjusted p is not above it; 0 means 0.05
	Confidence float64    // of intervals, in (0, 1); 0 means 0.95
	// the document, 0, 1, …, of each segment: documents are taken whole. nil: each segment alone
	Documents []int
	Pairs     [][2]int // rows of the grid; nil means every pair, (0,1), (0,2), …, (1,2), …
	// Halves makes of n draws about n² where n are too few to tell: of a pair of which fewer than 20 draws are at least
	// as extreme as what was observed, the first half of each draw is combined with the second half of every other.
	Halves bool
	// Ties is how far apart two scores may be that are equal, 0 or more: what rounding leaves, see metric.Signature.Ties.
	// Units whose means are no further apart do not differ.
	Ties float64
	// Family is how many p-values the caller corrects together, where these are more than those of the pairs; 0 means the
	// pairs. Draws and Difference.Detectable are for so many, Difference.Adjusted is for the pairs alone.
	Family  int
	Workers int // goroutines; 0 means GOMAXPROCS. Results do not depend on it

	// Done, if it is not nil, counts Draws for each system and pair, 1 if there are none, for those who show how far the
	// work is.
	Done *atomic.Int64

	counted int // systems that each draw is counted for
}

// MaxPairs is the largest number of pairs that Compare compares: with 10,000 draws of 1,000 segments they take minutes.
const MaxPairs = 100_000

// A TooManyPairsError says that more than MaxPairs pairs were to be compared.
type TooManyPairsError struct{ Systems, Pairs int }

func (e *TooManyPairsError) Error() string {
	return fmt.Sprintf("found %d pairs of %d systems, expected at most %d to compare", e.Pairs, e.Systems, MaxPairs)
}

// A Comparison says how the mean scores of systems differ.
type Comparison struct {
	Systems     []SystemMean // one for each row of the grid
	Differences []Difference // one for each pair, in the order of Options.Pairs
}

// A SystemMean is what the scores of one system say alone.
type SystemMean struct {
	Segments int                // with a score
	Mean     float64            // over them
	Units    int                // documents or segments that they are of
	Interval agreement.Interval // as Mean.Interval has it; zero for one unit
}

// A Difference says how the system A differs from the system B. Only segments that both have a score for count.
type Difference struct {
	A, B         int // rows of the grid
	MeanA, MeanB float64
	Mean         float64 // MeanA − MeanB

	Interval agreement.Interval // of Mean, from the differences of the units; zero for one unit

	Test        Test    // that was done: TestExact also where TestRandomisation enumerates
	P           float64 // two-sided, in (0, 1]
	Draws       int     // that P comes from: those drawn, or with Halves what they make; 0 if none were needed
	Adjusted    float64 // P corrected for the number of pairs
	LeastP      float64 // 2/2ᵏ for k units that differ, at most 1: exchanging outputs can show no more
	Significant bool    // Adjusted ≤ Alpha and LeastP ≤ Alpha

	Wins, Ties, Losses int // segments on which A has the higher, an equal (see Options.Ties), the lower score
	Segments           int // their sum
	Units              int // what is taken as independent: documents or segments

	CohenDz     *float64 // mean over standard deviation of the segments' differences; nil where they do not vary
	Superiority float64  // (Wins + Ties/2)/Segments: how probable it is that A's score is higher
	// Detectable is the least |Mean| that a test of this size finds with probability 0.8, see detectable; nil where the
	// differences do not vary and where so few units are there that it finds none.
	Detectable *float64
}

// A Verdict says whether a system is better than another one.
type Verdict string

const (
	Better    Verdict = "better"
	Worse     Verdict = "worse"
	Undecided Verdict = "~" // no difference is shown
)

// Verdict says whether A is better than B, by scores of which lower ones may be better.
func (d *Difference) Verdict(lowerIsBetter bool) Verdict {
	switch {
	case !d.Significant || d.Mean == 0:
		return Undecided
	case (d.Mean > 0) == lowerIsBetter:
		return Worse
	}
	return Better
}

// Compare compares systems by their scores on the same segments. Scores may be missing (NaN), but every system needs
// one and every pair a segment that both have a score for. Equal input and seed give equal bits. The memory is that of
// the scores and of at most eight million numbers, with Halves of at most 1,026 for each draw.
//
// It fails with a *TooManyPairsError for more than MaxPairs pairs, with a *TooManyError if an exact test has to
// enumerate too much, and with ctx.Err() when ctx ends.
func Compare(ctx context.Context, scores agreement.Grid, options Options) (*Comparison, error) {
	o, err := options.checked(scores)
	if err != nil {
		return nil, err
	}
	comparison := &Comparison{Systems: make([]SystemMean, scores.Systems),
		Differences: make([]Difference, len(o.Pairs))}
	list, err := cohorts(ctx, scores, o.Pairs)
	if err != nil {
		return nil, err
	}
	for _, g := range list {
		if err := comparison.addCohort(ctx, scores, g, o); err != nil {
			return nil, err
		}
	}
	p := make([]float64, len(o.Pairs))
	for i := range p {
		p[i] = comparison.Differences[i].P
	}
	for i, adjusted := range o.Correction.Adjust(p) {
		d := &comparison.Differences[i]
		d.Adjusted = adjusted
		d.Significant = adjusted <= o.Alpha && d.LeastP <= o.Alpha
	}
	return comparison, nil
}

// WithDefaults fills in what the options do not say, all but Pairs and Documents, which depend on the scores, and what
// WithDraws fills in.
func (o Options) WithDefaults() Options {
	if o.Test == "" {
		o.Test = TestRandomisation
	}
	if o.Correction == "" {
		o.Correction = CorrectionHolm
	}
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// checked fills in what the options do not say, and rejects what cannot be computed.
func (o Options) checked(scores agreement.Grid) (Options, error) {
	o = o.WithDefaults()
	n := len(o.Pairs)
	if o.Pairs == nil {
		n = scores.Systems * (scores.Systems - 1) / 2
	}
	if n > MaxPairs {
		return o, &TooManyPairsError{scores.Systems, n}
	}
	if o.Pairs == nil {
		for a := range scores.Systems {
			for b := a + 1; b < scores.Systems; b++ {
				o.Pairs = append(o.Pairs, [2]int{a, b})
			}
		}
	}
	if o.Family == 0 {
		o.Family = len(o.Pairs)
	}
	o = o.WithDraws(o.Family)
	return o, o.check(scores)
}

// largestScore is the largest score that is compared: sums of squares of such scores are finite.
const largestScore = 1e100

// check rejects what cannot be computed.
func (o Options) check(scores agreement.Grid) error {
	within := func(x float64) bool { return x > 0 && x < 1 }
	switch {
	case !slices.Contains(Tests(), o.Test):
		return fmt.Errorf("agreement: found the test %q, expected one of %v", o.Test, Tests())
	case !slices.Contains(Corrections(), o.Correction):
		return fmt.Errorf("agreement: found the correction %q, expected one of %v", o.Correction, Corrections())
	case o.Draws < 1:
		return fmt.Errorf("agreement: found %d samples, expected 1 or more", o.Draws)
	case o.Halves && o.Draws > mostHalved:
		return fmt.Errorf("agreement: found %d samples to halve, expected at most %d", o.Draws, mostHalved)
	case !(o.Ties >= 0 && o.Ties <= largestScore):
		return fmt.Errorf("agreement: found ties within %v, expected 0 or more", o.Ties)
	case o.Family < 0:
		return fmt.Errorf("agreement: found a family of %d tests, expected 1 or more", o.Family)
	case !within(o.Alpha):
		return fmt.Errorf("agreement: found alpha %v, expected a number between 0 and 1", o.Alpha)
	case !within(o.Confidence):
		return fmt.Errorf("agreement: found the confidence %v, expected a number between 0 and 1", o.Confidence)
	case o.Workers < 1:
		return fmt.Errorf("agreement: found %d threads, expected 1 or more", o.Workers)
	case o.Documents != nil && len(o.Documents) != scores.Segments:
		return fmt.Errorf("agreement: found the documents of %d segments, expected %d", len(o.Documents),
			scores.Segments)
	case scores.Segments == 0:
		return errors.New("agreement: found no segments, expected one or more")
	}
	for i, x := range scores.Values {
		if math.Abs(x) > largestScore {
			return fmt.Errorf("agreement: system %d, segment %d: found %v, expected a score of at most %g in size",
				i/scores.Segments+1, i%scores.Segments+1, x, largestScore)
		}
	}
	for i, document := range o.Documents {
		if document < 0 || document >= scores.Segments {
			return fmt.Errorf("agreement: segment %d: found the document %d, expected one from 0 to %d", i+1, document,
				scores.Segments-1)
		}
	}
	for _, pair := range o.Pairs {
		for _, system := range pair {
			if system < 0 || system >= scores.Systems {
				return fmt.Errorf("agreement: found a pair with system %d, expected one from 0 to %d", system,
					scores.Systems-1)
			}
		}
	}
	return nil
}
