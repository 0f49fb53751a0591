package transport

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// compareKernels runs every kernel of k on random input of n rows and m columns and tells where it differs from its
// twin.
func compareKernels(k isa, r *rand.Rand, n, m int) error {
	// Few values, so that ties are common, or many; with extremes.
	spread := []float64{1, 3, 1e9}[r.IntN(3)]
	p := &problem{n: n, m: m, cost: make([]float64, n*m+8)[r.IntN(8):][:n*m]}
	for i := range p.cost {
		p.cost[i] = math.Floor((r.Float64()*2-1)*spread+0.5) / spread
	}
	if r.IntN(4) == 0 {
		p.cost[r.IntN(n*m)] = []float64{0, math.Copysign(0, -1), 5e-324, -1}[r.IntN(4)]
	}
	p.largest = largestOf(p.cost)
	if got := k.largest(p.cost); got != p.largest {
		return fmt.Errorf("largest: %v, want %v", got, p.largest)
	}
	for _, odd := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		cell := &p.cost[r.IntN(n*m)]
		save := *cell
		*cell = odd
		if got := k.largest(p.cost); got <= math.MaxFloat64 {
			return fmt.Errorf("largest: %v, although a cost is %v", got, odd)
		}
		*cell = save
	}
	p.scaleCosts()

	var want, got table
	want.round(portable, p)
	got.cells = slices.Repeat([]int32{-1}, len(want.cells)) // garbage from before
	got.round(k, p)
	if !slices.Equal(got.cells, want.cells) {
		return fmt.Errorf("round: cells %v, want %v", got.cells, want.cells)
	}
	if !slices.Equal(got.rowSum, want.rowSum) || !slices.Equal(got.columnSum, want.columnSum) {
		return fmt.Errorf("round: sums %v and %v, want %v and %v", got.rowSum, got.columnSum, want.rowSum,
			want.columnSum)
	}
	t := &want

	offset := make([]int32, t.stride)
	for j := range m {
		offset[j] = int32(r.IntN(3)) - 1
		if r.IntN(3) == 0 {
			offset[j] += struck
		}
	}
	offset[r.IntN(m)] = 0 // there is always a column left
	low, at, wantAt := make([]int32, n), make([]int32, n), make([]int32, n)
	k.leastOfAll(t, offset, low, at)
	wantLow := make([]int32, n)
	leastInAll(t, offset, wantLow, wantAt)
	if !slices.Equal(low, wantLow) || !slices.Equal(at, wantAt) {
		return fmt.Errorf("least of all: %v at %v, want %v at %v", low, at, wantLow, wantAt)
	}
	if err := comparePicks(k, r, p, t); err != nil {
		return err
	}

	// Prices that make no cell cheap, some, or all.
	first := pad(n, lanes)
	price := make([]int32, first+t.stride)
	exact := make([]int64, len(price))
	top := []float64{0, 1, 1e-3}[r.IntN(3)]
	for _, nodes := range [][2]int{{0, n}, {first, first + m}} {
		for x := nodes[0]; x < nodes[1]; x++ {
			y := r.Float64() * top
			if x >= first {
				y += 1 - top // every row is below every cell and column
			}
			price[x] = int32(y * 1e6)
			exact[x] = int64(y * p.scale)
		}
	}
	for i := 0; i < n; i += group {
		count := group * (1 + r.IntN(pad(n-i, group)/group))
		wantReduced, wantRow, wantColumn := priceRows(t, i, count, price, first)
		gotReduced, gotRow, gotColumn := k.price(t, i, count, price, first)
		if min(gotReduced, 0) != wantReduced || wantReduced < 0 && (gotRow != wantRow || gotColumn != wantColumn) {
			return fmt.Errorf("price from row %d: %d at (%d,%d), want %d at (%d,%d)", i, gotReduced, gotRow, gotColumn,
				wantReduced, wantRow, wantColumn)
		}
	}
	limit := int32(r.IntN(1e6))
	if got, want := k.count(t, price, first, limit), countBelow(t, price, first, limit); got != want {
		return fmt.Errorf("count: %d below %d, want %d", got, limit, want)
	}
	for i := range n {
		count := 1 + r.IntN(n-i)
		if got, want := k.clean(p, i, count, exact, first), cleanRows(p, i, count, exact, first); got != want {
			return fmt.Errorf("clean: %d of %d rows from %d, want %d", got, count, i, want)
		}
	}

	tree := randomTree(r, n, m)
	other := tree
	other.below, other.price = slices.Clone(tree.below), slices.Clone(tree.price)
	if tree.words > 1 {
		way := randomWay(r, &tree)
		tree.leave(way)
		k.leave(&other, way)
		if !slices.Equal(other.below, tree.below) {
			return fmt.Errorf("leave along %d differs", way)
		}
		way = randomWay(r, &tree)
		tree.join(way)
		k.join(&other, way)
		if !slices.Equal(other.below, tree.below) {
			return fmt.Errorf("join along %d differs", way)
		}
		way = append(randomWay(r, &tree), 0)
		tree.turn(way)
		k.turn(&other, way)
		if !slices.Equal(other.below, tree.below) {
			return fmt.Errorf("turn along %d differs", way)
		}
	}
	delta := int32(r.IntN(1000) - 500)
	shiftPrices(tree.price, tree.moved, delta)
	k.shift(other.price, other.moved, delta)
	if !slices.Equal(other.price, tree.price) {
		return fmt.Errorf("shift by %d: %v, want %v", delta, other.price, tree.price)
	}
	return nil
}

// comparePicks compares the greedy start, with masses that tie now and then.
func comparePicks(k isa, r *rand.Rand, p *problem, c *table) error {
	supply, demand := make([]int64, p.n), make([]int64, p.m)
	for range p.n + p.m {
		demand[r.IntN(p.m)]++
		supply[r.IntN(p.n)]++
	}
	for j := range demand {
		demand[j]++
		supply[r.IntN(p.n)]++
	}
	var g [2]greedy
	var t [2]tree
	for x, k := range []isa{portable, k} {
		p := *p
		p.supply, p.demand = slices.Clone(supply), slices.Clone(demand)
		t[x].reset(&p)
		g[x].plant(k, &p, c, &t[x])
		for y := range t[x].parent { // leave out nodes that are none
			if y >= p.n && y < t[x].first || y >= t[x].first+p.m {
				t[x].parent[y] = 0
			}
		}
	}
	if !slices.Equal(g[1].order, g[0].order) {
		return fmt.Errorf("pick: strikes %v, want %v", g[1].order, g[0].order)
	}
	if !slices.Equal(t[1].parent, t[0].parent) || !slices.Equal(t[1].flow, t[0].flow) {
		return fmt.Errorf("pick: parents %v and flow %v, want %v and %v", t[1].parent, t[1].flow, t[0].parent,
			t[0].flow)
	}
	return nil
}

// randomTree returns random sets.
func randomTree(r *rand.Rand, n, m int) tree {
	var t tree
	t.reset(&problem{n: n, m: max(m, 2)})
	for w := range t.below {
		t.below[w] = r.Uint64()
	}
	for w := range t.moved {
		t.moved[w] = r.Uint64()
		for b := range 64 {
			if w*64+b >= len(t.price) {
				t.moved[w] &^= 1 << b
			}
		}
	}
	return t
}

// randomWay returns some nodes but 0, none twice.
func randomWay(r *rand.Rand, t *tree) []int32 {
	var way []int32
	for x := 1 + r.IntN(9); x < len(t.parent); x += 1 + r.IntN(9) {
		way = append(way, int32(x))
	}
	r.Shuffle(len(way), func(i, j int) { way[i], way[j] = way[j], way[i] })
	return way
}

func TestKernels(t *testing.T) {
	for _, k := range ISAs()[1:] {
		t.Run(k.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, 0))
			for n := 1; n <= 40; n++ {
				for m := 1; m <= 70; m++ {
					if err := compareKernels(k, r, n, m); err != nil {
						t.Fatalf("%d×%d: %v", n, m, err)
					}
				}
			}
			for range 30 {
				n, m := 1+r.IntN(300), 1+r.IntN(300)
				if err := compareKernels(k, r, n, m); err != nil {
					t.Fatalf("%d×%d: %v", n, m, err)
				}
			}
		})
	}
}

func FuzzKernels(f *testing.F) {
	f.Add(uint64(1), uint8(12), uint8(12))
	f.Add(uint64(2), uint8(1), uint8(200))
	f.Add(uint64(3), uint8(200), uint8(17))
	f.Fuzz(func(t *testing.T, seed uint64, n, m uint8) {
		for _, k := range ISAs()[1:] {
			if err := compareKernels(k, rand.New(rand.NewPCG(seed, 0)), 1+int(n), 1+int(m)); err != nil {
				t.Fatalf("%v, %d×%d: %v", k, 1+int(n), 1+int(m), err)
			}
		}
	})
}
