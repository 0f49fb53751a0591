// Package file opens and creates the files of this machine for the other adapters.
//
// [Open] reads a path, standard input ("-"), gzip and Zstandard alike, so that no format has to know where its
// bytes come from. [Create] writes a result aside and gives it its name only when it is whole, so that
// a run that fails leaves nothing half-written behind.
//
// The package knows bytes, not formats: lines are read by package text, columns by package parquet.
package file

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
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
	// Compression is Gzip or Zstd, "" for an input that is read as it is.
	Compression string

	body     *bufio.Reader
	zstd     *zstd.Decoder // nil unless Compression is Zstd
	closer   io.Closer
	consumed atomic.Int64
}

// The kinds of Input.Compression, as messages call them.
const (
	Gzip = "gzip"
	Zstd = "zstd"
)

// zstdWindow is how far back a Zstandard stream may point, in bytes: what the zstd command accepts without being asked.
const zstdWindow = 128 << 20

// Open opens path for reading, or stdin where path is [Stdin]. Input that begins with the magic number of gzip or
// Zstandard is decompressed, whatever its name. Where stdin is nil, standard input is an error.
// Errors begin with the path and say what was expected.
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

// decompress makes body of what is read from raw.
func (in *Input) decompress(raw *bufio.Reader) (err error) {
	magic, _ := raw.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte("\x1f\x8b")):
		in.Compression = Gzip
		z, err := gzip.NewReader(raw)
		if err != nil {
			return err
		}
		z.Multistream(false)
		in.body = bufio.NewReader(&members{z, raw})
	case isZstd(magic):
		in.Compression = Zstd
		in.zstd, err = zstd.NewReader(raw, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow),
			zstd.WithDecoderLowmem(true))
		if err != nil {
			return err
		}
		in.body = bufio.NewReader(in.zstd)
	default:
		in.body = raw
	}
	return nil
}

// isZstd says whether a file begins with a frame of Zstandard, or with one to be skipped, as pzstd writes.
func isZstd(start []byte) bool {
	if len(start) < 4 {
		return false
	}
	const frame, skippable = 0xfd2fb528, 0x184d2a50
	magic := binary.LittleEndian.Uint32(start)
	return magic == frame || magic&^0xf == skippable
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

// Unpacked returns the name of a file without the ending of a compression, .gz or .zst.
func Unpacked(name string) string {
	for _, ending := range []string{".gz", ".zst"} {
		if bare, ok := strings.CutSuffix(name, ending); ok {
			return bare
		}
	}
	return name
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
	case in.Compression == "":
		return fmt.Errorf("%s: %w", in.Name, Named(err))
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("%s: the %s stream is cut off after %d compressed bytes, expected its end mark: %w",
			in.Name, in.Compression, in.Consumed(), io.ErrUnexpectedEOF)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return fmt.Errorf("%s: found a zstd stream with a window of more than %d MiB, expected less: "+
			"compress it without --long", in.Name, zstdWindow>>20)
	case errors.Is(err, zstd.ErrMagicMismatch):
		return fmt.Errorf("%s: found bytes that are not zstd after the zstd stream, expected the end or more zstd",
			in.Name)
	}
	return fmt.Errorf("%s: the %s stream is damaged: %w", in.Name, in.Compression, err)
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
