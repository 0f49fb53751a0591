//go:build !amd64 || purego

package transport

// machine is the best set of the machine.
const machine = portable

func (isa) largest(cost []float64) float64 { return largestOf(cost) }

func (isa) round(t *table, cost []float64, scale float64) { roundInto(t, cost, scale) }

func (isa) leastOfAll(t *table, offset, low, at []int32) { leastInAll(t, offset, low, at) }

func (isa) pick(g *greedy, p *problem, c *table, t *tree) { g.pick(p, c, t) }

func (isa) price(t *table, from, count int, price []int32, first int) (reduced int32, row, column int) {
	return priceRows(t, from, count, price, first)
}

func (isa) count(t *table, price []int32, first int, limit int32) int {
	return countBelow(t, price, first, limit)
}

func (isa) shift(price []int32, set []uint64, delta int32) { shiftPrices(price, set, delta) }

func (isa) leave(t *tree, way []int32) { t.leave(way) }

func (isa) join(t *tree, way []int32) { t.join(way) }

func (isa) turn(t *tree, way []int32) { t.turn(way) }

func (isa) clean(p *problem, from, count int, exact []int64, first int) int {
	return cleanRows(p, from, count, exact, first)
}
