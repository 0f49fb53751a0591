package embedding_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
)

func ExampleDefault() {
	store, err := embedding.Default()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(store.Name(), store.Len(), "words,", store.Dim(), "dimensions")
	for _, word := range []string{"the", "violin", "Violin"} {
		if id, ok := store.Index(word); ok {
			fmt.Printf("%s weighs %.2f\n", word, store.Norm(id))
		} else {
			fmt.Println(word, "is unknown")
		}
	}
	// Output:
	// default-en 58778 words, 150 dimensions
	// the weighs 0.80
	// violin weighs 3.41
	// Violin is unknown
}

func ExampleDefaultFrequencies() {
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		log.Fatal(err)
	}
	count, _ := frequencies.Count("violin")
	fmt.Printf("p(violin) = %.2g\n", float64(count)/float64(frequencies.Total()))
	// Output: p(violin) = 4.7e-06
}

func ExampleReadWord2Vec() {
	text := "3 2\nnoodle 1 0.5\npho 1.2 0.5\nnoodle 0 0\n"
	store, report, err := embedding.ReadWord2Vec(context.Background(), strings.NewReader(text), "food.txt", "food")
	if err != nil {
		log.Fatal(err)
	}
	for _, warning := range report.Warnings() {
		fmt.Println(warning)
	}
	vec, _ := store.Lookup("noodle")
	fmt.Println(store.Len(), vec)
	// Output:
	// food.txt: 1 row left out, the word came before; the first is "noodle" in line 4
	// 2 [1 0.5]
}
