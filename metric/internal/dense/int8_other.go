//go:build purego || !(amd64 || arm64)

package dense

func int8Kernels() []*int8Kernel { return []*int8Kernel{&portableInt8} }

func (k *int8Kernel) tile(t *int8Tile) {
	t.check()
	k.portableTile(t)
}

func (*int8Kernel) magnitude(x []float32) uint32 { return portableMagnitude(x) }

func (k *int8Kernel) quantize(dst []uint32, x []float32, inverse float32) {
	k.portableQuantize(dst, x, inverse)
}

func (*int8Kernel) rescale(dst []float32, stride int, sums []int32, scales, columns, bias []float32) {
	portableRescale(dst, stride, sums, scales, columns, bias)
}
