package numpy_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
)

// All expected values were printed by NumPy 2.4.6.

func TestChoices(t *testing.T) {
	for _, c := range []struct {
		name string
		seed uint64
		n    int
		want []int32
	}{
		{"choice(10)", 12345, 10, []int32{6, 2, 7, 3, 2, 7, 6, 6, 9, 3, 8, 3}},
		{"choice(3004)", 12345, 3004, []int32{2100, 682, 2369, 951, 613, 2395}},
		{"seed 0", 0, 10, []int32{8, 6, 5, 2, 3, 0}},
		{"seed of two words", 1<<40 + 7, 1000, []int32{206, 829, 609, 255, 17}},
		{"largest seed", 1<<64 - 1, 3, []int32{1, 2, 2, 2, 1, 0, 0, 2, 1, 0, 0, 0}},
		{"a quarter of the draws refused", 7, 3 << 29, []int32{1006786719, 1101948919, 1445063974, 931405188, 1249329251,
			1342688952, 89439865, 483451641}},
		{"the most", 7, 1<<31 - 1, []int32{2029167940, 1342382291, 1469265225, 1926751965, 1241873584}},
		{"one choice", 7, 1, []int32{0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := make([]int32, len(c.want))
			numpy.NewRandom(c.seed).Choice(c.n, got)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

// 200,000 draws: a sum that depends on the place of each.
func TestChoice(t *testing.T) {
	indices := make([]int32, 100*2000)
	numpy.NewRandom(12345).Choice(2000, indices)
	var sum int64
	for i, x := range indices {
		sum += int64(x) * int64(i%2000) * int64(i/2000)
	}
	if last := indices[len(indices)-3:]; sum != 9903672696185 || !slices.Equal(last, []int32{1560, 697, 460}) {
		t.Errorf("sum %d, last %v", sum, last)
	}
}

func TestBits(t *testing.T) {
	values := make([]uint8, 24)
	numpy.NewRandom(12345).Bits(values)
	for i, want := range []uint8{1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1} {
		if values[i] != want {
			t.Errorf("draw %d: %v, want %d", i, values[i], want)
		}
	}
}

func TestFloats(t *testing.T) {
	r := numpy.NewRandom(12345)
	for i, want := range []float64{0.22733602246716966, 0.31675833970975287, 0.7973654573327341, 0.6762546707509746} {
		if got := r.Float64(); got != want {
			t.Errorf("draw %d: %v, want %v", i, got, want)
		}
	}
	r = numpy.NewRandom(4)
	for i, want := range []float32{0.72644275, 0.94305605, 0.88139588, 0.51132751, 0.94043815, 0.97624367, 0.97028613,
		0.08083600} {
		if got := r.Float32(); got != want {
			t.Errorf("draw %d: %v, want %v", i, got, want)
		}
	}
}

// Draws of 32 bits keep the other half of 64 bits for each other, and draws of 64 bits pass by it.
func TestMixedDraws(t *testing.T) {
	r := numpy.NewRandom(99)
	three, forty, indices, zeros := make([]uint8, 3), make([]uint8, 40), make([]int32, 3), []int32{5, 5}
	if r.Choice(10, indices[:1]); indices[0] != 9 {
		t.Errorf("choice(10): %d", indices[0])
	}
	if got := r.Float64(); got != 0.5650916317844883 {
		t.Errorf("random(): %v", got)
	}
	if got := r.Float32(); got != 0.5060306191444397 {
		t.Errorf("random(float32): %v", got)
	}
	r.Bits(three)
	if !slices.Equal(three, []uint8{0, 1, 0}) {
		t.Errorf("integers(2, 3, bool): %v", three)
	}
	r.Bits(forty)
	const want = "1000010100110111001100001100000101100100"
	for i, got := range forty {
		if got != want[i]-'0' {
			t.Errorf("integers(2, 40, bool), draw %d: %v, want %c", i, got, want[i])
		}
	}
	if got := r.Float64(); got != 0.6149031419691238 {
		t.Errorf("random(): %v", got)
	}
	r.Choice(5, indices)
	r.Choice(1, zeros)
	if !slices.Equal(indices, []int32{4, 1, 2}) || !slices.Equal(zeros, []int32{0, 0}) {
		t.Errorf("choice: %v, %v", indices, zeros)
	}
	if got := r.Float32(); got != 0.6499374508857727 {
		t.Errorf("random(float32): %v", got)
	}
}
