package file_test

import (
	"context"
	"errors"
	"io"
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
