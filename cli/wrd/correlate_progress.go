package main

import (
	"context"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement"
)

// A workload says how much of the work is done, in draws of the bootstrap and the permutation test, which take nearly all of the time. Work
// without draws counts as one.
type workload struct {
	done  atomic.Int64
	total int64
}

// position is what startShare asks.
func (w *workload) position() (done, total int64) { return w.done.Load(), w.total }

// step does a piece of work that was planned to take so many draws, which may count those that it makes. Between pieces it looks whether
// the user has ended the program.
func (w *workload) step(ctx context.Context, draws int64, do func() error) error {
	start := w.done.Load()
	if err := do(); err != nil {
		return err
	}
	w.done.Store(start + draws)
	return ctx.Err()
}

// plan adds up the draws of all questions.
func (r *correlationReport) plan() (total int64) {
	for _, human := range r.humans {
		for i := range r.groups {
			for _, level := range r.levels {
				questions := int64(len(r.specs(level, len(r.groups[i].systems))))
				total += questions * (int64(len(r.measures))*r.valueDraws() + r.rivalryDraws() + r.ceilingDraws(human))
			}
		}
	}
	return total
}

// valueDraws is how many draws a value takes, if its interval is not Fisher's.
func (r *correlationReport) valueDraws() int64 {
	if r.interval == intervalNone || r.interval == intervalFisher {
		return 1
	}
	return int64(r.samples)
}

// rivalryDraws is how many draws the tests of measure against measure take for a question.
func (r *correlationReport) rivalryDraws() int64 {
	measures := int64(len(r.measures))
	switch r.compare {
	case agreement.MetricTestPermBoth:
		return measures * (measures - 1) / 2 * int64(r.samples)
	case agreement.MetricTestBootstrap:
		return measures * int64(r.samples)
	case agreement.MetricTestWilliams:
		return 1
	}
	return 0
}

// ceilingDraws is how many draws the agreement among raters takes for a question: for each pair of them both ways, and for each against
// the others.
func (r *correlationReport) ceilingDraws(human string) int64 {
	raters := int64(len(r.raters))
	switch {
	case raters < 2 || human != r.humans[0]:
		return 0
	case raters > mostRaters:
		return 1
	}
	return raters * raters * r.valueDraws()
}
