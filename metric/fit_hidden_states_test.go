package metric_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
	"pgregory.net/rapid"
)

// references are texts to learn from, some of them equal.
func references(yield func(string, error) bool) {
	for i := range 40 {
		at := func(k int) string { return encodedSentences[k%len(encodedSentences)] }
		if !yield(at(i), nil) || !yield(at(i)+" and "+at(2*i+1), nil) {
			return
		}
	}
}

func statesConverter(t *testing.T, o metric.Options, letters string, texts iter.Seq2[string, error],
	workers int) *convert.Converter {
	t.Helper()
	l, err := convert.ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	c, err := (&metric.Fit{Options: o, Workers: workers}).Converter(t.Context(), l, texts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStatesConverterByHand shows that a fit is that of the states of all texts, and that texts score, by every measure,
// as their states do that were converted by hand, to the bit.
func TestStatesConverterByHand(t *testing.T) {
	model := builtIn(t)
	layer := 2
	e, err := model.NewEncoder(layer)
	if err != nil {
		t.Fatal(err)
	}
	for _, letters := range []string{"AR", "SP", "M", "Z"}[:parts.Of(parts.Thorough, 2, 4)] {
		options := metric.Options{Encoder: model, Layer: &layer}
		options.Converter = statesConverter(t, options, letters, references, 0)

		of, _ := options.Converter.Layer()
		fitter, err := convert.NewFitter(t.Context(), options.Converter.Letters(), convert.Resources{Layer: &of})
		if err != nil {
			t.Fatal(err)
		}
		for text := range references {
			if err := fitter.AddHiddenStates(encodedByHand(t, e, text).Vectors); err != nil {
				t.Fatal(err)
			}
		}
		byHand, err := fitter.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := options.Converter.Info(), byHand.Info(); got.Sentences != want.Sentences ||
			got.Tokens != want.Tokens || !almost(got.Common.Variances, want.Common.Variances) ||
			!almost(got.Vocabulary.Variances, want.Vocabulary.Variances) {
			t.Errorf("%s: learned %+v\nwant %+v", letters, got, want)
		}

		options.Measures, options.ContextWeight, options.OrderWeight = referenceMeasures(), 0.7, 0.1
		given := options
		given.Encoder, given.Layer, given.Converter, given.TokenVectors = nil, nil, nil, convertedByHand
		s, want := newScorer(t, options), newScorer(t, given)
		sentence := options.Converter.NewSentence()
		converted := func(text string) metric.TokenVectors {
			v := encodedByHand(t, e, text)
			sentence.ConvertHiddenStates(v.Vectors)
			return v
		}
		for i, candidate := range encodedSentences {
			reference := encodedSentences[(i+3)%len(encodedSentences)]
			got, err := s.Score(metric.Segment{Candidate: candidate, References: []string{reference, "no"}})
			if err != nil {
				t.Fatal(err)
			}
			expected, err := want.Score(metric.Segment{CandidateVectors: converted(candidate),
				ReferenceVectors: []metric.TokenVectors{converted(reference), converted("no")}})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(values(got), values(expected)) || got.Status != expected.Status {
				t.Errorf("%s: %q and %q: %+v\nwant %+v", letters, candidate, reference, got, expected)
			}
		}
	}
}

// convertedByHand says where vectors that were converted by hand are from.
var convertedByHand = &metric.Origin{Name: "by-hand", Digest: "0123456789"}

func almost(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return x-y < 1e-10*(1+y) && y-x < 1e-10*(1+y) })
}

// TestStatesConverterSameBits shows that a fit does not depend on workers, and scores with it neither on workers nor on
// what else is scored, in lines, groups and choices.
func TestStatesConverterSameBits(t *testing.T) {
	options := metric.Options{Encoder: builtIn(t), ContextWeight: 0.7}
	options.Converter = statesConverter(t, options, "AR", references, 1)
	for _, workers := range []int{2, 5} {
		if again := statesConverter(t, options, "AR", references, workers); again.Hash() != options.Converter.Hash() {
			t.Errorf("%d workers: %s, want %s", workers, again.Hash(), options.Converter.Hash())
		}
	}
	again := statesConverter(t, options, "AR", func(yield func(string, error) bool) {
		if yield("", nil) {
			references(yield)
		}
	}, 2)
	if again.Hash() != options.Converter.Hash() {
		t.Error("an empty text has a part in the bits")
	}
	s := newScorer(t, options)
	run := func(systems, workers int) (scores [][]float64) {
		err := s.Stream(t.Context(), encodedLines(30, systems, func(k int) int { return k }), workers,
			func(_ metric.Line, results []metric.Result) error {
				row := make([]float64, systems)
				for k := range row {
					row[k] = value(results[k], metric.WRD)
				}
				scores = append(scores, row)
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		return scores
	}
	want := run(2, 1)
	for i, line := range run(4, 3) {
		if !slices.Equal(line[:2], want[i]) {
			t.Errorf("two more systems: line %d: %v, want %v", i, line[:2], want[i])
		}
	}
	group := metric.Group{Candidates: encodedSentences, References: encodedSentences[:5]}
	m, err := s.Matrix(group)
	if err != nil {
		t.Fatal(err)
	}
	for i, candidate := range group.Candidates {
		for j, reference := range group.References {
			alone, err := s.Score(metric.Segment{Candidate: candidate, References: []string{reference}})
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := m.Value(metric.WRD, i, j); got != value(alone, metric.WRD) {
				t.Errorf("%q and %q: %v in a matrix, %v alone", candidate, reference, got, value(alone, metric.WRD))
			}
		}
	}
}

// TestStatesConverterLaws checks that the distance of a text to itself is nothing and that it is symmetric to the bit.
func TestStatesConverterLaws(t *testing.T) {
	options := metric.Options{Encoder: builtIn(t), Certify: true}
	words := rapid.SampledFrom([]string{"the", "cat", "unfathomable", "3.5", "naïve", "🙂", "—"})
	text := rapid.Map(rapid.SliceOfN(words, 1, 12), func(words []string) string {
		return strings.Join(append(words, "cat"), " ") // a text of 🙂 alone is unknown, and not even like itself
	})
	for _, letters := range []string{"AR", "S"} {
		options.Converter = statesConverter(t, options, letters, references, 0)
		s := newScorer(t, options)
		rapid.Check(t, func(rt *rapid.T) {
			a, b := text.Draw(rt, "a"), text.Draw(rt, "b")
			distance := func(a, b string) float64 {
				r, err := s.Score(metric.Segment{Candidate: a, References: []string{b}})
				if err != nil {
					rt.Fatal(err)
				}
				if r.Gap > 1e-9 {
					rt.Errorf("%s: %q and %q: gap %v", letters, a, b, r.Gap)
				}
				return value(r, metric.WRD)
			}
			if d := distance(a, a); d > 1e-6 {
				rt.Errorf("%s: %q is %v from itself", letters, a, d)
			}
			if there, back := distance(a, b), distance(b, a); there != back || there < 0 || there > 2 {
				rt.Errorf("%s: %v there, %v back", letters, there, back)
			}
		})
	}
}

// TestStatesConverterOptions checks that a converter is named in signatures, and rejected where it was not made for.
func TestStatesConverterOptions(t *testing.T) {
	model := builtIn(t)
	options := metric.Options{Encoder: model}
	converter := statesConverter(t, options, "AR", references, 0)
	options.Converter = converter
	want := fmt.Sprintf("|convert:AR@%.8s|", converter.Hash())
	if got := newScorer(t, options).Signature(1).String(); !strings.Contains(got, want) {
		t.Errorf("signature %s, want %s in it", got, want)
	}
	words, err := convert.Default(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := convert.NewWords(words.Vectors(), converter); err == nil {
		t.Error("a converter of states is taken for one of words")
	}
	if _, err := new(metric.Fit).Part(t.Context(), converter, nil); err == nil {
		t.Error("states have a table")
	}
	for _, c := range []struct {
		name    string
		options metric.Options
		want    string
	}{
		{"another layer", metric.Options{Encoder: model, Layer: new(2), Converter: converter},
			"converter AR: found one for the states of layer 3 of context-en@"},
		{"another precision", metric.Options{Encoder: model, Precision: encoder.Int8, Converter: converter}, "in int8"},
		{"vectors of words", metric.Options{Converter: converter}, "expected one for the vectors distilled-en"},
		{"token vectors", metric.Options{TokenVectors: convertedByHand, Converter: converter},
			"token vectors: found vectors or a converter"},
		{"a converter of words", metric.Options{Encoder: model, Converter: words},
			"converter AWR: found one for the vectors distilled-en, expected one for the states of layer 3 of context-en@"},
	} {
		if _, err := metric.NewScorer(c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestFitHiddenStatesRefuses checks that a fit fails where it cannot be made.
func TestFitHiddenStatesRefuses(t *testing.T) {
	model := builtIn(t)
	broken := errors.New("cut off")
	cut := func(yield func(string, error) bool) {
		for range 100 {
			if !yield("the cat sat", nil) {
				return
			}
		}
		yield("", broken)
	}
	panics := func(func(string, error) bool) { panic("nothing to read") }
	for _, c := range []struct {
		name, letters string
		options       metric.Options
		texts         iter.Seq2[string, error]
		want          string
	}{
		{"weights", "AW", metric.Options{Encoder: model}, references, "letter W weighs words by their frequencies"},
		{"stop words", "C", metric.Options{Encoder: model}, references, "letter C learns from the vectors of stop words"},
		{"no text", "A", metric.Options{Encoder: model}, nil, "letter A needs pieces of sentences: found 0, expected at least 4"},
		{"no encoder", "A", metric.Options{}, references, "no vectors are given"},
		{"no such layer", "A", metric.Options{Encoder: model, Layer: new(9)}, references, "layer: found 9, expected 0 to 3"},
		{"texts fail", "A", metric.Options{Encoder: model}, cut, "cut off"},
		{"texts panic", "A", metric.Options{Encoder: model}, panics, "nothing to read"},
	} {
		letters, err := convert.ParseLetters(c.letters)
		if err != nil {
			t.Fatal(err)
		}
		fit := metric.Fit{Options: c.options, Workers: 2}
		if _, err := fit.Converter(t.Context(), letters, c.texts); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
