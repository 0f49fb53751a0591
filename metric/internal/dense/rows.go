package dense

// lanes is how many sums a sum over a row is made of.
const lanes = 16

// GELU replaces each x by x·Φ(x), Φ being the distribution function of the normal distribution, to 7 units in the last
// place.
func GELU(x []float32) { chosen.allGELU(x) }

func (k *kernel) allGELU(x []float32) {
	whole := len(x) / lanes * lanes
	k.gelu(x[:whole])
	if rest := x[whole:]; len(rest) > 0 {
		var room [lanes]float32
		copy(room[:], rest)
		k.gelu(room[:])
		copy(rest, room[:])
	}
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
