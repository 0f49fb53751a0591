package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"gonum.org/v1/gonum/stat/distuv"
)

// A scoreKind is what the scores of segments are distributed like: a function of a normally distributed number.
type scoreKind struct {
	name string
	of   func(z float64) float64
	// least is the smallest share of the intervals that may hold the mean, of so many units.
	least [len(unitCounts)]float64
}

// unitCounts are the numbers of segments or documents that are simulated.
var unitCounts = [...]int{4, 6, 10, 20, 40, 200}

var scoreKinds = []scoreKind{
	{"normal", func(z float64) float64 { return z }, [...]float64{.93, .93, .93, .93, .93, .93}},
	{"heavy tails (Student's t of 3)", func(z float64) float64 {
		p := distuv.UnitNormal.CDF(z)
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: 3}.Quantile(min(max(p, 1e-12), 1-1e-12))
	}, [...]float64{.93, .93, .93, .93, .93, .93}},
	{"Likert, 1 to 5, half of them 5", likert, [...]float64{.85, .85, .91, .92, .93, .93}},
	{"like similarities, near 1", func(z float64) float64 { return 1 - 1/(1+math.Exp(3-z)) },
		[...]float64{.87, .87, .88, .90, .92, .93}},
	{"exponential", func(z float64) float64 { return -math.Log(distuv.UnitNormal.Survival(z)) },
		[...]float64{.88, .89, .90, .91, .92, .93}},
	{"lognormal", math.Exp, [...]float64{.82, .83, .85, .87, .90, .92}},
}

func likert(z float64) float64 {
	p := distuv.UnitNormal.CDF(z)
	for i, below := range []float64{.03, .08, .2, .5} {
		if p < below {
			return float64(i + 1)
		}
	}
	return 5
}

// mean returns the mean of all scores of the kind.
func (k scoreKind) mean() float64 {
	const points = 1 << 20
	sum := 0.0
	for i := range points {
		sum += k.of(distuv.UnitNormal.Quantile((float64(i) + 0.5) / points))
	}
	return sum / points
}

// A clustering says how segments are documents.
type clustering struct {
	name  string
	size  func(rng *rand.Rand) int // of a document; nil for segments without documents
	alike float64                  // the correlation of its scores, before they are made of their kind
	less  float64                  // how much less may hold than of segments
}

var clusterings = []clustering{
	{"segments", nil, 0, 0},
	{"documents of 10", func(*rand.Rand) int { return 10 }, 0.3, 0},
	{"documents of 1 to 60", func(rng *rand.Rand) int {
		return int(min(60, max(1, math.Exp(1.8+0.9*rng.NormFloat64()))))
	}, 0.3, 0.03},
}

// draw gives the scores of so many units to a mean.
func (c clustering) draw(rng *rand.Rand, kind scoreKind, units int) *agreement.Mean {
	var mean agreement.Mean
	for unit := range units {
		if c.size == nil {
			mean.Add(kind.of(rng.NormFloat64()))
			continue
		}
		document := rng.NormFloat64()
		for range c.size(rng) {
			z := math.Sqrt(c.alike)*document + math.Sqrt(1-c.alike)*rng.NormFloat64()
			mean.AddOf(unit, kind.of(z))
		}
	}
	return &mean
}

// At least 93 % of the 95 % intervals of means contain the mean of the population where scores are not skewed, and fewer for
// few skewed units, as docs/data/calibration/intervals.tsv has them. Differences of two systems have the same interval.
func TestMeanIntervalsHold(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments := 100
	if os.Getenv(longCalibration) != "" {
		experiments = 2000
	}
	simulated := 0
	for _, c := range clusterings {
		for _, kind := range scoreKinds {
			truth, rng := kind.mean(), rand.New(rand.NewPCG(11, 13))
			var shares []string
			for i, units := range unitCounts {
				held := 0
				for range experiments {
					interval, ok := c.draw(rng, kind, units).Interval(0.95)
					if !ok {
						t.Fatalf("%s, %s, %d: no interval", c.name, kind.name, units)
					}
					if interval.Low-1e-9 <= truth && truth <= interval.High+1e-9 {
						held++
					}
				}
				simulated += experiments
				share := float64(held) / float64(experiments)
				shares = append(shares, fmt.Sprintf("%.3f", share))
				least := kind.least[i] - c.less
				if share < least-far*deviationOf(least, experiments) {
					t.Errorf("%s, %s, %d: %.3f of the intervals hold the mean, want %.2f", c.name, kind.name, units,
						share, least)
				}
			}
			t.Logf("%s, %s: %s of %v", c.name, kind.name, strings.Join(shares, " "), unitCounts)
		}
	}
	parts.Count(t, simulated, "simulated intervals of means")
}
