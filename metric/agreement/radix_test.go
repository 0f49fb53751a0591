package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Keys are sorted as numbers are, equal ones in their order, for few keys and many.
func TestRadixSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	special := []float64{0, math.Copysign(0, -1), -1, 1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
		-math.SmallestNonzeroFloat64}
	for _, n := range []int{0, 1, 2, fewKeys, fewKeys + 1, 5000} {
		for _, kinds := range []int{1, 3, 1 << 30} {
			values := make([]float64, n)
			var sorter radixSorter
			for range 2 { // the second time in used memory
				items := sorter.begin()
				for i := range values {
					switch rng.IntN(3) {
					case 0:
						values[i] = special[rng.IntN(len(special))]
					default:
						values[i] = math.Ldexp(float64(rng.IntN(kinds)-kinds/2), rng.IntN(3)*100-100)
					}
					items = append(items, keyed{keyOf(values[i]), i})
				}
				want := make([]int, n)
				for i := range want {
					want[i] = i
				}
				slices.SortStableFunc(want, func(i, j int) int {
					switch {
					case values[i] < values[j]:
						return -1
					case values[i] > values[j]:
						return 1
					}
					return 0
				})
				for k, item := range sorter.sort(items) {
					if item.at != want[k] {
						t.Fatalf("%d keys of %d kinds: place %d holds %v, want %v", n, kinds, k, values[item.at],
							values[want[k]])
					}
				}
			}
		}
	}
}
