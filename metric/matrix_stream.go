package metric

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric/internal/states"
)

// blockPairs bounds the pairs of a block: enough to make the handing-over cheap, little enough to keep the results
// flowing, the memory small and all workers busy on one large group.
const blockPairs = 1 << 14

// encodedRows bounds the rows of a block whose candidates are encoded, to a few MiB of states.
const encodedRows = 128

// groupsAhead is small, as each may hold the values of so many pairs.
const groupsAhead = 3

// A Block is a run of rows of the matrix of a group.
type Block struct {
	Group int64 // 0-based number of the group
	First int   // the candidate of the first row
	Matrix
}

// StreamMatrix compares every candidate of each group with every reference of the same group, as Matrix does, on the
// given number of workers (0 means one for each core), and calls sink for each block of rows in order, from the
// caller's goroutine. Memory grows neither with the number of groups nor with that of a group's candidates beyond their
// texts, and neither the values nor the order of rows depend on the number of workers.
//
// StreamMatrix fails where Matrix does. It stops at the first error
// of groups, of a pair or of sink, in the order of groups, and returns it; the error of a pair is a *GroupError. When
// ctx ends it returns ctx.Err(). No goroutine outlives the call.
func (s *Scorer) StreamMatrix(ctx context.Context, groups iter.Seq2[Group, error], workers int,
	sink func(Group, Block) error) error {
	if err := s.checkMatrix(); err != nil {
		return err
	}
	rows := blockPairs
	if s.options.Encoder != nil {
		rows = encodedRows
	}
	blocks := func(g *Group) iter.Seq2[int, int] { return g.blocks(rows) }
	return streamGroups(ctx, s, groups, workers, blocks,
		func(w *worker, j *groupJob[Block]) error {
			block := &j.result
			block.Group, block.First = j.number, j.first
			if err := w.pack(j.group, j.encoded); err != nil {
				return err
			}
			m, err := w.matrix(j.group.Candidates[j.first:j.end])
			if err != nil {
				if pair, ok := errors.AsType[*PairError](err); ok {
					pair.Candidate += j.first
				}
				return err
			}
			block.Matrix = *m
			if j.first == 0 {
				block.countReferences(w.all.packedReferences)
			}
			return nil
		}, sink)
}

// StreamChoices chooses a candidate of each group, as Choose does, and calls sink for each choice with the number of
// its group. In all else it is like StreamMatrix.
func (s *Scorer) StreamChoices(ctx context.Context, groups iter.Seq2[Group, error], bestOnly bool, workers int,
	sink func(Group, Choice) error) error {
	return streamGroups(ctx, s, groups, workers, (*Group).whole,
		func(w *worker, j *groupJob[Choice]) (err error) {
			j.result, err = w.choose(ctx, *j.group, bestOnly)
			return err
		}, sink)
}

// A groupJob is some candidates of a group and what was found of them.
type groupJob[R any] struct {
	group      *Group
	number     int64
	encoded    *states.References // of group, nil without Options.Encoder
	first, end int
	result     R
	err        error
}

// whole yields all candidates at once.
func (g *Group) whole() iter.Seq2[int, int] {
	return func(yield func(first, end int) bool) { yield(0, len(g.Candidates)) }
}

// blocks yields runs of candidates, up to the given number, whose rows make blocks.
func (g *Group) blocks(most int) iter.Seq2[int, int] {
	return func(yield func(first, end int) bool) {
		rows := min(max(blockPairs/max(len(g.References), 1), 1), most)
		for first := 0; first < len(g.Candidates); first += rows {
			if !yield(first, min(first+rows, len(g.Candidates))) {
				return
			}
		}
	}
}

// streamGroups does something with parts of groups and gives the results to sink in their order.
func streamGroups[R any](ctx context.Context, s *Scorer, groups iter.Seq2[Group, error], workers int,
	parts func(*Group) iter.Seq2[int, int], do func(*worker, *groupJob[R]) error, sink func(Group, R) error) error {
	if s.options.TokenVectors != nil {
		return errNoTokenVectors
	}
	fill := func(next func() *groupJob[R], send func()) {
		var number int64
		for group, err := range fault.Caught(groups) {
			if err != nil {
				if j := next(); j != nil {
					*j = groupJob[R]{err: err}
					send()
				}
				return
			}
			encoded := s.encodedReferences(ctx, &group)
			for first, end := range parts(&group) {
				j := next()
				if j == nil {
					return
				}
				*j = groupJob[R]{group: &group, number: number, encoded: encoded, first: first, end: end}
				send()
			}
			number++
		}
	}
	work := func(w *worker, j *groupJob[R]) {
		if j.err != nil {
			return
		}
		defer fault.Recover(&j.err)
		if err := do(w, j); err != nil {
			j.err = &GroupError{j.number, err}
		}
	}
	return onWorkers(ctx, s, workers, groupsAhead, fill, work, func(j *groupJob[R]) error {
		if j.err != nil && ctx.Err() != nil { // which may be what the job ended with
			return ctx.Err()
		}
		if j.err != nil {
			return j.err
		}
		return sink(*j.group, j.result)
	})
}

// A GroupError says which group could not be compared, and why.
type GroupError struct {
	Group int64 // 0-based number
	Err   error // usually a *PairError
}

// Error names the group, counted from 1.
func (e *GroupError) Error() string { return fmt.Sprintf("group %d: %v", e.Group+1, e.Err) }

// Unwrap returns Err.
func (e *GroupError) Unwrap() error { return e.Err }

// A PairError says which pair of a group's texts could not be compared, and why.
type PairError struct {
	Candidate, Reference int // their indices; where the candidates are the references too, that of a candidate
	Err                  error
}

func (e *PairError) Error() string {
	return fmt.Sprintf("candidate %d, reference %d: %v", e.Candidate+1, e.Reference+1, e.Err)
}

// Unwrap returns Err.
func (e *PairError) Unwrap() error { return e.Err }
