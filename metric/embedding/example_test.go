package embedding_test

import (
	"errors"
	"fmt"
	"log"
	"os"

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
	// distilled-en 80000 words, 128 dimensions
	// the weighs 0.19
	// violin weighs 4.62
	// Violin is unknown
}

func ExampleDefaultFrequencies() {
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		log.Fatal(err)
	}
	count, _ := frequencies.Count("violin")
	fmt.Printf("p(violin) = %.2g\n", float64(count)/float64(frequencies.Total()))
	// Output: p(violin) = 5.5e-06
}

func ExampleOpenTable() {
	store, err := embedding.New("food", []string{"noodle", "pho"}, 2, []float32{1, 0.5, 1.2, 0.5})
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.CreateTemp("", "table")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(embedding.WriteTable(f, store, nil), f.Close()); err != nil {
		log.Fatal(err)
	}

	table, info, err := embedding.OpenTable(f.Name(), "food", nil)
	if err != nil {
		log.Fatal(err)
	}
	defer table.Close()
	vec, _ := table.Lookup("pho")
	fmt.Println(info.Words, "words:", vec, table.Err())
	// Output: 2 words: [1.2 0.5] <nil>
}
