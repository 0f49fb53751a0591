package file_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wordrotator/wrd/internal/file"
)

// What is read is what there is, in reads of any size, with the error at its end.
func TestInterruptible(t *testing.T) {
	const text = "east\nnorth\n"
	torn := errors.New("torn")
	for _, c := range []struct {
		name string
		from io.Reader
		err  error
	}{
		{"at once", strings.NewReader(text), nil},
		{"byte by byte", iotest.OneByteReader(strings.NewReader(text)), nil},
		{"the end with the last bytes", iotest.DataErrReader(strings.NewReader(text)), nil},
		{"an error", io.MultiReader(strings.NewReader(text), iotest.ErrReader(torn)), torn},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := file.Interruptible(context.Background(), c.from)
			got, err := io.ReadAll(iotest.HalfReader(r))
			if string(got) != text || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// The reading of a file ends with the cause of the context's end, too, plain or packed.
func TestInterruptibleFile(t *testing.T) {
	stop := errors.New("stop")
	for name, pack := range map[string]func(io.Writer) io.WriteCloser{
		"plain": func(w io.Writer) io.WriteCloser { return nopCloser{w} },
		"gzip":  func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	} {
		t.Run(name, func(t *testing.T) {
			var content bytes.Buffer
			w := pack(&content)
			io.CopyN(w, rand.New(rand.NewSource(1)), 4<<20) // more than what is read ahead
			w.Close()
			path := filepath.Join(t.TempDir(), "numbers")
			if err := os.WriteFile(path, content.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			in, err := file.Open(path, file.Interruptible(ctx, nil))
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if _, err := io.ReadFull(in, make([]byte, 1000)); err != nil {
				t.Fatal(err)
			}
			cancel(stop)
			if n, err := io.Copy(io.Discard, in); !errors.Is(err, stop) || n > 1<<20 {
				t.Errorf("read %d bytes more, then %v", n, err)
			}
		})
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// A read ends with the cause of the context's end, also one that waits, and so do all after it.
func TestInterruptibleEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	in, out := io.Pipe()
	defer out.Close()
	r := file.Interruptible(ctx, in)
	go out.Write([]byte("x"))
	if _, err := r.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	ended := make(chan error)
	go func() {
		_, err := r.Read(make([]byte, 8))
		ended <- err
	}()
	cancel(stop)
	if err := <-ended; err != stop {
		t.Errorf("got %v", err)
	}
	if _, err := r.Read(make([]byte, 8)); err != stop {
		t.Errorf("after the end: got %v", err)
	}
	if _, err := file.Open(file.Stdin, file.Interruptible(context.Background(), nil)); err == nil {
		t.Error("opened standard input where there is none")
	}
}

// What is written arrives whole and in order, also when the context ends, as long as somebody reads.
func TestInterruptibleWriter(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	var got strings.Builder
	w := file.InterruptibleWriter(ctx, &got)
	p := []byte("east")
	w.Write(p)
	copy(p, "????") // the caller's again
	cancel(errors.New("stop"))
	if n, err := w.Write([]byte(" north")); n != 6 || err != nil {
		t.Errorf("after the end: got %d, %v", n, err)
	}
	if got.String() != "east north" {
		t.Errorf("wrote %q", got.String())
	}
	torn := errors.New("torn")
	if _, err := file.InterruptibleWriter(ctx, failing{torn}).Write(p); err != torn {
		t.Errorf("got %v, want the error of the writer", err)
	}
	defer func() {
		if value := recover(); value != "a fault" {
			t.Errorf("recovered %v", value)
		}
	}()
	file.InterruptibleWriter(ctx, failing{nil}).Write(p)
}

// A failing writer fails, or panics without an error.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) {
	if f.err == nil {
		panic("a fault")
	}
	return 0, f.err
}

// A write that waits ends with the cause of the context's end, and so do all after it.
func TestInterruptibleWriterEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	in, out := io.Pipe()
	defer in.Close()
	w := file.InterruptibleWriter(ctx, out)
	stop := errors.New("stop")
	ended := make(chan error)
	go func() {
		_, err := w.Write([]byte("x"))
		ended <- err
	}()
	cancel(stop)
	if err := <-ended; err != stop {
		t.Errorf("got %v", err)
	}
	if _, err := w.Write([]byte("x")); err != stop {
		t.Errorf("after the end: got %v", err)
	}
}
