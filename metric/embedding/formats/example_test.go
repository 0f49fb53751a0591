package formats_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding/formats"
)

func ExampleReadWord2Vec() {
	text := "3 2\nnoodle 1 0.5\npho 1.2 0.5\nnoodle 0 0\n"
	store, report, err := formats.ReadWord2Vec(context.Background(), strings.NewReader(text), "food.txt", "food")
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

func ExampleReadFrequencies() {
	text := "# total_tokens\t1000\nthe\t60\nnoodle\t2\n"
	frequencies, _, err := formats.ReadFrequencies(context.Background(), strings.NewReader(text), "food.tsv", "food")
	if err != nil {
		log.Fatal(err)
	}
	count, _ := frequencies.Count("noodle")
	fmt.Println(count, "of", frequencies.Total())
	// Output: 2 of 1000
}
