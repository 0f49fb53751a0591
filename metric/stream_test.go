package metric_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric"
)

// corpus yields n lines of two systems, whose words depend on the number of the line.
func corpus(n int) iter.Seq2[metric.Line, error] {
	words := []string{"east", "north", "west", "northeast", "zork", "bork"}
	text := func(i int) string {
		var b strings.Builder
		for range i % 7 {
			b.WriteString(words[i%len(words)] + " ")
			i = i*31%1009 + 1
		}
		return b.String()
	}
	return func(yield func(metric.Line, error) bool) {
		for i := range n {
			if !yield(metric.Line{Candidates: []string{text(i), text(i + 1)}, References: []string{text(i + 2)}}, nil) {
				return
			}
		}
	}
}

func collect(t *testing.T, s *metric.Scorer, n, goroutines int) (all []metric.Result) {
	t.Helper()
	err := s.Stream(context.Background(), corpus(n), goroutines, func(line metric.Line, results []metric.Result) error {
		if len(results) != len(line.Candidates) {
			t.Fatalf("%d results for %d candidates", len(results), len(line.Candidates))
		}
		all = append(all, results...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Whoever asks for a million workers gets no more than the machine has use for.
func TestWorkersAreBounded(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	before, most := runtime.NumGoroutine(), 0
	if err := s.Stream(t.Context(), corpus(1000), 1_000_000, func(metric.Line, []metric.Result) error {
		most = max(most, runtime.NumGoroutine())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if limit := before + 4*runtime.GOMAXPROCS(0) + 1; most > limit { // and one that reads the lines
		t.Errorf("%d goroutines, expected at most %d", most, limit)
	}
}

func TestStreamEqualsScore(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t), Alignments: true})
	var want []metric.Result
	for line := range corpus(1000) {
		for _, candidate := range line.Candidates {
			r, err := s.Score(metric.Segment{Candidate: candidate, References: line.References})
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, r)
		}
	}
	for _, goroutines := range []int{0, 1, 2, 7} {
		t.Run(fmt.Sprint(goroutines, " goroutines"), func(t *testing.T) {
			got := collect(t, s, 1000, goroutines)
			if !reflect.DeepEqual(got, want) {
				t.Error("the results differ from those of Score, one by one")
			}
		})
	}
	if got := collect(t, s, 0, 2); len(got) != 0 {
		t.Errorf("%d results of no lines", len(got))
	}
}

// A system's scores do not depend on which other systems are scored with it.
func TestStreamSystemsAreIndependent(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	both := collect(t, s, 500, 2)
	i := 0
	for line := range corpus(500) {
		alone, err := s.Score(metric.Segment{Candidate: line.Candidates[1], References: line.References})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(alone, both[2*i+1]) {
			t.Fatalf("line %d: %+v alone, %+v with another system", i, alone, both[2*i+1])
		}
		i++
	}
}

// Errors come in the order of lines, after the results of the lines before.
func TestStreamErrors(t *testing.T) {
	broken := errors.New("broken")
	failing := func(at int, fail func(yield func(metric.Line, error) bool)) iter.Seq2[metric.Line, error] {
		return func(yield func(metric.Line, error) bool) {
			for line := range corpus(at) {
				line.Candidates = []string{"east", "east"}
				line.References = []string{"east"}
				if !yield(line, nil) {
					return
				}
			}
			fail(yield)
		}
	}
	empty := metric.Line{Candidates: []string{"east", ""}, References: []string{"east"}}
	for _, c := range []struct {
		name string
		fail func(yield func(metric.Line, error) bool)
		want func(error) bool
	}{
		{"of the lines", func(yield func(metric.Line, error) bool) { yield(metric.Line{}, broken) },
			func(err error) bool { return errors.Is(err, broken) }},
		{"of a segment", func(yield func(metric.Line, error) bool) {
			_ = yield(empty, nil) &&
				yield(metric.Line{}, broken)
		},
			func(err error) bool {
				failed, ok := errors.AsType[*metric.SegmentError](err)
				return ok && failed.Segment == 300 && failed.System == 1
			}},
		{"a panic of the lines", func(func(metric.Line, error) bool) { panic("oops") },
			func(err error) bool {
				fault, ok := errors.AsType[*fault.Fault](err)
				return ok && fault.Value == "oops" && len(fault.Stack) > 0
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, metric.Options{Vectors: toy(t), Empty: metric.EmptyError})
			lines := 0
			err := s.Stream(context.Background(), failing(300, c.fail), 2, func(metric.Line, []metric.Result) error {
				lines++
				return nil
			})
			if !c.want(err) || lines != 300 {
				t.Errorf("error %v after %d lines, want 300", err, lines)
			}
		})
	}
	t.Run("of the sink", func(t *testing.T) {
		s := newScorer(t, metric.Options{Vectors: toy(t)})
		err := s.Stream(context.Background(), corpus(1<<40),
			2, func(metric.Line, []metric.Result) error { return broken })
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	})
}

// When the context ends, so does the work: synctest waits for every goroutine.
func TestStreamCancel(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		lines := 0
		err := s.Stream(ctx, corpus(1<<40), 2, func(metric.Line, []metric.Result) error {
			if lines++; lines == 1000 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
