package metric

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// benchPairs returns the sentence pairs of STS-B dev, or skips the benchmark if the data is not there.
func benchPairs(b *testing.B) (pairs [][2]string) {
	b.Helper()
	for line := range bytes.Lines(shareddata.Read(b, "data/sts/STS-B/dev.tsv")) {
		fields := strings.Split(strings.TrimSuffix(string(line), "\n"), "\t")
		pairs = append(pairs, [2]string{fields[1], fields[2]})
	}
	return pairs
}

// BenchmarkScore scores the pairs of STS-B dev on one core, one pair a step: from the two lines by each measure; text
// by the default one, ids from the rows of their words, wordless without what it takes to get there, from words that
// are merged and normalised already, and costs of these what comes before the transport.
func BenchmarkScore(b *testing.B) {
	pairs := benchPairs(b)
	s, err := NewScorer(Options{})
	if err != nil {
		b.Fatal(err)
	}
	w, err := s.newWorker()
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, step func(i int) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := step(i % len(pairs)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
		})
	}

	var results [1]Result
	for _, m := range slices.DeleteFunc(Measures(), Measure.OfSource) {
		one, err := NewScorer(Options{Measures: []Measure{m}})
		if err != nil {
			b.Fatal(err)
		}
		measuring, err := one.newWorker()
		if err != nil {
			b.Fatal(err)
		}
		run(string(m), func(i int) error {
			_, err := measuring.score(&Line{Candidates: pairs[i][:1], References: pairs[i][1:]}, results[:])
			return err
		})
	}
	run("text", func(i int) error {
		_, err := w.score(&Line{Candidates: pairs[i][:1], References: pairs[i][1:]}, results[:])
		return err
	})

	ids := make([][2][]benchToken, len(pairs))
	sides := make([][2]texts.Text, len(pairs))
	w.references = append(w.references, texts.Text{})
	for i, pair := range pairs {
		for k, text := range pair {
			w.reader.Read(&sides[i][k], text)
			for _, t := range w.reader.Last {
				ids[i][k] = append(ids[i][k], benchToken{t.Text, w.reader.Find(t.Text)})
			}
		}
	}
	run("ids", func(i int) error {
		for k, side := range [2]*texts.Text{&w.candidate, &w.references[0]} {
			w.reader.Begin(side)
			for position, t := range ids[i][k] {
				w.reader.AddToken(side, t.word, t.found, position)
			}
			side.Tokens = len(ids[i][k])
			w.reader.Finish(side)
		}
		return w.pair(0, &w.candidate, &w.references[0], false)
	})
	run("costs", func(i int) error {
		a, b := w.current.Begin(&sides[i][0], &sides[i][1])
		w.current.Problem(*w.scorer.definitions[0].plan, a, b)
		return nil
	})
	run("wordless", func(i int) error {
		a, b := w.current.Begin(&sides[i][0], &sides[i][1])
		_, err := w.current.Distance(*w.scorer.definitions[0].plan, a, b)
		return err
	})
}

// Once a worker has met texts of some size, scoring more of that size allocates nothing, whatever the measures.
func TestScoringAllocatesNothing(t *testing.T) {
	s, err := NewScorer(Options{Tokenizer: "whitespace", Measures: slices.DeleteFunc(Measures(), Measure.OfSource)})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.newWorker()
	if err != nil {
		t.Fatal(err)
	}
	candidates, references := []string{"a zork sat on the big mat"},
		[]string{"the cat sat on a zork", "one dog stood there"}
	var results [1]Result
	if n := testing.AllocsPerRun(100, func() {
		_, err = w.score(&Line{Candidates: candidates, References: references},
			results[:])
	}); n > 0 || err != nil {
		t.Errorf("%v allocations for one segment, %v", n, err)
	}
}
