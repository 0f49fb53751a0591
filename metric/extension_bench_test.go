package metric

import (
	"fmt"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// workerOf returns a worker of a scorer with these options, for tests, benchmarks and rapid's draws.
func workerOf(t interface{ Fatal(...any) }, o Options) *worker {
	s, err := NewScorer(o)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.newWorker()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A worker that extends the distance allocates nothing once it has met texts of some size.
func TestExtensionAllocatesNothing(t *testing.T) {
	for _, o := range []Options{{Spelling: SpellingAll}, {SpellingWeight: 0.1}} {
		o.Tokenizer, o.Measures = "whitespace", []Measure{MeasureWRD, MeasureRelaxed}
		o.MassPower, o.OrderWeight, o.ContextWeight = new(0.5), 0.25, 0.7
		w := workerOf(t, o)
		reference := texts.Text{}
		var err error
		if n := testing.AllocsPerRun(100, func() {
			w.reader.Read(&w.candidate, "a zork sat on the big mat")
			w.reader.Read(&reference, "the cat sat on a zorks")
			err = w.pair(0, &w.candidate, &reference, false)
		}); n > 0 || err != nil {
			t.Errorf("%v allocations for one pair, %v", n, err)
		}
	}
}

// BenchmarkExtension scores the pairs of STS-B dev on one core, one pair a step, with what goes beyond the paper, and
// with n-grams in place of vectors.
func BenchmarkExtension(b *testing.B) {
	pairs := benchPairs(b)
	ngrams, err := PurposeTranslation.NgramsOptions()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		options Options
	}{
		{"none", Options{}},
		{"ngrams", ngrams},
		{"mass-power", Options{MassPower: new(0.6)}},
		{"spelling", Options{Spelling: SpellingAll}},
		{"spelling unknown", Options{Spelling: SpellingUnknown}},
		{"spelling-weight", Options{SpellingWeight: 0.1}},
		{"order-weight", Options{OrderWeight: 0.25}},
		{"context-weight", Options{ContextWeight: 0.7}},
		{"in context", Options{Spelling: SpellingUnknown, OrderWeight: 0.25, ContextWeight: 0.7}},
		{"all", Options{MassPower: new(0.6), Spelling: SpellingAll, OrderWeight: 0.25}},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := workerOf(b, c.options)
			reference := texts.Text{}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				w.reader.Read(&w.candidate, pairs[i%len(pairs)][0])
				w.reader.Read(&reference, pairs[i%len(pairs)][1])
				if err := w.pair(0, &w.candidate, &reference, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSurface scores the pairs of STS-B dev by encoders on one core, one pair a step, with and without what the purpose
// of translations takes from how words are written.
func BenchmarkSurface(b *testing.B) {
	pairs := benchPairs(b)
	for _, name := range []string{encoder.ContextENName, encoder.ContextENLargeName} {
		builtIn, _ := encoder.FindBuiltIn(name)
		model, err := builtIn.Open()
		if err != nil {
			b.Fatal(err)
		}
		for _, weight := range []float64{0, 0.005} {
			b.Run(fmt.Sprintf("%s/%v", name, weight), func(b *testing.B) {
				o, err := PurposeTranslation.EncoderOptions(model)
				if err != nil {
					b.Fatal(err)
				}
				o.SurfaceWeight = weight
				w := workerOf(b, o)
				w.encoding.Kept = nil // equal texts come again
				reference := []texts.Text{texts.Text{}}
				var result Result
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					line := Line{Candidates: pairs[i%len(pairs)][:1], References: pairs[i%len(pairs)][1:]}
					w.encodeAhead([]Line{line})
					for k, s := range []*texts.Text{&w.candidate, &reference[0]} {
						if err := w.prepareEncoded(s, pairs[i%len(pairs)][k:], 0); err != nil {
							b.Fatal(err)
						}
					}
					if err := w.against(reference, nil, &result); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
