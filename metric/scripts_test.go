package metric_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
	"pgregory.net/rapid"
)

// textOfAnyScript draws a text that is not blank, of words in one of Unicode's scripts, or in two of them.
func textOfAnyScript() *rapid.Generator[string] {
	names := slices.Sorted(maps.Keys(unicode.Scripts))
	characters := map[string][]rune{}
	for _, name := range names {
		characters[name] = firstCharacters(unicode.Scripts[name], 3000)
	}
	return rapid.Custom(func(t *rapid.T) string {
		scripts := rapid.SliceOfN(rapid.SampledFrom(names), 1, 2).Draw(t, "scripts")
		words := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			script := characters[rapid.SampledFrom(scripts).Draw(t, "script")]
			return rapid.StringOfN(rapid.SampledFrom(script), 1, 5, -1).Draw(t, "word")
		}), 1, 5).Draw(t, "words")
		return strings.Join(words, " ")
	}).Filter(func(text string) bool { return strings.TrimSpace(text) != "" })
}

// firstCharacters lists the first characters of a script.
func firstCharacters(script *unicode.RangeTable, most int) (list []rune) {
	for _, r := range script.R16 {
		for c := rune(r.Lo); c <= rune(r.Hi) && len(list) < most; c += rune(r.Stride) {
			list = append(list, c)
		}
	}
	for _, r := range script.R32 {
		for c := rune(r.Lo); c <= rune(r.Hi) && len(list) < most; c += rune(r.Stride) {
			list = append(list, c)
		}
	}
	return list
}

// TestNoScriptIsEqual holds for texts in all of Unicode's scripts that two of them never score as equal unless they have
// the same words, those that are left out aside, and that a text without a word is the worst, also next to itself.
func TestNoScriptIsEqual(t *testing.T) {
	measures := []metric.Measure{metric.MeasureWRD, metric.MeasureRelaxed, metric.MeasureWMD, metric.MeasureAdd,
		metric.MeasureBERTScore, metric.MeasureDynaMax}
	for _, c := range []struct {
		name    string
		options metric.Options
	}{
		{"own", metric.Options{}},
		{"skip", metric.Options{OOV: metric.OOVSkip}},
		{"own, Unicode words", metric.Options{Tokenizer: tokenize.Unicode}},
		{"skip, Unicode words", metric.Options{OOV: metric.OOVSkip, Tokenizer: tokenize.Unicode}},
		{"encoder", metric.Options{Encoder: builtIn(t), ContextWeight: 0.7}},
		{"encoder, embeddings alone", metric.Options{Encoder: builtIn(t), Layer: new(0)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Measures = measures
			s := newScorer(t, c.options)
			tried := 0
			defer func() { parts.Count(t, tried, "texts in all scripts: "+c.name) }()
			rapid.Check(t, func(rt *rapid.T) {
				tried++
				a := textOfAnyScript().Draw(rt, "a")
				b := rapid.OneOf(textOfAnyScript(), rapid.Just(a), rapid.Just("…")).Draw(rt, "b")
				got, err := s.Score(metric.Segment{Candidate: a, References: []string{b}})
				if err != nil {
					rt.Fatal(err)
				}
				words, others := wordsThatCount(t, s, c.options, a), wordsThatCount(t, s, c.options, b)
				if comparable := len(words) > 0 && len(others) > 0; comparable != (got.Status == metric.OK) {
					rt.Fatalf("%v for the words %q and %q", got.Status, words, others)
				}
				equal := tokenize.NormalizeUnicode.Of(a) == tokenize.NormalizeUnicode.Of(b)
				// Precision and recall look at the words of one side.
				oneSided := []metric.Column{metric.WRDRecall, metric.WRDPrecision, metric.BERTScoreP, metric.BERTScoreR}
				for _, column := range s.Columns() {
					best, worst := 1., 0.
					if column.Distance() {
						best, worst = 0, 1
					}
					switch x := value(got, column); {
					case got.Status != metric.OK && equal && x != best:
						rt.Errorf("%v is %v with %v, want the best for equal texts", column, x, got.Status)
					case got.Status != metric.OK && !equal && x != worst:
						rt.Errorf("%v is %v with %v, want the worst", column, x, got.Status)
					case slices.Contains(oneSided, column):
					case !slices.Equal(words, others) && x > best-1e-9 && x < best+1e-9:
						rt.Errorf("%v is %v, as of equal texts, for the words %q and %q", column, x, words, others)
					}
				}
				if got.Status == metric.BothEmpty || got.Status == metric.EmptyCandidate ||
					got.Status == metric.EmptyReference {
					rt.Errorf("%v for texts that are not blank", got.Status)
				}
			})
		})
	}
}

// wordsThatCount lists the different tokens of a text that measures see, sorted: without those that the policy leaves
// out, and none of a text of which an encoder knows no piece.
func wordsThatCount(t *testing.T, s *metric.Scorer, o metric.Options, text string) []string {
	t.Helper()
	words := []string{}
	known := 0
	if o.Encoder != nil {
		for _, piece := range o.Encoder.Pieces(nil, tokenize.NormalizeUnicode.Of(text)) {
			if piece.Unknown == "" {
				known++
			}
			words = append(words, cmp.Or(piece.Unknown, piece.Text))
		}
		if known == 0 {
			return nil
		}
	} else {
		tokens, err := s.Tokens(text)
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := embedding.Default()
		if err != nil {
			t.Fatal(err)
		}
		for _, token := range tokens {
			if _, ok := vectors.Index(token); ok || o.OOV != metric.OOVSkip {
				words = append(words, token)
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}
