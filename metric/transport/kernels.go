package transport

//go:generate go run -C asm . -out ../kernels_amd64.s -stubs ../stubs_amd64.go -pkg transport

// An isa is a set of vector instructions. Its methods are the inner loops of the solver: what each does is told at its
// twin in portable.go, and all of them give the same integers, so that the solver takes the same way on every machine.
type isa uint8

const (
	unknown  isa = iota // not asked for yet
	portable            // none
	avx2
	avx512 // with BW, DQ and VL
)
