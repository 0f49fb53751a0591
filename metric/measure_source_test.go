package metric_test

import (
	"bytes"
	"encoding/json"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
	"pgregory.net/rapid"
)

// multilingual is a small random model of XLM-R's kind, which nobody knows the languages of.
func multilingual(t *testing.T) *encoder.Model {
	t.Helper()
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join("encoder/testdata/xlm-roberta", name))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	model, err := encoder.Read(encoder.Files{Name: "small", Config: read("config.json"), Weights: read("model.safetensors"),
		Files: pieces.Files{TokenizerJSON: read("tokenizer.json")}})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// shareWords says whether a word of one text stands in the other, so that it may be untranslated.
func shareWords(candidate, source string) bool {
	return slices.ContainsFunc(strings.Fields(candidate), func(word string) bool {
		return word != "," && strings.Contains(source, word)
	})
}

// bothMeasures are those of a candidate with its references and with its source.
var bothMeasures = []metric.Measure{metric.MeasureWRD, metric.MeasureSource}

// sourceOptions are options of a scorer of some measures.
func sourceOptions(model *encoder.Model, measures ...metric.Measure) metric.Options {
	return metric.Options{Measures: measures, Encoder: model, Certify: true}
}

// sourceTexts draws texts of several languages, some of them blank.
func sourceTexts() *rapid.Generator[string] {
	words := rapid.SampledFrom([]string{"the", "cat", "Katze", "kočka", "naïve", "3.5", "猫が", "座った", ",", ""})
	return rapid.Map(rapid.SliceOfN(words, 0, 9), func(words []string) string { return strings.Join(words, " ") })
}

// TestSourceIsReference shows that the distance to a source is, to the last bit, that to a reference of the same text,
// and that it depends on no references, nor they on it.
func TestSourceIsReference(t *testing.T) {
	model := multilingual(t)
	for name, set := range map[string]func(*metric.Options){
		"plain":      func(*metric.Options) {},
		"int8":       func(o *metric.Options) { o.Precision = encoder.Int8 },
		"extensions": func(o *metric.Options) { o.ContextWeight, o.OrderWeight, o.Spelling = 0.7, 0.1, metric.SpellingAll },
		"spelling":   func(o *metric.Options) { o.SpellingWeight = 0.1 },
		"layer 0":    func(o *metric.Options) { o.Layer = new(0) },
		"mean":       func(o *metric.Options) { o.MultiReference = metric.MeanReference },
	} {
		t.Run(name, func(t *testing.T) {
			scorer := func(measures ...metric.Measure) *metric.Scorer {
				o := sourceOptions(model, measures...)
				set(&o)
				return newScorer(t, o)
			}
			alone, both, reversed := scorer(metric.MeasureSource), scorer(bothMeasures...),
				scorer(metric.MeasureSource, metric.MeasureWRD)
			reference := scorer(metric.MeasureWRD)
			rapid.Check(t, func(rt *rapid.T) {
				candidate, source := sourceTexts().Draw(rt, "candidate"), sourceTexts().Draw(rt, "source")
				references := rapid.SliceOfN(sourceTexts(), 1, 3).Draw(rt, "references")
				score := func(s *metric.Scorer, segment metric.Segment) metric.Result {
					r, err := s.Score(segment)
					if err != nil {
						rt.Fatal(err)
					}
					return r
				}
				want := score(reference, metric.Segment{Candidate: candidate, References: []string{source}})
				wantBeside := score(reference, metric.Segment{Candidate: candidate, References: references})
				full := metric.Segment{Candidate: candidate, References: references, Source: source}
				for _, got := range []metric.Result{
					score(alone, metric.Segment{Candidate: candidate, Source: source}), score(alone, full), score(both, full),
					score(reversed, full),
				} {
					found, plain := value(got, metric.WRDSource), value(want, metric.WRD)
					if found < plain-1e-12 || found != plain && !shareWords(candidate, source) || got.SourceTokens != want.ReferenceTokens ||
						got.SourceOOV != want.ReferenceOOV || got.SourceWindows != want.ReferenceWindows {
						rt.Errorf("%q from %q: %+v, as a reference %+v", candidate, source, got, want)
					}
				}
				for _, got := range []metric.Result{score(both, full), score(reversed, full)} {
					if value(got, metric.WRD) != value(wantBeside, metric.WRD) || got.BestReference != wantBeside.BestReference ||
						got.ReferenceTokens != wantBeside.ReferenceTokens {
						rt.Errorf("%q against %q beside the source %q: %+v, alone %+v", candidate, references, source, got, wantBeside)
					}
				}
				if got := score(both, full); got.Status != wantBeside.Status || got.Gap > 1e-9 {
					rt.Errorf("status %v, want %v; gap %v", got.Status, wantBeside.Status, got.Gap)
				}
			})
		})
	}
}

func TestSourceStatuses(t *testing.T) {
	s := newScorer(t, sourceOptions(multilingual(t), metric.MeasureSource, metric.MeasureWRD))
	for _, c := range []struct {
		name, candidate, source string
		want                    metric.Status
		distance                float64
	}{
		{"an empty source", "the cat", "", metric.EmptySource, 1},
		{"an empty candidate", "", "the cat", metric.EmptyCandidate, 1},
		{"two empty texts", "", "", metric.BothEmpty, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := s.Score(metric.Segment{Candidate: c.candidate, Source: c.source, References: []string{"the cat"}})
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := r.Value(metric.WRDSource); r.Status != c.want || got != c.distance || !ok ||
				r.Defined(metric.WRDSource) {
				t.Errorf("status %v, distance %v; want %v, %v", r.Status, got, c.want, c.distance)
			}
		})
	}
	strict := sourceOptions(multilingual(t), metric.MeasureSource)
	strict.Empty = metric.EmptyError
	if _, err := newScorer(t, strict).Score(metric.Segment{Candidate: "the cat"}); err == nil ||
		!strings.Contains(err.Error(), "found no wrd_source (empty_source)") {
		t.Errorf("got %v", err)
	}
}

// TestSourceNeedsEncoder checks that vectors which know one language are refused, and which encoder is named instead.
func TestSourceNeedsEncoder(t *testing.T) {
	large, err := encoder.ContextENLarge()
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]metric.Options{
		"vectors of words":    {},
		"n-grams":             {Ngrams: ngrams.Usual, Tokenizer: "written"},
		"context-en, which":   {Encoder: builtIn(t)},
		"context-en-large, w": {Encoder: large},
		"token vectors":       {TokenVectors: given},
	} {
		o.Measures = bothMeasures
		if _, err := metric.NewScorer(o); err == nil || !strings.Contains(err.Error(), "wrd_source: found "+name) ||
			!strings.HasSuffix(err.Error(), "such as context-multi") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestSourceSignature checks that a signature tells scores of the source from those against references, and that the
// scores of one column may be compared whatever else was scored.
func TestSourceSignature(t *testing.T) {
	model := multilingual(t)
	of := func(references int, measures ...metric.Measure) metric.Signature {
		return newScorer(t, sourceOptions(model, measures...)).Signature(references)
	}
	alone, both, reference := of(0, metric.MeasureSource), of(2, bothMeasures...), of(2, metric.MeasureWRD)
	if line := alone.String(); !strings.Contains(line, "|src:1|empty:") || strings.Contains(line, "refs:") {
		t.Errorf("sources alone: %s", line)
	}
	if line := both.String(); !strings.Contains(line, "|refs:2|src:1|empty:") {
		t.Errorf("both: %s", line)
	}
	if line := reference.String(); strings.Contains(line, "src:") {
		t.Errorf("references alone: %s", line)
	}
	if said := alone.Difference("wrd_source", "a", both, "b"); said != "" {
		t.Errorf("wrd_source alone and beside references: %s", said)
	}
	if said := reference.Difference("wrd", "a", both, "b"); said != "" {
		t.Errorf("wrd alone and beside sources: %s", said)
	}
	if alone.Of("wrd_source").String() == reference.Of("wrd").String() {
		t.Error("scores of the source have the signature of scores against a reference")
	}
}

// TestSourceStream checks that scores depend neither on workers nor on other systems, and that a segment without
// references is one for sources alone.
func TestSourceStream(t *testing.T) {
	model := multilingual(t)
	lines := func(systems int, references bool) iter.Seq2[metric.Line, error] {
		return func(yield func(metric.Line, error) bool) {
			for i := range 150 {
				at := func(k int) string { return encodedSentences[(i+k)%len(encodedSentences)] }
				line := metric.Line{Source: at(1) + strings.Repeat(" und so weiter", i%7)}
				for k := range systems {
					line.Candidates = append(line.Candidates, at(2*k))
				}
				if references {
					line.References = []string{at(5)}
				}
				if !yield(line, nil) {
					return
				}
			}
		}
	}
	run := func(systems, workers int, references bool, measures ...metric.Measure) (scores [][]float64) {
		err := newScorer(t, sourceOptions(model, measures...)).Stream(t.Context(), lines(systems, references), workers,
			func(_ metric.Line, results []metric.Result) error {
				var row []float64
				for _, r := range results[:2] {
					row = append(row, value(r, metric.WRDSource))
				}
				scores = append(scores, row)
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		return scores
	}
	want := run(2, 1, false, metric.MeasureSource)
	for name, got := range map[string][][]float64{
		"4 workers":       run(2, 4, false, metric.MeasureSource),
		"another system":  run(3, 2, false, metric.MeasureSource),
		"with references": run(2, 2, true, bothMeasures...),
	} {
		if !slices.EqualFunc(want, got, slices.Equal) {
			t.Errorf("%s: other scores", name)
		}
	}
	s := newScorer(t, sourceOptions(model, bothMeasures...))
	if _, err := s.Score(metric.Segment{Candidate: "a", Source: "b"}); err == nil {
		t.Error("a segment without references was scored against them")
	}
}

// TestSourceExplained checks that alignments are with the source where the first measure reads it, and with a reference
// otherwise.
func TestSourceExplained(t *testing.T) {
	model := multilingual(t)
	const candidate, source, other = "the naïve cat sat", "die Katze saß", "a cat sat"
	for _, c := range []struct {
		measures []metric.Measure
		column   metric.Column
		text     string
	}{
		{[]metric.Measure{metric.MeasureSource}, metric.WRDSource, source},
		{[]metric.Measure{metric.MeasureSource, metric.MeasureWRD}, metric.WRDSource, source},
		{bothMeasures, metric.WRD, other},
	} {
		o := sourceOptions(model, c.measures...)
		o.Alignments = true
		s := newScorer(t, o)
		r, err := s.Score(metric.Segment{Candidate: candidate, Source: source, References: []string{other}})
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Explain(candidate, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Alignment, e.Alignment) || value(r, c.column) != value(e.Result, c.column) || len(e.Alignment) == 0 {
			t.Errorf("%v: aligned %v, explained %v", c.measures, r.Alignment, e.Alignment)
		}
		if !slices.Equal(r.Missing, e.Missing) || !slices.Equal(r.Invented, e.Invented) {
			t.Errorf("%v: missing %v, %v", c.measures, r.Missing, e.Missing)
		}
		if scored(e.Result, metric.WRD) == scored(e.Result, metric.WRDSource) {
			t.Errorf("%v: the text was taken for a reference and a source", c.measures)
		}
	}
}

// TestSourceChooses checks that minimum Bayes risk decoding by the source takes the candidate nearest to it.
func TestSourceChooses(t *testing.T) {
	model := multilingual(t)
	s := newScorer(t, sourceOptions(model, metric.MeasureSource))
	group := metric.Group{Candidates: encodedSentences, Source: "ein Hund bellte", References: []string{"nothing of use"}}
	for _, bestOnly := range []bool{false, true} {
		choice, err := s.Choose(group, bestOnly)
		if err != nil {
			t.Fatal(err)
		}
		best, nearest := -1, 3.
		for i, candidate := range group.Candidates {
			r, err := s.Score(metric.Segment{Candidate: candidate, Source: group.Source})
			if err != nil {
				t.Fatal(err)
			}
			distance := value(r, metric.WRDSource)
			if distance < nearest {
				best, nearest = i, distance
			}
			if !bestOnly && choice.Utilities[i] != 1-distance {
				t.Errorf("%q: utility %v, distance %v", candidate, choice.Utilities[i], distance)
			}
		}
		if choice.Best != best || choice.Utility != 1-nearest {
			t.Errorf("chose %d (%v), want %d (%v)", choice.Best, choice.Utility, best, 1-nearest)
		}
	}
	if _, err := s.Matrix(group); err == nil || !strings.Contains(err.Error(), "wrd_source: found a matrix") {
		t.Errorf("a matrix: got %v", err)
	}
}

// TestSourceConforms compares distances to sources by context-multi, as its weights were delivered, with those that
// NumPy and POT made (encoder-context-multi.jsonl.gz): one row in eleven, or all of them in the part encoders.
func TestSourceConforms(t *testing.T) {
	const folder = "encoders/" + encoder.ContextMultiName + "/"
	model, err := encoder.Read(encoder.Files{Name: encoder.ContextMultiName, Config: shareddata.Read(t, folder+"config.json"),
		Weights: shareddata.Read(t, folder+"model.safetensors"),
		Files:   pieces.Files{TokenizerJSON: shareddata.Read(t, folder+"tokenizer.json")}})
	if err != nil {
		t.Fatal(err)
	}
	s := newScorer(t, metric.Options{Encoder: model, Layer: new(8), Measures: bothMeasures, Certify: true,
		Normalize: tokenize.NormalizeNone})
	step, row, compared := parts.Of(parts.Thorough, 37, 11), 0, 0
	if parts.Runs(parts.Encoders) {
		step = 1
	}
	for line := range bytes.Lines(shareddata.Read(t, "conformance/encoder-context-multi.jsonl.gz")) {
		var golden struct {
			Candidate, Reference, Source string
			Values                       map[string]float64
		}
		if err := json.Unmarshal(line, &golden); err != nil {
			t.Fatal(err)
		}
		want, ok := golden.Values["wrd_source/8"]
		if row++; row%step > 0 || !ok {
			continue
		}
		r, err := s.Score(metric.Segment{Candidate: golden.Candidate, References: []string{golden.Reference},
			Source: golden.Source})
		if err != nil {
			t.Fatal(err)
		}
		compared++
		if got := value(r, metric.WRDSource); math.Abs(got-want) > 1e-4 || r.Gap > 1e-9 {
			t.Errorf("row %d: %v, want %v", row, got, want)
		}
		if got := value(r, metric.WRD); math.Abs(got-golden.Values["wrd/8"]) > 1e-4 {
			t.Errorf("row %d, reference: %v, want %v", row, got, golden.Values["wrd/8"])
		}
	}
	if compared < 398/step-1 {
		t.Errorf("compared %d rows: the test is blind", compared)
	}
}

// TestPurposeEstimation checks that the settings for estimation, which need nothing besides the program, put a
// translation before a sentence of another meaning, in several languages.
func TestPurposeEstimation(t *testing.T) {
	if known, _ := encoder.FindBuiltIn(encoder.ContextMultiName); known.Absent {
		t.Skip("built without " + known.Name)
	}
	options, err := metric.ForPurpose(t.Context(), metric.PurposeEstimation)
	if err != nil {
		t.Fatal(err)
	}
	s := newScorer(t, options)
	if line := s.Signature(0).String(); !strings.Contains(line, "encoder:context-multi@") ||
		!strings.Contains(line, "|layer:8|") || !strings.Contains(line, "|activations:int8|") {
		t.Errorf("signature %s", line)
	}
	for _, source := range []string{"Drei Menschen wurden ins Krankenhaus gebracht.", "Tři lidé byli převezeni do nemocnice.",
		"3人が病院に運ばれた。", "Троих человек доставили в больницу."} {
		distance := func(candidate string) float64 {
			r, err := s.Score(metric.Segment{Candidate: candidate, Source: source})
			if err != nil {
				t.Fatal(err)
			}
			return value(r, metric.WRDSource)
		}
		if good, bad := distance("Three people were taken to hospital."), distance("The museum is closed on Mondays."); good >= bad {
			t.Errorf("%s: %v from its translation, %v from another text", source, good, bad)
		}
	}
}
