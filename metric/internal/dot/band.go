package dot

// Band fills dst with the inner products of each row with the two rows after it:
//
//	dst[2·i] = ⟨rows[i], rows[i+1]⟩,  dst[2·i+1] = ⟨rows[i], rows[i+2]⟩.
//
// They are those of Products. dst has two cells for each row; those for which there is no row are left alone.
func Band(dst []float64, rows [][]float32) { chosen.bandOf(dst, rows) }

func (k *kernel) bandOf(dst []float64, rows [][]float32) {
	n := len(rows)
	if n < 2 {
		return
	}
	dim := len(rows[0])
	check(len(dst), 2, rows, rows[:2], dim)
	for i := k.band(dst, rows, dim); i < n-1; i++ {
		k.panel(dst[2*i:], 2, rows[i:i+1], rows[i+1:min(i+3, n)], dim)
	}
}
