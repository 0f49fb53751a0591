package show

import (
	"fmt"
	"io"
	"time"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/lazy"
)

// cacheEntry is how an entry is printed.
type cacheEntry struct {
	File   string    `json:"file"`
	Bytes  int64     `json:"bytes"`
	Made   time.Time `json:"made"`
	Kind   string    `json:"kind"`
	Name   string    `json:"name"`
	Source string    `json:"source"`
	Words  int       `json:"words"`
	Dim    int       `json:"dim"`
	Digest string    `json:"digest"`
	Damage string    `json:"damage,omitempty"`
}

// Cache writes the entries of the folder dir, as text or JSON.
func Cache(w io.Writer, format, dir string, found []cache.Entry) error {
	entries := []cacheEntry{}
	for _, f := range found {
		e := cacheEntry{f.File, f.Bytes, f.Made, f.Kind, f.Name, f.Source, f.Words, f.Dim, f.Digest, ""}
		if f.Damage != nil {
			e.Damage = f.Damage.Error()
		}
		entries = append(entries, e)
	}
	if format == "json" {
		return render.JSON(w, struct {
			Dir     string       `json:"dir"`
			Entries []cacheEntry `json:"entries"`
		}{dir, entries})
	}
	rows := [][]string{{"kind", "name", "made from", "size", "words", "dim", "made", "state"}}
	var total int64
	for _, e := range entries {
		state := "good"
		if e.Damage != "" {
			state = e.Damage
		}
		total += e.Bytes
		rows = append(rows, []string{e.Kind, e.Name, fullHash().ReplaceAllString(e.Source, "$1"), render.Bytes(e.Bytes),
			fmt.Sprint(e.Words), fmt.Sprint(e.Dim),
			e.Made.Local().Format(time.DateTime), state})
	}
	if len(entries) > 0 {
		if err := render.Columns(w, rows, 3); err != nil {
			return err
		}
	}
	return render.Lines(w, fmt.Sprintf("%s: %d entries, %s", dir, len(entries), render.Bytes(total)))
}

// fullHash is a SHA-256, of which the first 8 digits are enough for people.
var fullHash = lazy.Regexp(`\b([0-9a-f]{8})[0-9a-f]{56}\b`)

// CacheCleared says how many entries of the folder dir were removed, as text or JSON.
func CacheCleared(w io.Writer, format, dir string, n int, size int64) error {
	if format == "json" {
		return render.JSON(w, struct {
			Dir     string `json:"dir"`
			Removed int    `json:"removed"`
			Bytes   int64  `json:"bytes"`
		}{dir, n, size})
	}
	return render.Lines(w, fmt.Sprintf("%s: removed %d entries, %s", dir, n, render.Bytes(size)))
}
