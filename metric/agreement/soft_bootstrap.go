package agreement

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
)

// Draws of a bootstrap need the sums of soft pairwise accuracy a thousand times, so they take sign patterns whose sums
// are quick to get: those of a Hadamard matrix, its columns put in random order and each with a random sign. Its fast
// transform adds up n scores for as many patterns in n·log n steps. Each pattern is a random one, so that p, the share
// of the patterns, is as for independent ones on average; in simulations it varied by no more than theirs. More scores
// than patterns are cut into parts, each with a matrix of its own, whose patterns are put together in random order.

// softSigns are the patterns for the parts, and are made as they are needed. Any number of goroutines may use one.
type softSigns struct {
	patterns int // a power of two
	seed     uint64
	making   sync.Mutex
	parts    []*softPart
}

// A softPart is a matrix: the column of each score and its sign, and the order of the rows.
type softPart struct {
	column []int
	sign   []float64
	order  []int
}

// newSoftSigns returns the patterns for at least so many draws.
func newSoftSigns(draws int, seed uint64) *softSigns {
	return &softSigns{patterns: 1 << bits.Len(uint(max(1, draws)-1)), seed: seed}
}

// part returns the i-th part, from a random stream of its own.
func (s *softSigns) part(i int) *softPart {
	s.making.Lock()
	defer s.making.Unlock()
	for len(s.parts) <= i {
		rng := rand.New(rand.NewPCG(s.seed, softStreams|uint64(len(s.parts))))
		p := &softPart{column: rng.Perm(s.patterns), order: rng.Perm(s.patterns), sign: make([]float64, s.patterns)}
		for k := range p.sign {
			p.sign[k] = float64(2*rng.IntN(2) - 1)
		}
		s.parts = append(s.parts, p)
	}
	return s.parts[i]
}

// softStreams marks the streams of sign patterns.
const softStreams = 1 << 62

// bootstrapSoft is Bootstrap of soft pairwise accuracy.
func (s Spec) bootstrapSoft(ctx context.Context, whole *sample, b GridBootstrap) (Distribution, error) {
	signs := newSoftSigns(s.softPatterns())
	return distribution(ctx, b.Draws, b.Workers, b.Done, func() func(int) float64 {
		e, formed := newEvaluator(ctx), drawnSample{drawer: newDrawer(b)}
		d := drawnSoft{spec: s, whole: whole, ended: e.soft.ended, signs: signs}
		return func(draw int) float64 {
			formed.draw(whole, draw)
			d.choose(formed.rows, formed.columns)
			switch n := len(d.columns); {
			case n == 0 || len(d.systems) < 2:
				return math.NaN()
			case n <= softExact && s.Statistic == StatisticSPAMidP:
				formed.form(whole)
				return e.evaluate(s, &formed.sample).Value
			}
			return d.value(formed.rows)
		}
	})
}

// A drawnSoft is a draw, and the memory for it. Systems that are drawn twice have their sums computed once.
type drawnSoft struct {
	spec  Spec
	whole *sample
	signs *softSigns
	ended func() bool

	systems []int // that were drawn, each once
	place   []int // of each system of the whole sample among them
	columns []int // that were drawn, and have all scores of these systems
	before  []int // of two of them, how often the one comes before the other: systems × systems
	times   []int
	sums    [2][]float64 // of each system the sums by pattern, and last the plain sum
	scores  []float64    // of a part
}

// choose finds the systems, and the columns with all of their scores.
func (d *drawnSoft) choose(rows, columns []int) {
	d.systems = append(d.systems[:0], rows...)
	slices.Sort(d.systems)
	d.systems = slices.Compact(d.systems)
	d.columns = d.columns[:0]
	for _, j := range columns {
		if !slices.ContainsFunc(d.systems, func(i int) bool {
			at := i*d.whole.segments + j
			return math.IsNaN(d.whole.human[at]) || math.IsNaN(d.whole.metric[at])
		}) {
			d.columns = append(d.columns, j)
		}
	}
}

// value returns one minus the mean over pairs of drawn systems, but for copies, of |p_human − p_metric|.
func (d *drawnSoft) value(rows []int) float64 {
	d.order(rows)
	scales := [2]float64{d.project(0, d.whole.human), d.project(1, d.whole.metric)}
	n, patterns := len(d.systems), d.signs.patterns
	sums := func(side, system int) []float64 { return d.sums[side][system*(patterns+1):][:patterns+1] }
	distance, pairs := 0, 0 // the distance in halves of a pattern
	for x := range n {
		if d.ended() {
			break
		}
		for y := range x {
			var more, same [2]int
			for side := range more {
				more[side], same[side] = moreAndSame(sums(side, x), sums(side, y), sameSum*scales[side])
			}
			first, second := d.before[x*n+y], d.before[y*n+x]
			pairs += first + second
			// With the other system first, more is what is left of the patterns after more and same.
			up, down := 2*(more[0]+same[0]-more[1]-same[1]), 2*(more[0]-more[1])
			if d.spec.Statistic == StatisticSPAMidP {
				up, down = (up+down)/2, (up+down)/2
			}
			distance += first*max(up, -up) + second*max(down, -down)
		}
	}
	return 1 - float64(distance)/float64(2*patterns)/float64(pairs)
}

// order counts which system comes before which.
func (d *drawnSoft) order(rows []int) {
	n := len(d.systems)
	d.place = slices.Grow(d.place[:0], d.whole.systems)[:d.whole.systems]
	for at, i := range d.systems {
		d.place[i] = at
	}
	d.before, d.times = slices.Grow(d.before[:0], n*n)[:n*n], slices.Grow(d.times[:0], n)[:n]
	clear(d.before)
	clear(d.times)
	for _, i := range rows {
		y := d.place[i]
		for x, times := range d.times {
			d.before[x*n+y] += times
		}
		d.times[y]++
	}
}

// project fills the sums of a side, and returns the sum of magnitudes of the system where that is largest.
func (d *drawnSoft) project(side int, scores []float64) (scale float64) {
	patterns := d.signs.patterns
	size := len(d.systems) * (patterns + 1)
	d.sums[side] = slices.Grow(d.sums[side][:0], size)[:size]
	d.scores = slices.Grow(d.scores[:0], patterns)[:patterns]
	for at, i := range d.systems {
		row := scores[i*d.whole.segments:][:d.whole.segments]
		sums := d.sums[side][at*(patterns+1):][:patterns+1]
		clear(sums)
		magnitude, total := 0.0, 0.0
		for from := 0; from < len(d.columns); from += patterns {
			part := d.signs.part(from / patterns)
			clear(d.scores)
			for k, j := range d.columns[from:min(from+patterns, len(d.columns))] {
				v := row[j]
				magnitude += math.Abs(v)
				total += v
				d.scores[part.column[k]] = part.sign[k] * v
			}
			hadamard(d.scores)
			for pattern, at := range part.order {
				sums[pattern] += d.scores[at]
			}
		}
		sums[patterns] = total
		scale = max(scale, magnitude)
	}
	return scale
}

// hadamard multiplies x, of a power of two numbers, by the Hadamard matrix of Sylvester's form: two steps of its fast
// transform at a time.
func hadamard(x []float64) {
	h := 1
	for ; 4*h <= len(x); h *= 4 {
		for from := 0; from < len(x); from += 4 * h {
			a := x[from:][:h:h]
			b, c, d := x[from+h:][:len(a)], x[from+2*h:][:len(a)], x[from+3*h:][:len(a)]
			for i := range a {
				s, t, u, v := a[i]+b[i], a[i]-b[i], c[i]+d[i], c[i]-d[i]
				a[i], b[i], c[i], d[i] = s+u, t+v, s-u, t-v
			}
		}
	}
	if 2*h == len(x) {
		for i, a := range x[:h] {
			x[i], x[h+i] = a+x[h+i], a-x[h+i]
		}
	}
}
