package embedding

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
)

// ReadWord2Vec reads vectors in word2vec's text format: a line "count dimensions", then for each word
// a line of the word and its components, all separated by single spaces. A space before the end of a
// line, as the original program writes, CRLF, and a byte order mark at the start are accepted. Of several
// rows for one word the first counts. What was put up with is in the Report.
//
// file is what errors and the Report call the input; name becomes the Store's Name. r gives plain text:
// opening, decompressing and closing are the caller's. An error of r is passed on wrapped, so that
// errors.Is finds io.ErrUnexpectedEOF of a cut-off gzip stream.
//
// These are errors, with line, what was found and what was expected: a missing or garbled header, a
// header that disagrees with the number of rows, a row with another number of components, a component
// that is no decimal number, is NaN or infinite or does not fit in a float32, an empty or non-UTF-8
// word, an empty file, a line of 16 MiB or more.
//
// Memory is bounded by the table that was read, whatever the header promises. When ctx ends, reading
// stops with the cause of that.
func ReadWord2Vec(ctx context.Context, r io.Reader, file, name string) (*Store, Report, error) {
	rd := &word2vecReader{ctx: ctx, file: file, chunks: newChunkReader(r), report: Report{File: file}}
	s, err := rd.read(name)
	return s, rd.report, err
}

// A Report tells what a reader noticed and put up with.
type Report struct {
	File       string // what the caller called the input
	BOM        bool   // a byte order mark was dropped
	CRLF       int    // lines that ended in CRLF
	Duplicates int    // rows left out because their word came before

	// DuplicateWord and DuplicateLine are an example, the first such row; empty and 0 without one.
	DuplicateWord string
	DuplicateLine int
}

// Warnings returns the Report as sentences for people, each beginning with the file; none if there was
// nothing to put up with.
func (r Report) Warnings() []string {
	var w []string
	if r.BOM {
		w = append(w, fmt.Sprintf("%s: byte order mark dropped", r.File))
	}
	if r.CRLF > 0 {
		w = append(w, fmt.Sprintf("%s: carriage return dropped at the end of %s", r.File, count(r.CRLF, "line")))
	}
	if r.Duplicates > 0 {
		w = append(w, fmt.Sprintf("%s: %s left out, the word came before; the first is %q in line %d",
			r.File, count(r.Duplicates, "row"), r.DuplicateWord, r.DuplicateLine))
	}
	return w
}

// count says "1 row" or "2 rows".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// A word2vecReader is the state of one ReadWord2Vec: pieces of the text are parsed one by one, and
// entered into the table in order.
type word2vecReader struct {
	ctx    context.Context
	file   string
	chunks *chunkReader
	report Report

	line  int // lines before the current piece
	want  int // rows that the header promises
	rows  int // rows read
	words *vocabularyBuilder
	table matrix // holds words.v.len() rows, and room for more
}

func (r *word2vecReader) read(name string) (*Store, error) {
	chunk, err := r.next()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: empty file, want %s", r.file, headerForm)
	}
	if err != nil {
		return nil, err
	}
	if chunk, err = r.start(chunk); err != nil {
		return nil, err
	}
	piece := newRowChunk(r.table.dim)
	for err == nil {
		if r.rows < r.want {
			if err = r.take(piece, chunk); err != nil {
				return nil, err
			}
		} else {
			r.rows += countLines(chunk) // more than promised; only the number matters now
		}
		chunk, err = r.next()
	}
	if err != io.EOF {
		return nil, err
	}
	if r.rows != r.want {
		return nil, fmt.Errorf("%s: found %s, header says %d", r.file, count(r.rows, "row"), r.want)
	}
	words := r.words.finish()
	r.table.data = r.table.data[: words.len()*r.table.stride : words.len()*r.table.stride]
	return newStore(name, words, r.table), nil
}

// next returns the next piece of the text, or the error that ends the reading.
func (r *word2vecReader) next() ([]byte, error) {
	if r.ctx.Err() != nil {
		return nil, fmt.Errorf("%s: %w", r.file, context.Cause(r.ctx))
	}
	chunk, err := r.chunks.next()
	if err == errLongLine {
		return nil, fmt.Errorf("%s:%d: %w", r.file, r.line+1, err)
	}
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: after line %d: %w", r.file, r.line, err)
	}
	return chunk, err
}

const byteOrderMark = "\ufeff"

// start takes the byte order mark and the header off the first piece and returns what is left of it.
func (r *word2vecReader) start(chunk []byte) ([]byte, error) {
	chunk, r.report.BOM = bytes.CutPrefix(chunk, []byte(byteOrderMark))
	line, rest, _ := bytes.Cut(chunk, []byte("\n"))
	line, cr := bytes.CutSuffix(line, []byte("\r"))
	if cr {
		r.report.CRLF++
	}
	r.line = 1
	rows, dim, err := parseHeader(line)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", r.file, err)
	}
	r.want = rows
	r.words = newVocabularyBuilder()
	r.table = newMatrix(0, dim)
	return rest, nil
}

// take parses a piece and enters its rows.
func (r *word2vecReader) take(piece *rowChunk, text []byte) error {
	if bad := piece.parse(text); bad != nil {
		return fmt.Errorf("%s:%d: %w", r.file, r.line+bad.line, bad.err)
	}
	r.report.CRLF += piece.crlf
	for i := range piece.len() {
		if r.rows++; r.rows > r.want {
			continue
		}
		// add keeps nothing of its argument, so the conversion needs no memory for words up to 32 bytes.
		id, added, err := r.words.add(string(piece.word(i)))
		if err != nil {
			return fmt.Errorf("%s:%d: %w", r.file, r.line+i+1, err)
		}
		if !added {
			r.duplicate(string(piece.word(i)), r.line+i+1)
			continue
		}
		r.reserve(id + 1)
		copy(r.table.row(id), piece.row(i))
	}
	r.line += piece.len()
	return nil
}

func (r *word2vecReader) duplicate(word string, line int) {
	if r.report.Duplicates == 0 {
		r.report.DuplicateWord, r.report.DuplicateLine = word, line
	}
	r.report.Duplicates++
}

// reserve makes room for n rows. It believes the header once a sixteenth of the promised rows has come in,
// and doubles until then: a header that lies costs at most sixteen times what the file backs, while for an
// honest one little is copied and thrown away.
func (r *word2vecReader) reserve(n int) {
	const (
		firstBytes = 1 << 20
		believe    = 16
	)
	have := len(r.table.data) / r.table.stride
	if n <= have {
		return
	}
	room := max(2*have, firstBytes/4/r.table.stride, n)
	if room >= r.want/believe {
		room = r.want
	}
	grown := newMatrix(room, r.table.dim)
	copy(grown.data, r.table.data)
	r.table = grown
}

// countLines counts the lines of a piece, the last of which may lack its end.
func countLines(chunk []byte) int {
	n := bytes.Count(chunk, []byte("\n"))
	if len(chunk) > 0 && chunk[len(chunk)-1] != '\n' {
		n++
	}
	return n
}
