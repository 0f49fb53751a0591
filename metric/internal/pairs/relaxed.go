package pairs

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/texts"
)

// pairsAtOnce is how many pairs of words relaxed transport takes at once, of which only the nearest are kept. Their
// products and costs take 32 MiB each.
const pairsAtOnce = 1 << 22

// Relaxed returns one minus what it costs to move all mass of one side to the nearest word of the other, of the mass of
// a and of that of b.
func (p *Pair) Relaxed(of Plan, a, b *texts.Text) (ofA, ofB float64) {
	from, to := &a.Distributions[of.By], &b.Distributions[of.By]
	r := &p.relaxation
	r.begin(len(to.Mass))
	if rows := max(p.PairsAtOnce/len(b.Words), 1); rows >= len(a.Words) {
		p.Problem(of, a, b)
		r.add(from.Mass, p.Cost)
	} else {
		p.paired = false // no longer: each part takes the place of the one before
		for first := 0; first < len(from.Words); first += rows {
			last := min(first+rows, len(from.Words))
			p.partOfProblem(of, a, b, from.Words[first:last], to.Words)
			r.add(from.Mass[first:last], p.Cost)
		}
	}
	var costOfB float64
	for j, mass := range to.Mass {
		costOfB += float64(mass * r.nearest[j])
	}
	return 1 - r.cost, 1 - costOfB
}

// A relaxation is what is known after some words of a text of what it costs to move to the nearest word.
type relaxation struct {
	cost    float64    // of those words
	nearest []float64  // what it costs at least to move one of them onto each word of the other text
	part    texts.Text // those that are looked at now, if the text is long
	taken   []int32    // scratch of texts.Reader.Take
	places  []int32    // scratch of partOfProblem
}

func (r *relaxation) begin(words int) {
	r.cost, r.nearest = 0, texts.Resized(r.nearest, words)
	for j := range r.nearest {
		r.nearest[j] = math.Inf(1)
	}
}

// add looks at more words, with their masses and what it costs to move them, row-major, a row for each.
func (r *relaxation) add(masses, costs []float64) {
	nearest := r.nearest
	for i, mass := range masses {
		least := math.Inf(1)
		for j, cost := range costs[i*len(nearest):][:len(nearest)] {
			if cost < least {
				least = cost
			}
			if cost < nearest[j] {
				nearest[j] = cost
			}
		}
		r.cost += float64(mass * least)
	}
}

// partOfProblem fills in p.Cost, row-major len(from)×len(to), as Problem does, without the products and costs of other
// words of a.
func (p *Pair) partOfProblem(of Plan, a, b *texts.Text, from, to []int32) {
	r := &p.relaxation
	r.taken = append(r.taken[:0], from...)
	if p.reader.ContextWeight > 0 {
		a.MixContext(p.reader)
		b.MixContext(p.reader)
		for _, i := range from {
			for _, neighbour := range [2]int32{a.Mixing.Before[i], a.Mixing.After[i]} {
				if int(neighbour) < len(a.Words) {
					r.taken = append(r.taken, neighbour)
				}
			}
		}
		slices.Sort(r.taken)
		r.taken = slices.Compact(r.taken)
		p.pad(len(r.taken), len(b.Words))
	}
	p.reader.Take(&r.part, a, r.taken)
	r.places = r.places[:0]
	for _, i := range from {
		place, _ := slices.BinarySearch(r.taken, i)
		r.places = append(r.places, int32(place))
	}
	p.dots = p.reader.Multiply(p.dots, &r.part, b)
	p.price(of, p.dots, &r.part, b, r.places, to)
}
