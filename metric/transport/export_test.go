package transport

// ISAs lists the sets of instructions that this machine has, the empty one first.
func ISAs() []isa {
	var list []isa
	for k := portable; k <= machine; k++ {
		list = append(list, k)
	}
	return list
}

// NewSolver returns a solver that uses these instructions.
func NewSolver(k isa) *Solver { return &Solver{isa: k} }

func (k isa) String() string { return [...]string{"unknown", "portable", "AVX2", "AVX-512"}[k] }
