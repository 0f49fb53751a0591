package metric_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

// groupTexts are texts of the toy vocabulary: some equal, some without a token or a word that is known.
var groupTexts = []string{"east north", "north east", "west", "", "zork", "east north", "northeast nothing east",
	"nothing"}

func TestMatrixEqualsScore(t *testing.T) {
	everything := withEverything(t)
	with := func(change func(*metric.Options)) metric.Options {
		o := everything
		change(&o)
		return o
	}
	half := 0.5
	for _, c := range []struct {
		name    string
		options metric.Options
	}{
		{"own", everything},
		{"skip", with(func(o *metric.Options) { o.OOV = metric.OOVSkip })},
		{"no value", with(func(o *metric.Options) { o.Empty = metric.EmptySkip })},
		{"in context", with(func(o *metric.Options) { o.ContextWeight, o.Spelling = 0.7, metric.SpellingUnknown })},
		{"mixed with spelling", with(func(o *metric.Options) { o.SpellingWeight = 0.1 })},
		{"mixed with how pieces are written", metric.Options{Encoder: multilingual(t), SurfaceWeight: 0.3}},
		{"beyond the paper", with(func(o *metric.Options) {
			o.MassPower, o.Spelling, o.OrderWeight = &half,
				metric.SpellingAll, 0.25
		})},
		{"composed words", metric.Options{Vectors: subwordStore(t),
			Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureDynaMax}}},
		{"converted", metric.Options{Converter: fit(t, "WR", metric.Options{}, "the cat sat", "a dog ran home",
			"north and south")}},
		{"converted in each text", metric.Options{Converter: fit(t, "S", metric.Options{})}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, c.options)
			group := metric.Group{Candidates: groupTexts, References: groupTexts[1:]}
			for i := range 20 {
				group.References = append(group.References,
					fmt.Sprint("east zork the north ", groupTexts[i%len(groupTexts)]))
			}
			m, err := s.Matrix(group)
			if err != nil {
				t.Fatal(err)
			}
			if m.Candidates != len(group.Candidates) || m.References != len(group.References) {
				t.Fatalf("the matrix is %d × %d", m.Candidates, m.References)
			}
			for i, candidate := range group.Candidates {
				for j, reference := range group.References {
					want, err := s.Score(metric.Segment{Candidate: candidate, References: []string{reference}})
					if err != nil {
						t.Fatal(err)
					}
					at := i*m.References + j
					if m.Status[at] != want.Status {
						t.Errorf("%q, %q: status %v, want %v", candidate, reference, m.Status[at], want.Status)
					}
					for _, c := range s.Columns() {
						got, ok := m.Value(c, i, j)
						value, wantOK := want.Value(c)
						if got != value || ok != wantOK || math.IsNaN(m.Values(c)[at]) == ok {
							t.Errorf("%q, %q: %v is %v, %v, want %v, %v", candidate, reference, c, got, ok, value,
								wantOK)
						}
					}
				}
			}
		})
	}
}

// madeGroups yields n groups, of which the third is too large for one block.
func madeGroups(n int) iter.Seq2[metric.Group, error] {
	words := []string{"east", "north", "west", "northeast", "zork", "bork"}
	texts := func(seed, n int) (list []string) {
		for i := range n {
			x := seed*31 + i*7
			list = append(list, words[x%6]+" "+words[x/6%6]+" "+words[x/36%6])
		}
		return list
	}
	return func(yield func(metric.Group, error) bool) {
		for i := range n {
			group := metric.Group{Candidates: texts(i, i%5), References: texts(i+1, 1+i%3)}
			if i == 2 {
				group = metric.Group{Candidates: texts(i, 400), References: texts(i+1, 100)}
			}
			if !yield(group, nil) {
				return
			}
		}
	}
}

func TestStreamMatrixEqualsMatrix(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	var want []metric.Matrix
	for group := range madeGroups(50) {
		m, err := s.Matrix(group)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, *m)
	}
	for _, goroutines := range []int{0, 1, 3} {
		t.Run(fmt.Sprint(goroutines, " goroutines"), func(t *testing.T) {
			type joined struct {
				metric.Matrix
				values map[metric.Column][]float64
			}
			got := make([]joined, len(want))
			for i := range got {
				got[i].values = map[metric.Column][]float64{}
			}
			blocks := 0
			err := s.StreamMatrix(t.Context(), madeGroups(50), goroutines,
				func(group metric.Group, b metric.Block) error {
					m := &got[b.Group]
					if b.First != m.Candidates {
						t.Errorf("group %d: a block begins at %d after %d rows", b.Group, b.First, m.Candidates)
					}
					m.Candidates, m.References = m.Candidates+b.Candidates, b.References
					m.Status = append(m.Status, b.Status...)
					for _, c := range s.Columns() {
						m.values[c] = append(m.values[c], b.Values(c)...)
					}
					blocks++
					return nil
				})
			if err != nil {
				t.Fatal(err)
			}
			if blocks <= 41 {
				t.Errorf("%d blocks: the large group is not cut up", blocks)
			}
			for i := range want {
				same := got[i].Candidates == want[i].Candidates && got[i].References == want[i].References &&
					slices.Equal(got[i].Status, want[i].Status)
				for _, c := range s.Columns() {
					same = same && slices.Equal(got[i].values[c], want[i].Values(c))
				}
				if want[i].Candidates > 0 && !same {
					t.Errorf("group %d differs from what Matrix says", i)
				}
			}
		})
	}
}

// chosenByScore is the definition of minimum Bayes risk decoding, by Score alone.
func chosenByScore(t *testing.T, s *metric.Scorer, group metric.Group) (best int, utilities []float64) {
	t.Helper()
	column, sign := s.Measures()[0].Utility()
	for i, candidate := range group.Candidates {
		references := group.References
		if len(references) == 0 {
			references = append(append(references, group.Candidates[:i]...), group.Candidates[i+1:]...)
		} else if strings.Join(references, "") != "" { // a blank one is none
			references = slices.DeleteFunc(slices.Clone(references), func(text string) bool { return text == "" })
		}
		var sum float64
		var n int
		for _, reference := range references {
			r, err := s.Score(metric.Segment{Candidate: candidate, References: []string{reference}})
			if err != nil {
				t.Fatal(err)
			}
			if scored(r, column) {
				sum += sign * value(r, column)
				n++
			}
		}
		utilities = append(utilities, sum/float64(n)) // 0/0 is NaN
		if u := utilities[i]; u > utilities[best]+1e-12 || math.IsNaN(utilities[best]) && !math.IsNaN(u) {
			best = i
		}
	}
	return best, utilities
}

func TestChooseIsMinimumBayesRisk(t *testing.T) {
	for _, c := range []struct {
		name  string
		group metric.Group
	}{
		{"among the candidates", metric.Group{Candidates: groupTexts}},
		{"by references", metric.Group{Candidates: groupTexts, References: []string{"east", "east", "north", ""}}},
		{"one candidate", metric.Group{Candidates: []string{"east"}}},
		{"one candidate, one reference", metric.Group{Candidates: []string{"east"}, References: []string{"west"}}},
		{"nothing known", metric.Group{Candidates: []string{"", "nothing", ""}}},
		{"all equal", metric.Group{Candidates: []string{"east", "east", "east"}}},
	} {
		for _, measure := range referenceMeasures() {
			for _, empty := range []metric.EmptyPolicy{metric.EmptyWorst, metric.EmptySkip} {
				t.Run(fmt.Sprint(c.name, " ", measure, " ", empty), func(t *testing.T) {
					options := withEverything(t)
					options.Measures, options.Empty = []metric.Measure{measure}, empty
					s := newScorer(t, options)
					best, utilities := chosenByScore(t, s, c.group)
					got, err := s.Choose(c.group, false)
					if err != nil {
						t.Fatal(err)
					}
					if got.Best != best || !equalUtilities(got.Utility, got.Utilities[best]) {
						t.Errorf("chose %d (%v), want %d", got.Best, got.Utility, best)
					}
					for i, want := range utilities {
						if u := got.Utilities[i]; math.Abs(u-want) > 1e-12 || math.IsNaN(u) != math.IsNaN(want) {
							t.Errorf("candidate %d: utility %v, want %v", i, u, want)
						}
					}
					if n := len(c.group.Candidates) * max(len(c.group.Candidates)-1,
						len(c.group.References)); got.Compared > n {
						t.Errorf("%d comparisons of %d pairs", got.Compared, n)
					}
					only, err := s.Choose(c.group, true)
					if err != nil {
						t.Fatal(err)
					}
					if only.Best != got.Best || !equalUtilities(only.Utility, got.Utility) || only.Utilities != nil {
						t.Errorf("only the best: %+v, want %+v", only, got)
					}
				})
			}
		}
	}
}

// equalUtilities says whether two utilities are the same, to the bit, or both missing.
func equalUtilities(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }

// Leaving out comparisons changes neither the choice nor its utility, and does leave some out.
func TestChooseBestOnly(t *testing.T) {
	store := openDefault(t)
	for _, oov := range metric.OOVPolicies() {
		s := newScorer(t, metric.Options{Tokenizer: "whitespace", OOV: oov})
		all, left := 0, 0
		rapid.Check(t, func(t *rapid.T) {
			base := defaultWords(store).Draw(t, "base")
			texts := rapid.Custom(func(t *rapid.T) string {
				words := append([]string(nil), base...)
				for range rapid.IntRange(0, 8).Draw(t, "changes") {
					words[rapid.IntRange(0, len(words)-1).Draw(t, "place")] = defaultWords(store).Draw(t, "others")[0]
				}
				return strings.Join(words, " ")
			})
			group := metric.Group{Candidates: rapid.SliceOfN(texts, 1, 12).Draw(t, "candidates")}
			if rapid.Bool().Draw(t, "with references") {
				group.References = rapid.SliceOfN(texts, 1, 12).Draw(t, "references")
			}
			want, err := s.Choose(group, false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Choose(group, true)
			if err != nil {
				t.Fatal(err)
			}
			if got.Best != want.Best || !equalUtilities(got.Utility, want.Utility) {
				t.Fatalf("chose %d (%v) of %v, want %d", got.Best, got.Utility, want.Utilities, want.Best)
			}
			all, left = all+want.Compared, left+want.Compared-got.Compared
		})
		if left <= 0 {
			t.Errorf("oov %s: left out %d of %d comparisons", oov, left, all)
		}
	}
}

func TestGroupErrors(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t), Empty: metric.EmptyError})
	if _, err := s.Choose(metric.Group{}, false); err == nil || !strings.Contains(err.Error(), "no candidate") {
		t.Errorf("no candidate: %v", err)
	}
	large := metric.Group{Candidates: make([]string, 300), References: make([]string, 100)}
	for i := range large.Candidates {
		large.Candidates[i] = "east"
	}
	for j := range large.References {
		large.References[j] = "west"
	}
	large.Candidates[290] = ""
	broken := errors.New("broken")
	groups := func(yield func(metric.Group, error) bool) {
		_ = yield(metric.Group{Candidates: []string{"east"}, References: []string{"west"}}, nil) &&
			yield(large, nil) && yield(metric.Group{}, broken)
	}
	check := func(name string, err error) {
		t.Helper()
		group, ok := errors.AsType[*metric.GroupError](err)
		if !ok || group.Group != 1 {
			t.Fatalf("%s: got %v, want an error of group 1", name, err)
		}
		pair, ok := errors.AsType[*metric.PairError](err)
		if !ok || pair.Candidate != 290 || pair.Reference != 0 {
			t.Errorf("%s: got %v, want an error of candidate 290 and reference 0", name, err)
		}
		if failed, ok := errors.AsType[*metric.StatusError](err); !ok || failed.Status != metric.EmptyCandidate {
			t.Errorf("%s: got %v, want an empty candidate", name, err)
		}
	}
	check("matrix", s.StreamMatrix(t.Context(), groups, 2, func(metric.Group, metric.Block) error { return nil }))
	check("choices", s.StreamChoices(t.Context(), groups, false, 2,
		func(metric.Group, metric.Choice) error { return nil }))
	check("best only", s.StreamChoices(t.Context(), groups, true, 2,
		func(metric.Group, metric.Choice) error { return nil }))
	large.Candidates[290] = "east"
	if err := s.StreamChoices(t.Context(), groups, false, 2,
		func(metric.Group, metric.Choice) error { return nil }); !errors.Is(err, broken) {
		t.Errorf("error of the groups: %v", err)
	}
	if err := s.StreamChoices(t.Context(), groups, false, 2,
		func(metric.Group, metric.Choice) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("error of the sink: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := s.StreamMatrix(ctx, madeGroups(1<<40), 2, func(metric.Group, metric.Block) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A choice within a large group ends with its context, not with the group.
func TestStreamChoicesEndsWithinAGroup(t *testing.T) {
	s := newScorer(t, metric.Options{})
	group := metric.Group{}
	for i := range 40 {
		group.Candidates = append(group.Candidates, strings.Repeat("east ", i+1)+"north")
	}
	for _, bestOnly := range []bool{false, true} {
		ctx := &endsWhenAsked{Context: t.Context()}
		ctx.left.Store(20)
		groups := func(yield func(metric.Group, error) bool) { yield(group, nil) }
		err := s.StreamChoices(ctx, groups, bestOnly, 1, func(metric.Group, metric.Choice) error { return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("best only %t: %v", bestOnly, err)
		}
	}
}

// endsWhenAsked is a context that ends when it is asked often enough whether it has.
type endsWhenAsked struct {
	context.Context
	left atomic.Int64
}

func (c *endsWhenAsked) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
