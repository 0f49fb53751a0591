package metric

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"
)

// A Line is one segment of several systems: a candidate of each, all against the same references.
type Line struct {
	Candidates []string // one for each system
	References []string // at least one
	// CandidateVectors and ReferenceVectors are the same texts as token vectors, which a Scorer with
	// Options.TokenVectors reads in their place. Candidates and References may be nil then.
	CandidateVectors, ReferenceVectors []TokenVectors
}

const (
	// batchLines and batchBytes bound the work that is handed to a goroutine at once: enough to make the
	// handing-over cheap, little enough to keep the results flowing and the memory small.
	batchLines = 64
	batchBytes = 1 << 20
)

// A batch is a run of consecutive lines on its way through the workers.
type batch struct {
	first   int64 // number of the first line
	lines   []Line
	results []Result // those of line i stand at [i·systems, (i+1)·systems)
	bytes   int
	err     error         // of the line with the number first+len(lines), after the ones that are there
	scored  chan struct{} // gets one value when results are complete
}

// Stream scores lines on the given number of goroutines (0 means one for each core) and calls sink for each
// line in order, from the caller's goroutine, with one result for each of its candidates. The results are
// overwritten after sink returns. Memory does not grow with the number of lines, and neither the results nor
// their order depend on the number of goroutines.
//
// Stream stops at the first error of lines, of a segment or of sink, in the order of lines, and returns it; the
// error of a segment is a *SegmentError. When ctx ends it returns ctx.Err(). No goroutine outlives the call.
func (s *Scorer) Stream(ctx context.Context, lines iter.Seq2[Line, error], goroutines int, sink func(line Line, results []Result) error) error {
	if goroutines <= 0 {
		goroutines = runtime.GOMAXPROCS(0)
	}
	workers := make([]*worker, goroutines)
	for i := range workers {
		var err error
		if workers[i], err = s.newWorker(); err != nil {
			return err
		}
	}
	inFlight := 3 * goroutines
	p := pipeline{
		free:    make(chan *batch, inFlight),
		todo:    make(chan *batch, inFlight),
		inOrder: make(chan *batch, inFlight),
	}
	for range inFlight {
		p.free <- &batch{scored: make(chan struct{}, 1)}
	}

	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	group.Go(func() { p.fill(ctx, lines) })
	for _, w := range workers {
		group.Go(func() { p.score(ctx, w) })
	}
	if err := p.drain(ctx, sink); err != nil {
		return err
	}
	return s.lost()
}

// A pipeline moves a fixed set of batches in a circle. Each channel has room for all of them, so only taking
// from a channel can block.
type pipeline struct {
	free    chan *batch // to be filled
	todo    chan *batch // to be scored
	inOrder chan *batch // the same batches as in todo, to be given to sink in this order
}

// fill reads lines into batches until they end.
func (p *pipeline) fill(ctx context.Context, lines iter.Seq2[Line, error]) {
	defer close(p.todo)
	defer close(p.inOrder)
	var number int64
	var current *batch
	send := func() {
		p.todo <- current
		p.inOrder <- current
		current = nil
	}
	for line, err := range caught(lines) {
		if current == nil {
			select {
			case current = <-p.free:
			case <-ctx.Done():
				return
			}
			*current = batch{first: number, lines: current.lines[:0], results: current.results[:0], scored: current.scored}
		}
		if err != nil {
			current.err = err
			break
		}
		current.lines = append(current.lines, line)
		current.bytes += line.bytes()
		number++
		if len(current.lines) == batchLines || current.bytes >= batchBytes {
			send()
		}
	}
	if current != nil {
		send()
	}
}

// line returns the segment of one system as a line.
func (s *Segment) line() Line {
	line := Line{Candidates: []string{s.Candidate}, References: s.References}
	if s.ReferenceVectors != nil || s.CandidateVectors.Tokens != nil {
		line.CandidateVectors, line.ReferenceVectors = []TokenVectors{s.CandidateVectors}, s.ReferenceVectors
	}
	return line
}

// systems returns how many candidates there are.
func (l *Line) systems() int { return max(len(l.Candidates), len(l.CandidateVectors)) }

func (l *Line) bytes() (n int) {
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

// score scores batches until there are no more.
func (p *pipeline) score(ctx context.Context, w *worker) {
	for b := range p.todo {
		if ctx.Err() != nil {
			return
		}
		w.scoreBatch(b)
		b.scored <- struct{}{}
	}
}

// scoreBatch fills b.results up to the first line that cannot be scored.
func (w *worker) scoreBatch(b *batch) {
	for i, line := range b.lines {
		start := len(b.results)
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

// drain gives the results to sink in the order of lines.
func (p *pipeline) drain(ctx context.Context, sink func(Line, []Result) error) error {
	for b := range p.inOrder {
		select {
		case <-b.scored:
		case <-ctx.Done():
			return ctx.Err()
		}
		next := 0
		for _, line := range b.lines {
			end := next + line.systems()
			if err := sink(line, b.results[next:end]); err != nil {
				return err
			}
			next = end
		}
		if b.err != nil {
			return b.err
		}
		p.free <- b
	}
	return ctx.Err()
}

// A SegmentError says which segment could not be scored, and why.
type SegmentError struct {
	Segment int64 // 0-based number of the line
	System  int   // index of the candidate
	Err     error
}

func (e *SegmentError) Error() string {
	return fmt.Sprintf("segment %d, candidate %d: %v", e.Segment, e.System, e.Err)
}

// Unwrap returns Err.
func (e *SegmentError) Unwrap() error { return e.Err }
