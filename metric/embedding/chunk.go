package embedding

import (
	"bytes"
	"fmt"
	"io"
)

// A chunkReader cuts a text into pieces that end where a line ends. Pieces can be parsed without
// knowing their neighbours.
type chunkReader struct {
	r    io.Reader
	buf  []byte // the current piece, then the beginning of the next
	used int    // length of the current piece
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

func newChunkReader(r io.Reader) *chunkReader {
	return &chunkReader{r: r, buf: make([]byte, 0, chunkSize)}
}

// next returns the next piece, which is not empty and is overwritten by the following call. The last
// line of a text need not have an end. After the last piece the error is io.EOF; any other error of the
// reader is returned in place of the lines it cut off.
func (c *chunkReader) next() ([]byte, error) {
	c.buf = c.buf[:copy(c.buf, c.buf[c.used:])]
	c.used = 0
	searched := 0
	for {
		if c.err == nil {
			c.fill()
		}
		if end := bytes.LastIndexByte(c.buf[searched:], '\n'); end >= 0 {
			c.used = searched + end + 1
			return c.buf[:c.used], nil
		}
		switch {
		case c.err != nil && c.err != io.EOF:
			return nil, c.err
		case len(c.buf) >= maxLine:
			return nil, errLongLine
		case c.err != nil && len(c.buf) == 0:
			return nil, io.EOF
		case c.err != nil:
			c.used = len(c.buf)
			return c.buf, nil
		}
		searched = len(c.buf)
		c.buf = append(c.buf, make([]byte, len(c.buf))...)[:len(c.buf)]
	}
}

// fill reads until the buffer is full or the reader gives an error. (io.ReadFull would not do: it turns
// the end of the text into the error that a cut-off gzip stream gives.)
func (c *chunkReader) fill() {
	for idle := 0; len(c.buf) < cap(c.buf) && c.err == nil; {
		var n int
		n, c.err = c.r.Read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		if n > 0 {
			idle = 0
		} else if idle++; idle == maxIdleReads && c.err == nil {
			c.err = io.ErrNoProgress
		}
	}
}

// maxIdleReads is how often a reader may return nothing without an error, as in package bufio.
const maxIdleReads = 100
