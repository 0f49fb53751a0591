package metric_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"pgregory.net/rapid"
)

// each yields strings as sentences.
func each(sentences []string) func(yield func(string, error) bool) {
	return func(yield func(string, error) bool) {
		for _, sentence := range sentences {
			if !yield(sentence, nil) {
				return
			}
		}
	}
}

func learnIDF(t testing.TB, o metric.Options, sentences ...string) *metric.IDF {
	t.Helper()
	idf, err := (&metric.Fit{Options: o}).IDF(t.Context(), each(sentences))
	if err != nil {
		t.Fatal(err)
	}
	return idf
}

// withEverything asks for all measures on the toy vectors, to which it adds stop words.
func withEverything(t testing.TB) metric.Options {
	t.Helper()
	vectors, err := embedding.New("toy", []string{"east", "north", "west", "northeast", "void", "the"}, 2, []float32{
		1, 0,
		0, 2,
		-3, 0,
		math.Sqrt2 / 2, math.Sqrt2 / 2,
		0, 0,
		0, 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	// p is 0.999 and 0.001, so the weights are about 1/1000 and exactly 1/2; words that are not listed weigh 1.
	counts, err := embedding.NewFrequencies("counts", []string{"east", "north"}, []int64{999, 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return metric.Options{Vectors: vectors, Frequencies: counts, Measures: referenceMeasures()}
}

func TestMeasures(t *testing.T) {
	const sqrt2 = math.Sqrt2
	east := 1e-3 / (0.999 + 1e-3) // weight of east by SIF
	for _, c := range []struct {
		name, candidate, reference string
		oov                        metric.OOVPolicy
		want                       map[metric.Column]float64 // by hand
	}{
		{name: "equal", candidate: "east north", reference: "North east!", want: map[metric.Column]float64{
			metric.WMD: 0, metric.WMDSIFWeights: 0, metric.Add: 1, metric.AddWithoutNorm: 1,
			metric.BERTScoreP: 1, metric.BERTScoreR: 1, metric.BERTScoreF1: 1, metric.DynaMax: 1}},
		{name: "orthogonal", candidate: "east", reference: "north", want: map[metric.Column]float64{
			metric.WMD: math.Sqrt(5), metric.WMDSIFWeights: math.Sqrt(5), metric.Add: 0, metric.AddWithoutNorm: 0,
			metric.BERTScoreP: 0, metric.BERTScoreR: 0, metric.BERTScoreF1: 0, metric.DynaMax: 0}},
		{name: "opposite", candidate: "east", reference: "west", want: map[metric.Column]float64{
			metric.WMD: 4, metric.Add: -1, metric.BERTScoreP: -1, metric.BERTScoreR: -1, metric.BERTScoreF1: -1,
			metric.DynaMax: 0}},
		// The sums are (1, 2) and (0, 2), the directions (1, 1) and (0, 1); half of the mass of wmd moves by √5, of wmd
		// with SIF weights the share of east. U = east, north, north: a = 1, 4, 4 and b = 0, 4, 4.
		{name: "a word more", candidate: "east north", reference: "north", want: map[metric.Column]float64{
			metric.WMD: math.Sqrt(5) / 2, metric.WMDSIFWeights: math.Sqrt(5) * east / (east + 0.5),
			metric.Add: 2 / math.Sqrt(5), metric.AddWithoutNorm: 1 / sqrt2,
			metric.BERTScoreP: 0.5, metric.BERTScoreR: 1, metric.BERTScoreF1: 2. / 3, metric.DynaMax: 8. / 9}},
		// Repeated words count: P = (0 + 0 + 1)/3; a = 1, 1, 4, 4 and b = 0, 0, 4, 4.
		{name: "repeated", candidate: "east east north", reference: "north", want: map[metric.Column]float64{
			metric.WMD: math.Sqrt(5) * 2 / 3, metric.Add: 2 / math.Sqrt(8), metric.AddWithoutNorm: 1 / math.Sqrt(5),
			metric.BERTScoreP: 1. / 3, metric.BERTScoreR: 1, metric.DynaMax: 0.8}},
		{name: "stop words are left out", candidate: "the east", reference: "north east the",
			want: map[metric.Column]float64{
				metric.WMDWithoutStopwords: math.Sqrt(5) / 2, metric.WRDWithoutStopwords: 2. / 3}},
		{name: "a vector of length zero", candidate: "void east", reference: "east", want: map[metric.Column]float64{
			metric.WMD: 0.5, metric.Add: 1, metric.AddWithoutNorm: 1, metric.BERTScoreP: 1, metric.BERTScoreR: 1,
			metric.DynaMax: 1}},
		// P = (1 − 1)/2 and R = −1 × 0 …: P > 0 > R has no harmonic mean.
		{name: "no harmonic mean", candidate: "east", reference: "east west west west west",
			want: map[metric.Column]float64{
				metric.BERTScoreP: 1, metric.BERTScoreR: -0.6, metric.BERTScoreF1: 0}},

		// μ = 1, so the norms are 1 to a word of length 1: √2.
		{name: "unknown and known", candidate: "zork", reference: "east", want: map[metric.Column]float64{
			metric.WMD: sqrt2, metric.WMDSIFWeights: sqrt2, metric.Add: 0, metric.AddWithoutNorm: 0,
			metric.BERTScoreP: 0, metric.BERTScoreR: 0, metric.BERTScoreF1: 0, metric.DynaMax: 0}},
		{name: "two unknown words", candidate: "zork", reference: "bork", want: map[metric.Column]float64{
			metric.WMD: sqrt2, metric.Add: 0, metric.AddWithoutNorm: 0, metric.BERTScoreF1: 0, metric.DynaMax: 0}},
		// Sums: (0, 2) with 1 for zork, and 1 for zork alone.
		{name: "the same unknown word", candidate: "north zork", reference: "Zork", want: map[metric.Column]float64{
			metric.WMD: math.Sqrt(5) / 2, metric.Add: 1 / math.Sqrt(5), metric.AddWithoutNorm: 1 / sqrt2,
			metric.BERTScoreP: 0.5, metric.BERTScoreR: 1, metric.BERTScoreF1: 2. / 3, metric.DynaMax: 2. / 6}},
		{name: "unknown words skipped", candidate: "north zork", reference: "north", oov: metric.OOVSkip,
			want: map[metric.Column]float64{
				metric.WMD: 0, metric.Add: 1, metric.BERTScoreP: 1, metric.DynaMax: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := withEverything(t)
			o.OOV, o.Certify = c.oov, true
			got, err := newScorer(t, o).Score(metric.Segment{Candidate: c.candidate, References: []string{c.reference}})
			if err != nil {
				t.Fatal(err)
			}
			for column, want := range c.want {
				if !scored(got, column) || math.Abs(value(got, column)-want) > 1e-7 {
					t.Errorf("%v %v, want %v", column, value(got, column), want)
				}
			}
			if got.Gap > 1e-12 {
				t.Errorf("%v above the lower bound", got.Gap)
			}
		})
	}
}

// Each measure sees for itself whether there is something to compare.
func TestNoDistribution(t *testing.T) {
	stopwordsOut := []metric.Column{metric.WRDWithoutStopwords, metric.WMDWithoutStopwords}
	all := []metric.Column{metric.WRD, metric.WRDWithoutStopwords, metric.WRDRecall, metric.WRDPrecision, metric.WRDF1,
		metric.WMD, metric.WMDWithoutStopwords, metric.WMDSIFWeights,
		metric.Add, metric.AddWithoutNorm, metric.BERTScoreP, metric.BERTScoreR, metric.BERTScoreF1, metric.DynaMax}
	zeroLength := []metric.Column{metric.WRD, metric.WRDWithoutStopwords, metric.WRDRecall, metric.WRDPrecision,
		metric.WRDF1,
		metric.Add, metric.AddWithoutNorm,
		metric.BERTScoreP, metric.BERTScoreR, metric.BERTScoreF1, metric.DynaMax}
	for _, c := range []struct {
		name, candidate, reference string
		status                     metric.Status
		without                    []metric.Column
		distance                   float64 // of those
	}{
		{"both empty", "", "", metric.BothEmpty, all, 0},
		{"one empty", "east", "", metric.EmptyReference, all, 1},
		{"nothing but stop words", "the the", "east", metric.OK, stopwordsOut, 1},
		{"nothing but stop words twice", "the", "the the", metric.OK, stopwordsOut, 1},
		{"vectors of length zero", "void", "east", metric.NoKnownCandidate, zeroLength, 1},
		{"vectors that cancel", "west east east east", "east", metric.OK, []metric.Column{metric.Add}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := withEverything(t)
			segment := metric.Segment{Candidate: c.candidate, References: []string{c.reference}}
			worst, err := newScorer(t, o).Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			o.Empty = metric.EmptySkip
			skip, err := newScorer(t, o).Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			if worst.Status != c.status || skip.Status != c.status {
				t.Errorf("status %v and %v, want %v", worst.Status, skip.Status, c.status)
			}
			for _, column := range all {
				without := slices.Contains(c.without, column)
				if scored(skip, column) == without || skip.Defined(column) == without ||
					worst.Defined(column) == without {
					t.Errorf("%v: scored %v under skip, defined %v", column, scored(skip, column),
						worst.Defined(column))
				}
				want := c.distance
				if !column.Distance() {
					want = 1 - c.distance
				}
				if !scored(worst, column) || without && value(worst, column) != want {
					t.Errorf("%v: scored %v, %v, want %v", column, scored(worst, column), value(worst, column), want)
				}
			}
			o.Empty = metric.EmptyError
			_, err = newScorer(t, o).Score(segment)
			if _, ok := errors.AsType[*metric.StatusError](err); !ok {
				t.Errorf("no error under the policy error, but %v", err)
			}
		})
	}
}

// Opposite directions cancel whatever their lengths are, although w/‖w‖ is rounded; what does not cancel is compared.
func TestDirectionsThatCancel(t *testing.T) {
	for _, c := range []struct {
		name   string
		dim    int
		rows   []float32 // of up, down, half
		cancel bool
	}{
		{"one dimension", 1, []float32{49, -3, 1}, true},
		{"one dimension, large and small", 1, []float32{4.9e20, -3e-20, 1}, true},
		{"two dimensions", 2, []float32{1, 2, -3, -6, 1, 0}, true},
		{"three dimensions", 3, []float32{1, 5, 7, -11, -55, -77, 1, 0, 0}, true},
		{"next to opposite", 2, []float32{1, 1e-6, -1, 0, 0, 1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			vectors, err := embedding.New("opposite", []string{"up", "down", "half"}, c.dim, c.rows)
			if err != nil {
				t.Fatal(err)
			}
			s := newScorer(t, metric.Options{Vectors: vectors, Empty: metric.EmptySkip,
				Measures: []metric.Measure{metric.MeasureAddWithoutNorm}})
			for _, candidate := range []string{"up down", "down up up down", "up up down down up down"} {
				got, err := s.Score(metric.Segment{Candidate: candidate, References: []string{"half"}})
				if err != nil {
					t.Fatal(err)
				}
				if scored(got, metric.AddWithoutNorm) == c.cancel {
					t.Errorf("%s: %v, %v, want a value: %v", candidate, got.Status, value(got, metric.AddWithoutNorm),
						!c.cancel)
				}
				if x := value(got, metric.AddWithoutNorm); !c.cancel && math.Abs(x-1) > 1e-6 {
					t.Errorf("%s: %v, want 1", candidate, x)
				}
			}
		})
	}
}

// Each column takes its own nearest reference; what else is said of the reference belongs to the first measure.
func TestSeveralReferencesSeveralMeasures(t *testing.T) {
	o := withEverything(t)
	o.Measures = []metric.Measure{metric.MeasureWMD, metric.MeasureWRD, metric.MeasureBERTScore}
	o.Alignments = true
	// wmd to west is 4, to north √5; wrd 2 and 1.
	segment := metric.Segment{Candidate: "east", References: []string{"west", "north", "northeast west"}}
	got, err := newScorer(t, o).Score(segment)
	if err != nil {
		t.Fatal(err)
	}
	if got.BestReference != 1 || len(got.Alignment) != 1 || got.Alignment[0].Cost != math.Sqrt(5) ||
		value(got, metric.WMD) != math.Sqrt(5) {
		t.Errorf("got %+v, want the reference north by wmd", got)
	}
	if p, r, f1 := value(got, metric.BERTScoreP), value(got, metric.BERTScoreR),
		value(got, metric.BERTScoreF1); math.Abs(p-math.Sqrt2/2) > 1e-7 || r != 0 || f1 != 0 {
		t.Errorf("P %v, R %v, F1 %v, want the best of each: √½, 0, 0", p, r, f1)
	}
	o.MultiReference = metric.MeanReference
	if got, err = newScorer(t, o).Score(segment); err != nil {
		t.Fatal(err)
	}
	diagonal := math.Hypot(1-math.Sqrt2/2, math.Sqrt2/2)
	if want := (4 + math.Sqrt(5) + (diagonal+4)/2) / 3; math.Abs(value(got, metric.WMD)-want) > 1e-7 ||
		got.BestReference != 1 {
		t.Errorf("mean wmd %v, reference %d, want %v, 1", value(got, metric.WMD), got.BestReference, want)
	}
}

func TestIDF(t *testing.T) {
	o := withEverything(t)
	o.Measures = []metric.Measure{metric.MeasureBERTScore}
	o.IDF = learnIDF(t, o, "north north east", "North", "west")
	for word, want := range map[string]float64{"north": math.Log(4. / 3), "east": math.Log(4. / 2),
		"zork": math.Log(4)} {
		if got := o.IDF.Weight(word); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s weighs %v, want %v", word, got, want)
		}
	}
	got, err := newScorer(t, o).Score(metric.Segment{Candidate: "east north", References: []string{"north"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := math.Log(4./3) / (math.Log(4./3) + math.Log(2)); math.Abs(value(got, metric.BERTScoreP)-want) > 1e-15 ||
		value(got, metric.BERTScoreR) != 1 {
		t.Errorf("P %v, R %v, want %v, 1", value(got, metric.BERTScoreP), value(got, metric.BERTScoreR), want)
	}
	// A text of words that every sentence holds has no weight at all.
	o.IDF = learnIDF(t, o, "north")
	if got, err = newScorer(t, o).Score(metric.Segment{Candidate: "north",
		References: []string{"north"}}); err != nil || got.Status != metric.NoKnownCandidate {
		t.Errorf("status %v, %v, want %v", got.Status, err, metric.NoKnownCandidate)
	}
	if a, b := learnIDF(t, o, "north", "east").Digest(), learnIDF(t, o, "east", "north").Digest(); a != b {
		t.Error("the order of sentences changes the digest")
	}
	broken := errors.New("broken")
	fit := metric.Fit{Options: o}
	if _, err := fit.IDF(t.Context(),
		func(yield func(string, error) bool) { yield("", broken) }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fit.IDF(ended, each([]string{"north"})); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestMeasureErrors(t *testing.T) {
	for _, c := range []struct {
		name, list, want string
	}{
		{"unknown", "wrd,bleu",
			`measure: found "bleu", expected one of: wrd, wrd_without_stopwords, relaxed, `},
		{"twice", "wmd, wrd,wmd", `measure: found "wmd" twice`},
		{"empty", "wrd,,wmd", "measure: found an empty name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := metric.ParseMeasures(c.list); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	_, err := metric.NewScorer(metric.Options{Vectors: toy(t), Measures: []metric.Measure{metric.MeasureWMDSIFWeights}})
	if err == nil || !strings.Contains(err.Error(), "needs word frequencies") {
		t.Errorf("without frequencies: %v", err)
	}
	if _, err := metric.NewScorer(metric.Options{Measures: []metric.Measure{metric.MeasureWMDSIFWeights}}); err != nil {
		t.Errorf("the embedded vectors have frequencies: %v", err)
	}
	o := metric.Options{Vectors: toy(t), Measures: []metric.Measure{metric.MeasureAdd, metric.MeasureWRD},
		Alignments: true}
	if _, err := metric.NewScorer(o); err == nil || !strings.Contains(err.Error(), "add has no alignment") {
		t.Errorf("alignments of add: %v", err)
	}
	o.Alignments = false
	if _, err := newScorer(t, o).Explain("east", "north"); err == nil ||
		!strings.Contains(err.Error(), "add has no alignment") {
		t.Errorf("explaining add: %v", err)
	}
}

// What a measure says does not depend on the others that are asked for, to the last bit.
func TestMeasuresAreIndependent(t *testing.T) {
	together := newScorer(t, metric.Options{Measures: referenceMeasures()})
	for _, m := range referenceMeasures() {
		alone := newScorer(t, metric.Options{Measures: []metric.Measure{m}})
		for i, candidate := range []string{"a cat sat on the zork", "the the", "stocks fell", ""} {
			segment := metric.Segment{Candidate: candidate,
				References: []string{"the cat sat on a mat", "a dog", "zork"}}
			want, err := alone.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			got, err := together.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range m.Columns() {
				if value(got, c) != value(want, c) || scored(got, c) != scored(want, c) {
					t.Errorf("text %d, %v: %v together, %v alone", i, c, value(got, c), value(want, c))
				}
			}
		}
	}
}

// A measure that has the name of a column has that column as its first number.
func TestNamesOfMeasures(t *testing.T) {
	columns := map[string]metric.Column{}
	for _, m := range metric.Measures() {
		for _, c := range m.Columns() {
			columns[c.String()] = c
		}
	}
	for _, m := range metric.Measures() {
		if c, ok := columns[string(m)]; ok && m.Main() != c {
			t.Errorf("%s is the column %s, want %s", m, m.Main(), c)
		}
	}
}

func TestLawsOfMeasures(t *testing.T) {
	store := openDefault(t)
	for _, c := range []struct {
		letters string
		oov     metric.OOVPolicy
		rough   float64 // what rounding vectors to float32 may change where each text makes its own
	}{{"none", metric.OOVOwn, 1e-9}, {"none", metric.OOVSkip, 1e-9}, {"AWR", metric.OOVOwn, 1e-9},
		{"SUP", metric.OOVOwn, 2e-5}} {
		t.Run(fmt.Sprint(c.letters, " ", c.oov), func(t *testing.T) {
			o := metric.Options{Tokenizer: "whitespace", OOV: c.oov, Measures: referenceMeasures()}
			if c.letters != "none" {
				o.Converter = fit(t, c.letters, o, "a man plays the guitar", "the cat sat on the mat",
					"stocks fell in Tokyo",
					"she reads a book", "the weather is fine today", "he went home")
			}
			s := newScorer(t, o)
			rapid.Check(t, func(t *rapid.T) {
				a, b := defaultWords(store).Draw(t, "a"), defaultWords(store).Draw(t, "b")
				r, back := scoreWords(t, s, a, b), scoreWords(t, s, b, a)
				checkBounds(t, r)
				for _, m := range referenceMeasures() {
					for _, column := range m.Columns() {
						mirror := column
						switch column {
						case metric.BERTScoreP:
							mirror = metric.BERTScoreR
						case metric.BERTScoreR:
							mirror = metric.BERTScoreP
						case metric.WRDRecall:
							mirror = metric.WRDPrecision
						case metric.WRDPrecision:
							mirror = metric.WRDRecall
						}
						if math.Abs(value(r, column)-value(back, mirror)) > 1e-9 {
							t.Fatalf("%v is %v, but %v %v with the sides exchanged", column, value(r, column), mirror,
								value(back, mirror))
						}
					}
				}
				checkIdentity(t, scoreWords(t, s, a, a), c.rough)
				shuffled := scoreWords(t, s, rapid.Permutation(a).Draw(t, "shuffled"), b)
				for _, column := range allColumns() {
					if x := value(shuffled, column); math.Abs(x-value(r, column)) > c.rough {
						t.Fatalf("the order of words counts: %v %v and %v", column, x, value(r, column))
					}
				}
				if o.Converter != nil && o.Converter.Letters().SentenceWise() || r.Status != metric.OK {
					return // a word is not at one place then, or there is nothing to compare
				}
				between := defaultWords(store).Draw(t, "c")
				one, two := scoreWords(t, s, a, between), scoreWords(t, s, between, b)
				if one.Status == metric.OK && two.Status == metric.OK && value(r, metric.WMD) > value(one, metric.WMD)+
					value(two, metric.WMD)+1e-9 {
					t.Fatalf("wmd %v, but by way of another text %v + %v", value(r, metric.WMD), value(one, metric.WMD),
						value(two, metric.WMD))
				}
			})
		})
	}
}

func checkBounds(t *rapid.T, r metric.Result) {
	for _, c := range []struct {
		low, high float64
		columns   []metric.Column
	}{
		{0, 2, []metric.Column{metric.WRD, metric.WRDWithoutStopwords}},
		{0, math.MaxFloat64, []metric.Column{metric.WMD, metric.WMDWithoutStopwords, metric.WMDSIFWeights}},
		{-1, 1, []metric.Column{metric.Add, metric.AddWithoutNorm, metric.BERTScoreP, metric.BERTScoreR,
			metric.BERTScoreF1,
			metric.WRDRecall, metric.WRDPrecision, metric.WRDF1}},
		{0, 1, []metric.Column{metric.DynaMax}},
	} {
		for _, column := range c.columns {
			if x := value(r, column); !(c.low <= x && x <= c.high) {
				t.Fatalf("%v is %v, outside [%v, %v]", column, x, c.low, c.high)
			}
		}
	}
}

// checkIdentity checks a text against itself. Where it has no distribution by a measure, it is as far as can be.
func checkIdentity(t *rapid.T, self metric.Result, tolerance float64) {
	for _, m := range referenceMeasures() {
		for _, column := range m.Columns() {
			same, worst := 1.0, 0.0
			if column.Distance() {
				same, worst = 0, 1
			}
			x := value(self, column)
			mayMiss := self.Status != metric.OK || column == metric.WRDWithoutStopwords ||
				column == metric.WMDWithoutStopwords
			if math.Abs(x-same) > tolerance && !(mayMiss && x == worst) {
				t.Fatalf("%v of a text and itself is %v", column, x)
			}
		}
	}
}

// Distances are exact where two vectors are nearly equal, or differ in length alone.
func TestSmallEuclideanDistances(t *testing.T) {
	near, err := embedding.New("near", []string{"east", "nearly"}, 2, []float32{1, 0, 1, 3e-8})
	if err != nil {
		t.Fatal(err)
	}
	o := metric.Options{Vectors: near, Measures: []metric.Measure{metric.MeasureWMD}}
	got, err := newScorer(t, o).Score(metric.Segment{Candidate: "east", References: []string{"nearly"}})
	if err != nil || math.Abs(value(got, metric.WMD)-float64(float32(3e-8))) > 1e-20 {
		t.Errorf("distance %v, %v, want 3e-8", value(got, metric.WMD), err)
	}

	// S makes east 1 long in the one text and √½ in the other, and with it the unknown word, which stays in place but
	// for a sixth that goes to east, at √(1 + ½).
	o = metric.Options{Vectors: toy(t), Measures: []metric.Measure{metric.MeasureWMD}}
	o.Converter = fit(t, "S", o)
	got, err = newScorer(t, o).Score(metric.Segment{Candidate: "east zork", References: []string{"east east zork"}})
	if want := 5./6*(1-math.Sqrt(0.5)) + math.Sqrt(1.5)/6; err != nil || math.Abs(value(got, metric.WMD)-want) > 1e-7 {
		t.Errorf("distance %v, %v, want %v", value(got, metric.WMD), err, want)
	}
	// A thousand times each word makes both 1/√1000 long.
	text := func(n int) string { return strings.Repeat("east zork ", n) }
	got, err = newScorer(t, o).Score(metric.Segment{Candidate: text(1000), References: []string{text(1001)}})
	if want := math.Sqrt(1./1000) - math.Sqrt(1./1001); err != nil || math.Abs(value(got, metric.WMD)-want) > 1e-8 {
		t.Errorf("distance %v, %v, want %v", value(got, metric.WMD), err, want)
	}
}
