//go:build go1.1

package dense

func kernels() []*kernel { return []*kernel{&portable} }

func (*kernel) tile(t *tile) { portableTile(t) }

func (*kernel) gelu(x []float32) { portableGELU(x) }

func (*kernel) softmax(row []float32, scale float32) { portableSoftmax(row, scale) }

func (*kernel) layerNorm(x, more, gain, offset []float32, eps float32) {
	portableLayerNorm(x, more, gain, offset, eps)
}

func (*kernel) transpose(dst, x []float32, stride, n, d int) { transposed(dst, x, stride, n, d) }
