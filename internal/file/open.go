// Package file opens and creates the files of this machine for the other adapters.
//
// [Open] reads a path, standard input ("-") and gzip alike, so that no format has to know where its
// bytes come from. [Create] writes a result aside and gives it its name only when it is whole, so that
// a run that fails leaves nothing half-written behind.
//
// The package knows bytes, not formats: lines are read by package text, columns by package parquet.
package file

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// readBuffer is the size of the read-ahead in bytes; larger ones were not faster.
const readBuffer = 256 << 10

// An Input is an open file, decompressed while it is read. It must not be shared between goroutines,
// except for Consumed.
type Input struct {
	// Name is what messages call the input: its path, or "standard input".
	Name string
	// Size is the length in bytes of the file on disk, before decompression; 0 when it is not known.
	Size int64
	// Gzip says whether the input is compressed.
	Gzip bool

	body     io.Reader
	closer   io.Closer
	consumed atomic.Int64
}

// Open opens path for reading, or stdin where path is [Stdin]. Input that begins with gzip's magic
// number is decompressed, whatever its name. Where stdin is nil, standard input is an error.
// Errors begin with the path and say what was expected.
func Open(path string, stdin io.Reader) (*Input, error) {
	in := &Input{Name: path}
	var raw io.Reader
	if path == Stdin {
		if stdin == nil {
			return nil, errors.New("found -, standard input, expected a file")
		}
		in.Name, raw = "standard input", stdin
	} else {
		f, err := openRegular(path)
		if err != nil {
			return nil, err
		}
		in.closer, raw = f, f
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			in.Size = info.Size()
		}
	}
	buffered := bufio.NewReaderSize(countingReader{raw, &in.consumed}, readBuffer)
	in.body = buffered
	if magic, _ := buffered.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		in.Gzip = true
		z, err := gzip.NewReader(buffered)
		if err != nil {
			in.Close()
			return nil, in.explain(err)
		}
		z.Multistream(false)
		in.body = &members{z, buffered}
	}
	return in, nil
}

// openRegular opens a path that must not be a directory.
func openRegular(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plainPathError(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: found a directory, expected a file", path)
	}
	return f, nil
}

// plainPathError says "path: what is wrong" where the standard library says "open path: what is wrong".
func plainPathError(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", pathErr.Path, pathErr.Err)
	}
	return err
}

// Read implements io.Reader. A compressed stream that ends too early or is damaged is an error that
// says so; io.EOF means that the input was whole.
func (in *Input) Read(p []byte) (int, error) {
	n, err := in.body.Read(p)
	if err != nil && err != io.EOF {
		err = in.explain(err)
	}
	return n, err
}

// members reads the parts of a gzip file one after another, as pigz and cat make them. The library would take a few
// bytes after the last of them for a part that is cut off.
type members struct {
	*gzip.Reader
	buffered *bufio.Reader
}

// A trailingError says that something follows the gzip stream.
type trailingError struct{ buffered int }

func (e *trailingError) Error() string { return "found bytes that are not gzip" }

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.Reader.Read(p)
		if n > 0 || err != io.EOF {
			if err == io.EOF {
				err = nil // asked again, it says so again
			}
			return n, err
		}
		start, err := m.buffered.Peek(2)
		switch {
		case len(start) == 0:
			return 0, err
		case string(start) != "\x1f\x8b":
			return 0, &trailingError{m.buffered.Buffered()}
		}
		if err := m.Reset(m.buffered); err != nil {
			return 0, err
		}
		m.Multistream(false)
	}
}

func (in *Input) explain(err error) error {
	trailing, follows := errors.AsType[*trailingError](err)
	switch {
	case follows:
		return fmt.Errorf("%s: %w after the gzip stream of %d bytes, expected the end or more gzip", in.Name, err,
			in.Consumed()-int64(trailing.buffered))
	case !in.Gzip:
		return fmt.Errorf("%s: %w", in.Name, plainPathError(err))
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("%s: the gzip stream is cut off after %d compressed bytes, expected its end mark: %w",
			in.Name, in.Consumed(), io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("%s: the gzip stream is damaged: %w", in.Name, err)
}

// Consumed returns how many bytes of the file were read so far, before decompression. It may be called
// from any goroutine, for a progress bar against Size.
func (in *Input) Consumed() int64 { return in.consumed.Load() }

// Close closes the file; standard input is left open.
func (in *Input) Close() error {
	if in.closer == nil {
		return nil
	}
	return in.closer.Close()
}

// countingReader adds to n what passes through it.
type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
