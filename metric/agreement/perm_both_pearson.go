package agreement

import "math"

// pearsonPair does PERM-BOTH for Pearson without forming the swapped scores. With the mean c = (a+b)/2 of two scores
// and half their difference d = (a−b)/2, a swap changes only the sign s of d: the scores are c + s·d and c − s·d. So
// with human scores h centred and scaled to length 1 and c centred, a group of n scores has
//
//	r = (Σhc ± Σs·hd) / √(Σc² + Σd² ± 2Σs·cd − (Σs·d)²/n),
//
// and a swap costs three signed sums.
type pearsonPair struct {
	cells  []pearsonCell // of all groups, one after the other
	groups []pearsonGroup
	micro  bool
	correlator
	swapped []float64
}

type pearsonCell struct{ hd, d, cd float64 }

type pearsonGroup struct {
	pairedGroup
	hc, squares float64 // Σhc, Σc² + Σd²
	flat        bool    // human scores are constant: there is no correlation
}

// cancelled is the share of the sum of squares below which a variance is not to be trusted, and is computed from the
// swapped scores.
const cancelled = 1e-6

func newPearsonPair(s Spec, m *pairedMetrics) *pearsonPair {
	p := &pearsonPair{micro: s.Micro, cells: make([]pearsonCell, 0, m.scores)}
	for _, g := range m.groups {
		group := pearsonGroup{pairedGroup: g, flat: constant(g.human)}
		n := float64(len(g.human))
		mean := 0.0
		for k := range g.a {
			mean += (g.a[k] + g.b[k]) / 2 / n
		}
		h := make([]float64, len(g.human))
		if !group.flat {
			h = deviations(g.human, h[:0])
			length := 0.0
			for _, x := range h {
				length += float64(x * x)
			}
			for k := range h {
				h[k] /= math.Sqrt(length)
			}
		}
		for k := range h {
			c, d := (g.a[k]+g.b[k])/2-mean, (g.a[k]-g.b[k])/2
			p.cells = append(p.cells, pearsonCell{h[k] * d, d, c * d})
			group.hc += float64(h[k] * c)
			group.squares += float64(c*c) + float64(d*d)
		}
		p.groups = append(p.groups, group)
	}
	return p
}

// difference returns the lead of the first metric after a swap.
func (p *pearsonPair) difference(swaps []uint64) float64 {
	var first, second groupMean
	at := 0
	for i := range p.groups {
		g := &p.groups[i]
		n := len(g.human)
		if n < 2 || g.flat {
			at += n
			continue
		}
		var hd, d, cd float64
		word, left := swaps[at/64]>>(at%64), 64-at%64
		for k := range p.cells[at : at+n] {
			if left == 0 {
				word, left = swaps[(at+k)/64], 64
			}
			swap := word << 63 // the sign bit of a number
			word, left = word>>1, left-1
			cell := &p.cells[at+k]
			hd += math.Float64frombits(math.Float64bits(cell.hd) ^ swap)
			d += math.Float64frombits(math.Float64bits(cell.d) ^ swap)
			cd += math.Float64frombits(math.Float64bits(cell.cd) ^ swap)
		}
		weight, lost := groupWeight(n, p.micro), d*d/float64(n)
		for side, v := range [2]float64{g.squares + 2*cd - lost, g.squares - 2*cd - lost} {
			r, ok := (g.hc+hd)/math.Sqrt(v), true
			if side == 1 {
				r = (g.hc - hd) / math.Sqrt(v)
			}
			if v <= cancelled*g.squares {
				r, ok = p.ofSwapped(g, swaps, at, side)
			}
			switch share := (groupShare{min(max(r, -1), 1), weight, true}); {
			case ok && side == 0:
				first.add(share)
			case ok:
				second.add(share)
			}
		}
		at += n
	}
	a, _ := first.value() // 0 of nothing
	b, _ := second.value()
	return a - b
}

// ofSwapped computes the correlation of a group with the swapped scores of a side.
func (p *pearsonPair) ofSwapped(g *pearsonGroup, swaps []uint64, at, side int) (r float64, ok bool) {
	p.swapped = p.swapped[:0]
	for k := range g.human {
		if int(swaps[(at+k)/64]>>((at+k)%64)&1) == side {
			p.swapped = append(p.swapped, g.a[k])
		} else {
			p.swapped = append(p.swapped, g.b[k])
		}
	}
	return p.pearson(g.human, p.swapped)
}
