package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A mirror serves every name with the same content.
type mirror struct {
	*httptest.Server
	content []byte

	mu    sync.Mutex
	hold  chan struct{} // the first request gets only half of the content until this is closed; nil for no such wait
	asked []string      // host, path and range of each request
}

func startMirror(t *testing.T, content []byte) *mirror {
	m := &mirror{content: content}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	m.asked = append(m.asked, strings.TrimSpace(r.Host+r.URL.Path+" "+r.Header.Get("Range")))
	first, hold := len(m.asked) == 1, m.hold
	m.mu.Unlock()
	w.Header().Set("ETag", `"1"`)
	w.Header().Set("Content-Type", http.DetectContentType(m.content))
	if first && hold != nil {
		half := len(m.content) / 2
		w.Header().Set("Content-Length", fmt.Sprint(len(m.content)))
		w.Write(m.content[:half])
		w.(http.Flusher).Flush()
		select {
		case <-hold:
			w.Write(m.content[half:])
		case <-r.Context().Done():
		}
		return
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(m.content))
}

// holdBack makes the first request wait in the middle until the returned function is called.
func (m *mirror) holdBack() (release func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	hold := make(chan struct{})
	m.hold = hold
	return func() { close(hold) }
}

// requests returns what was asked for, without the mirror's own name.
func (m *mirror) requests() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.ReplaceAll(strings.Join(m.asked, ", "), strings.TrimPrefix(m.URL, "http://"), "")
}

// toyVectors are two vectors in word2vec's text format, compressed.
func toyVectors(t *testing.T) (content []byte, sum string) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("2 2\neast 1 0\nnorth 0 2\n"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := sha256.Sum256(b.Bytes())
	return b.Bytes(), hex.EncodeToString(s[:])
}

// wrdRun runs a command line in this process.
func wrdRun(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(context.Background(), append([]string{"wrd"}, args...), strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func TestPull(t *testing.T) {
	content, sum := toyVectors(t)
	t.Setenv("WRD_CACHE_DIR", t.TempDir())
	folder := filepath.Join(os.Getenv("WRD_CACHE_DIR"), "vectors")
	m := startMirror(t, content)
	path := filepath.Join(folder, "cc.en.300.vec.gz")

	code, out, said := wrdRun("vectors", "pull", "--mirror", m.URL+"/folder", "fasttext-cc-en")
	if code != exitDone || out != path+"\n" {
		t.Errorf("exit status %d, printed %q, said %s", code, out, said)
	}
	for _, want := range []string{
		"wrd: fasttext-cc-en: licence: Creative Commons Attribution-Share-Alike 3.0; see " +
			"https://fasttext.cc/docs/en/crawl-vectors.html\n",
		"wrd: fasttext-cc-en: size not known from " + m.URL + "/folder/cc.en.300.vec.gz\n",
		"wrd: fasttext-cc-en: the publisher gives no checksum; the SHA-256 of the file is " + sum + "\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("said\n%s\nwithout %q", said, want)
		}
	}
	code, out, said = wrdRun("explain", "--vectors", "fasttext-cc-en", "east", "north")
	if code != exitDone || !strings.Contains(out, "1.0000") {
		t.Errorf("explain: exit status %d, printed %q, said %s", code, out, said)
	}

	// What is there is checked and not fetched again, and cache clear leaves it.
	if code, _, said := wrdRun("cache", "clear"); code != exitDone {
		t.Error(said)
	}
	code, out, _ = wrdRun("vectors", "pull", "--mirror", m.URL, "--format", "json", "fasttext-cc-en")
	var result struct {
		Path, SHA256 string
		Bytes        int
		Fetched      bool
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil || code != exitDone || result.Path != path ||
		result.SHA256 != sum || result.Bytes != len(content) || result.Fetched {
		t.Errorf("exit status %d, printed %s", code, out)
	}
	if got := m.requests(); got != "/folder/cc.en.300.vec.gz" {
		t.Errorf("requests %q", got)
	}

	// Into another folder, with a mirror from the environment and the right checksum.
	other := filepath.Join(t.TempDir(), "a", "b")
	t.Setenv("WRD_MIRROR", m.URL)
	code, out, said = wrdRun("vectors", "pull", "-o", other, "--checksum", sum, "glove.6B.300d")
	if code != exitDone || out != filepath.Join(other, "glove.6B.zip")+"\n" ||
		!strings.Contains(said, "the SHA-256 is as expected") {
		t.Errorf("exit status %d, printed %q, said %s", code, out, said)
	}
}

// Vectors of one language of many are found by its code.
func TestPullLanguage(t *testing.T) {
	content, _ := toyVectors(t)
	t.Setenv("WRD_CACHE_DIR", t.TempDir())
	m := startMirror(t, content)
	code, _, said := wrdRun("vectors", "pull", "--mirror", m.URL, "fasttext-cc-de")
	if code != exitDone || !strings.Contains(said, "wrd: fasttext-cc-de: German: 300 dimensions; Common Crawl and "+
		"Wikipedia\n") {
		t.Errorf("exit status %d, said %s", code, said)
	}
	if got := m.requests(); got != "/cc.de.300.vec.gz" {
		t.Errorf("requests %q", got)
	}
	code, out, said := wrdRun("explain", "--vectors", "fasttext-cc-de", "--tokenizer", "unicode", "east", "north")
	if code != exitDone || !strings.Contains(out, "vectors:cc.de.300@") || !strings.Contains(out, "|tok:unicode|") {
		t.Errorf("explain: exit status %d, printed %q, said %s", code, out, said)
	}
}

// Wrong content is an error and is not kept, whoever knows the checksum or the size, unless the user names its checksum.
func TestPullChecksums(t *testing.T) {
	content, sum := toyVectors(t)
	m := startMirror(t, content)
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"given by the user", []string{"--checksum", strings.Repeat("0", 64), "cc.en.300"}, exitBadInput,
			"cc.en.300.vec.gz: SHA-256 is " + sum + ", expected " + strings.Repeat("0", 64) +
				"; the download is removed\nwrd: hint: "},
		{"given by the publisher", []string{"word2vec-google-news-300"}, exitBadInput,
			"expected a5e5354d40acb95f9ec66d5977d140ef; the download is removed\n"},
		{"recorded by somebody", []string{"glove.840B"}, exitBadInput,
			"glove.840B.300d.zip: SHA-256 is " + sum + ", expected c06db255e65095393609f19a4cfca20bf3a71e20cc53e892aafa490347e3849f; " +
				"the download is removed\nwrd: hint: https://nlp.stanford.edu/projects/glove/ may say why; --checksum HEX expects"},
		{"of another size", []string{"cc.en.300"}, exitBadInput, fmt.Sprintf("cc.en.300.vec.gz: the size in bytes is %d, "+
			"expected 1325960915; the download is removed\nwrd: hint: ", len(content))},
		{"recorded, named by the user", []string{"--checksum", sum, "glove.840B"}, exitDone, "the SHA-256 is as expected\n"},
		{"of another size, named by the user", []string{"--checksum", sum, "cc.en.300"}, exitDone,
			"the SHA-256 is as expected\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			code, _, said := wrdRun(append([]string{"vectors", "pull", "--mirror", m.URL, "-o", dir}, c.args...)...)
			if code != c.code || !strings.Contains(said, c.want) {
				t.Errorf("exit status %d, said %s\nexpected %d, %q", code, said, c.code, c.want)
			}
			if left, _ := os.ReadDir(dir); (len(left) == 0) != (c.code != exitDone) {
				t.Errorf("left: %v", left)
			}
		})
	}
	// What an older version kept is found out, too.
	dir := t.TempDir()
	writeTestFile(t, filepath.Join(dir, "cc.en.300.vec.gz"), string(content))
	if code, _, said := wrdRun("vectors", "pull", "-o", dir, "cc.en.300"); code != exitBadInput ||
		!strings.Contains(said, "expected 1325960915\nwrd: hint: remove the file to download it again") {
		t.Errorf("of a file that was there: exit status %d, said %s", code, said)
	}
	page := startMirror(t, []byte("<!DOCTYPE html><title>Log in</title>"))
	code, _, said := wrdRun("vectors", "pull", "--mirror", page.URL, "-o", t.TempDir(), "glove.6B")
	if code != exitBadInput || !strings.Contains(said, "found a web page, expected a file\nwrd: hint: "+
		"https://nlp.stanford.edu/projects/glove/ says where the file is") {
		t.Errorf("of a page: exit status %d, said %s", code, said)
	}
}

// The members of an archive have names of their own.
func TestPullArchive(t *testing.T) {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for _, dim := range []int{50, 100} {
		w, err := z.Create(fmt.Sprintf("glove.6B.%dd.txt", dim))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"east", "north", "west"} {
			fmt.Fprintln(w, word+strings.Repeat(" 1", dim))
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	m := startMirror(t, archive.Bytes())
	t.Setenv("WRD_CACHE_DIR", t.TempDir())
	sum := fmt.Sprintf("%x", sha256.Sum256(archive.Bytes()))
	if code, _, said := wrdRun("vectors", "pull", "--mirror", m.URL, "--checksum", sum, "glove.6B.50d"); code != exitDone {
		t.Fatal(said)
	}
	for name, want := range map[string]string{"glove.6B.50d": "50", "glove.6B.100d": "100"} {
		code, out, said := wrdRun("vectors", "info", "--format", "json", name)
		if code != exitDone || !strings.Contains(out, `"name": "`+name+`"`) || !strings.Contains(out, `"dim": `+want) {
			t.Errorf("%s: exit status %d, printed %s, said %s", name, code, out, said)
		}
	}
}

// pullProcess starts a process of the command that fetches into dir.
func pullProcess(t *testing.T, wrd, dir string, args ...string) (process *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	process = exec.Command(wrd, append([]string{"vectors", "pull", "-o", dir}, args...)...)
	stderr = new(bytes.Buffer)
	process.Stderr = stderr
	return process, stderr
}

// waitFor waits until the file at path has size bytes.
func waitFor(t *testing.T, path string, size int) {
	t.Helper()
	waitUntil(t, fmt.Sprintf("%s has %d bytes", path, size), func() bool {
		info, err := os.Stat(path)
		return err == nil && info.Size() == int64(size)
	})
}

// waitUntil waits until something is so, which fails after a minute.
func waitUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("found no end of waiting until %s", what)
		}
	}
}

// A run that is killed, or asked to end, leaves a part with which the next one goes on.
func TestPullKilled(t *testing.T) {
	content, _ := toyVectors(t)
	wrd := build(t)
	for _, signal := range []os.Signal{os.Kill, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			m, dir := startMirror(t, content), t.TempDir()
			m.holdBack()
			path := filepath.Join(dir, "cc.en.300.vec.gz")
			process, said := pullProcess(t, wrd, dir, "--mirror", m.URL, "fasttext-cc-en")
			if err := process.Start(); err != nil {
				t.Fatal(err)
			}
			waitFor(t, path+".part", len(content)/2)
			if err := process.Process.Signal(signal); err != nil {
				process.Process.Kill()
				process.Wait()
				t.Skip(err) // Windows cannot interrupt
			}
			if err := process.Wait(); err == nil {
				t.Fatal("the run ended well")
			}
			if signal == os.Interrupt && (process.ProcessState.ExitCode() != exitInterrupted ||
				!strings.HasSuffix(said.String(), "wrd: interrupted\n")) {
				t.Errorf("exit status %d, said %s", process.ProcessState.ExitCode(), said)
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("the file has its name before it is whole")
			}
			process, said = pullProcess(t, wrd, dir, "--mirror", m.URL, "fasttext-cc-en")
			if err := process.Run(); err != nil {
				t.Fatal(err, said)
			}
			if got, want := m.requests(), fmt.Sprintf("/cc.en.300.vec.gz, /cc.en.300.vec.gz bytes=%d-",
				len(content)/2); got != want {
				t.Errorf("requests %q, expected %q", got, want)
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content) {
				t.Errorf("%d bytes (%v), expected %d", len(got), err, len(content))
			}
			if left, _ := os.ReadDir(dir); len(left) != 1 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// Two runs that fetch the same file at once make one request and both end well.
func TestPullTwoAtOnce(t *testing.T) {
	content, _ := toyVectors(t)
	wrd, m, dir := build(t), startMirror(t, content), t.TempDir()
	release := m.holdBack()
	first, _ := pullProcess(t, wrd, dir, "--mirror", m.URL, "fasttext-cc-en")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "cc.en.300.vec.gz.part"), len(content)/2)
	second := exec.Command(wrd, "vectors", "pull", "-o", dir, "--mirror", m.URL, "fasttext-cc-en")
	waits, err := second.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for buffer := make([]byte, 1000); !strings.Contains(said.String(), "another run is downloading it; waiting"); {
		n, err := waits.Read(buffer)
		said.Write(buffer[:n])
		if err != nil {
			t.Fatalf("%v, said %s", err, said.String())
		}
	}
	release()
	if err := first.Wait(); err != nil {
		t.Error(err)
	}
	if err := second.Wait(); err != nil {
		t.Error(err)
	}
	if got := m.requests(); got != "/cc.en.300.vec.gz" {
		t.Errorf("requests %q", got)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

// HTTP_PROXY is asked for addresses of any host, except those in NO_PROXY.
func TestPullProxy(t *testing.T) {
	content, _ := toyVectors(t)
	proxy, wrd, dir := startMirror(t, content), build(t), t.TempDir()
	process, said := pullProcess(t, wrd, dir, "--mirror", "http://vectors.invalid/folder", "fasttext-cc-en")
	process.Env = append(os.Environ(), "HTTP_PROXY="+proxy.URL, "NO_PROXY=")
	if err := process.Run(); err != nil {
		t.Fatal(err, said)
	}
	if got := proxy.requests(); got != "vectors.invalid/folder/cc.en.300.vec.gz" {
		t.Errorf("requests %q", got)
	}
	process, said = pullProcess(t, wrd, t.TempDir(), "--mirror", "http://vectors.invalid/folder", "fasttext-cc-en")
	process.Env = append(os.Environ(), "HTTP_PROXY="+proxy.URL, "NO_PROXY=vectors.invalid")
	if err := process.Run(); err == nil || !strings.Contains(said.String(), "vectors.invalid") ||
		strings.Contains(proxy.requests(), ",") {
		t.Errorf("%v, said %s, requests %q", err, said, proxy.requests())
	}
}
