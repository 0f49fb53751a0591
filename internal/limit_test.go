package internal_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wordrotator/wrd/internal/limit"
)

func TestLimitCheck(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"as many as there may be", limit.Check(limit.Default, "columns"), ""},
		{"one more", limit.Check(limit.Default+1, "columns"), "found 10001 columns, expected at most 10000"},
		{"pairs", limit.CheckPairs(limit.Default, limit.Default, "%d systems and %d segments", "outputs"), ""},
		{"few of many", limit.CheckPairs(1, limit.Default*limit.Default, "%d systems and %d segments", "outputs"), ""},
		{"none of many", limit.CheckPairs(limit.Highest, 0, "%d systems and %d segments", "outputs"), ""},
		{"more pairs", limit.CheckPairs(20_000, 5_001, "%d systems and %d segments", "outputs"),
			"found 20000 systems and 5001 segments, expected at most 100000000 outputs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				if c.err != nil {
					t.Errorf("got %v, want none", c.err)
				}
			} else if _, ok := errors.AsType[*limit.Error](c.err); !ok || c.err.Error() != c.want {
				t.Errorf("got %v, want %s", c.err, c.want)
			}
		})
	}
}

func TestLimitSet(t *testing.T) {
	defer limit.Set(limit.Default)
	for _, n := range []int{-1, 0, limit.Highest + 1} {
		if limit.Set(n) == nil || limit.Most() != limit.Default {
			t.Errorf("%d: it is %d", n, limit.Most())
		}
	}
	if err := limit.Set(20_000); err != nil || limit.Check(20_000, "columns") != nil || limit.Pairs() != 400_000_000 {
		t.Errorf("got %v, and %d pairs", err, limit.Pairs())
	}
}

// All that is held fits, but for what alone is larger, and whoever waits comes in the end.
func TestLimitHold(t *testing.T) {
	var held, most atomic.Int64
	done := make(chan bool)
	sizes := []int{limit.Pairs(), limit.Pairs() / 2, limit.Pairs() / 3, 1}
	const workers, rounds = 8, 50
	for i := range workers {
		go func() {
			for round := range rounds {
				cells := sizes[(i+round)%len(sizes)]
				limit.Hold(cells)
				now := held.Add(int64(cells))
				for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
				}
				held.Add(int64(-cells))
				limit.Release(cells)
			}
			done <- true
		}()
	}
	for range workers {
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("a worker waits for ever")
		}
	}
	if most.Load() > int64(limit.Pairs()) {
		t.Errorf("held %d, want at most %d", most.Load(), limit.Pairs())
	}
}
