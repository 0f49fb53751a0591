package cache

import (
	"bytes"
	"testing"
)

// A note that is understood is that of the entry, and says the same when it is written again.
func FuzzAbout(f *testing.F) {
	f.Add(about{Entry: "e.wrdtab", Kind: "vectors", Note: Note{Source: "v.vec"}}.bytes())
	f.Add([]byte(`{"entry":"other"}`))
	f.Add([]byte("[]"))
	f.Fuzz(func(t *testing.T, note []byte) {
		a, err := parseAbout(note, "folder/e.wrdtab")
		if err != nil {
			return
		}
		again, err := parseAbout(a.bytes(), "folder/e.wrdtab")
		if err != nil || !bytes.Equal(again.bytes(), a.bytes()) {
			t.Errorf("%s, then %s, %v", a.bytes(), again.bytes(), err)
		}
	})
}
