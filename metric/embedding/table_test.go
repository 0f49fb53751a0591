package embedding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// someStore makes a table of n words whose rows are all different.
func someStore(t testing.TB, n, dim int) *Store {
	t.Helper()
	words := make([]string, n)
	rows := make([]float32, n*dim)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", i)
		for k := range dim {
			rows[i*dim+k] = float32(math.Sin(float64(i*dim + k)))
		}
	}
	s, err := New("some", words, dim, rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tableOf returns s as a binary table.
func tableOf(t testing.TB, s *Store, about string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTable(&b, s, []byte(about)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// openBytes writes a table to a file and opens it.
func openBytes(t testing.TB, table []byte, rebuild func(error) (*Store, error)) (*Store, TableInfo, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(file, table, 0o666); err != nil {
		t.Fatal(err)
	}
	s, info, err := OpenTable(file, "opened", rebuild)
	if err == nil {
		t.Cleanup(func() { s.Close() }) // before the folder is removed, which Windows asks for
	}
	return s, info, err
}

// sameContent compares all that a Store gives, bit for bit.
func sameContent(got, want *Store) error {
	if got.Len() != want.Len() || got.Dim() != want.Dim() || got.Stride() != want.Stride() {
		return fmt.Errorf("%d words of %d, stride %d, want %d of %d, %d", got.Len(), got.Dim(), got.Stride(),
			want.Len(), want.Dim(), want.Stride())
	}
	for id := range want.Len() {
		word := want.Word(id)
		if at, ok := got.Index(word); got.Word(id) != word || !ok || at != id {
			return fmt.Errorf("word %d is %q, and %q is found at %d, %v", id, got.Word(id), word, at, ok)
		}
		if got.Norm(id) != want.Norm(id) || !slices.Equal(got.Row(id), want.Row(id)) {
			return fmt.Errorf("row %d: norm %v, want %v, or its components differ", id, got.Norm(id), want.Norm(id))
		}
		if vec, ok := got.Lookup(word); !ok || !slices.Equal(vec, want.Row(id)) {
			return fmt.Errorf("lookup of %q: %v", word, ok)
		}
		if _, known := want.Index(word + "\x00"); !known {
			if _, ok := got.Index(word + "\x00"); ok {
				return fmt.Errorf("%q is found", word+"\x00")
			}
		}
	}
	if got.MedianNorm() != want.MedianNorm() || got.Digest() != want.Digest() ||
		!slices.Equal(got.Rows(), want.Rows()) {
		return fmt.Errorf("median %v, want %v, digest %s, want %s, or the rows differ", got.MedianNorm(),
			want.MedianNorm(), got.Digest(), want.Digest())
	}
	return got.Err()
}

func TestTableRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		want := storeGen(rt)
		about := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(rt, "about")
		file := filepath.Join(dir, "table")
		f, err := os.Create(file)
		if err != nil {
			rt.Fatal(err)
		}
		if err := errors.Join(WriteTable(f, want, about), f.Close(),
			VerifyTable(context.Background(), file)); err != nil {
			rt.Fatal(err)
		}
		s, info, err := OpenTable(file, "opened", nil)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		if err := sameContent(s, want); err != nil {
			rt.Fatal(err)
		}
		if s.Name() != "opened" || info.Name != "drawn" || !bytes.Equal(info.About, about) ||
			info.Words != want.Len() || info.Dim != want.Dim() ||
			info.Digest != want.Digest() || info.MedianNorm != want.MedianNorm() {
			rt.Fatalf("name %s, info %+v", s.Name(), info)
		}
		if stat, err := StatTable(file); err != nil || stat.Digest != info.Digest || stat.Bytes != info.Bytes {
			rt.Fatalf("stat %+v, error %v", stat, err)
		}
		if again := tableOf(t, s, string(about)); !bytes.Contains(again, []byte("opened")) ||
			len(again) < int(info.Bytes)-64 {
			rt.Fatalf("a table of a table has %d bytes", len(again))
		}
	})
}

func TestTableOfDefault(t *testing.T) {
	want, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := openBytes(t, tableOf(t, want, ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sameContent(s, want); err != nil {
		t.Error(err)
	}
	if err := VerifyTable(context.Background(), s.mapped.file); err != nil {
		t.Error(err)
	}
	for id := range s.Len() {
		if address := uintptr(unsafe.Pointer(&s.Row(id)[0])); address%64 != 0 {
			t.Fatalf("row %d starts at %#x", id, address)
		}
	}
	if n := testing.AllocsPerRun(100, func() { s.Row(7); s.Norm(7); s.Lookup("violin"); s.Index("xyzzyx") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTableRefused(t *testing.T) {
	whole := tableOf(t, someStore(t, 12, 3), "about")
	version := bytes.Clone(whole)
	version[8]++
	for name, test := range map[string]struct {
		table []byte
		want  string
	}{
		"empty":       {nil, "binary table: found 0 bytes, expected at least 128"},
		"header only": {whole[:headerSize], "binary table: found 128 bytes, expected "},
		"one byte short": {whole[:len(whole)-1], fmt.Sprintf("binary table: found %d bytes, expected %d",
			len(whole)-1, len(whole))},
		"one byte long": {append(bytes.Clone(whole), 0),
			fmt.Sprintf("binary table: found %d bytes, expected %d", len(whole)+1, len(whole))},
		"foreign": {bytes.Repeat([]byte("word 1 2 3\n"), 100),
			`binary table: found "word 1 2" at the beginning, expected "wrdtab\r\n"`},
		"another version": {version, "binary table: found version 3, expected 2: another version of the binary " +
			"table format"},
		"zeros": {make([]byte, len(whole)), `binary table: found "\x00\x00`},
		"zeros after head": {append(bytes.Clone(whole[:headerSize]), make([]byte, len(whole)-headerSize)...),
			"binary table: the head is damaged"},
	} {
		if s, _, err := openBytes(t, test.table, nil); s != nil || err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", name, err, test.want)
		}
	}
	for n := range len(whole) {
		if _, _, _, err := readHead(bytes.NewReader(whole[:n]), int64(n)); err == nil {
			t.Errorf("cut to %d bytes: no error", n)
		}
	}
	if _, _, err := openBytes(t, version, nil); !errors.Is(err, ErrTableVersion) {
		t.Errorf("another version: %v", err)
	}
	if _, err := StatTable(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestWriteTableErrors(t *testing.T) {
	s := someStore(t, 3000, 40)
	size := len(tableOf(t, s, ""))
	full := errors.New("disk full")
	for room := 0; room < size; room += size/50 + 1 {
		if err := WriteTable(&smallDisk{room, full}, s, nil); !errors.Is(err, full) {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
	}
	if err := WriteTable(io.Discard, s, make([]byte, maxAboutBytes+1)); err == nil {
		t.Error("a note of more than 1 MiB: no error")
	}
}

// A smallDisk takes so many bytes and no more.
type smallDisk struct {
	room int
	err  error
}

func (d *smallDisk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return d.room, d.err
	}
	d.room -= len(p)
	return len(p), nil
}

// TestChecksum pins the definition with the check values of the catalogue of parametrised CRC algorithms:
// 0xe3069283 for CRC-32/ISCSI and 0xcbf43926 for CRC-32/ISO-HDLC, both of "123456789".
func TestChecksum(t *testing.T) {
	if got := checksum([]byte("123456789")); got != 0xe3069283cbf43926 {
		t.Errorf("%#x", got)
	}
}
