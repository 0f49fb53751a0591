// Package file opens and creates the files of this machine for the other adapters.
//
// [Open] reads a path, standard input ("-") and compressed files alike, so that no format has to know where its
// bytes come from. [Create] writes a result aside and gives it its name only when it is whole, so that
// a run that fails leaves nothing half-written behind.
//
// The package knows bytes, not formats: lines are read by package text, columns by package parquet.
package file

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
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
	// Compression is Gzip, Zstd, Bzip2 or LZ4, "" for an input that is read as it is.
	Compression string

	body     *bufio.Reader
	zstd     *zstd.Decoder // nil unless Compression is Zstd
	closer   io.Closer
	consumed atomic.Int64
}

// Open opens path for reading, or stdin where path is [Stdin]. Input that begins with the magic number of gzip,
// Zstandard, bzip2 or LZ4 is decompressed, whatever its name; xz is an error. Where stdin is nil, standard input is an
// error. Errors begin with the path and say what was expected.
func Open(path string, stdin io.Reader) (*Input, error) {
	in := &Input{Name: path}
	var raw io.Reader
	if path == Stdin {
		if limit, ok := stdin.(*interruptible); stdin == nil || ok && limit.in == nil {
			return nil, errors.New("found -, standard input, expected a file")
		}
		in.Name, raw = "standard input", stdin
	} else {
		f, reader, err := openFile(path, stdin)
		if err != nil {
			return nil, err
		}
		in.closer, raw = f, reader
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			in.Size = info.Size()
		}
	}
	buffered := bufio.NewReaderSize(countingReader{raw, &in.consumed}, readBuffer)
	if err := in.decompress(buffered); err != nil {
		in.Close()
		return nil, in.explain(err)
	}
	return in, nil
}

// Start returns what Read will return next, without taking it: up to the first line end or most bytes, whichever is
// first, and at least what is there without waiting. It is less at the end of the input, or before an error, which Read
// will return. The bytes are overwritten by the next Read. most is at most 32 KiB.
func (in *Input) Start(most int) []byte {
	for n := 1; ; {
		start, err := in.body.Peek(n)
		if len(start) >= most || err != nil || bytes.IndexByte(start, '\n') >= 0 {
			return start
		}
		n = min(max(in.body.Buffered(), n+1), most)
	}
}

// openRegular opens a path that must not be a directory.
func openRegular(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, Named(err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: found a directory, expected a file", path)
	}
	return f, nil
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

// Consumed returns how many bytes of the file were read so far, before decompression. It may be called
// from any goroutine, for a progress bar against Size.
func (in *Input) Consumed() int64 { return in.consumed.Load() }

// Close closes the file; standard input is left open.
func (in *Input) Close() error {
	if in.zstd != nil {
		in.zstd.Close()
	}
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
