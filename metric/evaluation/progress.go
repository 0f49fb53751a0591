package evaluation

import (
	"sync/atomic"

	"github.com/wordrotator/wrd/metric"
)

// A Progress shows how far long work is. It is called when the work begins, with what it is ("scoring"), what its position
// counts, and a function that any goroutine may ask for the position at any time; total is 0 if it is not known. The
// function that it returns is called when the work ends. A nil Progress, or work whose position is not known, shows nothing.
type Progress func(what string, counts Counts, position func() (done, total int64)) (stop func())

// Counts says what the position of some work counts: one of it.
type Counts string

const (
	CountsNothing  Counts = "" // only the share that is done says something to people
	CountsBytes    Counts = "byte"
	CountsSegments Counts = "segment"
	CountsRows     Counts = "row"
)

// Start begins to show work.
func (p Progress) Start(what string, counts Counts, position func() (done, total int64)) (stop func()) {
	if p == nil || position == nil {
		return func() {}
	}
	return p(what, counts, position)
}

// A scoring counts the segments that are scored.
type scoring struct {
	position        func() (done, total int64) // of the bytes of the corpus, nil if it is not known
	segments, bytes atomic.Int64               // that are scored
}

// add counts a segment.
func (s *scoring) add(line metric.Line) {
	s.bytes.Add(TextBytes(line))
	s.segments.Add(1)
}

// TextBytes is how many bytes the texts of a segment have, each on a line of its own: what Corpus.Position counts.
func TextBytes(line metric.Line) (bytes int64) {
	for _, texts := range [][]string{line.Candidates, line.References} {
		for _, text := range texts {
			bytes += int64(len(text) + len("\n"))
		}
	}
	if line.Source != "" {
		bytes += int64(len(line.Source) + len("\n"))
	}
	return bytes
}

// progress returns what a Progress asks: how many segments are scored, and of about how many, by the share of the bytes.
// What was read may wait for long, so that the texts of the scored segments say more, unless the files are compressed.
func (s *scoring) progress() func() (done, total int64) {
	if s.position == nil {
		return nil
	}
	return func() (int64, int64) {
		segments, bytes := s.segments.Load(), s.bytes.Load()
		read, all := s.position()
		if bytes > 0 {
			read = min(read, bytes)
		}
		if read == 0 || all == 0 {
			return segments, 0
		}
		return segments, max(segments, int64(float64(segments)*float64(all)/float64(read)))
	}
}
