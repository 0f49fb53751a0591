package cache

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/wordrotator/wrd/metric/embedding"
)

// about is what an entry says of where it comes from.
type about struct {
	Entry  string `json:"entry"` // its file name: a table under another name is the table of something else
	Kind   string `json:"kind"`
	Source string `json:"source"` // the file as it was called, or what Derived was given as key

	// Report is what the reader put up with. It is said again whenever the entry is used, of the file in hand.
	Report *embedding.Report `json:"report,omitempty"`
}

func (a about) bytes() []byte {
	b, err := json.Marshal(a)
	if err != nil {
		panic("cache: unreachable: strings and numbers have a JSON form")
	}
	return b
}

// parseAbout reads the note of the table in an entry's file.
func parseAbout(b []byte, entry string) (about, error) {
	var a about
	if err := json.Unmarshal(b, &a); err != nil {
		return about{}, fmt.Errorf("%s: found a note that is not this program's: %w", entry, err)
	}
	if a.Entry != filepath.Base(entry) {
		return about{}, fmt.Errorf("%s: found the table of the entry %q", entry, a.Entry)
	}
	return a, nil
}

// warn says what the reader of file put up with.
func (c *Cache) warn(r *embedding.Report, file string) {
	if r == nil {
		return
	}
	ofFile := *r
	ofFile.File = file
	for _, w := range ofFile.Warnings() {
		c.notify(w)
	}
}
