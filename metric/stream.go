package metric

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric/internal/inorder"
	"github.com/wordrotator/wrd/metric/internal/states"
	"github.com/wordrotator/wrd/metric/transport"
)

// A Line is one segment of several systems: a candidate of each, all against the same references and the same source.
type Line struct {
	Candidates []string // one for each system
	References []string // at least one if a measure reads references
	Source     string   // as that of a Segment
	// CandidateVectors and ReferenceVectors are the same texts as token vectors, which a Scorer with
	// Options.TokenVectors reads in their place. Candidates and References may be nil then.
	CandidateVectors, ReferenceVectors []TokenVectors

	// What else is known of the segment is carried along and changes no score: its name, the names of the document and
	// of the domain that it is part of, and the human score of each candidate, NaN if there is none. All of it may be
	// absent. Of several human scores, such as fluency and adequacy, those of all candidates by the first come before
	// those by the second.
	ID, Doc, Domain string
	Human           []float64
}

const (
	// batchLines and batchBytes bound the work that is handed to a worker at once: enough to make the
	// handing-over cheap, little enough to keep the results flowing and the memory small.
	batchLines = 64
	batchBytes = 32 << 10
	// batchesAhead is enough for what the workers do while Parquet compresses its pages, some 10 ms.
	batchesAhead = 32
)

// A batch is a run of consecutive lines on its way through the workers.
type batch struct {
	first   int64 // number of the first line
	lines   []Line
	results []Result // those of line i stand at [i·systems, (i+1)·systems)
	bytes   int
	err     error // of the line with the number first+len(lines), after the ones that are there
}

// Stream scores lines on the given number of workers (0 means one for each core) and calls sink for each line in order,
// from the caller's goroutine, with one result for each of its candidates. The results are overwritten after sink
// returns. Memory does not grow with the number of lines, and neither the results nor their order depend on the number
// of workers.
//
// Stream stops at the first error of lines, of a segment or of sink, in the order of lines, and returns it; the error
// of a segment is a *SegmentError. When ctx ends it returns ctx.Err(). No goroutine outlives the call.
func (s *Scorer) Stream(ctx context.Context, lines iter.Seq2[Line, error], workers int,
	sink func(line Line, results []Result) error) error {
	bytes := batchBytes
	if s.options.Encoder != nil {
		bytes = states.EncodedBytes
	}
	return onWorkers(ctx, s, workers, batchesAhead,
		func(next func() *batch, send func()) { fillBatches(lines, bytes, next, send) },
		(*worker).scoreBatch,
		func(b *batch) error { return b.give(sink) })
}

// onWorkers does jobs on workers of a scorer, as inorder.Do does.
func onWorkers[J any](ctx context.Context, s *Scorer, workers, ahead int, fill func(next func() *J, send func()),
	do func(*worker, *J), sink func(*J) error) error {
	newWorker := func() (*worker, error) {
		w, err := s.newWorker()
		if err == nil {
			w.current.Until(ctx.Done())
		}
		return w, err
	}
	if err := inorder.Do(ctx, workers, ahead, newWorker, fill, do, sink); err != nil {
		if errors.Is(err, transport.ErrInterrupted) {
			err = ctx.Err()
		}
		return err
	}
	return s.lost()
}

// fillBatches reads lines into batches, of so many bytes or a few more, until they end.
func fillBatches(lines iter.Seq2[Line, error], bytes int, next func() *batch, send func()) {
	var number int64
	var current *batch
	for line, err := range fault.Caught(lines) {
		if current == nil {
			if current = next(); current == nil {
				return
			}
			*current = batch{first: number, lines: current.lines[:0], results: current.results[:0]}
		}
		if err != nil {
			current.err = err
			break
		}
		current.lines = append(current.lines, line)
		current.bytes += line.bytes()
		number++
		if len(current.lines) == batchLines || current.bytes >= bytes {
			send()
			current = nil
		}
	}
	if current != nil {
		send()
	}
}

// line returns the segment of one system as a line.
func (s *Segment) line() Line {
	line := Line{Candidates: []string{s.Candidate}, References: s.References, Source: s.Source}
	if s.ReferenceVectors != nil || s.CandidateVectors.Tokens != nil {
		line.CandidateVectors, line.ReferenceVectors = []TokenVectors{s.CandidateVectors}, s.ReferenceVectors
	}
	return line
}

// systems returns how many candidates there are.
func (l *Line) systems() int { return max(len(l.Candidates), len(l.CandidateVectors)) }

func (l *Line) bytes() (n int) {
	n = len(l.Source)
	for _, texts := range [][]string{l.Candidates, l.References} {
		for _, text := range texts {
			n += len(text)
		}
	}
	for _, texts := range [][]TokenVectors{l.CandidateVectors, l.ReferenceVectors} {
		for _, text := range texts {
			for _, token := range text.Tokens {
				n += len(token)
			}
			for _, vector := range text.Vectors {
				n += 4 * len(vector)
			}
		}
	}
	return n
}

// scoreBatch fills b.results up to the first line that cannot be scored.
func (w *worker) scoreBatch(b *batch) {
	for i := range b.lines {
		if err := w.scorer.checkSize(&b.lines[i]); err != nil {
			b.err, b.lines = &SegmentError{Segment: b.first + int64(i), Err: err}, b.lines[:i]
			break
		}
	}
	if w.scorer.options.Encoder != nil {
		if err := w.encodeLines(b.lines); err != nil {
			b.err, b.lines = &SegmentError{Segment: b.first, Err: err}, nil
			return
		}
	}
	for i := range b.lines {
		line, start := &b.lines[i], len(b.results)
		for range line.systems() {
			b.results = append(b.results, Result{})
		}
		if system, err := w.scoreLine(line, b.results[start:]); err != nil {
			b.err = &SegmentError{Segment: b.first + int64(i), System: system, Err: err}
			b.lines = b.lines[:i]
			return
		}
	}
}

// give gives the results to sink in the order of lines.
func (b *batch) give(sink func(Line, []Result) error) error {
	next := 0
	for _, line := range b.lines {
		end := next + line.systems()
		if err := sink(line, b.results[next:end]); err != nil {
			return err
		}
		next = end
	}
	return b.err
}

// A SegmentError says which segment could not be scored, and why.
type SegmentError struct {
	Segment int64 // 0-based number of the line
	System  int   // index of the candidate
	Err     error // why, such as a *StatusError
}

// Error names segment and candidate, counted from 1.
func (e *SegmentError) Error() string {
	return fmt.Sprintf("segment %d, candidate %d: %v", e.Segment+1, e.System+1, e.Err)
}

// Unwrap returns Err.
func (e *SegmentError) Unwrap() error { return e.Err }

// scoreLine is score for a whole line, with panics as errors.
func (w *worker) scoreLine(line *Line, results []Result) (failed int, err error) {
	defer fault.Recover(&err)
	return w.score(line, results)
}

// encodeLines is encodeAhead, with panics as errors.
func (w *worker) encodeLines(lines []Line) (err error) {
	defer fault.Recover(&err)
	w.encodeAhead(lines)
	return nil
}
