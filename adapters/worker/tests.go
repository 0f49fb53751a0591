package worker

import (
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// testParams say how differences between systems are tested. What is absent is as of the command.
type testParams struct {
	Test       significance.Test       `json:"test"`
	Correction significance.Correction `json:"correction"`
	Samples    int                     `json:"samples"` // absent: enough for the number of pairs
	Seed       *uint64                 `json:"seed"`
	Alpha      float64                 `json:"alpha"` // as the flags of the command
}

// options returns what the params say, or the first thing that is wrong with them.
func (p *testParams) options(c *call) (o significance.Options, err error) {
	for _, err := range []error{
		oneOf("test", p.Test, significance.Tests()), oneOf("correction", p.Correction, significance.Corrections()),
		atLeastZero("samples", p.Samples), portion("alpha", p.Alpha),
	} {
		if err != nil {
			return o, err
		}
	}
	return significance.Options{Test: p.Test, Correction: p.Correction, Draws: p.Samples, Seed: seedOf(p.Seed),
		Alpha: p.Alpha, Workers: c.server.config.Workers}, nil
}

// seedOf is the seed of draws: that of the command where a request names none.
func seedOf(seed *uint64) uint64 {
	if seed == nil {
		return evaluation.DefaultSeed
	}
	return *seed
}
