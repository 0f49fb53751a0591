package parquet_test

import (
	"errors"
	"os"
	"testing"

	"github.com/wordrotator/wrd/adapters/parquet"
)

// A panic over damaged bytes says something about the file, not about the library.
func TestRecover(t *testing.T) {
	for _, c := range []struct {
		name  string
		panic func()
		want  string
	}{
		{"none", func() {}, "as before"},
		{"of the language", func() { _ = []int{}[len(os.Args)] },
			"found a Parquet file that is damaged: its pages contradict its header"},
		{"of the library", func() { panic("page is too short") },
			"found a Parquet file that is damaged: page is too short"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := errors.New("as before")
			func() {
				defer parquet.Recover(&err)
				c.panic()
			}()
			if err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
