package metric

import (
	"fmt"
	"math"
	"time"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// SetLimit changes how large one thing of the input may be in this process, DefaultLimit unless somebody says otherwise: two
// texts may have so many different words each, a segment so many references, a table so many columns. What is larger is an
// error, as its memory grows with the square. It fails for numbers below 1 and above a billion.
func SetLimit(n int) error { return limit.Set(n) }

// DefaultLimit is the limit that SetLimit changes. Two texts of so many words take 1.3 GB.
const DefaultLimit = limit.Default

// hold makes sure that what a plan, if it is not nil, needs of the pairs of words of two texts fits into memory, beside that
// of other workers if it is much.
func (w *worker) hold(of *pairs.Plan, a, b *texts.Text) error {
	cells := w.current.Cells(of, a, b)
	n, m := len(a.Words), len(b.Words)
	if w.current.Turned {
		n, m = m, n
	}
	if cells > limit.Pairs() {
		return &limit.Error{Found: fmt.Sprintf("texts of %d and %d different words, which take %d MB to compare", n, m,
			(cells*cellBytes+1e6-1)/1e6), Most: limit.Pairs() * cellBytes / 1e6, Of: "MB"}
	}
	if cells > pairs.Small && cells > w.held {
		w.release()
		limit.Hold(cells)
		w.held = cells
	}
	return nil
}

// cellBytes is how much memory a pair of words takes: a cost, and the solver's.
const cellBytes = 12

// The limit times these is how many bytes a text may have: measures that keep no number for each pair take more words than the
// limit. A piece of an encoder has hundreds of numbers of its own.
const (
	bytesPerWord        = 1000
	encodedBytesPerWord = 100
)

// checkLength fails if a text is longer than what is made of it should be in memory.
func (s *Scorer) checkLength(text string) error {
	most := bytesPerWord * limit.Most()
	if s.options.Encoder != nil {
		most = encodedBytesPerWord * limit.Most()
	}
	if len(text) > most {
		return &limit.Error{Found: fmt.Sprintf("a text of %d bytes", len(text)), Most: most}
	}
	return nil
}

// checkSize fails if a line has more references, or a longer text, than the limit allows.
func (s *Scorer) checkSize(line *Line) error {
	if err := limit.Check(max(len(line.References), len(line.ReferenceVectors)), "references"); err != nil {
		return err
	}
	for i, text := range line.References {
		if err := s.checkLength(text); err != nil {
			return fmt.Errorf("reference %d: %w", i+1, err)
		}
	}
	if err := s.checkLength(line.Source); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	for _, text := range line.Candidates {
		if err := s.checkLength(text); err != nil {
			return fmt.Errorf("candidate: %w", err)
		}
	}
	return nil
}

// release gives back the memory of large pairs.
func (w *worker) release() {
	if w.held > 0 {
		w.current.Forget()
		limit.Release(w.held)
		w.held = 0
	}
}

// longTransport is from how long on somebody is told how long a distance takes.
const longTransport = 5 * time.Second

// transportTime returns about how long the transport between texts of n and m different words takes: it was measured for
// 3,000 to 10,000 words on a core of an AMD EPYC.
func transportTime(n, m int) time.Duration {
	return time.Duration(float64(25*time.Second) * math.Pow(math.Sqrt(float64(n)*float64(m))/10_000, 2.4))
}

// tellLong tells once how long the transport between n and m words takes, if that is long.
func (s *Scorer) tellLong(n, m int) {
	if s.options.Notify == nil {
		return
	}
	if about := transportTime(n, m); about >= longTransport {
		s.long.Do(func() {
			s.options.Notify(fmt.Sprintf("the exact distance between texts of %d and %d different words takes about %v; %s is a "+
				"lower bound that is much faster", n, m, about.Round(time.Second), MeasureRelaxed))
		})
	}
}
