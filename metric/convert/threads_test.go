package convert

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
)

// TestThreadsChangeNoBit fits and converts a vocabulary of many blocks with 1, 2 and 7 threads.
func TestThreadsChangeNoBit(t *testing.T) {
	w := newWorld(2, 5*vocabularyBlock+99, 30)
	for _, letters := range []string{"AWR", "AUC", "WP"} {
		var file []byte
		var digest string
		for _, threads := range []int{1, 2, 7} {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
			c := mustFit(t, letters, w)
			table, err := c.Table(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var saved bytes.Buffer
			if err := c.Save(&saved); err != nil {
				t.Fatal(err)
			}
			if file == nil {
				file, digest = saved.Bytes(), table.Digest()
			}
			if !bytes.Equal(saved.Bytes(), file) {
				t.Errorf("%s: %d threads learn something else", letters, threads)
			}
			if table.Digest() != digest {
				t.Errorf("%s: %d threads convert to something else", letters, threads)
			}
		}
	}
}

func TestInBlocks(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 1000} {
		var order []int
		err := inBlocks(t.Context(), n, 10, func() *[]int { return new([]int) },
			func(s *[]int, lo, hi int) {
				*s = (*s)[:0]
				for i := lo; i < hi; i++ {
					*s = append(*s, i)
				}
			},
			func(s *[]int) { order = append(order, *s...) })
		if err != nil || len(order) != n || !slices.IsSorted(order) {
			t.Errorf("n = %d: error %v, order %v", n, err, order)
		}
	}
}

func TestContextEndsLongWork(t *testing.T) {
	w := newWorld(3, 2*vocabularyBlock, 8)
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	for _, letters := range []string{"A", "W", "U"} {
		if _, err := NewFitter(ctx, parse(t, letters), w.Resources); !errors.Is(err, reason) {
			t.Errorf("fit of %s: error %v, want %v", letters, err, reason)
		}
	}
	if _, err := mustFit(t, "R", w).Table(ctx); !errors.Is(err, reason) {
		t.Errorf("table: error %v, want %v", err, reason)
	}
	// In the middle: what is committed is the beginning.
	ctx, cancel = context.WithCancelCause(t.Context())
	var committed int
	err := inBlocks(ctx, 1000, 1, func() int { return 0 }, func(int, int, int) {}, func(int) {
		if committed++; committed == 10 {
			cancel(reason)
		}
	})
	if !errors.Is(err, reason) || committed < 10 || committed > 10+runtime.GOMAXPROCS(0) {
		t.Errorf("error %v after %d blocks", err, committed)
	}
}

// TestSentenceAllocatesNothing holds for any sentence that is not longer than those before.
func TestSentenceAllocatesNothing(t *testing.T) {
	w := newWorld(4, 500, 300)
	long := make([]int32, 200)
	for i := range long {
		long[i] = int32(i)
	}
	for _, letters := range []string{"SUP", "SWC", "AWR"} {
		s := mustFit(t, letters, w).NewSentence()
		s.Convert(long, nil)
		if n := testing.AllocsPerRun(20, func() { s.Convert(long[:130], nil) }); n != 0 {
			t.Errorf("%s: %v allocations a sentence", letters, n)
		}
	}
}
