// Package text reads corpora that hold one text a line.
//
// Lines end at LF alone: U+2028, a form feed or a carriage return in the middle belong to the text. A
// carriage return before the LF and a byte-order mark at the start are dropped and reported, and those in the middle
// counted. Text that is not UTF-8 or has a zero byte is rejected with the place where it breaks, and with what the file is
// then. Everything is read as a stream.
//
// It may change with any version; README lists the packages that do not.
package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
)

// MaxLine is the longest line accepted, in bytes. No text for people is this long: a longer line means that the file is
// not a text.
const MaxLine = 64 << 20

// A Reader reads lines from one input. It must not be shared between goroutines.
type Reader struct {
	name   string
	r      *bufio.Reader
	long   []byte // a line longer than r's buffer, reused
	last   []byte // the line that Next returned last
	again  bool   // whether Next returns it once more
	line   int64  // lines read so far
	offset int64  // bytes read so far, including the byte-order mark
	bom    bool
	crlf   int64
	alone  int64  // carriage returns that end no line
	start  []byte // of the input, to say what it is if it is no text
}

// startBytes is how much of an input shows what it is.
const startBytes = 1024

// NewReader returns a reader of the lines of r. name stands at the start of its errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{name: name, r: bufio.NewReaderSize(r, 64<<10)}
}

// Next returns the next line without its end. It returns io.EOF after the last line; a last line without
// LF counts. The bytes are overwritten by the next call.
func (r *Reader) Next() ([]byte, error) {
	if r.again {
		r.again = false
		return r.last, nil
	}
	if r.line == 0 {
		r.r.Peek(1) // waits for no more than the line does
		start, _ := r.r.Peek(min(r.r.Buffered(), startBytes))
		r.start = bytes.Clone(start)
	}
	start := r.offset
	line, err := r.read()
	if err != nil {
		return nil, err
	}
	if len(line) > MaxLine && len(bytes.TrimRight(line, "\r\n")) > MaxLine {
		return nil, r.tooLong()
	}
	r.line++
	r.offset += int64(len(line))
	line = bytes.TrimSuffix(line, []byte("\n"))
	if r.line == 1 && bytes.HasPrefix(line, []byte("\ufeff")) {
		r.bom = true
		line = line[3:]
		start += 3
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		r.crlf++
		line = line[:n-1]
	}
	if !utf8.Valid(line) || bytes.IndexByte(line, 0) >= 0 {
		return nil, r.invalid(line, start)
	}
	if bytes.IndexByte(line, 0x1b) >= 0 && file.IsShifted(line) {
		return nil, fmt.Errorf("%s:%d: found escape sequences of ISO-2022, expected UTF-8; if it is in ISO-2022-JP: iconv -f "+
			"ISO-2022-JP -t UTF-8 FILE > NEW", r.name, r.line)
	}
	r.alone += int64(bytes.Count(line, []byte{'\r'}))
	r.last = line
	return line, nil
}

// Unread makes Next return the last line again.
func (r *Reader) Unread() { r.again = true }

// read returns the next line with its LF, if it has one.
func (r *Reader) read() ([]byte, error) {
	line, err := r.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		r.long = r.long[:0]
		for err == bufio.ErrBufferFull {
			r.long = append(r.long, line...)
			if len(r.long) > MaxLine {
				return nil, r.tooLong()
			}
			line, err = r.r.ReadSlice('\n')
		}
		r.long = append(r.long, line...)
		line = r.long
	}
	switch {
	case err == io.EOF && len(line) > 0:
		return line, nil
	case err == nil || err == io.EOF:
		return line, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%w (in line %d)", err, r.line+1)
	}
	return nil, err
}

func (r *Reader) tooLong() error {
	return fmt.Errorf("%s:%d: found a line longer than %d MiB, expected one text per line", r.name, r.line+1,
		MaxLine>>20)
}

// invalid describes the first byte of line that is zero or not UTF-8; start is where line begins in the input.
func (r *Reader) invalid(line []byte, start int64) error {
	at := 0
	for at < len(line) && line[at] != 0 {
		char, size := utf8.DecodeRune(line[at:])
		if char == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	err := fmt.Errorf("%s:%d: found the byte 0x%02x at byte %d of the line (byte %d of the text), expected UTF-8",
		r.name, r.line, line[at], at, start+int64(at))
	if is := file.Foreign(r.start); is != "" {
		return fmt.Errorf("%w; it looks like %s", err, is)
	}
	if strings.HasSuffix(r.name, ".br") {
		return fmt.Errorf("%w; it is a Brotli archive by its name: unpack it with brotli -d", err)
	}
	if line[at] == 0 {
		return fmt.Errorf("%w without zero bytes: it is no text, or in another encoding", err)
	}
	if name := file.Encoding(line); name != "" {
		return fmt.Errorf("%w; if it is in %s: iconv -f %[2]s -t UTF-8 FILE > NEW", err, name)
	}
	return err
}

// Line returns the number of lines read so far, which is the 1-based number of the line last returned.
func (r *Reader) Line() int64 { return r.line }

// Offset returns how many bytes of the input these lines have.
func (r *Reader) Offset() int64 { return r.offset }

// Notices returns a sentence for each thing that was dropped from the lines read so far.
func (r *Reader) Notices() []string {
	var notices []string
	if r.bom {
		notices = append(notices, r.name+": dropped the byte-order mark at the start")
	}
	if r.crlf > 0 {
		notices = append(notices, fmt.Sprintf("%s: dropped the carriage return at the end of %d of %s", r.name,
			r.crlf, wording.Counted(r.line, "line")))
	}
	if alone := r.Alone(); alone != "" {
		notices = append(notices, r.name+": "+alone)
	}
	return notices
}

// Alone says how many carriage returns inside lines were read so far, and what to do if they end lines; "" for none.
func (r *Reader) Alone() string {
	if r.alone == 0 {
		return ""
	}
	return fmt.Sprintf("found %s inside lines; if they end lines: tr '\\r' '\\n' <FILE >NEW",
		wording.Counted(r.alone, "carriage return"))
}
