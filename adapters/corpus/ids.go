package corpus

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"iter"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/pairing"
)

// ids are what is known of the ids of a stream without reading it again.
type ids struct {
	named  int64  // rows that have one
	order  uint64 // a digest of their sequence
	last   string
	fallen bool // whether one is not above the one before, so that one may be there twice
}

// seed makes digests of ids that nobody can foresee. They last for one run.
var seed = maphash.MakeSeed()

// add takes the id of the next row, "" for none. Longer ids are above shorter ones, as those of numbered rows mostly are.
func (x *ids) add(id string) {
	x.order = x.order*0x9e3779b97f4a7c15 + maphash.String(seed, id)
	if id == "" {
		return
	}
	x.named++
	if len(id) < len(x.last) || len(id) == len(x.last) && id <= x.last {
		x.fallen = true
	}
	x.last = id
}

// same says whether the rows have the same ids in the same order. Corpus.line, which has them side by side, makes sure.
func (x *ids) same(y *ids) bool { return x.named == y.named && x.order == y.order }

// checkRepeated fails if an id is there twice, at the first row that repeats one.
func (s *stream) checkRepeated(ctx context.Context) error {
	if !s.ids.fallen {
		return nil
	}
	var lines file.Sorter // of each id
	defer lines.Close()
	var line [8]byte
	for e, err := range s.checked(ctx) {
		if err == nil && e.ID != "" {
			binary.BigEndian.PutUint64(line[:], uint64(e.Line))
			err = lines.Add([]byte(e.ID), line[:])
		}
		if err != nil {
			return err
		}
	}
	var id, repeated []byte
	var first, line1, line2 uint64
	for r, err := range checked(ctx, lines.Sorted()) {
		if err != nil {
			return err
		}
		at := binary.BigEndian.Uint64(r.Value)
		switch {
		case first == 0 || string(r.Key) != string(id):
			id, first = append(id[:0], r.Key...), at
		case line2 == 0 || at < line2:
			repeated, line1, line2 = append(repeated[:0], id...), first, at
		}
	}
	s.of.read.Store(0) // this was no pass over the segments
	if line2 == 0 {
		return nil
	}
	return pairing.Repeated(s.name, int64(line2), string(repeated), int64(line1))
}

// checked yields the rows until ctx ends, which is an error then.
func (s *stream) checked(ctx context.Context) iter.Seq2[*entry, error] {
	return checked(ctx, s.entries())
}

// checked yields what list does until ctx ends, which is an error then.
func checked[T any](ctx context.Context, list iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		n := 0
		for x, err := range list {
			if n++; err == nil && n%1024 == 0 && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if !yield(x, err) || err != nil {
				return
			}
		}
	}
}
