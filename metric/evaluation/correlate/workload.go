package correlate

import (
	"context"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement"
)

// A workload says how much of the work is done, in draws of the bootstrap and the permutation test, which take nearly
// all of the time. Work without draws counts as one.
type workload struct {
	done  atomic.Int64
	total int64
}

// position is what a Progress asks.
func (w *workload) position() (done, total int64) { return w.done.Load(), w.total }

// step does a piece of work that was planned to take so many draws, which may count those that it makes. Between
// pieces it looks whether ctx has ended.
func (w *workload) step(ctx context.Context, draws int64, do func() error) error {
	start := w.done.Load()
	if err := do(); err != nil {
		return err
	}
	w.done.Store(start + draws)
	return ctx.Err()
}

// planned adds up the draws of all questions.
func (r *correlating) planned() (total int64) {
	for h := range r.humans {
		for i := range r.groups {
			for _, level := range r.Levels {
				for _, spec := range r.questions(level, len(r.groups[i].systems)) {
					values := int64(len(r.measures)) * r.drawsOfValue(spec.Statistic)
					total += values + r.drawsOfComparison() + r.drawsOfCeiling(spec.Statistic, h)
				}
			}
		}
	}
	return total
}

// drawsOfValue is how many draws a value takes, if its interval is not Fisher's: those of the bootstrap and of the
// permutation test.
func (r *correlating) drawsOfValue(s agreement.Statistic) int64 {
	switch {
	case r.Interval == IntervalNone || r.Interval == IntervalFisher:
		return 1
	case AroundZero(s):
		return 2 * int64(r.Draws)
	}
	return int64(r.Draws)
}

// drawsOfComparison is how many draws the tests of measure against measure take for a question.
func (r *correlating) drawsOfComparison() int64 {
	measures := int64(len(r.measures))
	switch {
	case measures < 2:
		return 0
	case r.Compare == agreement.MetricTestPermBoth:
		return measures * (measures - 1) / 2 * int64(r.Draws)
	case r.Compare == agreement.MetricTestBootstrap:
		return measures * int64(r.Draws)
	case r.Compare == agreement.MetricTestWilliams:
		return 1
	}
	return 0
}

// drawsOfCeiling is how many draws the agreement among raters takes for a question: for each pair of them both ways,
// and for each against the others.
func (r *correlating) drawsOfCeiling(s agreement.Statistic, h int) int64 {
	raters := int64(r.raters)
	switch {
	case raters < 2 || h > 0:
		return 0
	case raters > mostRaters:
		return 1
	}
	return raters * raters * r.drawsOfValue(s)
}
