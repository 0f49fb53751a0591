package metric_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// manyWords is a text of n different words.
func manyWords(prefix string, n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%s%dx ", prefix, i*i)
	}
	return text.String()
}

// Costs of many words take the place of their products, so that what needs either comes after it must find it again.
func TestManyWords(t *testing.T) {
	for name, weight := range map[string]float64{"each word alone": 0, "in context": 0.5} {
		t.Run(name, func(t *testing.T) { testManyWords(t, weight) })
	}
}

func testManyWords(t *testing.T, contextWeight float64) {
	segment := metric.Segment{Candidate: manyWords("ab", 1100), References: []string{manyWords("ac", 1050), "a b c"}}
	options := metric.Options{Ngrams: ngrams.Usual, Tokenizer: "whitespace", Alignments: true, ContextWeight: contextWeight}
	measures := []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore, metric.MeasureWMD, metric.MeasureDynaMax,
		metric.MeasureRelaxed}
	options.Measures = measures
	together, err := newScorer(t, options).Score(segment)
	if err != nil {
		t.Fatal(err)
	}
	var moved float64
	for _, m := range together.Alignment {
		moved += m.Mass * m.Cost
	}
	if want := together.ValueOrNaN(metric.WRD); math.Abs(moved-want) > 1e-12 || want < 0.01 {
		t.Errorf("what the alignment moves costs %v, want %v", moved, want)
	}
	options.Alignments = false
	for _, m := range measures {
		if contextWeight > 0 && !m.Rotates() && !parts.Runs(parts.Thorough) {
			continue // its costs do not have the context
		}
		options.Measures = []metric.Measure{m}
		alone, err := newScorer(t, options).Score(segment)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Columns() {
			if got, want := together.ValueOrNaN(c), alone.ValueOrNaN(c); got != want {
				t.Errorf("%v: got %v together with others, %v alone", c, got, want)
			}
		}
	}
}

// What is too large is refused wherever it comes from.
func TestLimit(t *testing.T) {
	many := make([]string, metric.DefaultLimit+1)
	for i := range many {
		many[i] = "a"
	}
	for _, c := range []struct {
		name    string
		segment metric.Segment
		want    string
	}{
		{"references", metric.Segment{Candidate: "a", References: many}, "found 10001 references, expected at most 10000"},
		{"a candidate", metric.Segment{Candidate: strings.Repeat("a ", 5_000_001), References: []string{"a"}},
			"candidate: found a text of 10000002 bytes, expected at most 10000000"},
		{"a reference", metric.Segment{Candidate: "a", References: []string{"a", strings.Repeat("a ", 5_000_001)}},
			"reference 2: found a text of 10000002 bytes"},
		{"words", metric.Segment{Candidate: manyWords("ab", 10_001), References: []string{manyWords("ac", 10_001)}},
			"wrd: found texts of 10001 and 10001 different words, which take 1201 MB to compare, expected at most 1200 MB"},
		{"words beside few", metric.Segment{Candidate: manyWords("ab", 100_000), References: []string{"a b"}},
			"wrd: found texts of 100000 and 2 different words"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, metric.Options{Vectors: toy(t), Tokenizer: "whitespace"})
			_, err := s.Score(c.segment)
			if _, ok := errors.AsType[*limit.Error](err); !ok || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// The limit is that of the process, until it is set again.
func TestSetLimit(t *testing.T) {
	defer metric.SetLimit(metric.DefaultLimit)
	s := newScorer(t, metric.Options{Vectors: toy(t), Tokenizer: "whitespace"})
	segment := metric.Segment{Candidate: "a", References: []string{"a", "b", "a"}}
	for _, c := range []struct {
		limit int
		want  string
	}{{2, "found 3 references, expected at most 2"}, {3, ""}} {
		if err := metric.SetLimit(c.limit); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Score(segment); (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("limit %d: got %v, want %q", c.limit, err, c.want)
		}
	}
	if metric.SetLimit(0) == nil {
		t.Error("a limit of 0 is none, expected an error")
	}
}

// How long a distance takes is said before it begins, and it ends with the context.
func TestLongDistance(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var told []string
	s := newScorer(t, metric.Options{Vectors: toy(t), Tokenizer: "whitespace", Notify: func(notice string) {
		told = append(told, notice)
		cancel()
	}})
	lines := func(yield func(metric.Line, error) bool) {
		for _, n := range []int{100, 5500, 5500} {
			if !yield(metric.Line{Candidates: []string{manyWords("ab", n)}, References: []string{manyWords("ac", n)}}, nil) {
				return
			}
		}
	}
	err := s.Stream(ctx, lines, 1, func(metric.Line, []metric.Result) error { return nil })
	if err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if len(told) != 1 || !strings.Contains(told[0], "texts of 5500 and 5500 different words takes about 6s") {
		t.Errorf("was told %q", told)
	}
}
