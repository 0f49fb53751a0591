//go:build !purego

package transport

import (
	"math"

	"golang.org/x/sys/cpu"
)

// machine is the best set of the machine.
var machine = func() isa {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2:
		return avx512
	case cpu.X86.HasAVX2 && cpu.X86.HasBMI1:
		return avx2
	}
	return portable
}()

func (k isa) largest(cost []float64) float64 {
	if k == portable || len(cost) < 32 {
		return largestOf(cost)
	}
	whole := len(cost) &^ 31
	var top uint64
	if k == avx512 {
		top = largestAVX512(&cost[0], whole)
	} else {
		top = largestAVX2(&cost[0], whole)
	}
	rest := math.Float64bits(largestOf(cost[whole:]))
	return math.Float64frombits(max(top, rest))
}

func (k isa) round(t *table, cost []float64, scale float64) {
	switch k {
	case avx512:
		roundAVX512(&t.cells[0], &cost[0], t.n, t.m, t.stride, scale, &t.rowSum[0], &t.columnSum[0])
	case avx2:
		roundAVX2(&t.cells[0], &cost[0], t.n, t.m, t.stride, scale, &t.rowSum[0], &t.columnSum[0])
	default:
		roundInto(t, cost, scale)
	}
}

func (k isa) leastOfAll(t *table, offset, low, at []int32) {
	switch k {
	case avx512:
		leastOfAllAVX512(&t.cells[0], &offset[0], t.n, t.stride, &low[0], &at[0])
	case avx2:
		leastOfAllAVX2(&t.cells[0], &offset[0], t.n, t.stride, &low[0], &at[0])
	default:
		leastInAll(t, offset, low, at)
	}
}

func (k isa) pick(g *greedy, p *problem, c *table, t *tree) {
	if p.m == 1 {
		return
	}
	pick := pickAVX512
	switch small := max(pad(c.n, lanes), c.stride); {
	case k == portable:
		g.pick(p, c, t)
		return
	case k == avx512 && small == lanes:
		pick = pick16AVX512
	case k == avx512 && c.stride == 2*lanes && small == 2*lanes:
		pick = pick32AVX512
	case k == avx512:
	case small == lanes:
		pick = pick16AVX2
	case c.stride == 2*lanes && small == 2*lanes:
		pick = pick32AVX2
	default:
		pick = pickAVX2
	}
	n := pick(&c.cells[0], c.stride, g.low.stride, &g.low.cells[0], &g.row[0], &g.at[0], &g.column[0],
		&p.supply[0], &p.demand[0], &t.parent[0], &t.flow[0], t.first, &g.order[:1][0], p.m)
	g.order = g.order[:n]
}

func (k isa) price(t *table, from, count int, price []int32, first int) (reduced int32, row, column int) {
	switch k {
	case avx512:
		return priceAVX512(&t.cells[from*t.stride], &price[from], &price[first], t.stride, count/group)
	case avx2:
		return priceAVX2(&t.cells[from*t.stride], &price[from], &price[first], t.stride, count/group)
	}
	return priceRows(t, from, count, price, first)
}

func (k isa) count(t *table, price []int32, first int, limit int32) int {
	switch k {
	case avx512:
		return countAVX512(&t.cells[0], t.n, t.stride, &price[0], &price[first], limit)
	case avx2:
		return countAVX2(&t.cells[0], t.n, t.stride, &price[0], &price[first], limit)
	}
	return countBelow(t, price, first, limit)
}

func (k isa) shift(price []int32, set []uint64, delta int32) {
	switch k {
	case avx512:
		shiftAVX512(&price[0], &set[0], len(price), delta)
	case avx2:
		shiftAVX2(&price[0], &set[0], len(price), delta)
	default:
		shiftPrices(price, set, delta)
	}
}

func (k isa) leave(t *tree, way []int32) {
	if k == portable || len(way) == 0 {
		t.leave(way)
		return
	}
	leaveAVX2(&t.below[0], t.words, &way[0], len(way), &t.moved[0])
}

func (k isa) join(t *tree, way []int32) {
	if k == portable || len(way) == 0 {
		t.join(way)
		return
	}
	joinAVX2(&t.below[0], t.words, &way[0], len(way), &t.moved[0])
}

func (k isa) turn(t *tree, way []int32) {
	if k == portable {
		t.turn(way)
		return
	}
	turnAVX2(&t.below[0], t.words, &way[0], len(way), &t.moved[0])
}

func (k isa) clean(p *problem, from, count int, exact []int64, first int) int {
	switch k {
	case avx512:
		return cleanAVX512(&p.cost[from*p.m], count, p.m, p.scale, &exact[from], &exact[first])
	case avx2:
		return cleanAVX2(&p.cost[from*p.m], count, p.m, p.scale, &exact[from], &exact[first])
	}
	return cleanRows(p, from, count, exact, first)
}
