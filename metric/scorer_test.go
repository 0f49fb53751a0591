package metric_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// toy is a vocabulary whose distances can be computed by hand: the norms are 1, 2, 3, 1, 0, so the median norm,
// which unknown words take, is 1.
func toy(t testing.TB) *embedding.Store {
	t.Helper()
	store, err := embedding.New("toy", []string{"east", "north", "west", "northeast", "nothing"}, 2, []float32{
		1, 0,
		0, 2,
		-3, 0,
		math.Sqrt2 / 2, math.Sqrt2 / 2,
		0, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func newScorer(t testing.TB, o metric.Options) *metric.Scorer {
	t.Helper()
	s, err := metric.NewScorer(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScore(t *testing.T) {
	diagonal := 1 - math.Sqrt2/2
	for _, c := range []struct {
		name, candidate, reference string
		oov                        metric.OOVPolicy
		want                       float64 // by hand
		status                     metric.Status
	}{
		{name: "equal", candidate: "east north", reference: "North, EAST!", want: 0},
		{name: "orthogonal", candidate: "east", reference: "north", want: 1},
		{name: "opposite", candidate: "east", reference: "west", want: 2},
		{name: "diagonal", candidate: "east", reference: "northeast", want: diagonal},
		// Masses 1/3, 2/3 against 1: everything goes to north.
		{name: "norms weigh", candidate: "east north", reference: "north", want: 1. / 3},
		// Masses 1/4, 3/4 against 2/5, 3/5: 0.6 stays west, and of the 0.15 that must leave west for north and the
		// 0.25 of east for north, all costs 1.
		{name: "two by two", candidate: "east west", reference: "north west", want: 0.4},
		{name: "repeated words add up", candidate: "east east north", reference: "east north", want: 1. / 2 * 1 / 3},
		{name: "word without length", candidate: "nothing east", reference: "east", want: 0},

		{name: "same unknown word", candidate: "zork", reference: "Zork", want: 0},
		{name: "different unknown words", candidate: "zork", reference: "bork", want: 1},
		{name: "unknown and known", candidate: "zork", reference: "west", want: 1},
		{name: "unknown weighs the median norm", candidate: "north zork", reference: "north", want: 1. / 3},
		{name: "two unknown words", candidate: "zork bork", reference: "bork", want: 1. / 2},
		{name: "skipped", candidate: "zork north", reference: "north", oov: metric.OOVSkip, want: 0},

		{name: "both empty", candidate: "", reference: "\u00a0 \n", want: 0, status: metric.BothEmpty},
		{name: "empty candidate", candidate: " ", reference: "east", want: 1, status: metric.EmptyCandidate},
		{name: "empty reference", candidate: "zork", reference: "", want: 1, status: metric.EmptyReference},
		{name: "no words in the candidate", candidate: "猫が好き", reference: "east", want: 1,
			status: metric.NoWordsCandidate},
		{name: "no words in the reference", candidate: "east", reference: "!!!", want: 1,
			status: metric.NoWordsReference},
		{name: "no words at all", candidate: "猫が好き", reference: "犬が嫌い", want: 1, status: metric.NoWordsCandidate},
		{name: "no words, but equal", candidate: "!!!", reference: "!!!", want: 0, status: metric.NoWordsCandidate},
		{name: "no words, but equal to a reader", candidate: "！！！ ", reference: "!\u200b!!", want: 0, status: metric.NoWordsCandidate},
		{name: "no words comes before empty", candidate: "", reference: "…", want: 1, status: metric.NoWordsReference},
		{name: "and on the other side", candidate: "Я", reference: " ", want: 1, status: metric.NoWordsCandidate},
		{name: "no known candidate", candidate: "zork", reference: "east", oov: metric.OOVSkip, want: 1,
			status: metric.NoKnownCandidate},
		{name: "no known reference", candidate: "east", reference: "zork", oov: metric.OOVSkip, want: 1,
			status: metric.NoKnownReference},
		{name: "nothing known, but equal", candidate: "zork", reference: "zork", oov: metric.OOVSkip, want: 0,
			status: metric.NoKnownCandidate},
		{name: "empty comes before unknown", candidate: "zork", reference: "", oov: metric.OOVSkip, want: 1,
			status: metric.EmptyReference},
		{name: "zero mass candidate", candidate: "nothing", reference: "east", want: 1,
			status: metric.NoKnownCandidate},
		{name: "zero mass reference", candidate: "east", reference: "nothing", want: 1,
			status: metric.NoKnownReference},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, metric.Options{Vectors: toy(t), OOV: c.oov, Certify: true})
			got, err := s.Score(metric.Segment{Candidate: c.candidate, References: []string{c.reference}})
			if err != nil {
				t.Fatal(err)
			}
			if !scored(got, metric.WRD) || math.Abs(value(got, metric.WRD)-c.want) > 1e-7 {
				t.Errorf("wrd %v, want %v", value(got, metric.WRD), c.want)
			}
			if value(got, metric.WRDSimilarity) != 1-value(got, metric.WRD) {
				t.Errorf("similarity %v with distance %v", value(got, metric.WRDSimilarity), value(got, metric.WRD))
			}
			if got.Status != c.status {
				t.Errorf("status %v, want %v", got.Status, c.status)
			}
			if got.Gap > 1e-12 {
				t.Errorf("%v above the lower bound", got.Gap)
			}
		})
	}
}

func TestCounts(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	got, err := s.Score(metric.Segment{Candidate: "east, zork zork nothing!",
		References: []string{"west", "bork east"}})
	if err != nil {
		t.Fatal(err)
	}
	if got.CandidateTokens != 4 || got.CandidateOOV != 2 || got.BestReference != 1 || got.ReferenceTokens != 2 ||
		got.ReferenceOOV != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestSeveralReferences(t *testing.T) {
	nearest, mean := metric.NearestReference, metric.MeanReference
	for _, c := range []struct {
		name       string
		candidate  string
		references []string
		policy     metric.MultiReferencePolicy
		want       float64
		best       int
		status     metric.Status
	}{
		{name: "nearest", candidate: "east", references: []string{"west", "northeast", "north"}, policy: nearest,
			want: 1 - math.Sqrt2/2, best: 1},
		{name: "the first of equals", candidate: "east", references: []string{"west", "north", "north"},
			policy: nearest, want: 1, best: 1},
		{name: "mean", candidate: "east", references: []string{"west", "north"}, policy: mean, want: 1.5, best: 1},
		{name: "an empty reference does not count, nearest", candidate: "east", references: []string{"", "west"},
			policy: nearest, want: 2, best: 1},
		{name: "an empty reference does not count, mean", candidate: "east",
			references: []string{"", "west", "", "north"}, policy: mean, want: 1.5, best: 3},
		{name: "only empty references", candidate: "east", references: []string{"", ""}, policy: mean, want: 1,
			status: metric.EmptyReference},
		{name: "an empty candidate is not like a reference that is not there", candidate: "", references: []string{"east", ""},
			policy: nearest, want: 1, status: metric.EmptyCandidate},
		{name: "nor where that comes first", candidate: "", references: []string{" ", "east"}, policy: mean, want: 1, best: 1,
			status: metric.EmptyCandidate},
		{name: "nor beside marks", candidate: "", references: []string{"", "!!!"}, policy: nearest, want: 1, best: 1,
			status: metric.NoWordsReference},
		{name: "no reference with text", candidate: "", references: []string{"", " "}, policy: mean, want: 0,
			status: metric.BothEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, metric.Options{Vectors: toy(t), MultiReference: c.policy})
			got, err := s.Score(metric.Segment{Candidate: c.candidate, References: c.references})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(value(got, metric.WRD)-c.want) > 1e-7 || got.BestReference != c.best || got.Status != c.status {
				t.Errorf("got %v, reference %d, %v; want %v, %d, %v", value(got, metric.WRD), got.BestReference,
					got.Status, c.want, c.best, c.status)
			}
		})
	}
}

// Texts of any length are scored or rejected, with words that come again far apart counted as one.
func TestLongTexts(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	var long strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&long, "w%d east ", i)
	}
	if _, err := s.Score(metric.Segment{Candidate: long.String(), References: []string{long.String()}}); err == nil ||
		!strings.Contains(err.Error(), "20001 and 20001 different words") {
		t.Errorf("got %v", err)
	}
	dynaMax := newScorer(t, metric.Options{Vectors: toy(t), Measures: []metric.Measure{metric.MeasureDynaMax}})
	if _, err := dynaMax.Score(metric.Segment{Candidate: long.String(), References: []string{"east"}}); err == nil ||
		!strings.Contains(err.Error(), "20001 different words") {
		t.Errorf("got %v for the products of a text with itself", err)
	}
	r, err := s.Score(metric.Segment{Candidate: long.String(), References: []string{"east"}})
	// The 20,000 unknown words weigh 1 each, and so does east each time: half of the mass stays.
	if err != nil || math.Abs(value(r, metric.WRD)-0.5) > 1e-9 || r.CandidateTokens != 40_000 ||
		r.CandidateOOV != 20_000 {
		t.Errorf("distance %v, %d tokens, %d unknown: %v", value(r, metric.WRD), r.CandidateTokens, r.CandidateOOV, err)
	}
}

func TestEmptyPolicies(t *testing.T) {
	segment := metric.Segment{Candidate: "", References: []string{"east"}}
	skip := newScorer(t, metric.Options{Vectors: toy(t), Empty: metric.EmptySkip})
	if got, err := skip.Score(segment); err != nil || scored(got, metric.WRD) || got.Status != metric.EmptyCandidate {
		t.Errorf("skip: %+v, %v", got, err)
	}
	refuse := newScorer(t, metric.Options{Vectors: toy(t), Empty: metric.EmptyError})
	_, err := refuse.Score(segment)
	if status, ok := errors.AsType[*metric.StatusError](err); !ok || status.Status != metric.EmptyCandidate {
		t.Errorf("error: %v", err)
	}
	if _, err := refuse.Score(metric.Segment{Candidate: "east", References: []string{"north"}}); err != nil {
		t.Errorf("error policy on a good segment: %v", err)
	}
	if _, err := skip.Score(metric.Segment{Candidate: "east"}); err == nil {
		t.Error("a segment without references was accepted")
	}
}

func TestUnknownOptions(t *testing.T) {
	for _, o := range []metric.Options{{OOV: "drop"}, {Empty: "zero"}, {MultiReference: "best"}, {Tokenizer: "moses"}} {
		o.Vectors = toy(t)
		if _, err := metric.NewScorer(o); err == nil || !strings.Contains(err.Error(), "expected") &&
			!strings.Contains(err.Error(), "known") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// Two runs are comparable if and only if their signatures are equal, so every option that changes scores must
// be in the signature. A new option must be added here.
func TestSignatureNamesEveryOption(t *testing.T) {
	other, err := embedding.New("toy", []string{"east"}, 2, []float32{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := embedding.NewFrequencies("counts", []string{"east", "north"}, []int64{9, 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]func(*metric.Options){
		"Frequencies": func(o *metric.Options) { o.Frequencies = counts },
		"IDF":         func(o *metric.Options) { o.IDF = learnIDF(t, *o, "east north", "north") },
		"Converter":   func(o *metric.Options) { o.Converter = fit(t, "R", *o, "east north", "north") },
		"Vectors":     func(o *metric.Options) { o.Vectors = other },
		"Ngrams":      func(o *metric.Options) { o.Ngrams, o.Vectors = ngrams.Usual, nil },
		"Encoder":     func(o *metric.Options) { o.Encoder, o.Vectors = builtIn(t), nil },
		"Layer":       func(o *metric.Options) { o.Encoder, o.Vectors, o.Layer = builtIn(t), nil, new(1) },
		"Precision": func(o *metric.Options) {
			o.Encoder, o.Vectors, o.Precision = builtIn(t), nil, encoder.Int8
		},
		"TokenVectors":   func(o *metric.Options) { o.TokenVectors, o.Vectors = given, nil },
		"Tokenizer":      func(o *metric.Options) { o.Tokenizer = "nltk" },
		"Case":           func(o *metric.Options) { o.Case = tokenize.KeepCase },
		"Normalize":      func(o *metric.Options) { o.Normalize = tokenize.NormalizeNone },
		"OOV":            func(o *metric.Options) { o.OOV = metric.OOVSkip },
		"Empty":          func(o *metric.Options) { o.Empty = metric.EmptySkip },
		"MassPower":      func(o *metric.Options) { o.MassPower = new(0.5) },
		"Spelling":       func(o *metric.Options) { o.Spelling = metric.SpellingAll },
		"SpellingWeight": func(o *metric.Options) { o.SpellingWeight = 0.1 },
		"SurfaceWeight": func(o *metric.Options) {
			o.Encoder, o.Vectors, o.SurfaceWeight = builtIn(t), nil, 0.1
		},
		"OrderWeight":    func(o *metric.Options) { o.OrderWeight = 0.25 },
		"ContextWeight":  func(o *metric.Options) { o.ContextWeight = 0.7 },
		"MultiReference": func(o *metric.Options) { o.MultiReference = metric.MeanReference },
	}
	changeNothing := []string{"Alignments", "Certify", "Measures", "Notify"}
	options := func() metric.Options {
		return metric.Options{Vectors: toy(t), Measures: referenceMeasures(), Frequencies: defaultCounts(t)}
	}
	base := newScorer(t, options()).Signature(2).String()
	for field := range reflect.TypeFor[metric.Options]().Fields() {
		change, ok := changes[field.Name]
		if !ok {
			if !slices.Contains(changeNothing, field.Name) {
				t.Errorf("does Options.%s change scores? say so here", field.Name)
			}
			continue
		}
		o := options()
		change(&o)
		if got := newScorer(t, o).Signature(2).String(); got == base {
			t.Errorf("Options.%s does not change the signature %s", field.Name, got)
		}
	}
	if got := newScorer(t, options()).Signature(1).String(); got == base {
		t.Error("the number of references does not change the signature")
	}
	if !strings.Contains(base, "|stopwords:smart|") {
		t.Errorf("the stop words are not in the signature %s", base)
	}
	for _, o := range []metric.Options{{Measures: []metric.Measure{metric.MeasureWMD}}, {Frequencies: counts},
		{IDF: learnIDF(t, metric.Options{}, "east")}} {
		o.Vectors = toy(t)
		if got, want := newScorer(t, o).Signature(1).String(),
			newScorer(t, metric.Options{Vectors: toy(t)}).Signature(1).String(); got != want {
			t.Errorf("%s names what no measure reads, want %s", got, want)
		}
	}
}

func TestSignature(t *testing.T) {
	store := toy(t)
	got := newScorer(t, metric.Options{Vectors: store}).Signature(1).With("seed", "7").String()
	want := "wrd|vectors:toy@" + store.Digest()[:8] +
		"|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|seed:7|version:" + metric.Version
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// fit learns a converter from sentences and the frequencies of the default vectors.
func fit(t testing.TB, letters string, o metric.Options, sentences ...string) *convert.Converter {
	t.Helper()
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	return fitWith(t, letters, o, frequencies, sentences...)
}

// fitWith learns a converter from sentences and frequencies.
func fitWith(t testing.TB, letters string, o metric.Options, frequencies *embedding.Frequencies,
	sentences ...string) *convert.Converter {
	t.Helper()
	parsed, err := convert.ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	fit := metric.Fit{Options: o, Vocabulary: metric.Options{Vectors: vectorsOf(t, o), Frequencies: frequencies}.Vocabulary()}
	converter, err := fit.Converter(t.Context(), parsed,
		func(yield func(string, error) bool) {
			for _, sentence := range sentences {
				if !yield(sentence, nil) {
					return
				}
			}
		})
	if err != nil {
		t.Fatal(err)
	}
	return converter
}

// vectorsOf returns the vectors that options stand for.
func vectorsOf(t testing.TB, o metric.Options) *embedding.Store {
	t.Helper()
	if o.Vectors != nil {
		return o.Vectors
	}
	store, err := embedding.Default()
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func openDefault(t testing.TB) *embedding.Store {
	t.Helper()
	store, err := embedding.Default()
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestConverterOfOtherVectors(t *testing.T) {
	converter := fit(t, "R", metric.Options{Vectors: toy(t)}, "east")
	if _, err := metric.NewScorer(metric.Options{Converter: converter}); err == nil ||
		!strings.Contains(err.Error(), "toy") {
		t.Errorf("got %v", err)
	}
}

func TestExplain(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: toy(t)})
	e, err := s.Explain("East, zork", "north")
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Candidate) != 2 || e.Candidate[0].Text != "east" || e.Candidate[0].End != 4 || !e.Candidate[0].Known ||
		e.Candidate[0].Mass != 0.5 {
		t.Errorf("candidate %+v", e.Candidate)
	}
	if zork := e.Candidate[1]; zork.Known || zork.Norm != 1 || zork.Start != 6 {
		t.Errorf("unknown word %+v", zork)
	}
	if len(e.Alignment) != 2 || e.Alignment[0] != (metric.Move{CandidateToken: "east", ReferenceToken: "north",
		Mass: 0.5, Cost: 1}) {
		t.Errorf("alignment %+v", e.Alignment)
	}
	if e, err := s.Explain("", "north"); err != nil || e.Status != metric.EmptyCandidate || e.Alignment != nil {
		t.Errorf("empty candidate: %+v, %v", e, err)
	}
}
