package dense

// lanes is how many sums a sum over a row is made of.
const lanes = 16

// GELU replaces each x by x·Φ(x), Φ being the distribution function of the normal distribution, to 7 units in the last
// place.
func GELU(x []float32) { chosen.allGELU(x) }

func (k *kernel) allGELU(x []float32) {
	whole, rest := split(x)
	k.gelu(whole)
	if len(rest) > 0 {
		var room [lanes]float32
		copy(room[:], rest)
		k.gelu(room[:])
		copy(rest, room[:])
	}
}

// GELUTanh replaces each x by x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))), which some models have instead of GELU.
func GELUTanh(x []float32) { chosen.allGELUTanh(x) }

func (k *kernel) allGELUTanh(x []float32) {
	whole, rest := split(x)
	k.geluTanh(whole)
	if len(rest) > 0 {
		var room [lanes]float32
		copy(room[:], rest)
		k.geluTanh(room[:])
		copy(rest, room[:])
	}
}

// split returns as much of a row as fills registers, and what is left.
func split(x []float32) (whole, rest []float32) {
	n := len(x) / lanes * lanes
	return x[:n], x[n:]
}

// LayerNorm normalises a row: x ← (x − mean)/√(variance + eps)·gain + offset.
func LayerNorm(x, gain, offset []float32, eps float32) { chosen.normalise(x, nil, gain, offset, eps) }

// AddLayerNorm adds a row to x, component by component, and normalises the sum as LayerNorm does.
func AddLayerNorm(x, more, gain, offset []float32, eps float32) {
	if len(more) != len(x) {
		panic("dense: rows of different lengths")
	}
	chosen.normalise(x, more, gain, offset, eps)
}

func (k *kernel) normalise(x, more, gain, offset []float32, eps float32) {
	if len(gain) != len(x) || len(offset) != len(x) {
		panic("dense: rows of different lengths")
	}
	if len(x) == 0 {
		return
	}
	k.layerNorm(x, more, gain, offset, eps)
}
