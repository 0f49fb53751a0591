package transport

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

const (
	// massBits fixes the unit of mass: each side sums to exactly 2^massBits units, the most that lets any
	// sum of flows fit an int64.
	massBits = 62
	// costBits is the most bits that a cost in units may have; a float64 has 53.
	costBits = 52
	// priceBits bounds the potentials, which are sums of up to n+m costs, so that a reduced cost, which
	// is made of two of them and a cell, still fits an int64.
	priceBits = 61
	// sumTol is how far the sums of the two sides may disagree, relative to the larger. Sums of float64
	// masses stay far within it; masses normalised in float32 do not.
	sumTol = 1e-9
)

// A problem is the caller's problem in integers, so that sums of flows, ratio tests and reduced costs are
// exact and ties are ties.
//
// Rounding a cost moves it by less than one unit, which is at most 2^-48 of the largest |cost| up to
// 2000×2000; a plan that is optimal for the rounded costs is within twice that of the optimum, and duals that are
// feasible for them are feasible for the true costs within one unit. Plan and true costs give the value.
//
// Rows here are the caller's rows, or his columns where flip is set. Columns without mass are left out: the
// start needs positive columns (see greedy.plant), and they carry nothing. Rows without mass stay.
type problem struct {
	n, m    int
	flip    bool
	stride  int       // columns of the caller's matrix
	columns []int32   // columns[j] is the caller's index of column j
	cost    []float64 // n×m, row-major: the caller's matrix itself or gathered
	largest float64   // max |cost|
	scale   float64   // units in a cost of 1, a power of two
	unit    float64   // the caller's cost of one unit, a power of two
	supply  []int64   // of rows, len n, ≥ 0
	demand  []int64   // of columns, len m, > 0
	sum     float64   // of the caller's masses a

	gathered []float64 // memory of cost where it is not the caller's
}

// load checks the arguments and converts them.
func (p *problem) load(k isa, a, b, cost []float64) error {
	sumA, err := sumMasses("a", a)
	if err != nil {
		return err
	}
	sumB, err := sumMasses("b", b)
	if err != nil {
		return err
	}
	if math.Abs(sumA-sumB) > sumTol*max(sumA, sumB) {
		return fmt.Errorf("transport: found masses a that sum to %v and masses b that sum to %v, expected equal sums",
			sumA, sumB)
	}
	if len(cost) != len(a)*len(b) {
		return fmt.Errorf("transport: found %d costs, expected %d×%d", len(cost), len(a), len(b))
	}
	p.largest = k.largest(cost)
	if !(p.largest <= math.MaxFloat64) {
		return notFinite(cost, len(b))
	}
	p.stride = len(b)
	// Few long rows are bad for pricing, which takes whole rows, and for the start, which scans
	// rows again as columns run out.
	p.flip = len(b) > 2*len(a)
	rows, columns := &p.supply, &p.demand
	if p.flip {
		rows, columns = columns, rows
	}
	*rows = resize(*rows, len(a))
	*columns = resize(*columns, len(b))
	p.sum = scaleMasses(*rows, a, sumA)
	scaleMasses(*columns, b, sumB)
	p.n = len(p.supply)
	p.dropEmptyColumns()
	p.cost = cost
	if p.flip || p.m < p.stride {
		p.gather(cost)
	}
	p.scaleCosts()
	return nil
}

// sumMasses returns the sum of a side, or what is wrong with it.
func sumMasses(side string, mass []float64) (float64, error) {
	sum := 0.0
	for i, x := range mass {
		if !(x >= 0 && x <= math.MaxFloat64) {
			return 0, fmt.Errorf("transport: mass %s[%d]: found %v, expected a finite number that is not negative",
				side, i, x)
		}
		sum += x
	}
	if !(sum > 0 && sum <= math.MaxFloat64) {
		return 0, fmt.Errorf("transport: found %d masses %s that sum to %v, expected a positive finite sum", len(mass),
			side, sum)
	}
	return sum, nil
}

// scaleMasses writes the masses in units. What the roundings of sum and products leave of the total, some thousand
// units, is spread in proportion, and the last few go to the largest mass. Equal masses stay equal but for those.
// It returns the sum of the masses, which the integers know to more bits than sum.
func scaleMasses(units []int64, mass []float64, sum float64) float64 {
	const total = 1 << massBits
	units = units[:len(mass)]
	scale := total / sum
	tiny := scale > math.MaxFloat64
	rest, most := int64(total), int64(0)
	for i, x := range mass {
		u := int64(x * scale)
		if tiny {
			u = int64(x / sum * total)
		}
		units[i] = u
		rest -= u
		most = max(most, u)
	}
	largest := slices.Index(units, most)
	share := float64(rest) / total
	for i, u := range units {
		more := int64(float64(u) * share)
		units[i] += more
		rest -= more
	}
	units[largest] += rest
	return sum - float64(sum*share)
}

// dropEmptyColumns sets m and columns and closes the gaps in demand.
func (p *problem) dropEmptyColumns() {
	p.columns = resize(p.columns, len(p.demand))
	m := 0
	for j, units := range p.demand {
		if units > 0 {
			p.columns[m], p.demand[m] = int32(j), units
			m++
		}
	}
	p.m, p.columns = m, p.columns[:m]
}

// notFinite says which cost is not finite.
func notFinite(cost []float64, stride int) error {
	for k, c := range cost {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return fmt.Errorf("transport: cost[%d,%d]: found %v, expected a finite number", k/stride, k%stride, c)
		}
	}
	panic("transport: unreachable: no cost is infinite or NaN")
}

// gather copies the costs in the order of rows and columns here.
func (p *problem) gather(cost []float64) {
	p.gathered = resize(p.gathered, p.n*p.m)
	p.cost = p.gathered
	for i := range p.n {
		row := p.row(i)
		if p.flip {
			for j, column := range p.columns {
				row[j] = cost[int(column)*p.stride+i]
			}
		} else {
			for j, column := range p.columns {
				row[j] = cost[i*p.stride+int(column)]
			}
		}
	}
}

// scaleCosts chooses the unit of cost: the largest is just below 2^costBits units or what priceBits leaves. It
// is a power of two, so that the rounding to whole units is the only one.
func (p *problem) scaleCosts() {
	shift := min(costBits, priceBits-bits.Len(uint(p.n+p.m))) - exponent(p.largest)
	shift = min(shift, 1000) // keeps the scale finite: a unit is never below 1e-301
	p.scale = power(shift)
	p.unit = power(-shift)
}

// exponent returns the least e for which the positive x < 2^e, or a greater one where x is not a normal number.
func exponent(x float64) int {
	return int(math.Float64bits(x)>>52) - 1022
}

// power returns 2^e, a normal number.
func power(e int) float64 {
	return math.Float64frombits(uint64(e+1023) << 52)
}

// units is the cost of cell (i, j) in units.
func (p *problem) units(i, j int) int64 {
	return int64(p.cost[i*p.m+j] * p.scale)
}

// mass is a flow in the caller's terms.
func (p *problem) mass(flow int64) float64 {
	return float64(flow) * (1.0 / (1 << massBits)) * p.sum
}

// row is row i of the costs.
func (p *problem) row(i int) []float64 {
	return p.cost[i*p.m:][:p.m]
}
