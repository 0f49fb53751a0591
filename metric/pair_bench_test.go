package metric

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// A benchToken is a word and where it stands in the vectors.
type benchToken struct {
	word  string
	found texts.TableWord
}

// bigTable returns 400,000 vectors of 300 components. The words of the texts stand at random places and are as alike as
// the default vectors say, of which each stands twice in a row: forwards from its beginning, backwards from its end.
func bigTable(b *testing.B, texts []string) *embedding.Store {
	b.Helper()
	small, err := NewScorer(Options{})
	if err != nil {
		b.Fatal(err)
	}
	w, err := small.newWorker()
	if err != nil {
		b.Fatal(err)
	}
	const n, dim = 400_000, 300
	r := rand.New(rand.NewPCG(1, 2))
	words, rows := make([]string, n), make([]float32, n*dim)
	for i := range words {
		words[i] = fmt.Sprint("#", i)
	}
	places := r.Perm(n)
	next := 0
	seen := map[string]bool{}
	for _, text := range texts {
		for _, token := range w.reader.Tokenizer.Append(nil, text) {
			vector, ok := small.space.Table.Lookup(token.Text)
			if !ok || seen[token.Text] {
				continue
			}
			seen[token.Text] = true
			place := places[next]
			next++
			words[place] = token.Text
			row := rows[place*dim:][:dim]
			for k, x := range vector {
				row[k], row[dim-1-k] = x, x
			}
		}
	}
	store, err := embedding.New("big", words, dim, rows)
	if err != nil {
		b.Fatal(err)
	}
	return store
}

// BenchmarkPair scores pairs of texts from the rows of their tokens in a big table, on one core: S the sentences of
// STS-B dev, T and D such sentences one after another up to about 100 and 200 tokens. The parts are what a pair takes
// one after another; pair is all of them. The others are a pair with what goes beyond the paper, or by another measure.
func BenchmarkPair(b *testing.B) {
	pairs := benchPairs(b)
	var all []string
	for _, pair := range pairs {
		all = append(all, pair[0], pair[1])
	}
	table := bigTable(b, all)
	workerWith := func(o Options) *worker {
		o.Vectors, o.OOV = table, OOVSkip
		w := workerOf(b, o)
		w.references = append(w.references, texts.Text{})
		return w
	}
	w := workerWith(Options{})
	for _, size := range []struct {
		name   string
		tokens int
	}{{"S", 0}, {"T", 90}, {"D", 190}} {
		lists := benchLists(w, pairs, size.tokens)
		tokens := 0
		for _, list := range lists {
			tokens += len(list[0]) + len(list[1])
		}
		readBy := func(w *worker, i int) {
			for k, side := range [2]*texts.Text{&w.candidate, &w.references[0]} {
				w.reader.Begin(side)
				for position, t := range lists[i][k] {
					w.reader.AddToken(side, t.word, t.found, position)
				}
				side.Tokens = len(lists[i][k])
				w.reader.Finish(side)
			}
		}
		read := func(i int) { readBy(w, i) }
		pairWith := func(o Options) func(i int) error {
			w := workerWith(o)
			var result Result
			return func(i int) error {
				readBy(w, i)
				return w.against(w.references[:1], nil, &result)
			}
		}
		for _, part := range []struct {
			name  string
			until func(i int) error
		}{
			{"read", func(i int) error { read(i); return nil }},
			{"cost", func(i int) error {
				read(i)
				x, y := w.current.Begin(&w.candidate, &w.references[0])
				w.current.Problem(*w.scorer.definitions[0].plan, x, y)
				return nil
			}},
			{"pair", pairWith(Options{})},
			{"order-weight", pairWith(Options{OrderWeight: 0.25})},
			{"context-weight", pairWith(Options{ContextWeight: 0.7})},
			{"both", pairWith(Options{OrderWeight: 0.25, ContextWeight: 0.7})},
			{"relaxed", pairWith(Options{Measures: []Measure{MeasureRelaxed}})},
		} {
			b.Run(size.name+"/"+part.name, func(b *testing.B) {
				b.ReportAllocs()
				b.ReportMetric(float64(tokens)/float64(2*len(lists)), "tokens")
				for i := 0; b.Loop(); i++ {
					if err := part.until(i % len(lists)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// benchLists returns the tokens of the pairs with vectors, those of several pairs one after another until each side has
// at least so many.
func benchLists(w *worker, pairs [][2]string, tokens int) (lists [][2][]benchToken) {
	var current [2][]benchToken
	for _, pair := range pairs {
		for k, text := range pair {
			for _, token := range w.reader.Tokenizer.Append(nil, text) {
				if found := w.reader.Find(token.Text); found.ID != texts.UnknownWord {
					current[k] = append(current[k], benchToken{token.Text, found})
				}
			}
		}
		if n := min(len(current[0]), len(current[1])); n > 0 && n >= tokens {
			lists = append(lists, current)
			current = [2][]benchToken{}
		}
	}
	return lists
}
