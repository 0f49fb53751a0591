package download

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func sha(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// What servers do, and what becomes of it.
func TestRun(t *testing.T) {
	file := content(300_000, 1)
	other := content(300_000, 2)
	longer := content(310_000, 3)
	old := time.Date(2014, 8, 1, 12, 0, 0, 0, time.UTC)
	good := answer{file: file, etag: `"a"`}
	cut := func(n int) answer { return answer{file: file, etag: `"a"`, cut: n} }
	for _, c := range []struct {
		name    string
		answers []answer
		asked   []string
		want    []byte // nil for an error
		said    string // part of the notices, or of the error
		left    string // names of the files that are left; "" for the file alone
	}{
		{"at once", []answer{good}, []string{""}, file, "", ""},
		{"broken off again and again", []answer{cut(1), cut(99_999), cut(100_000), cut(50_000), good},
			[]string{"", `bytes=1- "a"`, `bytes=100000- "a"`, `bytes=200000- "a"`, `bytes=250000- "a"`}, file,
			"HOST/file.zip: the connection broke off after 100000 of 300000 bytes; trying again in", ""},
		{"broken off before the first byte", []answer{{hangUp: true}, good}, []string{"", ""}, file, "trying again",
			""},
		{"by date", []answer{{file: file, modified: old, cut: 1000,
			header: map[string]string{"Last-Modified": "Fri, 01 Aug 2014 12:00:00 GMT"}}, {file: file, modified: old}},
			[]string{"", "bytes=1000- Fri, 01 Aug 2014 12:00:00 GMT"}, file, "", ""},
		{"no mark, so no continuing", []answer{{file: file, cut: 1000}, {file: file}}, []string{"", ""}, file,
			"the server gives no mark that distinguishes the file from a changed one, starting again", ""},
		{"a weak mark is none", []answer{{file: file, etag: `W/"a"`, cut: 1000}, {file: file, etag: `W/"a"`}},
			[]string{"", ""}, file, "starting again", ""},
		{"ranges ignored", []answer{cut(1000), {file: file, etag: `"a"`, ignoreRange: true}},
			[]string{"", `bytes=1000- "a"`}, file,
			"the server sends the file from its beginning", ""},
		{"changed between", []answer{cut(1000), {file: other, etag: `"b"`}}, []string{"", `bytes=1000- "a"`}, other,
			"the server sends the file from its beginning: it has changed", ""},
		{"changed without a trace", []answer{cut(1000), {file: other, etag: `"a"`}}, // only a checksum tells
			nil, slices.Concat(file[:1000], other[1000:]), "", ""},
		{"changed, the condition ignored", []answer{cut(1000), {file: other, etag: `"b"`, unconditional: true},
			{file: other, etag: `"b"`}},
			[]string{"", `bytes=1000- "a"`, ""}, other,
			`the file has changed, its mark was "a" and is now "b"; starting again`, ""},
		{"changed date, the condition ignored", []answer{{file: file, modified: old, cut: 1000,
			header: map[string]string{"Last-Modified": "Fri, 01 Aug 2014 12:00:00 GMT"}},
			{file: other, modified: old.Add(time.Hour), unconditional: true}, {file: other}},
			nil, other, "the file of Fri, 01 Aug 2014 12:00:00 GMT has been changed on Fri, 01 Aug 2014 13:00:00 " +
				"GMT; starting again", ""},
		{"a piece at a time", []answer{cut(1000), {file: file, etag: `"a"`, most: 2000}, good},
			[]string{"", `bytes=1000- "a"`, `bytes=3000- "a"`}, file,
			"the server ended after 3000 of 300000 bytes; trying again", ""},
		{"a piece at a time, length announced late", []answer{{file: file, etag: `"a"`, chunked: true, cut: 1000},
			{file: file, etag: `"a"`, most: 2000}, good},
			[]string{"", `bytes=1000- "a"`, `bytes=3000- "a"`}, file, "", ""},
		{"changed in length, the condition ignored", []answer{cut(1000), {file: longer, etag: `"a"`, chunked: true},
			{file: longer, etag: `"b"`}},
			[]string{"", `bytes=1000- "a"`, ""}, longer,
			"the file was 300000 bytes long and is now 310000; starting again", ""},
		{"another range than asked for", []answer{cut(1000), {file: file, etag: `"a"`, shift: 7}, good},
			[]string{"", `bytes=1000- "a"`, ""}, file,
			`asked for the bytes from 1000 on, found Content-Range "bytes 1007-299999/300000"; starting again`, ""},
		{"announced too long", []answer{{file: file, etag: `"a"`, lie: 5}}, nil, nil,
			"the server has no bytes after the first 300000; starting again; given up after 8 tries without success",
			"none"},
		{"announced too long once", []answer{{file: file, etag: `"a"`, lie: 5}, good},
			[]string{"", `bytes=300000- "a"`, ""}, file,
			"the server has no bytes after the first 300000; starting again", ""},
		// a checksum tells
		{"announced too short", []answer{{file: file, etag: `"a"`, lie: -5}}, []string{""}, file[:299_995], "", ""},
		{"length not announced", []answer{{file: file, etag: `"a"`, chunked: true}}, []string{""}, file, "", ""},
		{"length not announced, broken off", []answer{{file: file, etag: `"a"`, chunked: true, cut: 1000}, good},
			[]string{"", `bytes=1000- "a"`}, file,
			"the connection broke off after 1000 of unknown bytes", ""},
		{"length not announced, end not marked", []answer{{file: file, silent: true}}, []string{""}, file,
			"the server does not say how long the file is", ""},
		{"empty", []answer{{}}, []string{""}, nil, "HOST/file.zip: the server sent an empty file", "none"},
		{"empty, announced so", []answer{{chunked: true}}, []string{""}, nil, "the server sent an empty file", "none"},
		{"a web page", []answer{{file: []byte("<html>"),
			header: map[string]string{"Content-Type": "text/html; charset=utf-8"}, chunked: true}}, []string{""}, nil,
			"found a web page, expected a file", "none"},
		{"not there", []answer{{status: 404}}, []string{""},
			nil, "HOST/file.zip: found status 404 Not Found, expected the file", "none"},
		{"gone in the middle", []answer{cut(1000), {status: 404}}, []string{"", `bytes=1000- "a"`}, nil,
			"404 Not Found", "file.zip.part file.zip.part.json"},
		{"forbidden", []answer{{status: 403}}, []string{""}, nil, "found status 403 Forbidden", "none"},
		{"nothing", []answer{{status: 204}}, []string{""}, nil, "found status 204 No Content", "none"},
		{"a part that was not asked for", []answer{{status: 206}}, []string{""}, nil,
			"found status 206 Partial Content", "none"},
		{"trouble for a while", []answer{{status: 500}, {status: 503},
			{status: 429, header: map[string]string{"Retry-After": "0"}}, cut(10), {status: 502}, good},
			[]string{"", "", "", "", `bytes=10- "a"`, `bytes=10- "a"`}, file,
			"found status 503 Service Unavailable; trying again", ""},
		{"trouble for ever", []answer{{status: 500}}, make([]string, 8),
			nil, "found status 500 Internal Server Error; given up after 8 tries", "none"},
		{"asked to come back tomorrow", []answer{{status: 429, header: map[string]string{"Retry-After": "86400"}}},
			[]string{""}, nil,
			"found status 429 Too Many Requests, and the server asks to wait until", "none"},
		{"redirected", []answer{{location: "/elsewhere"}, {location: "/there"}, good}, []string{"", "", ""}, file,
			"", ""},
		{"redirected, then continued", []answer{{location: "/there"}, cut(1000), {location: "/there"}, good},
			[]string{"", "", `bytes=1000- "a"`, `bytes=1000- "a"`}, file, "", ""},
		{"redirected to a file of this machine", []answer{{location: "file:///etc/passwd"}}, []string{""}, nil,
			"redirection not followed: to file:///etc/passwd, expected an address that begins with https:// or http://",
			"none"},
		{"compressed without being asked",
			[]answer{{file: file, header: map[string]string{"Content-Encoding": "gzip"}}}, []string{""}, nil,
			`found the file in the content encoding "gzip", expected it as it is, which was asked for`, "none"},
		{"not encoded, and said so", []answer{{file: file, header: map[string]string{"Content-Encoding": "identity"}}},
			[]string{""}, file, "", ""},
		{"redirected in circles", []answer{{location: "/file.zip"}}, make([]string, 11), nil,
			"redirection not followed: more than 10 in a row", "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.answers...)
			d, notices := fetchFrom(t, s)
			result, err := d.Run(t.Context())
			said := notices()
			if c.want == nil {
				if err == nil {
					t.Fatal("no error")
				}
				said = strings.ReplaceAll(err.Error(), s.URL, "HOST")
				if result != (Result{}) {
					t.Errorf("result %v beside an error", result)
				}
			} else if err != nil {
				t.Fatal(err)
			} else if result != (Result{Bytes: int64(len(c.want)), SHA256: sha(c.want)}) {
				t.Errorf("result %v, expected %d bytes, %s", result, len(c.want), sha(c.want))
			}
			if !strings.Contains(said, c.said) || c.said == "" && said != "" && len(c.answers) == 1 {
				t.Errorf("said %q, expected %q", said, c.said)
			}
			if c.asked != nil {
				if diff := cmp.Diff(c.asked, s.asked()); diff != "" {
					t.Errorf("requests (-want +found):\n%s", diff)
				}
			}
			switch c.left {
			case "":
				holds(t, d.Path, c.want, "file.zip")
			case "none":
				holds(t, d.Path, nil)
			default:
				holds(t, d.Path, nil, strings.Fields(c.left)...)
			}
			if done, total := d.Position(); c.want != nil &&
				(done != int64(len(c.want)) || total != done && total != 0) {
				t.Errorf("position %d of %d at the end", done, total)
			}
		})
	}
}

// A server that always breaks off is patient work as long as every try brings something worthwhile, and given
// up otherwise.
func TestProgressBoundsTries(t *testing.T) {
	file := content(14*worthwhile, 1)
	s := serve(t, answer{file: file, etag: `"a"`, cut: worthwhile})
	d, _ := fetchFrom(t, s)
	d.Tries = 2
	if _, err := d.Run(t.Context()); err != nil {
		t.Errorf("with 14 worthwhile tries: %v", err)
	}
	holds(t, d.Path, file, "file.zip")

	// A little more each time is not enough.
	s = serve(t, answer{file: file, etag: `"a"`, cut: 1000})
	d, _ = fetchFrom(t, s)
	d.Tries = 3
	if _, err := d.Run(t.Context()); err == nil || len(s.asked()) != 3 {
		t.Errorf("with little progress: %v after %d tries, expected an error after 3", err, len(s.asked()))
	}

	// The server cannot continue, and breaks off sooner and later by turns.
	s = serve(t, answer{file: file, cut: worthwhile}, answer{file: file, cut: 3 * worthwhile},
		answer{file: file, cut: worthwhile},
		answer{file: file, cut: 3 * worthwhile}, answer{file: file, cut: worthwhile},
		answer{file: file, cut: 3 * worthwhile}, answer{file: file})
	d, _ = fetchFrom(t, s)
	d.Tries = 3
	if _, err := d.Run(t.Context()); err == nil || len(s.asked()) != 4 {
		t.Errorf("without progress: %v after %d tries, expected an error after 4", err, len(s.asked()))
	}
}

func TestRetryAfter(t *testing.T) {
	file := content(1000, 1)
	s := serve(t, answer{status: 429, header: map[string]string{"Retry-After": "1"}}, answer{file: file})
	d, notices := fetchFrom(t, s)
	if _, err := d.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(notices(), "trying again in 1s") {
		t.Errorf("said %q", notices())
	}
}

// A silent server is left and asked again, also when it is silent before the first byte.
func TestStall(t *testing.T) {
	file := content(300_000, 1)
	s := serve(t, answer{file: file, etag: `"a"`, cut: 1000, stall: true}, answer{file: file, etag: `"a"`})
	d, notices := fetchFrom(t, s)
	d.Stall = 100 * time.Millisecond
	if _, err := d.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	holds(t, d.Path, file, "file.zip")
	if !strings.Contains(notices(), "HOST/file.zip: the server sent nothing for 100ms; trying again") {
		t.Errorf("said %q", notices())
	}
}

// A slow server is not a silent one.
func TestSlow(t *testing.T) {
	file := content(9, 1)
	requests := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		if got := r.Header.Get("Accept-Encoding"); got != "identity" {
			t.Errorf("asked for the encoding %q", got)
		}
		w.Header().Set("Content-Length", "9")
		for _, b := range file {
			w.Write([]byte{b})
			w.(http.Flusher).Flush()
			time.Sleep(250 * time.Millisecond)
		}
	}))
	defer s.Close()
	d := &Download{URL: s.URL, Path: filepath.Join(t.TempDir(), "f"), Stall: 2 * time.Second}
	if _, err := d.Run(t.Context()); err != nil || requests != 1 {
		t.Errorf("%v after %d requests", err, requests)
	}
	holds(t, d.Path, file, "f")
}

// A later run goes on where an earlier one ended, unless the part belongs to something else.
func TestLaterRun(t *testing.T) {
	file, other := content(300_000, 1), content(300_000, 2)
	for _, c := range []struct {
		name   string
		change func(t *testing.T, d *Download)
		second answer
		asked  string
		want   []byte
		said   string
	}{
		{"the same file", nil, answer{file: file, etag: `"a"`}, `bytes=1000- "a"`, file, ""},
		{"a changed file", nil, answer{file: other, etag: `"b"`}, `bytes=1000- "a"`, other, "it has changed"},
		{"another address", func(t *testing.T, d *Download) { d.URL += "?2" }, answer{file: other, etag: `"a"`}, "",
			other, "starting again"},
		{"a part without a note", func(t *testing.T, d *Download) { os.Remove(d.Path + noteEnding) },
			answer{file: file, etag: `"a"`}, "", file, "came from an unknown address, starting again"},
		{"a torn note", func(t *testing.T, d *Download) {
			os.WriteFile(d.Path+noteEnding, []byte(`{"url":"http:`),
				0o666)
		},
			answer{file: file, etag: `"a"`}, "", file, "came from an unknown address, starting again"},
		{"a note without a mark", func(t *testing.T, d *Download) {
			os.WriteFile(d.Path+noteEnding, fmt.Appendf(nil, `{"url":%q,"length":300000}`, d.URL), 0o666)
		}, answer{file: file, etag: `"a"`}, "", file, "the server gives no mark that distinguishes the file from a " +
			"changed one, starting again"},
		{"a note without a part", func(t *testing.T, d *Download) { os.Remove(d.Path + PartEnding) },
			answer{file: file, etag: `"a"`}, "", file, ""},
		{"a part that is too long", func(t *testing.T, d *Download) {
			os.WriteFile(d.Path+PartEnding, content(400_000, 2), 0o666)
		},
			answer{file: file, etag: `"a"`}, "", file,
			"the existing part has 400000 bytes, the whole 300000, starting again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, answer{file: file, etag: `"a"`, cut: 1000}, c.second)
			d, _ := fetchFrom(t, s)
			d.Tries = 1
			if _, err := d.Run(t.Context()); err == nil {
				t.Fatal("no error of the first run")
			}
			holds(t, d.Path, nil, "file.zip.part", "file.zip.part.json")
			d, notices := fetchTo(t, s, d.Path)
			if c.change != nil {
				c.change(t, d)
			}
			if _, err := d.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			holds(t, d.Path, c.want, "file.zip")
			if asked := s.asked(); len(asked) != 2 || asked[1] != c.asked {
				t.Errorf("requests %q, expected %q", asked, c.asked)
			}
			if !strings.Contains(notices(), c.said) || c.said == "" && notices() != "" {
				t.Errorf("said %q, expected %q", notices(), c.said)
			}
		})
	}
}

// Whoever comes second waits for the first and finds its file; if the first gives up, the second goes on from
// there.
func TestTwoAtOnce(t *testing.T) {
	file := content(300_000, 1)
	for _, c := range []struct {
		name     string
		answers  []answer
		requests int
	}{
		{"the first succeeds", []answer{{file: file, etag: `"a"`, cut: 1000, stall: true}, {file: file, etag: `"a"`}},
			2},
		{"the first gives up", []answer{{file: file, etag: `"a"`, cut: 1000, stall: true}, {status: 404},
			{file: file, etag: `"a"`}}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.answers...)
			first, _ := fetchFrom(t, s)
			second, notices := fetchTo(t, s, first.Path)
			var group sync.WaitGroup
			var firstErr, secondErr error
			group.Go(func() { _, firstErr = first.Run(t.Context()) })
			for done := int64(0); done < 1000; done, _ = first.Position() {
				time.Sleep(time.Millisecond)
			}
			group.Go(func() { _, secondErr = second.Run(t.Context()) })
			for notices() == "" {
				time.Sleep(time.Millisecond)
			}
			s.CloseClientConnections()
			group.Wait()
			if (firstErr != nil) != (c.requests == 3) || secondErr != nil {
				t.Errorf("the first: %v, the second: %v", firstErr, secondErr)
			}
			if !strings.Contains(notices(), "another run is downloading it; waiting") {
				t.Errorf("the second said %q", notices())
			}
			if asked := s.asked(); len(asked) != c.requests || asked[len(asked)-1] != `bytes=1000- "a"` {
				t.Errorf("requests %q", asked)
			}
			holds(t, first.Path, file, "file.zip")
		})
	}
}

// The end of the context ends everything: a body that does not come, a pause, the wait for another run; and no
// goroutine stays.
func TestCancel(t *testing.T) {
	kept := serve(t, answer{file: content(1000, 1)}) // its connections stay as long as the client wants
	before := runtime.NumGoroutine()
	if d, _ := fetchFrom(t, kept); d != nil {
		if _, err := d.Run(t.Context()); err != nil {
			t.Error(err)
		}
	}
	func() {
		file := content(300_000, 1)
		s := serve(t, answer{file: file, etag: `"a"`, cut: 1000, stall: true}, answer{status: 500})
		ctx, cancel := context.WithCancel(t.Context())
		d, said := fetchFrom(t, s)
		waiting, notices := fetchTo(t, s, d.Path)
		var group sync.WaitGroup
		var err1, err2 error
		group.Go(func() { _, err1 = d.Run(ctx) })
		for done := int64(0); done < 1000; done, _ = d.Position() {
			time.Sleep(time.Millisecond)
		}
		group.Go(func() { _, err2 = waiting.Run(ctx) })
		for notices() == "" {
			time.Sleep(time.Millisecond)
		}
		cancel()
		group.Wait()
		if !errors.Is(err1, context.Canceled) || !errors.Is(err2, context.Canceled) {
			t.Errorf("fetching: %v, waiting: %v", err1, err2)
		}
		if said() != "" {
			t.Errorf("said %q", said())
		}
		holds(t, d.Path, nil, "file.zip.part", "file.zip.part.json")

		ctx, cancel = context.WithCancel(t.Context())
		d.Pause = time.Hour
		d.Notify = func(string) { cancel() } // it is about to pause
		if _, err := d.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("pausing: %v", err)
		}
		s.Close()
	}()
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 1000 {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before,
				stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(5 * time.Millisecond)
	}
}
