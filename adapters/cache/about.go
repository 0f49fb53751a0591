package cache

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// A Note is what a table says of where it comes from.
type Note struct {
	// Source is the file that was read, as it was called, or the key that was given to Derived.
	Source string `json:"source"`
	// Report is what the reader of the file found; nil for converted vectors.
	Report *formats.Report `json:"report,omitempty"`
}

// about is the note in an entry's file.
type about struct {
	Entry string `json:"entry"` // its file name: a table under another name is the table of something else
	Kind  string `json:"kind"`
	Note
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
		return about{}, fmt.Errorf("%s: found a note that wrd did not write: %w", entry, err)
	}
	if a.Entry != filepath.Base(entry) {
		return about{}, fmt.Errorf("%s: found the table of the entry %q", entry, a.Entry)
	}
	return a, nil
}
