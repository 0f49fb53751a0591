package dense

// Weights are a matrix packed for Multiply. They do not change, so any number of goroutines may use them.
type Weights struct {
	outputs, inputs int
	// panels holds width outputs after one another, the last ones filled up with zeros: of each input the weights of
	// all its outputs.
	panels []float32
}

// width is how many columns a panel and a tile have.
const width = 32

// Pack returns the weights of a layer with inputs and outputs. row fills dst (len inputs) with those of output j; it is
// called once for each j, in rising order. dst is overwritten by the next call.
func Pack(outputs, inputs int, row func(j int, dst []float32)) *Weights {
	w := &Weights{outputs: outputs, inputs: inputs}
	w.panels = make([]float32, (outputs+width-1)/width*width*inputs)
	rows := make([]float32, width*inputs)
	for first := 0; first < outputs; first += width {
		n := min(width, outputs-first)
		for c := range n {
			row(first+c, rows[c*inputs:][:inputs])
		}
		panel := w.panels[first*inputs:]
		for c := range n {
			for k, x := range rows[c*inputs:][:inputs] {
				panel[k*width+c] = x
			}
		}
	}
	return w
}

// Stride returns a distance of at least n between the rows of a matrix that suits the caches: rows that lie a multiple
// of their size apart drive one another out of them.
func Stride(n int) int {
	const line, page = 16, 1024 // float32 in a cache line, and in as many lines as a first-level cache has sets
	n = (n + line - 1) / line * line
	if n%(page/4) == 0 {
		n += line
	}
	return n
}
