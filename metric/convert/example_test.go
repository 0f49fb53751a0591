package convert_test

import (
	"context"
	"fmt"
	"log"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
)

// The common direction of three sentences is removed from the vectors; a word on it keeps no mass.
func Example() {
	words := []string{"the", "violin", "storm"}
	store, err := embedding.New("tiny", words, 2, []float32{1, 0, 2, 3, 2, -3})
	if err != nil {
		log.Fatal(err)
	}
	letters, err := convert.ParseLetters("R")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	fitter, err := convert.NewFitter(ctx, letters, convert.Resources{Vectors: store})
	if err != nil {
		log.Fatal(err)
	}
	for _, sentence := range [][]int32{{0}, {0, 1, 2}, {0, 0}} {
		fitter.Add(sentence)
	}
	converter, err := fitter.Finish()
	if err != nil {
		log.Fatal(err)
	}
	converted, err := converter.Table(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for id, word := range words {
		fmt.Println(word, converted.Row(id))
	}
	info := converter.Info()
	fmt.Printf("%d sentences, %.0f%% of their variance removed\n", info.Sentences, 100*info.Common.Share)
	// Output:
	// the [0 0]
	// violin [0 3]
	// storm [0 -3]
	// 3 sentences, 100% of their variance removed
}
