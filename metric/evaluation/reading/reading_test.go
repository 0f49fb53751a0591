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

func TestReadingWarnings(t *testing.T) {
	const (
		name    = ": if these texts are not English, set their language"
		remedy  = name + " (docs/odd-output.md#no-words)"
		unknown = name + " (docs/odd-output.md#low-coverage)"
	)
	fine := metric.Reading{Texts: 100, Tokens: 1000, OOV: 10}
	with := func(change func(*metric.Reading)) metric.Reading {
		r := fine
		change(&r)
		return r
	}
	wordless := func(n int64) metric.Reading { return with(func(r *metric.Reading) { r.WithoutWords = n }) }
	oov := func(n int64) metric.Reading { return with(func(r *metric.Reading) { r.OOV = n }) }
	system := func(name string, candidates, references metric.Reading) reading.SystemReading {
		return reading.SystemReading{System: name, Candidates: candidates, References: references}
	}
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    string // "" for none
	}{
		{"nothing", nil, ""},
		{"no texts", []reading.SystemReading{{}}, ""},
		{"fine", []reading.SystemReading{system("a", fine, fine)}, ""},
		{"one in a hundred without words, 70 % known", []reading.SystemReading{system("a", wordless(1), oov(300))},
			""},
		{"more without words", []reading.SystemReading{system("a", wordless(2), fine)},
			"2.0 % of the candidates have no words for this tokenizer, and match only equal texts" + remedy},
		{"fewer known", []reading.SystemReading{system("a", fine, oov(301))},
			"only 69.9 % of the words in the references have a vector" + unknown},
		{"both", []reading.SystemReading{system("a", wordless(100), oov(1000))},
			"100 % of the candidates have no words for this tokenizer, and match only equal texts; only 0 % of the words in " +
				"the references have a vector" + remedy},
		{"nearly all", []reading.SystemReading{system("a", fine,
			metric.Reading{Texts: 100_000, WithoutWords: 99_999, Tokens: 1})},
			"99.9 % of the references have no words for this tokenizer, and match only equal texts" + remedy},
		{"a few names", []reading.SystemReading{system("a", metric.Reading{Texts: 1, Tokens: 9, OOV: 9}, fine)}, ""},
		{"one of several systems", []reading.SystemReading{system("a", fine, fine), system("b", wordless(50), fine)},
			"50.0 % of the candidates of b have no words for this tokenizer, and match only equal texts" + remedy},
		{"many systems", []reading.SystemReading{system("a", wordless(10), fine), system("b", wordless(20), fine),
			system("c", wordless(30), fine), system("d", wordless(40), fine), system("e", wordless(50), fine)},
			"10.0 % of the candidates of a, 20.0 % of the candidates of b, 30.0 % of the candidates of c and 2 others " +
				"have no words for this tokenizer, and match only equal texts" + remedy},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := reading.Warnings(c.systems...)
			if c.want == "" && got != nil || c.want != "" && (len(got) != 1 || got[0] != c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
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
			if !c.refused && len(report.Warnings) != 1 {
				t.Errorf("warnings %q", report.Warnings)
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
