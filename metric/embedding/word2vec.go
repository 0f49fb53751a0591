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

// A word2vecReader is the state of one ReadWord2Vec: pieces of the text are parsed side by side, and
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
	chunk, err := r.next(nil)
	if err == io.EOF {
		return nil, fmt.Errorf("%s: empty file, want %s", r.file, headerForm)
	}
	if err != nil {
		return nil, r.explain(err)
	}
	if chunk, err = r.start(chunk); err != nil {
		return nil, err
	}
	if err := r.readRows(chunk); err != nil {
		return nil, err
	}
	if r.rows != r.want {
		return nil, fmt.Errorf("%s: found %s, header says %d", r.file, count(r.rows, "row"), r.want)
	}
	words := r.words.finish()
	r.table.data = r.table.data[: words.len()*r.table.stride : words.len()*r.table.stride]
	return newStore(name, words, r.table), nil
}

// readRows reads the rows, of which the first piece is there already. While the parsers work on the last
// few pieces the next one is read, and the oldest entered: that keeps the order of the file, and with it
// which of several errors is the first.
func (r *word2vecReader) readRows(text []byte) error {
	parsers := startParsers(r.table.dim)
	defer parsers.stop()
	var end error
	for end == nil {
		parsers.parse(text)
		if parsers.full() {
			if err := r.enter(parsers.oldest()); err != nil {
				return err
			}
		}
		text, end = r.next(parsers.freeText())
	}
	for !parsers.empty() {
		if err := r.enter(parsers.oldest()); err != nil {
			return err
		}
	}
	if end != io.EOF {
		return r.explain(end)
	}
	return nil
}

// next returns the next piece of the text, or the error that ends the reading. The piece takes over buf.
func (r *word2vecReader) next(buf []byte) ([]byte, error) {
	if r.ctx.Err() != nil {
		return nil, context.Cause(r.ctx)
	}
	return r.chunks.next(buf)
}

// explain says where the reading ended with err, when all that came before has been entered.
func (r *word2vecReader) explain(err error) error {
	switch {
	case r.ctx.Err() != nil:
		return fmt.Errorf("%s: %w", r.file, context.Cause(r.ctx))
	case err == errLongLine:
		return fmt.Errorf("%s:%d: %w", r.file, r.line+1, err)
	}
	return fmt.Errorf("%s: after line %d: %w", r.file, r.line, err)
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

// enter takes the rows of a parsed piece into the table. Rows beyond those that the header promises are
// counted, and nothing else: whether they are good rows would depend on how the text was cut.
func (r *word2vecReader) enter(p *piece) error {
	if p.bad != nil && r.rows+p.bad.line <= r.want {
		return fmt.Errorf("%s:%d: %w", r.file, r.line+p.bad.line, p.bad.err)
	}
	r.report.CRLF += p.crlf
	for i := range min(p.len(), r.want-r.rows) {
		// add keeps nothing of its argument, so the conversion needs no memory for words up to 32 bytes.
		id, added, err := r.words.add(string(p.word(i)))
		if err != nil {
			return fmt.Errorf("%s:%d: %w", r.file, r.line+i+1, err)
		}
		if !added {
			r.duplicate(string(p.word(i)), r.line+i+1)
			continue
		}
		r.reserve(id + 1)
		copy(r.table.row(id), p.row(i))
	}
	lines := p.len()
	if r.rows+lines >= r.want {
		lines = countLines(p.text)
	}
	r.rows += lines
	r.line += lines
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
