package encoder

import (
	"fmt"
	"math"
)

// Finite weights may be so large that float32 does not hold what is computed with them, or that LayerNorm makes zeros of
// it: numbers that look like any others. So each tensor is held against the largest that its outputs can be, whatever
// the text is, when it is read. A row that went through a LayerNorm has components of at most |gain|·√n + |offset|; an
// output of a map is at most Σ|wₖ|·|xₖ| + |b|; attention takes a mean of values; no activation makes anything larger.
//
// The limits leave room for the products that follow: of queries and keys, and of the squares in LayerNorm. The bounds
// of all-MiniLM-L6-v2 and of the built-in model are more than a hundred thousand times smaller.
const (
	mostNormal = 1 << 24 // of a component behind a LayerNorm
	mostMapped = 1 << 40 // of an output of a map of such components
	mostSummed = 1 << 54 // of an output of a second map, and of the sum of three embeddings
	mostAdded  = 1 << 43 // of what a step of ModernBERT adds to a state: of all steps no more than mostSummed
)

// bounds returns the bound of each component that the LayerNorm of these tensors makes.
func (n norm) bounds(p *normParts) ([]float64, error) {
	list := make([]float64, len(n.gain))
	root := math.Sqrt(float64(len(list)))
	for k := range list {
		scaled, moved := math.Abs(float64(n.gain[k]))*root, math.Abs(float64(n.offset[k]))
		switch list[k] = scaled + moved; {
		case list[k] <= mostNormal:
		case scaled > moved:
			return nil, p.gain.tooLarge(0, k, n.gain[k])
		default:
			return nil, p.offset.tooLarge(0, k, n.offset[k])
		}
	}
	return list, nil
}

// bounds returns those of what the first map of layer i is given, counted from 0; the layer after the last is the
// projection.
func (p *parts) bounds(i int) (list []float64, err error) {
	before := &p.norm
	switch modern := p.last != nil; {
	case modern && i == len(p.layers):
		before = p.last
	case modern && i > 0:
		before = p.layers[i].attentionNorm
	case i > 0:
		before = p.layers[i-1].norm
	}
	_, list, err = newNorm(before)
	return list, err
}

// bound returns the bound of an output of a map: of row j with weights, a bias, and inputs of the bounds in. It must be
// at most most.
func (p linearParts) bound(j int, weights []float32, bias float32, in []float64, most float64) (float64, error) {
	var a, b, c, d float64 // sums that do not wait for one another
	k, in := 0, in[:len(weights)]
	for ; k+4 <= len(weights); k += 4 {
		a += math.Abs(float64(weights[k])) * in[k]
		b += math.Abs(float64(weights[k+1])) * in[k+1]
		c += math.Abs(float64(weights[k+2])) * in[k+2]
		d += math.Abs(float64(weights[k+3])) * in[k+3]
	}
	for ; k < len(weights); k++ {
		a += math.Abs(float64(weights[k])) * in[k]
	}
	sum := math.Abs(float64(bias)) + ((a + b) + (c + d))
	if sum <= most {
		return sum, nil
	}
	largest, at := 0.0, 0
	for k, w := range weights {
		if product := math.Abs(float64(w)) * in[k]; product > largest {
			largest, at = product, k
		}
	}
	if p.bias != nil && math.Abs(float64(bias)) > largest {
		return 0, p.bias.tooLarge(0, j, bias)
	}
	return 0, p.weight.tooLarge(j, at, weights[at])
}

// check holds the sum of the embeddings of a piece at a position against what LayerNorm can take.
func (e *embeddings) check(sum []float32, piece, position int) error {
	for k, x := range sum {
		if x <= mostSummed && x >= -mostSummed {
			continue
		}
		from, row, largest := e.words, piece, float32(0)
		one := make([]float32, len(sum))
		for _, table := range []struct {
			*tensor
			row int
		}{{e.words, piece}, {e.positions, position}, {e.parts.types, 0}} {
			if table.tensor == nil || table.tensor == e.words && e.widening != nil { // the latter is bounded
				continue
			}
			if err := table.tensor.row(table.row, one); err != nil {
				return err
			}
			if x := max(one[k], -one[k]); x > largest {
				from, row, largest = table.tensor, table.row, x
			}
		}
		if err := from.row(row, one); err != nil {
			return err
		}
		return from.tooLarge(row, k, one[k])
	}
	return nil
}

// tooLarge is the error about a number.
func (m *tensor) tooLarge(row, column int, x float32) error {
	const expected = "expected a smaller number: float32 does not hold what would be computed with it"
	switch {
	case m.scales != nil:
		return fmt.Errorf("tensor %q: number %d: found %v, %s", m.Name+scaleSuffix, row, m.scale(row), expected)
	case m.rows > 1:
		return fmt.Errorf("tensor %q: row %d, column %d: found %v, %s", m.Name, row, column, x, expected)
	}
	return fmt.Errorf("tensor %q: number %d: found %v, %s", m.Name, column, x, expected)
}
