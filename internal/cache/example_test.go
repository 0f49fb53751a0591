package cache_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/internal/cache"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "food.vec")
	if err := os.WriteFile(path, []byte("2 2\nnoodle 1 0.5\npho 1.2 0.5\n"), 0o666); err != nil {
		log.Fatal(err)
	}

	c := cache.Open(filepath.Join(dir, "cache"), func(notice string) { fmt.Println("notice:", notice) })
	for range 2 { // the first reads the file, the second opens the table that was made of it
		store, err := c.Vectors(context.Background(), path, nil, nil)
		if err != nil {
			log.Fatal(err)
		}
		vec, _ := store.Lookup("pho")
		fmt.Println(store.Name(), vec)
		store.Close() // a command that ends anyway has no need to
	}
	entries, err := c.List()
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range entries {
		fmt.Println(e.Kind, filepath.Base(e.Source), e.Words, "words of", e.Dim)
	}
	// Output:
	// food [1.2 0.5]
	// food [1.2 0.5]
	// vectors food.vec 2 words of 2
}
