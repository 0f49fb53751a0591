package encoder_test

import (
	"fmt"
	"log"
	"math"

	"github.com/wordrotator/wrd/metric/encoder"
)

// The same word has other states in other texts.
func ExampleEncoder_EncodeAll() {
	model, err := encoder.ContextEN()
	if err != nil {
		log.Fatal(err)
	}
	e, err := model.NewEncoder(model.Layers())
	if err != nil {
		log.Fatal(err)
	}
	texts := []string{"They sat on the bank of the river.", "They robbed a bank downtown.", "A bank lends money."}
	states := make([]encoder.HiddenStates, len(texts))
	if err := e.EncodeAll(texts, states); err != nil {
		log.Fatal(err)
	}
	var banks [][]float32
	for _, s := range states {
		for i, piece := range s.Pieces {
			if piece.Text == "bank" {
				banks = append(banks, s.Vectors[i])
			}
		}
	}
	fmt.Printf("of the river and robbed: %.2f\n", cosine(banks[0], banks[1]))
	fmt.Printf("robbed and lends: %.2f\n", cosine(banks[1], banks[2]))
	// Output:
	// of the river and robbed: 0.89
	// robbed and lends: 0.91
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for k := range a {
		x, y := float64(a[k]), float64(b[k])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}
