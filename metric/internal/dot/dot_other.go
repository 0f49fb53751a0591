//go:build purego || !(amd64 || arm64)

package dot

func kernels() []*kernel { return []*kernel{&portable} }

func prefetchRows([][]float32) {}
