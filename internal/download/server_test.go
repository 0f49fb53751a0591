package download

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// content returns n bytes that differ everywhere, so that a shift by one is seen.
func content(n int, seed uint64) []byte {
	numbers := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(numbers.Uint32())
	}
	return b
}

// A server answers the requests for one file, the first by the first of its answers and so on; the last answer
// serves all that are left.
type server struct {
	*httptest.Server
	answers []answer

	mu       sync.Mutex
	requests []string // what was asked for: the Range and If-Range of each request
}

// An answer is how a server treats a request. The zero value serves an empty file as it should be served.
type answer struct {
	file     []byte
	etag     string
	modified time.Time
	status   int    // answered instead of the file
	location string // of a redirection
	header   map[string]string

	hangUp        bool // close the connection without a word
	cut           int  // break off after so many bytes of the body, 0 for never
	stall         bool // and then say nothing more, instead of breaking off
	ignoreRange   bool
	unconditional bool // serve a range although the file has changed
	most          int  // serve no more than so many bytes of a range, 0 for all
	shift         int  // serve a range from so many bytes later
	lie           int  // add to the announced length
	chunked       bool // announce no length
	silent        bool // announce no length and close the connection at the end
}

func serve(t *testing.T, answers ...answer) *server {
	s := &server{answers: answers}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	i := min(len(s.requests), len(s.answers)-1)
	s.requests = append(s.requests, strings.TrimSpace(r.Header.Get("Range")+" "+r.Header.Get("If-Range")))
	s.mu.Unlock()
	s.answers[i].write(w, r)
}

func (s *server) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests
}

func (a answer) write(w http.ResponseWriter, r *http.Request) {
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	if a.etag != "" {
		w.Header().Set("ETag", a.etag)
	}
	switch {
	case a.location != "":
		http.Redirect(w, r, a.location, http.StatusFound)
		return
	case a.hangUp:
		panic(http.ErrAbortHandler)
	case a.status != 0:
		w.WriteHeader(a.status)
		fmt.Fprintln(w, "not the file")
		return
	case a.ignoreRange:
		r.Header.Del("Range")
	case a.unconditional:
		r.Header.Del("If-Range")
	}
	if a.cut == 0 && a.most == 0 && a.shift == 0 && a.lie == 0 && !a.chunked && !a.silent {
		w.Header().Set("Content-Type", "application/octet-stream")
		http.ServeContent(w, r, "file", a.modified, bytes.NewReader(a.file))
		return
	}
	a.writeBadly(w, r)
}

// writeBadly does what http.ServeContent would not do.
func (a answer) writeBadly(w http.ResponseWriter, r *http.Request) {
	body, first := a.file, 0
	if n, _ := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &first); n == 1 && r.Header.Get("If-Range") == a.etag {
		if first >= len(a.file) {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		body = a.file[first:]
		if a.most > 0 {
			body = body[:a.most]
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first+a.shift, first+len(body)-1,
			len(a.file)+a.lie))
		w.Header().Set("Content-Length", fmt.Sprint(len(body)+a.lie))
		w.WriteHeader(http.StatusPartialContent)
	} else if a.silent || a.lie < 0 { // which package http refuses to do
		length := ""
		if a.lie < 0 {
			length = fmt.Sprintf("Content-Length: %d\r\n", len(a.file)+a.lie)
		}
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\n%sConnection: close\r\n\r\n%s", length, a.file)
			conn.Close()
		}
		return
	} else if !a.chunked {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)+a.lie))
	}
	if a.cut > 0 {
		body = body[:min(a.cut, len(body))]
	}
	w.Write(body)
	if a.cut > 0 {
		w.(http.Flusher).Flush()
		if a.stall {
			<-r.Context().Done()
		}
		panic(http.ErrAbortHandler)
	}
}

// fetchFrom is a Download of the server's file into a folder of its own, which waits for nothing.
func fetchFrom(t *testing.T, s *server) (d *Download, notices func() string) {
	t.Helper()
	return fetchTo(t, s, filepath.Join(t.TempDir(), "file.zip"))
}

func fetchTo(t *testing.T, s *server, path string) (d *Download, notices func() string) {
	var mu sync.Mutex
	var said []string
	d = &Download{URL: s.URL + "/file.zip", Path: path, Pause: time.Microsecond, Notify: func(n string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, n)
	}}
	return d, func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.ReplaceAll(strings.Join(said, "\n"), s.URL, "HOST")
	}
}

// holds fails unless the folder of path has exactly the given files, and path the given bytes if it is among
// them.
func holds(t *testing.T, path string, want []byte, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if diff := cmp.Diff(names, found); diff != "" {
		t.Errorf("folder (-want +found):\n%s", diff)
	}
	if want == nil {
		return
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s has %d bytes (%v), not the %d expected", path, len(got), err, len(want))
	}
}

// newTLSServer serves with a certificate that nobody trusts.
func newTLSServer(t *testing.T, h http.Handler) *httptest.Server {
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}
