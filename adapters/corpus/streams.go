package corpus

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/wordrotator/wrd/internal/file"
)

// chunkBytes is how much of a stream stands together. So much is held in memory for each stream.
const chunkBytes = 32 << 10

// streams keep the rows of tables, one stream for each system of each table.
type streams struct {
	held file.Temporary
	dead int64        // bytes of held that were replaced
	read atomic.Int64 // bytes read back in the current pass
	hash hash.Hash
}

// size returns how many bytes a pass over all rows reads.
func (s *streams) size() int64 { return s.held.Size() - s.dead }

// A stream holds rows in their order.
type stream struct {
	of      *streams
	name    string // of the table, with the system if it has several
	table   string // its name
	rows    int64
	whole   bool // whether references are kept, and not only a digest of them
	pending []byte
	chunks  []chunk
	ids     ids
	fewest  int // references of a row
	most    int
	humans  []string // what the human scores of rows are called, "" for those that do not count
	sourced bool     // whether rows have sources
	spans   []Spans  // that were asked for, in the order of the rows
}

type chunk struct {
	at     int64
	length int
}

// A digest stands for the references of a row.
type digest [sha256.Size]byte

// The parts of a kept row that may be missing.
const (
	withHumans = 1 << iota
	withTexts
	withDigest
	withSource
)

// add keeps a row.
func (s *stream) add(row *TextRow) error {
	s.ids.add(row.ID)
	flags := byte(0)
	if slices.ContainsFunc(row.Humans, func(x float64) bool { return !math.IsNaN(x) }) {
		flags |= withHumans
	}
	switch {
	case row.References == nil:
	case s.whole:
		flags |= withTexts
	default:
		flags |= withDigest
	}
	if row.Source != "" {
		flags |= withSource
	}
	s.pending = append(s.pending, flags)
	s.pending = binary.AppendUvarint(s.pending, uint64(row.Line))
	for _, text := range []string{row.ID, row.Doc, row.Domain, row.Candidate} {
		s.pending = appendText(s.pending, text)
	}
	if flags&withHumans != 0 {
		s.pending = binary.AppendUvarint(s.pending, uint64(len(row.Humans)))
		for _, x := range row.Humans {
			s.pending = binary.LittleEndian.AppendUint64(s.pending, math.Float64bits(x))
		}
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
	if row.Source != "" {
		s.pending = appendText(s.pending, row.Source)
	}
	s.count(len(row.References))
	s.rows++
	return s.keep(nil)
}

// count counts the references of the next row.
func (s *stream) count(references int) {
	if s.rows == 0 {
		s.fewest, s.most = references, references
	}
	s.fewest, s.most = min(s.fewest, references), max(s.most, references)
}

// keep adds what is left of a row to what is pending, which it hands over when it is much.
func (s *stream) keep(rest []byte) error {
	s.pending = append(s.pending, rest...)
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

// digest returns the digest of references, of which blank ones are none. Equal lists have equal digests, and no others
// will be found to have.
func (s *streams) digest(references []string) (d digest) {
	if s.hash == nil {
		s.hash = sha256.New()
	}
	s.hash.Reset()
	var length [8]byte
	for _, text := range references {
		if strings.TrimSpace(text) == "" {
			continue
		}
		binary.LittleEndian.PutUint64(length[:], uint64(len(text)))
		s.hash.Write(length[:])
		io.WriteString(s.hash, text)
	}
	s.hash.Sum(d[:0])
	return d
}

// An entry is what one source says of a segment.
type entry struct {
	TextRow
	digest   digest // of the references, where these are not kept
	digested bool
}

// digestOf returns the digest of the references.
func (e *entry) digestOf(kept *streams) digest {
	if e.digested {
		return e.digest
	}
	return kept.digest(e.References)
}

// A streamReader reads a stream from its beginning.
type streamReader struct {
	from   *streams
	chunks []chunk
	buffer []byte
	rest   string // of a chunk; texts of entries are views of it, and what may be kept longer is not
	last   entry  // whose document and domain are often those of the next

	skipped entry // of raw
}

func (s *stream) reader() *streamReader {
	return &streamReader{from: s.of, chunks: s.chunks}
}

// next reads the next row, or returns io.EOF after the last.
func (r *streamReader) next(e *entry) error {
	if r.rest == "" {
		if err := r.fill(); err != nil {
			return err
		}
	}
	flags := r.cut(1)[0]
	*e = entry{TextRow: TextRow{Humans: e.Humans[:0]}}
	e.Line = int64(r.number())
	e.ID, e.Doc, e.Domain = strings.Clone(r.text()), r.name(&r.last.Doc), r.name(&r.last.Domain)
	e.Candidate = r.text()
	if flags&withHumans != 0 {
		for range r.number() {
			e.Humans = append(e.Humans, math.Float64frombits(binary.LittleEndian.Uint64([]byte(r.cut(8)))))
		}
	}
	if flags&withTexts != 0 {
		e.References = make([]string, r.number())
		for i := range e.References {
			e.References[i] = r.text()
		}
	}
	if flags&withDigest != 0 {
		e.digested = true
		copy(e.digest[:], r.cut(len(e.digest)))
	}
	if flags&withSource != 0 {
		e.Source = r.text()
	}
	return nil
}

// raw appends the next row as it is kept to b, or returns io.EOF after the last.
func (r *streamReader) raw(b []byte) ([]byte, error) {
	if r.rest == "" {
		if err := r.fill(); err != nil {
			return b, err
		}
	}
	before := r.rest
	err := r.next(&r.skipped)
	return append(b, before[:len(before)-len(r.rest)]...), err
}

// fill reads the next chunk, which holds whole rows.
func (r *streamReader) fill() error {
	if len(r.chunks) == 0 {
		return io.EOF
	}
	r.buffer = slices.Grow(r.buffer[:0], r.chunks[0].length)
	b := r.buffer[:r.chunks[0].length]
	if n, err := r.from.held.ReadAt(b, r.chunks[0].at); n < len(b) {
		return fmt.Errorf("a temporary file cannot be read: %w", cmp.Or(err, io.ErrUnexpectedEOF))
	}
	r.from.read.Add(int64(len(b)))
	r.rest, r.chunks = string(b), r.chunks[1:]
	return nil
}

// cut takes the next n bytes.
func (r *streamReader) cut(n int) (bytes string) {
	bytes, r.rest = r.rest[:n], r.rest[n:]
	return bytes
}

func (r *streamReader) number() (n uint64) {
	for shift := 0; ; shift += 7 {
		b := r.cut(1)[0]
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

func (r *streamReader) text() string { return r.cut(int(r.number())) }

// name returns the next text, which is last or becomes it.
func (r *streamReader) name(last *string) string {
	if name := r.text(); name != *last {
		*last = strings.Clone(name)
	}
	return *last
}

// entries yields the rows, each until the next one.
func (s *stream) entries() iter.Seq2[*entry, error] {
	return func(yield func(*entry, error) bool) {
		var e entry
		for r := s.reader(); ; {
			err := r.next(&e)
			if err == io.EOF || !yield(&e, err) || err != nil {
				return
			}
		}
	}
}

// sentences yields the first reference of each row, then the second, and so on, and returns whether to go on.
func (s *stream) sentences(yield func(string, error) bool) bool {
	for k := range s.most {
		for e, err := range s.entries() {
			if err != nil {
				yield("", err)
				return false
			}
			if k < len(e.References) && !yield(e.References[k], nil) {
				return false
			}
		}
	}
	return true
}
