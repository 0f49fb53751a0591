//go:build purego || !(amd64 || arm64)

package dense

func kernels() []*kernel { return []*kernel{&portable} }

func (*kernel) tile(t *tile) {
	t.check()
	portableTile(t)
}

func (*kernel) gelu(x []float32) { portableGELU(x) }

func (*kernel) geluTanh(x []float32) { portableGELUTanh(x) }

func (*kernel) softmax(x []float32, stride, rows, n int, scale float32) {
	portableSoftmax(x, stride, rows, n, scale)
}

func (*kernel) layerNorm(x, more, gain, offset []float32, eps float32) {
	portableLayerNorm(x, more, gain, offset, eps)
}

func (*kernel) transpose(dst, x []float32, stride, n, d int) { transposed(dst, x, stride, n, d) }
