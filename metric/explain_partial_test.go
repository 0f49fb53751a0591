package metric_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"pgregory.net/rapid"
)

// lacking lists the words without a counterpart.
func lacking(words []metric.Word) (list []string) {
	for _, w := range words {
		if !w.HasCounterpart() {
			list = append(list, w.Text)
		}
	}
	return list
}

func TestWordsWithoutCounterpart(t *testing.T) {
	scorer := newScorer(t, metric.Options{})
	for _, c := range []struct{ name, candidate, reference, invented, missing string }{
		{"equal", "the cat sat on the mat", "the cat sat on the mat", "[]", "[]"},
		{"one word, equal", "cat", "cat", "[]", "[]"},
		{"a part is missing", "the minister said", "the minister said that bananas cost money", "[]", "[that bananas cost money]"},
		{"a part is invented", "the dog barked at seven penguins", "the dog barked", "[at seven penguins]", "[]"},
		{"other words with the same meaning", "a movie", "a film", "[]", "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := scorer.Explain(c.candidate, c.reference)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(lacking(e.Candidate)); got != c.invented {
				t.Errorf("invented %s, want %s", got, c.invented)
			}
			if got := fmt.Sprint(lacking(e.Reference)); got != c.missing {
				t.Errorf("missing %s, want %s", got, c.missing)
			}
		})
	}
}

// With masses of 1/n an optimal plan matches words one to one or leaves them out, so all ways of doing that can be tried.
func TestUnmatchedIsTheBestOfAllPartialMatchings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "words")
		var names []string
		var vectors []float32
		for i := range 2 * n {
			names = append(names, fmt.Sprintf("w%d", i))
			for range 3 {
				vectors = append(vectors, rapid.Float32Range(-1, 1).Draw(t, "component"))
			}
		}
		store, err := embedding.New("drawn", names, 3, vectors)
		if err != nil {
			t.Fatal(err)
		}
		scorer, err := metric.NewScorer(metric.Options{Vectors: store, Measures: []metric.Measure{metric.MeasureWMD}})
		if err != nil {
			t.Fatal(err)
		}
		cost := make([][]float64, n)
		mean := 0.
		for i := range n {
			for j := range n {
				square := 0.
				for k := range 3 {
					d := float64(vectors[3*i+k]) - float64(vectors[3*(n+j)+k])
					square += d * d
				}
				cost[i] = append(cost[i], math.Sqrt(square))
				mean += cost[i][j] / float64(n*n)
			}
		}
		price := 0.9 * mean
		// best returns the least cost of the words from i on, where used says which of the others are taken, with one word
		// left out as i is said to be.
		var best func(i int, used []bool, out map[int]bool) float64
		best = func(i int, used []bool, out map[int]bool) float64 {
			if i == n {
				return 0
			}
			least := math.Inf(1)
			if said, ok := out[i]; !ok || said {
				least = price + best(i+1, used, out) // together with some other one that nobody takes
			}
			if said, ok := out[i]; !ok || !said {
				for j := range n {
					if !used[j] {
						used[j] = true
						least = min(least, cost[i][j]+best(i+1, used, out))
						used[j] = false
					}
				}
			}
			return least
		}
		e, err := scorer.Explain(strings.Join(names[:n], " "), strings.Join(names[n:], " "))
		if err != nil {
			t.Fatal(err)
		}
		swapped, err := scorer.Explain(strings.Join(names[n:], " "), strings.Join(names[:n], " "))
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			left := best(0, make([]bool, n), map[int]bool{i: true})
			matched := best(0, make([]bool, n), map[int]bool{i: false})
			if math.Abs(left-matched) > 1e-4 && (left < matched) == e.Candidate[i].HasCounterpart() {
				t.Errorf("word %d: %v left out, %v matched, unmatched %v", i, left, matched, e.Candidate[i].Unmatched)
			}
			if e.Candidate[i].Unmatched != swapped.Reference[i].Unmatched || e.Reference[i].Unmatched != swapped.Candidate[i].Unmatched {
				t.Error("the texts the other way round give other words")
			}
		}
	})
}

// Words of another reference that were put into a reference are found: most of them, and few others, of which some have
// no counterpart in truth.
func TestInsertedWords(t *testing.T) {
	type row struct {
		Candidate, Reference string
		IsHuman              bool `json:"is_human"`
	}
	var rows []row
	for line := range bytes.Lines(shareddata.Read(t, "data/mt/wmt23_he-en_mqm.jsonl.gz")) {
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if !r.IsHuman && len(strings.Fields(r.Reference)) > 7 {
			rows = append(rows, r)
		}
	}
	scorer := newScorer(t, metric.Options{})
	random := rand.New(rand.NewPCG(1, 2))
	var found, wrong, missed float64
	for range 400 {
		r, other := rows[random.IntN(len(rows))], rows[random.IntN(len(rows))]
		words, donor := strings.Fields(r.Reference), strings.Fields(other.Reference)
		at, n := random.IntN(len(words)), 1+random.IntN(5)
		from := random.IntN(len(donor) - n)
		before, after := strings.Join(words[:at], " ")+" ", " "+strings.Join(words[at:], " ")
		reference := before + strings.Join(donor[from:from+n], " ") + after
		e, err := scorer.Explain(r.Candidate, reference)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range e.Reference {
			inserted := w.Start >= len(before) && w.End <= len(reference)-len(after)
			switch {
			case inserted && !w.HasCounterpart():
				found++
			case inserted:
				missed++
			case !w.HasCounterpart():
				wrong++
			}
		}
	}
	precision, recall := found/(found+wrong), found/(found+missed)
	t.Logf("precision %.3f, recall %.3f, F1 %.3f", precision, recall, 2*precision*recall/(precision+recall))
	if precision < 0.4 || recall < 0.65 {
		t.Errorf("precision %.3f, recall %.3f, want 0.4 and 0.65", precision, recall)
	}
}
