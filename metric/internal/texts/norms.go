package texts

// A row whose norm lies outside shortest and longest, and is not 0, is extreme: the products of others do not overflow
// float32, in which they are summed, and lose nothing of note to the small numbers that it cannot hold.
const shortest, longest = 1e-15, 1e15

// extremeProduct returns the inner product of two rows one of which is extreme. It is summed in float64 from
// the first component to the last.
func extremeProduct(x, y []float32) float64 {
	var sum float64
	y = y[:len(x)]
	for k, v := range x {
		sum += float64(float64(v) * float64(y[k])) // the conversion forbids a fused multiply-add
	}
	return sum
}

// measureNorms computes what the inner products and cosines need to know of the norms.
func (s *Text) measureNorms() {
	s.Inverses, s.Extreme = s.Inverses[:0], s.Extreme[:0]
	for i, norm := range s.Norms {
		s.Inverses = append(s.Inverses, 1/norm)
		if (norm < shortest && norm != 0 || norm > longest) && i < s.Known {
			s.Extreme = append(s.Extreme, int32(i))
		}
	}
}
