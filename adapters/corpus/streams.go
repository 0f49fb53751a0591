package corpus

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"sync/atomic"

	"github.com/wordrotator/wrd/internal/file"
)

// chunkBytes is how much of a stream stands together. So much is held in memory for each stream.
const chunkBytes = 32 << 10

// streams keep the rows of tables, one stream for each system of each table.
type streams struct {
	held file.Temporary
	read atomic.Int64 // bytes read back in the current pass
	hash hash.Hash
}

// A stream holds rows in their order.
type stream struct {
	of       *streams
	name     string // of the table, with the system if it has several
	rows     int64
	whole    bool // whether references are kept, and not only a digest of them
	pending  []byte
	chunks   []chunk
	lastID   string
	only     map[string]bool // the ids of the rows that count; nil for all
	fewest   int             // references of a row
	most     int
	hasHuman bool
}

type chunk struct {
	at     int64
	length int
}

// A digest stands for the references of a row.
type digest [sha256.Size]byte

// The parts of a kept row that may be missing.
const (
	withHuman = 1 << iota
	withTexts
	withDigest
)

// add keeps a row.
func (s *stream) add(row TextRow) error {
	if row.ID != "" && row.ID == s.lastID {
		return fmt.Errorf("%s:%d: found segment %q a second time, expected one row for each segment of a system",
			s.name, row.Line, row.ID)
	}
	s.lastID = row.ID
	flags := byte(0)
	if !math.IsNaN(row.Human) {
		flags |= withHuman
		s.hasHuman = true
	}
	switch {
	case row.References == nil:
	case s.whole:
		flags |= withTexts
	default:
		flags |= withDigest
	}
	s.pending = append(s.pending, flags)
	s.pending = binary.AppendUvarint(s.pending, uint64(row.Line))
	for _, text := range []string{row.ID, row.Doc, row.Domain, row.Candidate} {
		s.pending = appendText(s.pending, text)
	}
	if flags&withHuman != 0 {
		s.pending = binary.LittleEndian.AppendUint64(s.pending, math.Float64bits(row.Human))
	}
	if flags&withTexts != 0 {
		s.pending = binary.AppendUvarint(s.pending, uint64(len(row.References)))
		for _, text := range row.References {
			s.pending = appendText(s.pending, text)
		}
	}
	if flags&withDigest != 0 {
		d := s.of.digest(row.References)
		s.pending = append(s.pending, d[:]...)
	}
	if s.rows == 0 {
		s.fewest = len(row.References)
	}
	s.fewest, s.most = min(s.fewest, len(row.References)), max(s.most, len(row.References))
	s.rows++
	if len(s.pending) < chunkBytes {
		return nil
	}
	return s.flush()
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// flush hands what is pending over.
func (s *stream) flush() error {
	if len(s.pending) == 0 {
		return nil
	}
	s.chunks = append(s.chunks, chunk{s.of.held.Size(), len(s.pending)})
	_, err := s.of.held.Write(s.pending)
	s.pending = s.pending[:0]
	return err
}

// digest returns the digest of references. Equal lists have equal digests, and no others will be found to have.
func (s *streams) digest(references []string) (d digest) {
	if s.hash == nil {
		s.hash = sha256.New()
	}
	s.hash.Reset()
	var length [8]byte
	for _, text := range references {
		binary.LittleEndian.PutUint64(length[:], uint64(len(text)))
		s.hash.Write(length[:])
		io.WriteString(s.hash, text)
	}
	s.hash.Sum(d[:0])
	return d
}

// An entry is what one source says of a segment.
type entry struct {
	line                       int64
	id, doc, domain, candidate string
	human                      float64 // NaN for none
	references                 []string
	digest                     digest // of the references, where these are not kept
	digested                   bool
}

// digestOf returns the digest of the references.
func (e *entry) digestOf(kept *streams) digest {
	if e.digested {
		return e.digest
	}
	return kept.digest(e.references)
}

// A streamReader reads a stream from its beginning.
type streamReader struct {
	from   *streams
	chunks []chunk
	only   map[string]bool // as of the stream
	buffer *bufio.Reader
	err    error
}

func (s *stream) reader() *streamReader {
	r := &streamReader{from: s.of, chunks: s.chunks, only: s.only}
	r.buffer = bufio.NewReaderSize((*chunkReader)(r), chunkBytes)
	return r
}

// A chunkReader reads the bytes of the chunks.
type chunkReader streamReader

func (r *chunkReader) Read(p []byte) (int, error) {
	if len(r.chunks) == 0 {
		return 0, io.EOF
	}
	c := r.chunks[0]
	n, err := r.from.held.ReadAt(p[:min(len(p), c.length)], c.at)
	r.from.read.Add(int64(n))
	if n < c.length {
		r.chunks = append([]chunk{{c.at + int64(n), c.length - n}}, r.chunks[1:]...)
	} else {
		r.chunks = r.chunks[1:]
	}
	if n > 0 {
		err = nil
	}
	return n, err
}

// next reads the next row that counts, or returns io.EOF after the last.
func (r *streamReader) next(e *entry) error {
	for {
		if err := r.read(e); err != nil || r.only == nil || r.only[e.id] {
			return err
		}
	}
}

// read reads the next row.
func (r *streamReader) read(e *entry) error {
	flags, err := r.buffer.ReadByte()
	if err != nil {
		return err
	}
	*e = entry{human: math.NaN()}
	e.line = int64(r.number())
	e.id, e.doc, e.domain, e.candidate = r.text(), r.text(), r.text(), r.text()
	if flags&withHuman != 0 {
		var bits [8]byte
		r.full(bits[:])
		e.human = math.Float64frombits(binary.LittleEndian.Uint64(bits[:]))
	}
	if flags&withTexts != 0 {
		e.references = make([]string, r.number())
		for i := range e.references {
			e.references[i] = r.text()
		}
	}
	if flags&withDigest != 0 {
		e.digested = true
		r.full(e.digest[:])
	}
	if r.err != nil {
		return fmt.Errorf("a temporary file cannot be read: %w", r.err)
	}
	return nil
}

func (r *streamReader) number() uint64 {
	n, err := binary.ReadUvarint(r.buffer)
	r.err = errors.Join(r.err, err)
	if r.err != nil {
		return 0
	}
	return n
}

func (r *streamReader) text() string {
	b := make([]byte, r.number())
	r.full(b)
	return string(b)
}

func (r *streamReader) full(b []byte) {
	_, err := io.ReadFull(r.buffer, b)
	r.err = errors.Join(r.err, err)
}

// sentences yields the first reference of each row, then the second, and so on, and returns whether to go on.
func (s *stream) sentences(yield func(string, error) bool) bool {
	for k := range s.most {
		r := s.reader()
		for {
			var e entry
			err := r.next(&e)
			if err == io.EOF {
				break
			}
			if err != nil {
				yield("", err)
				return false
			}
			if k < len(e.references) && !yield(e.references[k], nil) {
				return false
			}
		}
	}
	return true
}
