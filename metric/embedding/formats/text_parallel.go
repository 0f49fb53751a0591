package formats

import (
	"runtime"
	"sync"
)

// A piece is a part of the text with what a parser found in it.
type piece struct {
	text []byte // whole lines
	rowChunk
	bad    *badLine      // why the rows end before the text; nil if they do not
	parsed chan struct{} // receives when a parser is done with the piece
}

// parsers parse pieces side by side and give them back in the order they came. Text and rows go in a ring
// and are used again, so the memory is that of a few pieces however long the file. One goroutine drives
// them: parse, oldest, freeText and stop must not be called from several.
type parsers struct {
	ring    []*piece // made when first needed
	first   int      // the oldest piece in work
	busy    int      // pieces in work
	dim     int
	spaced  bool
	work    chan *piece
	workers sync.WaitGroup
}

// maxParsers is where more goroutines stop helping: one goroutine reads the text and enters the rows, which
// takes it about a tenth of the time that parsing them takes another.
const maxParsers = 16

// startParsers starts one goroutine a core; stop ends them.
func startParsers(dim int, spaced bool) *parsers {
	n := min(runtime.GOMAXPROCS(0), maxParsers)
	// Two pieces more than goroutines: one to be read, one to be entered while all the others are parsed.
	p := &parsers{ring: make([]*piece, n+2), dim: dim, spaced: spaced, work: make(chan *piece, n+2)}
	for range n {
		p.workers.Go(func() {
			for piece := range p.work {
				piece.bad = piece.rowChunk.parse(piece.text)
				piece.parsed <- struct{}{}
			}
		})
	}
	return p
}

// stop returns when no parser runs any more. Pieces that nobody asked for are parsed to no purpose.
func (p *parsers) stop() {
	close(p.work)
	p.workers.Wait()
}

// full reports whether a piece has to be taken out before another can be parsed.
func (p *parsers) full() bool { return p.busy == len(p.ring)-1 }

func (p *parsers) empty() bool { return p.busy == 0 }

// free returns the piece that the next text goes to.
func (p *parsers) free() *piece {
	slot := &p.ring[(p.first+p.busy)%len(p.ring)]
	if *slot == nil {
		*slot = &piece{rowChunk: rowChunk{dim: p.dim, spaced: p.spaced}, parsed: make(chan struct{}, 1)}
	}
	return *slot
}

// freeText returns memory for the text of the next call of parse, with nothing of use in it.
func (p *parsers) freeText() []byte { return p.free().text[:0] }

// parse gives text to the parsers, which own it until its piece was taken out and the ring came round.
func (p *parsers) parse(text []byte) {
	piece := p.free()
	piece.text = text
	p.busy++
	p.work <- piece
}

// oldest waits for the piece that came first and takes it out. It is good until the next call of parse.
func (p *parsers) oldest() *piece {
	piece := p.ring[p.first]
	<-piece.parsed
	p.first = (p.first + 1) % len(p.ring)
	p.busy--
	return piece
}
