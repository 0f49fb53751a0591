package download

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestAddresses(t *testing.T) {
	for _, c := range []struct{ url, want string }{
		{"ftp://localhost/f", "ftp://localhost/f: expected an address that begins with https:// or http://"},
		{"localhost/f", "localhost/f: expected an address"},
		{"http:///f", "http:///f: expected an address"},
		{"http://a b/f", "not an address"},
		{"http://user:secret@127.0.0.1:1/f", "http://user:xxxxx@127.0.0.1:1/f: dial tcp 127.0.0.1:1"},
	} {
		d := &Download{URL: c.url, Path: filepath.Join(t.TempDir(), "f"), Tries: 1}
		if _, err := d.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.url, err, c.want)
		}
		holds(t, d.Path, nil)
	}
	d := &Download{URL: "http://127.0.0.1:1", Path: filepath.Join(t.TempDir(), "missing", "f")}
	if _, err := d.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no such file") &&
		runtime.GOOS != "windows" {
		t.Errorf("into a missing folder: %v", err)
	}
}

// A protected connection does not lead to an open one, and a certificate that is not trusted is not tried again.
func TestProtection(t *testing.T) {
	request := func(url string) *http.Request {
		r, err := http.NewRequest("GET", url, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, c := range []struct {
		to, via string
		ok      bool
	}{
		{"https://b/", "http://a/", true}, {"https://b/", "https://a/", true}, {"http://b/", "http://a/", true},
		{"http://b/", "https://a/", false},
	} {
		if err := checkRedirect(request(c.to), []*http.Request{request(c.via)}); (err == nil) != c.ok || err != nil &&
			!lasts(err) {
			t.Errorf("from %s to %s: %v", c.via, c.to, err)
		}
	}
	s := &server{answers: []answer{{file: []byte("x")}}}
	s.Server = newTLSServer(t, s)
	d, notices := fetchFrom(t, s)
	if _, err := d.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "certificate") || notices() != "" {
		t.Errorf("untrusted certificate: %v, said %q", err, notices())
	}
}

// A date of change is a mark only if the file could not have changed again in the same second.
func TestStrongDate(t *testing.T) {
	for _, c := range []struct {
		changed, sent string
		strong        bool
	}{
		{"Fri, 01 Aug 2014 12:00:00 GMT", "Fri, 01 Aug 2014 12:00:01 GMT", true},
		{"Fri, 01 Aug 2014 12:00:00 GMT", "Fri, 01 Aug 2014 12:00:00 GMT", false},
		{"Fri, 01 Aug 2014 12:00:00 GMT", "", false},
		{"", "Fri, 01 Aug 2014 12:00:00 GMT", false},
		{"yesterday", "Fri, 01 Aug 2014 12:00:00 GMT", false},
	} {
		h := http.Header{"Last-Modified": {c.changed}, "Date": {c.sent}}
		if got := strongDate(h); (got != "") != c.strong || c.strong && got != c.changed {
			t.Errorf("changed %q, sent %q: %q", c.changed, c.sent, got)
		}
	}
}

// Errors of the network that no patience helps against.
func TestLasts(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}, true},
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "i/o timeout", IsTimeout: true}}, false},
		{&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, false},
		{fmt.Errorf("%w: in circles", errRedirect), true},
	} {
		if got := lasts(c.err); got != c.want {
			t.Errorf("%v: %v, expected %v", c.err, got, c.want)
		}
	}
}
