package reading_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// What is too little to tell is not told.
func TestHardlyRead(t *testing.T) {
	fine := metric.Reading{Texts: 100, Tokens: 1000, OOV: 10}
	with := func(change func(*metric.Reading)) metric.Reading {
		r := fine
		change(&r)
		return r
	}
	wordless := func(n int64) metric.Reading { return with(func(r *metric.Reading) { r.WithoutWords = n }) }
	oov := func(n int64) metric.Reading { return with(func(r *metric.Reading) { r.OOV = n }) }
	for _, c := range []struct {
		name          string
		read          metric.Reading
		wordless, few bool
	}{
		{"no texts", metric.Reading{}, false, false},
		{"fine", fine, false, false},
		{"one in a hundred without words", wordless(1), false, false},
		{"more without words", wordless(2), true, false},
		{"none with words", wordless(100), true, false},
		{"70 % known", oov(300), false, false},
		{"fewer known", oov(301), false, true},
		{"none known", oov(1000), false, true},
		{"a few names", metric.Reading{Texts: 1, Tokens: 9, OOV: 9}, false, false},
		{"one more", metric.Reading{Texts: 1, Tokens: 10, OOV: 10}, false, true},
	} {
		if wordless, few := reading.ManyWordless(c.read), reading.FewKnown(c.read); wordless != c.wordless || few != c.few {
			t.Errorf("%s: many without words: %v, few known: %v", c.name, wordless, few)
		}
	}
}

func TestManyCopies(t *testing.T) {
	for copies, want := range map[int64]bool{0: false, 1: false, 2: true} {
		r := reading.SystemReading{Copies: copies, Candidates: metric.Reading{Texts: 100}}
		if got := r.ManyCopies(); got != want {
			t.Errorf("%d of 100: %v", copies, got)
		}
	}
}

// TestReadingOfScores checks that what is scored counts texts without words, and that a check of such references fails.
func TestReadingOfScores(t *testing.T) {
	scorer, err := metric.NewScorer(metric.Options{})
	if err != nil {
		t.Fatal(err)
	}
	references := []string{"a cat", "猫", "!!!", "a dog"}
	for _, c := range []struct {
		name     string
		last     string
		wordless int64
		refused  bool
	}{
		{"half", "a dog", 2, false},
		{"more", "犬", 3, true},
		{"blank", " ", 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			references[3] = c.last
			corpus := evaluation.Corpus{Systems: []string{"a", "b"}, References: 1}
			corpus.Lines = func(yield func(metric.Line, error) bool) {
				for i := range references {
					line := metric.Line{Candidates: []string{"a cat", "я"}, References: references[i : i+1]}
					if !yield(line, nil) {
						return
					}
				}
			}
			scores, err := evaluation.Collect(t.Context(), scorer, corpus, evaluation.ScoreOptions{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			a, b := scores.Read[0], scores.Read[1]
			if a.Candidates.WithoutWords != 0 || a.References.WithoutWords != c.wordless || b.Candidates.WithoutWords != 4 ||
				a.Candidates.Texts != 4 {
				t.Errorf("found %+v and %+v", a, b)
			}
			settings := check.Rules{Floors: map[string]float64{"wrd": 2},
				Tests: significance.Options{Draws: 400}}
			scores.Systems, scores.Read = scores.Systems[:1], scores.Read[:1]
			scores.Columns[0].Grid.Systems, scores.Columns[0].Grid.Values = 1, scores.Columns[0].Grid.Values[:4]
			report, err := check.Run(t.Context(), settings, nil, &check.Version{Scores: *scores})
			if _, refused := errors.AsType[*reading.WordlessError](err); refused != c.refused {
				t.Fatalf("got %v", err)
			}
			if !c.refused && !reading.ManyWordless(report.Read[0].References) {
				t.Errorf("found %+v", report.Read)
			}
		})
	}
}

// Where all references or sources are empty a check would test nothing, and pass.
func TestRefuseEmpty(t *testing.T) {
	empty, some := metric.Reading{Texts: 4}, metric.Reading{Texts: 4, Tokens: 9}
	for _, c := range []struct {
		name   string
		system reading.SystemReading
		want   string // "" for none
	}{
		{"references", reading.SystemReading{References: empty}, "found nothing to compare with in any of 4 references, expected texts"},
		{"sources", reading.SystemReading{Sources: empty}, "found nothing to compare with in any of 4 sources, expected texts"},
		{"sources beside references", reading.SystemReading{References: some, Sources: empty}, ""},
		{"one has words", reading.SystemReading{Sources: some}, ""},
		{"nothing is known", reading.SystemReading{Candidates: some}, ""},
	} {
		err := reading.RefuseWordless([]reading.SystemReading{c.system, c.system})
		if said := fmt.Sprint(err); (c.want == "") != (err == nil) || err != nil && said != strings.Replace(c.want, "4", "8", 1) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
