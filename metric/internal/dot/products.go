package dot

// Products fills dst with the inner products of the rows of a with those of b: dst[i*stride+j] = ⟨a[i], b[j]⟩. stride
// is at least len(b), and what lies between the rows of dst is left alone. The components of all rows of a and b are of
// the same number, which is any.
func Products(dst []float64, stride int, a, b [][]float32) { chosen.products(dst, stride, a, b) }

// Prefetch asks the processor to bring rows into its cache, for use soon. It does nothing where there is no assembly.
func Prefetch(rows [][]float32) { prefetchRows(rows) }

// A kernel is an implementation for some processors.
type kernel struct {
	name string // "avx512", "avx2", "neon" or "go"
	// rows is how many rows of a a panel has at most.
	rows int
	// panel computes the products of a few rows of a, at least one, with rows of b, at least one, all of dim
	// components.
	panel func(dst []float64, stride int, a, b [][]float32, dim int)
	// band is Band of the rows up to the one that it returns, which may be the first one.
	band func(dst []float64, rows [][]float32, dim int) int
	// cosineCosts is CosineCosts for as many cells of each row as it returns. There is at least one row and one cell.
	cosineCosts func(dst, products, inverses []float64, ids []int32, others []float64, otherIDs []int32) int
	// blend is Blend and blendedCosts BlendedCosts where they return true. There is at least one row and one cell.
	blend        func(dst, x, before, after, own, near []float64, n int) bool
	blendedCosts func(dst, blended, own, before, after []float64, low []uint64, limit float64) bool
}

// chosen is the best one for this processor.
var chosen = kernels()[0]

// tileBytes is how much of b is used for all of a before the next part: together with a few rows of a, it
// stays in a first-level cache of 32 KiB.
const tileBytes = 20 << 10

func (k *kernel) products(dst []float64, stride int, a, b [][]float32) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	dim := len(a[0])
	check(len(dst), stride, a, b, dim)
	const multiple = 12 // of the columns of a block, so that only the last tile has a rest
	tile := max(tileBytes/(4*dim+1)/multiple, 1) * multiple
	for from := 0; from < len(b); from += tile {
		columns := b[from:min(from+tile, len(b))]
		for i := 0; i < len(a); i += k.rows {
			k.panel(dst[i*stride+from:], stride, a[i:min(i+k.rows, len(a))], columns, dim)
		}
	}
}

// check panics where a kernel would touch memory that is not the caller's.
func check(room, stride int, a, b [][]float32, dim int) {
	if stride < len(b) || room < (len(a)-1)*stride+len(b) {
		panic("dot: no room for the products")
	}
	for _, rows := range [2][][]float32{a, b} {
		for _, row := range rows {
			if len(row) != dim {
				panic("dot: rows of different length")
			}
		}
	}
}
