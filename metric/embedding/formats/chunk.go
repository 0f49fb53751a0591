package formats

import (
	"bytes"
	"fmt"
	"io"
)

// A chunkReader cuts a text into pieces that end where a line ends. Pieces can be parsed without
// knowing their neighbours, so each is given memory of its own.
type chunkReader struct {
	r    io.Reader
	rest []byte // what was read beyond the last piece: the beginning of the next
	err  error  // what r said last
}

const (
	// chunkSize is large enough that the cost of a piece does not matter, and small enough to stay in
	// the processor's cache while it is parsed.
	chunkSize = 256 << 10

	// maxLine bounds the memory that a file without line ends can take. A row of the largest dimension
	// in 17 significant digits is below 2 MiB.
	maxLine = 16 << 20
)

var errLongLine = fmt.Errorf("line of %d bytes or more", maxLine)

func newChunkReader(r io.Reader) *chunkReader { return &chunkReader{r: r} }

// next returns the next piece, which is not empty. It is written over what buf holds, or into larger memory
// if that does not suffice. The last line of a text need not have an end. After the last piece the error is
// io.EOF; any other error of the reader is returned in place of the lines it cut off.
func (c *chunkReader) next(buf []byte) ([]byte, error) {
	if cap(buf) < chunkSize {
		buf = make([]byte, 0, chunkSize)
	}
	buf = append(buf[:0], c.rest...)
	c.rest = c.rest[:0]
	searched := 0
	for {
		if c.err == nil {
			buf = c.fill(buf)
		}
		if end := bytes.LastIndexByte(buf[searched:], '\n'); end >= 0 {
			used := searched + end + 1
			c.rest = append(c.rest, buf[used:]...)
			return buf[:used], nil
		}
		switch {
		case c.err != nil && c.err != io.EOF:
			return nil, c.err
		case len(buf) >= maxLine:
			return nil, errLongLine
		case c.err != nil && len(buf) == 0:
			return nil, io.EOF
		case c.err != nil:
			return buf, nil
		}
		searched = len(buf)
		buf = append(buf, make([]byte, len(buf))...)[:len(buf)]
	}
}

// fill reads until buf is full or the reader gives an error. (io.ReadFull would not do: it turns the end
// of the text into the error that a cut-off gzip stream gives.)
func (c *chunkReader) fill(buf []byte) []byte {
	for idle := 0; len(buf) < cap(buf) && c.err == nil; {
		var n int
		n, c.err = c.r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if n > 0 {
			idle = 0
		} else if idle++; idle == maxIdleReads && c.err == nil {
			c.err = io.ErrNoProgress
		}
	}
	return buf
}

// maxIdleReads is how often a reader may return nothing without an error, as in package bufio.
const maxIdleReads = 100
