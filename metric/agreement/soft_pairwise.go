package agreement

import (
	"math"

	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
)

const (
	// softDraws and softSeed are those of mt-metrics-eval.
	softDraws = 1000
	softSeed  = 4
	// softExact is up to how many segments all sign patterns are enumerated for SPAMidP.
	softExact = 12
	// sameSum is how near two sums of scores are that differ by rounding only, relative to the sum of magnitudes.
	sameSum = 1e-12
)

// softPairs computes soft pairwise accuracy (Thompson, Mathur, Deutsch and Khayrallah 2024), one minus the mean over
// pairs of systems of |p_human − p_metric|, where p is the p-value of a paired permutation test for the first of the
// two being better: the share of random sign patterns s with
//
//	Σⱼ sⱼ (aⱼ − bⱼ) ≥ Σⱼ (aⱼ − bⱼ).
//
// The patterns are shared by all pairs. Swapping two systems turns ≥ into ≤, so where sums tie, as they do for few
// segments and for scores with few values, the value depends on the order of the systems. The mid-p form counts ties
// half, which makes p of the swapped pair exactly 1 − p, and the value independent of their order.
//
// Sums of decimal fractions that are equal differ by the rounding of binary numbers. Sums within sameSum are therefore
// taken as equal, which gives the p that counting in whole numbers gives. mt-metrics-eval adds in float32 without a
// tolerance and counts such ties at random, so its value can differ: in made tables of scores with one or two decimals
// by up to 0.24 where there are ten segments or fewer, and by up to 0.02 with hundreds.
type softPairs struct {
	signs   []uint8 // for eight segments each a byte of every draw, whose bits are set for +1
	key     softKey // what signs were made for
	sums    [2][]float64
	columns []int
	ended   func() bool // nil: work is never given up
}

// softPatterns returns how many sign patterns are drawn, and from which seed.
func (s Spec) softPatterns() (draws int, seed uint64) {
	if s.Draws == 0 && s.Seed == 0 {
		return softDraws, softSeed
	}
	return s.Draws, s.Seed
}

// A softKey says which sign patterns are meant.
type softKey struct {
	draws, segments int
	seed            uint64
	exact           bool
}

// evaluate uses the segments that have all scores of all systems.
func (p *softPairs) evaluate(s Spec, whole *sample) Value {
	p.columns = p.columns[:0]
	for j := range whole.segments {
		if whole.complete(j) {
			p.columns = append(p.columns, j)
		}
	}
	n := len(p.columns)
	value := Value{Scores: n * whole.systems}
	switch {
	case whole.systems < 2:
		value.Reason = Reason{Kind: ReasonFewSystems}
		return value
	case n == 0:
		value.Reason = Reason{Kind: ReasonNoCommonSegment}
		return value
	}
	key := softKey{segments: n}
	key.draws, key.seed = s.softPatterns()
	if s.Statistic == StatisticSPAMidP && n <= softExact {
		key = softKey{draws: 1 << n, segments: n, exact: true}
	}
	p.prepare(key)
	scales := [2]float64{p.project(0, whole.human, whole), p.project(1, whole.metric, whole)}
	draws := p.key.draws
	sums := func(side, system int) []float64 { return p.sums[side][system*(draws+1):][:draws+1] }
	var distance float64
	var pairs int
	for a := range whole.systems {
		if p.ended != nil && p.ended() {
			break
		}
		for b := a + 1; b < whole.systems; b++ {
			if whole.rows != nil && whole.rows[a] == whole.rows[b] {
				continue // a copy, of which nothing is to be said
			}
			var ps [2]float64
			for side := range ps {
				more, same := moreAndSame(sums(side, a), sums(side, b), sameSum*scales[side])
				ps[side] = float64(more) + float64(same)
				if s.Statistic == StatisticSPAMidP {
					ps[side] = float64(more) + float64(same)/2
				}
			}
			distance += math.Abs(ps[0]-ps[1]) / float64(draws)
			pairs++
		}
	}
	if pairs == 0 {
		value.Reason = Reason{Kind: ReasonFewSystems}
		return value
	}
	value.Value, value.Defined, value.Groups = 1-distance/float64(pairs), true, 1
	return value
}

// complete says whether every system has both scores of a segment.
func (s *sample) complete(segment int) bool {
	for i := range s.systems {
		at := i*s.segments + segment
		if math.IsNaN(s.human[at]) || math.IsNaN(s.metric[at]) {
			return false
		}
	}
	return true
}

// prepare draws the sign patterns, as NumPy's random of float32 rounded to 0 or 1 gives them.
func (p *softPairs) prepare(key softKey) {
	if p.key == key {
		return
	}
	p.key = key
	width := (key.segments + 7) / 8
	p.signs = make([]uint8, key.draws*width)
	rng := numpy.NewRandom(key.seed)
	for draw := range key.draws {
		for j := range key.segments {
			plus := draw>>j&1 == 1
			if !key.exact {
				plus = rng.Float32() > 0.5 // ½ itself rounds to the even 0
			}
			if plus {
				p.signs[j/8*key.draws+draw] |= 1 << (j % 8)
			}
		}
	}
}

// project fills p.sums[side] with the signed sums of each system's scores: of system i and draw d at i·(draws+1) + d,
// and last the plain sum. It returns the sum of magnitudes of the system where that is largest. The sums of any eight
// scores are looked up in a table of all their sign patterns.
func (p *softPairs) project(side int, scores []float64, whole *sample) (scale float64) {
	draws, width := p.key.draws, (len(p.columns)+7)/8
	size := whole.systems * (draws + 1)
	if cap(p.sums[side]) < size {
		p.sums[side] = make([]float64, size)
	}
	p.sums[side] = p.sums[side][:size]
	clear(p.sums[side])
	for i := range whole.systems {
		sums := p.sums[side][i*(draws+1):][:draws+1]
		magnitude := 0.0
		for byteAt := range width {
			var eight [8]float64
			for k := range min(8, len(p.columns)-8*byteAt) {
				eight[k] = scores[i*whole.segments+p.columns[8*byteAt+k]]
				magnitude += math.Abs(eight[k])
			}
			table := signTable(&eight)
			for draw, pattern := range p.signs[byteAt*draws:][:draws] {
				sums[draw] += table[pattern]
			}
			sums[draws] += table[255]
		}
		scale = max(scale, magnitude)
	}
	return scale
}

// signTable returns Σ ±xₖ for all patterns of signs, bit k set for +.
func signTable(x *[8]float64) (sums [256]float64) {
	for _, v := range x {
		sums[0] -= v
	}
	for k, v := range x {
		for pattern := range 1 << k {
			sums[1<<k|pattern] = sums[pattern] + 2*v
		}
	}
	return sums
}

// moreAndSame counts the patterns whose difference of two systems is more than the observed one, which is that of the last
// sums, and the same. The sign bit of a difference does without a branch, which no processor could foresee.
func moreAndSame(first, second []float64, tolerance float64) (more, same int) {
	patterns := len(first) - 1
	second = second[:len(first)]
	observed := first[patterns] - second[patterns]
	high, low := observed+tolerance, observed-tolerance
	var above, below uint64
	for i, v := range first[:patterns] {
		difference := v - second[i]
		above += math.Float64bits(high-difference) >> 63
		below += math.Float64bits(difference-low) >> 63
	}
	return int(above), patterns - int(above) - int(below)
}
