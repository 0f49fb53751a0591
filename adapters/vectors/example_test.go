package vectors_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
)

// The embedded vectors with their frequencies and converter, as the command uses them with --converter distilled-en.
func Example() {
	ctx := context.Background()
	var location vectors.Location
	store, err := location.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	frequencies, err := location.OpenFrequencies(ctx)
	if err != nil {
		log.Fatal(err)
	}
	converter, err := location.OpenConverter(ctx, "distilled-en", store)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(store.Len(), "words,", frequencies.Len(), "with a count, converter", converter.Letters())

	scorer, err := metric.NewScorer(metric.Options{Vectors: store, Frequencies: frequencies, Converter: converter})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scorer.Signature(1))
	// Output:
	// 80000 words, 80000 with a count, converter AWR
	// wrd|vectors:distilled-en@b3e6dbc6|convert:AWR@21d6fe5a|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
}

// A file of any format: the first call reads it, the second opens the table that was made of it.
func ExampleLocation_Open() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "food.vec")
	if err := os.WriteFile(path, []byte("2 2\nnoodle 1 0.5\npho 1.2 0.5\n"), 0o666); err != nil {
		log.Fatal(err)
	}
	location := vectors.Location{Name: path, CacheDir: filepath.Join(dir, "cache")}
	for range 2 {
		store, err := location.Open(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		vector, _ := store.Lookup("pho")
		fmt.Println(store.Name(), vector)
		store.Close() // a command that ends anyway has no need to
	}
	// Output:
	// food [1.2 0.5]
	// food [1.2 0.5]
}
