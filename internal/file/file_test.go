package file_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/wordrotator/wrd/internal/file"
)

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t *testing.T, text string, options ...zstd.EOption) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

func lz4ed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := lz4.NewWriter(&b)
	if err := w.Apply(lz4.BlockSizeOption(lz4.Block64Kb)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bzip2ed is "one\ntwo\n" as bzip2 -c writes it; the standard library only reads.
var bzip2ed, _ = hex.DecodeString("425a6839314159265359a7142b77000002c180001002018480200021800c0238f51b8bb9229c2848538a15bb80")

func TestOpen(t *testing.T) {
	long := strings.Repeat("a line of text\n", 10_000)
	for _, c := range []struct {
		name, content, want string
	}{
		{"plain", "abc\n", "abc\n"},
		{"empty", "", ""},
		{"one byte", "x", "x"},
		{"first byte of the magic number", "\x1f", "\x1f"},
		{"gzip", string(zipped(t, long)), long},
		{"two gzip members", string(zipped(t, "a")) + string(zipped(t, "b")), "ab"},
		{"zstd", string(zstandard(t, long)), long},
		{"two zstd frames", string(zstandard(t, "a")) + string(zstandard(t, "b")), "ab"},
		{"lz4", string(lz4ed(t, long)), long},
		{"two lz4 frames", string(lz4ed(t, "a")) + string(lz4ed(t, "b")), "ab"},
		{"bzip2", string(bzip2ed), "one\ntwo\n"},
		{"two bzip2 streams", string(bzip2ed) + string(bzip2ed), "one\ntwo\none\ntwo\n"},
		{"bzip2 of nothing", "BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00", ""},
		{"a text that begins as bzip2", "BZh is short.\n", "BZh is short.\n"},
		{"zstd after a frame to be skipped", "\x50\x2a\x4d\x18\x02\x00\x00\x00xx" + string(zstandard(t, "a")), "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "input")
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, from := range []string{path, file.Stdin} {
				in, err := file.Open(from, strings.NewReader(c.content))
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(in)
				if err != nil || string(got) != c.want {
					t.Errorf("%s: read %d bytes (%v), want %d", in.Name, len(got), err, len(c.want))
				}
				if in.Consumed() != int64(len(c.content)) {
					t.Errorf("%s: consumed %d bytes, want %d", in.Name, in.Consumed(), len(c.content))
				}
				if from == path && in.Size != int64(len(c.content)) {
					t.Errorf("size %d, want %d", in.Size, len(c.content))
				}
				if err := in.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := zipped(t, strings.Repeat("text that does not fit into a few bytes ", 50))
	zstd1 := zstandard(t, strings.Repeat("text that does not fit into a few bytes ", 50))
	lz4s := lz4ed(t, strings.Repeat("text that does not fit into a few bytes ", 50))
	damaged := bytes.Clone(whole)
	damaged[len(damaged)-6] ^= 0xff // in the checksum
	for _, c := range []struct{ name, path, want string }{
		{"missing", filepath.Join(dir, "none"), "none: no such file"},
		{"folder", dir, "found a directory, expected a file"},
		{"cut off", write("cut", whole[:len(whole)-12]), "the gzip stream is cut off after"},
		{"cut off in the header", write("head", whole[:4]), "the gzip stream is cut off after"},
		{"damaged", write("damaged", damaged), "the gzip stream is damaged"},
		{"followed by a byte", write("byte", append(bytes.Clone(whole), '\n')),
			fmt.Sprintf("found bytes that are not gzip after the gzip stream of %d bytes, expected the end or "+
				"more gzip", len(whole))},
		{"two parts followed by a few bytes", write("parts", slices.Concat(whole, whole, []byte("few"))),
			fmt.Sprintf("after the gzip stream of %d bytes", 2*len(whole))},
		{"the second part cut off", write("half", slices.Concat(whole, whole[:12])),
			"the gzip stream is cut off after"},
		{"followed by something else", write("tail", append(bytes.Clone(whole), "and some plain text"...)),
			"found bytes that are not gzip"},
		{"zstd cut off", write("zcut", zstd1[:len(zstd1)-12]), "the zstd stream is cut off after"},
		{"zstd damaged", write("zdamaged", append(bytes.Clone(zstd1[:len(zstd1)-1]), zstd1[len(zstd1)-1]^0xff)),
			"the zstd stream is damaged"},
		{"zstd followed by something else", write("ztail", append(bytes.Clone(zstd1), "and some plain text"...)),
			"found bytes that are not zstd after the zstd stream"},
		{"zstd --long=31", write("zlong", []byte("\x28\xb5\x2f\xfd\x00\xa8abcdefgh")),
			"found a zstd stream with a window of more than 128 MiB"},
		{"bzip2 cut off", write("bcut", bzip2ed[:len(bzip2ed)-3]), "the bzip2 stream is cut off after"},
		{"bzip2 damaged", write("bdamaged", append(bytes.Clone(bzip2ed[:12]), bzip2ed[13:]...)), "the bzip2 stream is "},
		{"bzip2 followed by something else", write("btail", append(bytes.Clone(bzip2ed), "and some plain text"...)),
			"the bzip2 stream is damaged"},
		{"lz4 cut off", write("lcut", lz4s[:len(lz4s)/2]), "the lz4 stream is cut off after"},
		{"lz4 without its end mark", write("lend", lz4s[:len(lz4s)-8]), "the lz4 stream is cut off after"},
		{"lz4 damaged", write("ldamaged", append(bytes.Clone(lz4s[:len(lz4s)-1]), lz4s[len(lz4s)-1]^0xff)),
			"the lz4 stream is damaged"},
		{"xz", write("xz", []byte("\xfd7zXZ\x00\x00\x04")), "found an xz archive, expected a file as it is or in gzip, " +
			"zstd, bzip2 or lz4: unpack it with xz -d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := file.Open(c.path, nil)
			if err == nil {
				_, err = io.ReadAll(in)
				in.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.path) {
				t.Errorf("got error %v, want %q after the path", err, c.want)
			}
		})
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "result")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	names := func() string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return strings.Join(list, " ")
	}
	content := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	write := func() *file.Output {
		o, err := file.Create(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		return o
	}

	o := write()
	if content() != "old" {
		t.Error("the old file changed before Commit")
	}
	o.Abort()
	if content() != "old" || names() != "result" {
		t.Errorf("after Abort: %q in %s", content(), names())
	}
	o = write()
	if err := o.Commit(); err != nil {
		t.Fatal(err)
	}
	o.Abort()
	if content() != "new" || names() != "result" || !o.Committed() {
		t.Errorf("after Commit: %q in %s", content(), names())
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	if _, err := file.Create(context.Background(), filepath.Join(dir, "missing", "result")); err == nil ||
		!strings.Contains(err.Error(), "result: cannot be written: no such file") {
		t.Errorf("in a missing folder: %v", err)
	}
	taken := filepath.Join(dir, "taken")
	o, err := file.Create(context.Background(), taken)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o777); err != nil { // while it is written
		t.Fatal(err)
	}
	const want = "taken: cannot be written: found a directory, expected a file"
	if err := o.Commit(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("over a folder: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("a temporary file is left: %v", entries)
	}
}

// Start shows the first line and takes nothing away.
func TestStart(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct{ name, content, want string }{
		{"a line", "one\ntwo\n", "one\n"},
		{"no line end", "one", "one"},
		{"empty", "", ""},
		{"long", long, long[:1000]},
		{"gzip", string(zipped(t, "one\ntwo\n")), "one\n"},
		{"zstd", string(zstandard(t, "one\ntwo\n")), "one\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := file.Open(file.Stdin, iotest.OneByteReader(strings.NewReader(c.content)))
			if err != nil {
				t.Fatal(err)
			}
			if start := in.Start(1000); !strings.HasPrefix(string(start), c.want) {
				t.Errorf("got %.20q, want %.20q", start, c.want)
			}
			rest, err := io.ReadAll(in)
			if err != nil || !strings.HasPrefix(string(rest), c.want) || len(rest) < len(c.want) {
				t.Errorf("then %.20q, %v", rest, err)
			}
		})
	}
	// What is typed is not waited for beyond its first line.
	r, w := io.Pipe()
	defer r.Close()
	go w.Write([]byte("first\n"))
	in, err := file.Open(file.Stdin, r)
	if err != nil {
		t.Fatal(err)
	}
	if start := in.Start(1000); string(start) != "first\n" {
		t.Errorf("got %q of a pipe", start)
	}
}

// Whatever the bytes, Open and Read end with the content or an error, never with a panic.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("text\n"))
	f.Add([]byte{0x1f, 0x8b, 8, 0})
	f.Add(bzip2ed)
	f.Add([]byte("\x04\x22\x4d\x18\x64\x40\xa7\x00\x00\x00\x00"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x19\x00\x00abc"))
	f.Fuzz(func(t *testing.T, content []byte) {
		in, err := file.Open(file.Stdin, bytes.NewReader(content))
		if err != nil {
			return
		}
		got, err := io.ReadAll(io.LimitReader(in, 1<<20))
		if in.Compression == "" && (err != nil || !bytes.Equal(got, content[:min(len(content), 1<<20)])) {
			t.Errorf("plain input changed: %v", err)
		}
		if errors.Is(err, io.EOF) {
			t.Error("an end that is an error")
		}
	})
}
