//go:build !purego

package dot

// neon is on every processor of this architecture.
var neon = kernel{"neon", 2,
	func(dst []float64, stride int, a, b [][]float32, dim int) {
		panelNEON(&dst[0], stride, &a[0], &b[0], len(a), len(b), dim)
	},
	noBand, noCosineCosts, noBlend, noBlendedCosts}

// kernels returns those that this processor can run, the fastest first.
func kernels() []*kernel { return []*kernel{&neon, &portable} }

func prefetchRows(rows [][]float32) {
	if len(rows) > 0 {
		prefetch(&rows[0], len(rows))
	}
}

// panelNEON fills rows×columns inner products, stride apart, of vectors of dim components. rows is 1 or 2.
//
//go:noescape
func panelNEON(dst *float64, stride int, x, y *[]float32, rows, columns, dim int)

// prefetch asks for the cache lines of n rows.
//
//go:noescape
func prefetch(rows *[]float32, n int)
