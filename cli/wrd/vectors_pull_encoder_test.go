package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/cli/internal/flags"
)

// A hub serves the files of a made encoder.
type hub struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string][]byte // by their address
	asked []string
	cut   string // the address whose first request breaks off in the middle; "" for none
}

// madeSet is an encoder of small files, and a hub that has it.
func madeSet(t *testing.T) (catalog.Set, *hub) {
	set := catalog.Set{Name: "made", About: "made for a test", Repository: "org/made", Commit: strings.Repeat("c", 40),
		Page: catalog.Hub + "/org/made", Licence: "none"}
	h := &hub{files: map[string][]byte{}}
	for _, file := range []struct{ name, content string }{
		{"config.json", `{"model_type": "bert"}`},
		{"vocab.txt", "[PAD]\n[UNK]\n"},
		{"model.safetensors", strings.Repeat("weights ", 4<<10)},
	} {
		content := []byte(file.content)
		sum := sha256.Sum256(content)
		set.Files = append(set.Files, catalog.File{Name: file.name, SHA256: hex.EncodeToString(sum[:])})
		h.files["/org/made/resolve/"+set.Commit+"/"+file.name] = content
		h.files["/folder/made/"+file.name] = content
	}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return set, h
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked = append(h.asked, strings.TrimSpace(r.URL.Path+" "+r.Header.Get("Range")))
	content, ok := h.files[r.URL.Path]
	cut := h.cut == r.URL.Path
	if cut {
		h.cut = ""
	}
	h.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("ETag", `"1"`)
	w.Header().Set("Content-Type", "application/octet-stream")
	if cut {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		w.Write(content[:len(content)/2])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// pullMade runs wrd vectors pull with a set that the list does not have.
func pullMade(set catalog.Set, args ...string) (code int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	app := newApp(strings.NewReader(""), &out, &errOut)
	for _, command := range app.Commands {
		for _, sub := range command.Subcommands {
			if sub.Name == "pull" {
				sub.Action = flags.Verb(func(c *cli.Context) (pullOptions, error) { return readPullOf(c, set) }, runPull)
			}
		}
	}
	ctx := context.Background()
	err := app.RunContext(ctx, append([]string{"wrd", "vectors", "pull"}, args...))
	return report(ctx, &errOut, err), out.String(), errOut.String()
}

func TestPullEncoder(t *testing.T) {
	set, h := madeSet(t)
	cache := t.TempDir()
	t.Setenv("WRD_CACHE_DIR", cache)
	dir := filepath.Join(cache, "encoders", "made")
	code, out, said := pullMade(set, "--hub", h.URL)
	if code != exitDone || out != dir+"\n" || !strings.Contains(said, "wrd: made: licence: none; see ") ||
		!strings.Contains(said, "the SHA-256 of each file is as expected") {
		t.Errorf("exit status %d, printed %q, said %s", code, out, said)
	}
	for name, content := range map[string]string{"config.json": `{"model_type": "bert"}`, "vocab.txt": "[PAD]\n[UNK]\n"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != content {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if len(h.asked) != 3 || !strings.HasPrefix(h.asked[0], "/org/made/resolve/"+set.Commit+"/") {
		t.Errorf("asked for %q", h.asked)
	}

	// What is there is checked and not fetched again.
	code, out, _ = pullMade(set, "--hub", h.URL, "--format", "json")
	if code != exitDone || strings.Count(out, `"fetched": false`) != 3 || len(h.asked) != 3 {
		t.Errorf("exit status %d, printed %s, asked for %q", code, out, h.asked)
	}

	// From the variable of Hugging Face's library, and from a mirror, into another folder.
	for i, set2 := range []func() []string{
		func() []string { t.Setenv("HF_ENDPOINT", h.URL); return nil },
		func() []string { return []string{"--mirror", h.URL + "/folder"} },
	} {
		other := t.TempDir()
		code, out, said := pullMade(set, append(set2(), "-o", other)...)
		if code != exitDone || out != filepath.Join(other, "made")+"\n" || len(h.asked) != 6+3*i {
			t.Errorf("exit status %d, printed %q, said %s", code, out, said)
		}
	}
	if last := h.asked[len(h.asked)-1]; !strings.HasPrefix(last, "/folder/made/") {
		t.Errorf("the mirror was asked for %s", last)
	}
}

// Of an encoder without known checksums those of the first download are shown, recorded, and held from then on: by later
// downloads, and where it is opened.
func TestPullEncoderRecords(t *testing.T) {
	set, h := madeSet(t)
	var sums []string
	for i := range set.Files {
		sums = append(sums, set.Files[i].SHA256)
		set.Files[i].SHA256 = ""
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, "made", name) }
	code, _, said := pullMade(set, "--hub", h.URL, "-o", dir)
	if want := "from now on they are held to: config.json " + sums[0] + ", vocab.txt " + sums[1]; code != exitDone ||
		!strings.Contains(said, want) || !strings.Contains(said, "3 files of a size that is not known from ") {
		t.Errorf("exit status %d, said %s, expected %s", code, said, want)
	}
	if known, err := set.AsRecorded(filepath.Join(dir, "made")); err != nil || known.Files[2].SHA256 != sums[2] {
		t.Errorf("recorded %+v, %v", known.Files, err)
	}
	code, out, said := pullMade(set, "--hub", h.URL, "-o", dir, "--format", "json")
	if code != exitDone || strings.Contains(out, `"recorded"`) ||
		!strings.Contains(said, "the SHA-256 of each file is that of the first download") {
		t.Errorf("exit status %d, printed %s, said %s", code, out, said)
	}

	h.files["/org/made/resolve/"+set.Commit+"/vocab.txt"] = []byte("[PAD]\n[UNK]\nchanged\n")
	if err := os.Remove(at("vocab.txt")); err != nil {
		t.Fatal(err)
	}
	code, _, said = pullMade(set, "--hub", h.URL, "-o", dir)
	if _, err := os.Stat(at("vocab.txt")); code != exitBadInput || err == nil || !strings.Contains(said, sums[1]) {
		t.Errorf("exit status %d, said %s, expected %s", code, said, sums[1])
	}

	for name, content := range map[string]string{
		"another commit": `{"commit": "` + strings.Repeat("d", 40) + `"}`, "no JSON": "{",
	} {
		if err := os.WriteFile(at("pulled.json"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, said = pullMade(set, "--hub", h.URL, "-o", dir)
		if code != exitBadInput || !strings.Contains(said, at("pulled.json")+": ") ||
			!strings.Contains(said, "remove the folder") {
			t.Errorf("%s: exit status %d, said %s", name, code, said)
		}
	}
}

// A connection that breaks off is taken up where it ended.
func TestPullEncoderResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("waits a second before it tries again")
	}
	set, h := madeSet(t)
	h.cut = "/org/made/resolve/" + set.Commit + "/model.safetensors"
	code, _, said := pullMade(set, "--hub", h.URL, "-o", t.TempDir())
	if code != exitDone || !strings.Contains(strings.Join(h.asked, "\n"), "model.safetensors bytes=") {
		t.Errorf("exit status %d, said %s, asked for %q", code, said, h.asked)
	}
}

// What is not the file of the commit is rejected, and nothing passes for it.
func TestPullEncoderDamage(t *testing.T) {
	weights := "/org/made/resolve/" + strings.Repeat("c", 40) + "/model.safetensors"
	for _, c := range []struct {
		name string
		do   func(h *hub, dir string)
		want string
	}{
		{"another file on the hub", func(h *hub, _ string) { h.files[weights] = []byte("other weights") },
			"; the download is removed\nwrd: hint: the file is not that of commit cccccc"},
		{"a file that was there", func(_ *hub, dir string) {
			os.MkdirAll(filepath.Join(dir, "made"), 0o777)
			os.WriteFile(filepath.Join(dir, "made", "vocab.txt"), []byte("damaged"), 0o666)
		}, "wrd: hint: remove the file to download it again"},
		{"no such file", func(h *hub, _ string) { delete(h.files, weights) },
			"found status 404 Not Found, expected the file\nwrd: hint: https://huggingface.co/org/made has the files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, h := madeSet(t)
			dir := t.TempDir()
			c.do(h, dir)
			code, out, said := pullMade(set, "--hub", h.URL, "-o", dir)
			if code != exitBadInput || out != "" || !strings.Contains(said, c.want) {
				t.Errorf("exit status %d, printed %q, said %s\nexpected %q", code, out, said, c.want)
			}
			if _, err := os.Stat(filepath.Join(dir, "made", "model.safetensors")); err == nil {
				t.Error("wrong weights stay")
			}
		})
	}
	set, _ := madeSet(t)
	for _, args := range [][]string{{"--checksum", "00"}, {"--hub", "ftp://host"}, {"--mirror", "host"}} {
		if code, _, said := pullMade(set, args...); code != exitBadInput || !strings.Contains(said, "wrd: "+args[0]+": ") {
			t.Errorf("%q: exit status %d, said %s", args, code, said)
		}
	}
}

// The list has the encoders next to the vectors, and a name of it is known.
func TestPullEncoderNames(t *testing.T) {
	_, h := madeSet(t)
	code, _, said := wrdRun("vectors", "pull", "-o", t.TempDir(), "--hub", h.URL, "bge-small-en-v1.5")
	if code != exitBadInput || !strings.Contains(said, "wrd: bge-small-en-v1.5: licence: MIT; see ") ||
		!strings.Contains(said, "found status 404") {
		t.Errorf("exit status %d, said %s", code, said)
	}
	if want := "/BAAI/bge-small-en-v1.5/resolve/5c38ec7c405ec4b44b94cc5a9bb96e735b38267a/config.json"; h.asked[0] != want {
		t.Errorf("asked for %s, want %s", h.asked[0], want)
	}
}
