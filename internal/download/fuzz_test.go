package download

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A header that is understood means what it says.
func FuzzContentRange(f *testing.F) {
	for _, text := range []string{"bytes 0-0/1", "bytes 5-9/*", "bytes */10", "bytes 9-5/10", "items 0-0/1",
		"bytes 5-9/9", "bytes -5-9/10", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, length, ok := contentRange(text)
		if ok && (first < 0 || length >= 0 && length <= first || length < -1) {
			t.Errorf("%q: from %d of %d", text, first, length)
		}
		h := http.Header{"Retry-After": {text}, "Last-Modified": {text}, "Date": {text}}
		if wait := retryAfter(h, time.Unix(0, 0)); wait < 0 {
			t.Errorf("%q: wait %v", text, wait)
		}
		if strongDate(h) != "" {
			t.Errorf("%q: changed in the second in which it was sent", text)
		}
	})
}

// Whatever lies where the part and its note should be, a file of a new address comes as it is.
func FuzzNote(f *testing.F) {
	file := content(1000, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"a"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file))
	}))
	defer s.Close()
	f.Add([]byte(`{"url":"http://other/","etag":"\"a\"","length":1000}`), 10)
	f.Add([]byte(`{"url":"","length":-1}`), 1000)
	f.Add([]byte("[]"), 2000)
	f.Fuzz(func(t *testing.T, note []byte, size int) {
		path := filepath.Join(t.TempDir(), "file")
		d := &Download{URL: fmt.Sprintf("%s/?%x", s.URL, note), Path: path, Pause: 1}
		if os.WriteFile(path+PartEnding, content(min(max(size, 0), 5000), 2), 0o666) != nil ||
			os.WriteFile(path+noteEnding, note, 0o666) != nil {
			t.Skip()
		}
		if bytes.Contains(note, []byte(d.URL)) {
			t.Skip()
		}
		if _, err := d.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		holds(t, path, file, "file")
	})
}
