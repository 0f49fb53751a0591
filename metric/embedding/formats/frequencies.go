package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/wordrotator/wrd/metric/embedding"
)

// ReadFrequencies reads word counts: a line for each word, the word, one space or tab, and its count in
// digits. A word may hold spaces if a tab follows it. Lines that begin with "# " are notes and left out,
// but one that is all of "#", a space and digits is the count of the word "#", and the note
// "# total_tokens", a space or tab and a number says how many tokens the corpus has; without it that is the sum of
// the counts. A space before the end of a line, CRLF and a byte order mark at the start are accepted. Of
// several counts for one word the first counts. What was tolerated is in the Report.
//
// A count of 0 is a count: the word is listed, with a probability of 0. These are errors, with line, what
// was found and what was expected: a line of another form, a count that is negative, no whole number or
// beyond int64, a count above the total, a second total, an empty or non-UTF-8 word, a file without words or
// with nothing but zeros, a line of 16 MiB or more.
//
// file is what errors and the Report call the input; name becomes the Frequencies' Name. r gives plain text,
// as for [ReadWord2Vec]. When ctx ends, reading stops with the cause of that.
func ReadFrequencies(ctx context.Context, r io.Reader, file, name string) (*embedding.Frequencies, Report, error) {
	rd := &frequencyReader{counts: embedding.NewFrequencyBuilder(), largest: -1, report: Report{File: file}}
	f, err := rd.read(ctx, newChunkReader(r), name)
	if err != nil {
		return nil, rd.report, err
	}
	return f, rd.report, nil
}

// A frequencyReader is the state of one ReadFrequencies.
type frequencyReader struct {
	report  Report
	line    int
	counts  *embedding.FrequencyBuilder
	largest int64  // of the counts, -1 if there is none
	most    string // the word with that
	total   int64
	totalAt int // the line that says it, 0 if none does
}

func (r *frequencyReader) read(ctx context.Context, chunks *chunkReader, name string) (*embedding.Frequencies, error) {
	var chunk []byte
	for {
		err := context.Cause(ctx)
		if err == nil {
			chunk, err = chunks.next(chunk)
		}
		if err == io.EOF {
			break
		}
		if err == errLongLine {
			return nil, fmt.Errorf("%s:%d: %w", r.report.File, r.line+1, err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: after line %d: %w", r.report.File, r.line, err)
		}
		if err := r.readLines(chunk); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", r.report.File, r.line, err)
		}
	}
	f, err := r.finish(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.report.File, err)
	}
	return f, nil
}

func (r *frequencyReader) readLines(text []byte) error {
	if r.line == 0 {
		text, r.report.BOM = bytes.CutPrefix(text, []byte(byteOrderMark))
	}
	for len(text) > 0 {
		r.line++
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		line, cr := bytes.CutSuffix(line, []byte("\r"))
		if cr {
			r.report.CRLF++
		}
		if err := r.readLine(bytes.TrimSuffix(line, []byte(" "))); err != nil {
			return err
		}
	}
	return nil
}

const totalNote = "# total_tokens"

func (r *frequencyReader) readLine(line []byte) error {
	if rest, ok := bytes.CutPrefix(line, []byte(totalNote)); ok && len(rest) > 0 &&
		(rest[0] == '\t' || rest[0] == ' ') {
		return r.setTotal(rest[1:])
	}
	if note, ok := bytes.CutPrefix(line, []byte("# ")); ok && !isNumber(note) || string(line) == "#" {
		return nil
	}
	word, number, ok := bytes.Cut(line, []byte("\t"))
	if !ok {
		word, number, ok = bytes.Cut(line, []byte(" "))
	}
	if !ok {
		return fmt.Errorf("found %s, expected a word, a space or tab, and its count", quote(line))
	}
	count, err := parseFrequency(number)
	if err != nil {
		return fmt.Errorf("count of %s: found %s, %w", quote(word), quote(number), err)
	}
	if err := embedding.CheckWord(string(word)); err != nil {
		return err
	}
	added, err := r.counts.Add(string(word), count)
	switch {
	case err != nil:
		return err
	case !added:
		r.report.duplicate(string(word), r.line)
	case count > r.largest:
		r.largest, r.most = count, string(word)
	}
	return nil
}

func (r *frequencyReader) setTotal(number []byte) error {
	if r.totalAt > 0 {
		return fmt.Errorf("found total_tokens again, first in line %d", r.totalAt)
	}
	total, err := parseFrequency(number)
	if err == nil && total == 0 {
		err = errors.New("expected more than 0")
	}
	if err != nil {
		return fmt.Errorf("total_tokens: found %s, %w", quote(number), err)
	}
	r.total, r.totalAt = total, r.line
	return nil
}

func (r *frequencyReader) finish(name string) (*embedding.Frequencies, error) {
	switch {
	case r.largest < 0:
		return nil, errors.New("found no words, expected a word and its count in each line")
	case r.totalAt == 0 && r.largest == 0:
		return nil, errors.New("all counts are 0")
	case r.totalAt > 0 && r.largest > r.total:
		return nil, fmt.Errorf("the count of %q is %d, above the %d tokens that line %d says", r.most, r.largest,
			r.total, r.totalAt)
	}
	return r.counts.Finish(name, r.total)
}

func isNumber(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// parseFrequency reads a count, digits only.
func parseFrequency(number []byte) (int64, error) {
	digits, negative := bytes.CutPrefix(number, []byte("-"))
	if !isNumber(digits) {
		return 0, errors.New("expected a whole number")
	}
	if negative {
		return 0, errors.New("expected 0 or more")
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		return 0, errors.New("expected one of 64 bits")
	}
	return n, nil
}
