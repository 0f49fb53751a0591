package file

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// The kinds of Input.Compression, as messages call them.
const (
	Gzip  = "gzip"
	Zstd  = "zstd"
	Bzip2 = "bzip2"
	LZ4   = "lz4"
)

// The first bytes of compressed files; those of Zstandard are a number, see isZstd.
const (
	gzipMagic  = "\x1f\x8b"
	lz4Magic   = "\x04\x22\x4d\x18"
	xzMagic    = "\xfd7zXZ"
	bzip2Magic = "BZh" // which a text may begin with: a level and the mark of a block, or of none, follow
)

// compressedEndings are those of the names of compressed files.
var compressedEndings = []string{".gz", ".zst", ".bz2", ".lz4", ".xz"}

// Unpacked returns the name of a file without the ending of a compression, such as .gz or .zst.
func Unpacked(name string) string {
	for _, ending := range compressedEndings {
		if bare, ok := strings.CutSuffix(name, ending); ok {
			return bare
		}
	}
	return name
}

// zstdWindow is how far back a Zstandard stream may point, in bytes: what the zstd command accepts without being asked.
const zstdWindow = 128 << 20

// errXZ is about xz files. The library that reads them takes as much memory as their header says, up to 4 GiB.
var errXZ = errors.New("found an xz archive, expected a file as it is or in gzip, zstd, bzip2 or lz4: unpack it with xz -d")

// decompress makes body of what is read from raw.
func (in *Input) decompress(raw *bufio.Reader) (err error) {
	magic, _ := raw.Peek(4)
	is := func(mark string) bool { return bytes.HasPrefix(magic, []byte(mark)) }
	switch {
	case is(gzipMagic):
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
	case is(lz4Magic):
		in.Compression = LZ4
		in.body = bufio.NewReader(newLZ4Frames(raw))
	case is(bzip2Magic) && isBzip2(raw):
		in.Compression = Bzip2
		in.body = bufio.NewReader(bzip2.NewReader(raw))
	case is(xzMagic[:4]):
		return errXZ
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

// isBzip2 says whether a file is of bzip2, as its first ten bytes show.
func isBzip2(raw *bufio.Reader) bool {
	const block, end = "1AY&SY", "\x17\x72\x45\x38\x50\x90"
	start, _ := raw.Peek(len(bzip2Magic) + 1 + len(block))
	return bytes.HasSuffix(start, []byte(block)) || bytes.HasSuffix(start, []byte(end))
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
		case string(start) != gzipMagic:
			return 0, &trailingError{m.buffered.Buffered()}
		}
		if err := m.Reset(m.buffered); err != nil {
			return 0, err
		}
		m.Multistream(false)
	}
}

// lz4Frames reads the frames of an LZ4 file. The library takes a file that ends between two blocks of a frame for a whole
// one, so the end mark, four zeros, is looked for: before it at most a checksum of four bytes may follow.
type lz4Frames struct {
	*lz4.Reader
	tail *tailReader
}

func newLZ4Frames(raw io.Reader) *lz4Frames {
	tail := &tailReader{r: raw}
	return &lz4Frames{lz4.NewReader(tail), tail}
}

func (f *lz4Frames) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		const mark = "\x00\x00\x00\x00"
		if last := f.tail.last; string(last[4:]) != mark && string(last[:4]) != mark {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}

// A tailReader keeps the last eight bytes that were read.
type tailReader struct {
	r    io.Reader
	last [8]byte
}

func (t *tailReader) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if n >= len(t.last) {
		copy(t.last[:], p[n-len(t.last):n])
	} else {
		copy(t.last[:], t.last[n:])
		copy(t.last[len(t.last)-n:], p[:n])
	}
	return n, err
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
