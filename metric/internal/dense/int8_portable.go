package dense

import (
	"math"

	"github.com/wordrotator/wrd/metric/internal/fma"
)

func (k *int8Kernel) portableTile(t *int8Tile) {
	for i := range t.rows {
		var sums [width]int32
		copy(sums[:], t.start[i*t.lds:])
		for l, x := range t.a[i*t.lda:][:t.depth] {
			low, high := int32(int16(x)), int32(x)>>16
			for j, y := range t.w[l*width:][:width] {
				sums[j] += low*int32(int16(y)) + high*(int32(y)>>16)
			}
		}
		copy(t.dst[i*t.stride:], sums[:])
	}
}

// portableMagnitude returns the bits of the largest magnitude of a row, NaN being larger than any other.
func portableMagnitude(x []float32) (largest uint32) {
	for _, x := range x {
		largest = max(largest, math.Float32bits(x)&(1<<31-1))
	}
	return largest
}

func (k *int8Kernel) portableQuantize(dst []uint32, x []float32, inverse float32) {
	clear(dst)
	for i, x := range x {
		dst[i/k.each] |= k.place(rounded(x*inverse)+k.shift, i)
	}
}

func portableRescale(dst []float32, stride int, sums []int32, scales, columns, bias []float32) {
	for i, scale := range scales {
		row := dst[i*stride:][:width]
		for j, sum := range sums[i*width:][:width] {
			row[j] = fma.Float32(float32(sum), scale*columns[j], bias[j])
		}
	}
}
