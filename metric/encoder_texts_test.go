package metric_test

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"pgregory.net/rapid"
)

// builtIn is the encoder that is built in.
func builtIn(t *testing.T) *encoder.Model {
	t.Helper()
	model, err := encoder.ContextEN()
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// encodedByHand are the states of a text as token vectors.
func encodedByHand(t *testing.T, e *encoder.Encoder, text string) metric.TokenVectors {
	t.Helper()
	var states encoder.HiddenStates
	if err := e.Encode(text, &states); err != nil {
		t.Fatal(err)
	}
	var v metric.TokenVectors
	for i, piece := range states.Pieces {
		v.Tokens = append(v.Tokens, piece.Text)
		v.Vectors = append(v.Vectors, states.Vectors[i])
	}
	return v
}

// encodedSentences are texts of different lengths, some equal, one empty.
var encodedSentences = []string{
	"the cat sat on the mat", "A dog barked at unfathomable strangers.", "", "the cat sat on the mat",
	"Prices rose by 3.5 % in 2015, said the institute's spokeswoman.", "no", "internationalisation",
	"the mat sat on the cat", "A dog barked at unfathomable strangers!",
}

// TestEncoderIsTokenVectors shows that texts with an encoder score, by every measure, as their states do that were made
// by hand, to the bit.
func TestEncoderIsTokenVectors(t *testing.T) {
	model := builtIn(t)
	for _, layer := range []int{0, model.Layers()} {
		options := metric.Options{Measures: referenceMeasures(), ContextWeight: 0.7, OrderWeight: 0.1}
		byHand := options
		byHand.TokenVectors = given
		options.Encoder, options.Layer = model, &layer
		s, want := newScorer(t, options), newScorer(t, byHand)
		e, err := model.NewEncoder(layer)
		if err != nil {
			t.Fatal(err)
		}
		for i, candidate := range encodedSentences {
			reference := encodedSentences[(i+3)%len(encodedSentences)]
			got, err := s.Score(metric.Segment{Candidate: candidate, References: []string{reference, "no"}})
			if err != nil {
				t.Fatal(err)
			}
			expected, err := want.Score(metric.Segment{CandidateVectors: encodedByHand(t, e, candidate),
				ReferenceVectors: []metric.TokenVectors{encodedByHand(t, e, reference), encodedByHand(t, e, "no")}})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(values(got), values(expected)) || got.Status != expected.Status ||
				got.CandidateTokens != expected.CandidateTokens || got.BestReference != expected.BestReference {
				t.Errorf("layer %d: %q and %q: %+v\nwant %+v", layer, candidate, reference, got, expected)
			}
			if (got.CandidateWindows > 0) != (candidate != "") || got.CandidateWindows > 1 {
				t.Errorf("%q: %d windows", candidate, got.CandidateWindows)
			}
		}
	}
}

// encodedLines are segments of several systems.
func encodedLines(n, systems int, order func(i int) int) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		at := func(k int) string { return encodedSentences[k%len(encodedSentences)] }
		for i := range n {
			line := metric.Line{References: []string{at(i), at(5 * i)}, Candidates: make([]string, systems)}
			for k := range systems {
				line.Candidates[order(k)] = at(i+2*k) + strings.Repeat(" and more", i%4)
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

// TestEncoderSameBits checks that scores depend neither on workers nor on what is scored with a text: other segments,
// other systems and their order.
func TestEncoderSameBits(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t), ContextWeight: 0.7})
	run := func(systems, workers int, order func(int) int) (scores [][]float64) {
		err := s.Stream(t.Context(), encodedLines(60, systems, order), workers,
			func(_ metric.Line, results []metric.Result) error {
				row := make([]float64, systems)
				for k := range row {
					row[k] = value(results[order(k)], metric.WRD)
				}
				scores = append(scores, row)
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		return scores
	}
	same := func(k int) int { return k }
	want := run(3, 1, same)
	for i, line := range want {
		segment, err := first(encodedLines(60, 3, same), i)
		if err != nil {
			t.Fatal(err)
		}
		for k, score := range line {
			alone, err := s.Score(metric.Segment{Candidate: segment.Candidates[k], References: segment.References})
			if err != nil || value(alone, metric.WRD) != score {
				t.Fatalf("line %d, system %d: %v alone, %v in a stream (%v)", i, k, value(alone, metric.WRD), score, err)
			}
		}
	}
	for name, got := range map[string][][]float64{
		"4 workers":        run(3, 4, same),
		"systems reversed": run(3, 2, func(k int) int { return 2 - k }),
	} {
		for i := range want {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("%s: line %d: %v, want %v", name, i, got[i], want[i])
			}
		}
	}
	for i, line := range run(5, 2, same) {
		if !slices.Equal(line[:3], want[i]) {
			t.Errorf("two more systems: line %d: %v, want %v", i, line[:3], want[i])
		}
	}
}

// first returns line n of lines.
func first(lines iter.Seq2[metric.Line, error], n int) (metric.Line, error) {
	for line, err := range lines {
		if n == 0 || err != nil {
			return line, err
		}
		n--
	}
	return metric.Line{}, fmt.Errorf("no line %d", n)
}

// TestEncoderLaws checks that the distance of a text to itself is nothing, that it is symmetric to the bit, and that it
// is within its bounds.
func TestEncoderLaws(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t), Certify: true,
		Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore}})
	words := rapid.SampledFrom([]string{"the", "cat", "unfathomable", "3.5", "naïve", "🙂", "—"})
	text := rapid.Map(rapid.SliceOfN(words, 1, 12), func(words []string) string {
		return strings.Join(append(words, "cat"), " ") // a text of 🙂 alone is unknown, and not even like itself
	})
	rapid.Check(t, func(rt *rapid.T) {
		a, b := text.Draw(rt, "a"), text.Draw(rt, "b")
		score := func(a, b string) metric.Result {
			r, err := s.Score(metric.Segment{Candidate: a, References: []string{b}})
			if err != nil {
				rt.Fatal(err)
			}
			return r
		}
		there, back, self := score(a, b), score(b, a), score(a, a)
		if value(there, metric.WRD) != value(back, metric.WRD) ||
			value(there, metric.BERTScoreP) != value(back, metric.BERTScoreR) {
			rt.Errorf("%v there, %v back", values(there), values(back))
		}
		if x := value(there, metric.WRD); !(x >= 0 && x <= 2) || there.Gap > 1e-9 {
			rt.Errorf("distance %v, gap %v", x, there.Gap)
		}
		if x := value(self, metric.WRD); math.Abs(x) > 1e-6 {
			rt.Errorf("%v from itself", x)
		}
	})
}

// TestEncoderGroups checks that a matrix and a choice say of two texts what Score says of them, on any number of
// workers.
func TestEncoderGroups(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t)})
	var many []string // more than one part to encode
	for i := range 90 {
		many = append(many, encodedSentences[i%len(encodedSentences)]+strings.Repeat(" and on", i/len(encodedSentences)))
	}
	group := metric.Group{Candidates: encodedSentences, References: many}
	var want []float64
	for _, candidate := range group.Candidates {
		for _, reference := range group.References {
			r, err := s.Score(metric.Segment{Candidate: candidate, References: []string{reference}})
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, value(r, metric.WRD))
		}
	}
	m, err := s.Matrix(group)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Values(metric.WRD), want) {
		t.Error("Matrix says something else than Score")
	}
	groups := func(yield func(metric.Group, error) bool) {
		_ = yield(group, nil) && yield(metric.Group{Candidates: many, References: encodedSentences}, nil)
	}
	for _, workers := range []int{1, 4} {
		var got []float64
		err = s.StreamMatrix(t.Context(), groups, workers, func(_ metric.Group, b metric.Block) error {
			if b.Group == 0 {
				got = append(got, b.Values(metric.WRD)...)
				return nil
			}
			for i := range b.Candidates {
				for j := range b.References {
					x, _ := b.Value(metric.WRD, i, j)
					if x != want[j*len(many)+b.First+i] {
						t.Errorf("candidate %d, reference %d: %v, turned %v", b.First+i, j, x,
							want[j*len(many)+b.First+i])
					}
				}
			}
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d workers: StreamMatrix says something else than Score (%v)", workers, err)
		}
	}
	for _, references := range [][]string{nil, many[:20]} {
		group := metric.Group{Candidates: encodedSentences[3:], References: references}
		all, err := s.Choose(group, false)
		if err != nil {
			t.Fatal(err)
		}
		best, err := s.Choose(group, true)
		if err != nil || best.Best != all.Best || best.Utility != all.Utility {
			t.Errorf("best only: %+v, want %+v (%v)", best, all, err)
		}
		others := references
		if others == nil {
			others = group.Candidates[1:]
		}
		others = slices.DeleteFunc(slices.Clone(others), func(text string) bool { // a blank reference is none
			return references != nil && text == ""
		})
		var sum float64
		for _, other := range others {
			r, _ := s.Score(metric.Segment{Candidate: group.Candidates[0], References: []string{other}})
			sum += value(r, metric.WRDSimilarity)
		}
		if want := sum / float64(len(others)); math.Abs(all.Utilities[0]-want) > 1e-12 {
			t.Errorf("utility %v, want %v", all.Utilities[0], want)
		}
	}
}

// TestEncoderExplain checks that explanations show words, and that these weigh and cost as much as their pieces.
func TestEncoderExplain(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t), OrderWeight: 0.1})
	e, err := s.Explain("unfathomable strangers internationalise", "strangers are unfathomable")
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Candidate) != 3 || len(e.Reference) != 3 || e.Candidate[0].Text != "unfathomable" ||
		e.Candidate[2].Text != "internationalise" || e.CandidateTokens <= 3 {
		t.Errorf("%d tokens, words %+v, %+v", e.CandidateTokens, e.Candidate, e.Reference)
	}
	tokens, err := s.Tokens("unfathomable strangers internationalise")
	if err != nil || len(tokens) != e.CandidateTokens || !strings.HasPrefix(tokens[1], "##") {
		t.Errorf("tokens %q of %d, %v", tokens, e.CandidateTokens, err)
	}
	var mass, cost float64
	of := map[string]float64{}
	seen := map[[2]string]bool{}
	for _, m := range e.Alignment {
		mass += m.Mass
		cost += m.Mass * m.Cost
		of[m.CandidateToken] += m.Mass
		if pair := [2]string{m.CandidateToken, m.ReferenceToken}; seen[pair] {
			t.Errorf("%v twice", pair)
		} else {
			seen[pair] = true
		}
	}
	if want := value(e.Result, metric.WRD); math.Abs(mass-1) > 1e-9 || math.Abs(cost-want) > 1e-9 {
		t.Errorf("mass %v, cost %v, want 1 and %v", mass, cost, want)
	}
	for _, word := range e.Candidate {
		if math.Abs(of[word.Text]-word.Mass) > 1e-9 || !word.Known || word.Norm <= 0 {
			t.Errorf("%+v moves %v", word, of[word.Text])
		}
	}
}

// TestEncoderLongLine checks that a segment too long to be encoded in one batch scores as a short one does.
func TestEncoderLongLine(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t)})
	line := metric.Line{References: []string{"the cat sat", strings.Repeat("the mat sat on the cat. ", 20)}}
	for i := range 200 {
		line.Candidates = append(line.Candidates, strings.Repeat("the cat sat on a mat. ", 1+i%7)+fmt.Sprint(i/2))
	}
	lines := func(yield func(metric.Line, error) bool) { yield(line, nil) }
	err := s.Stream(t.Context(), lines, 1, func(_ metric.Line, results []metric.Result) error {
		for i := 0; i < len(results); i += 50 {
			want, err := s.Score(metric.Segment{Candidate: line.Candidates[i], References: line.References})
			if err != nil || value(want, metric.WRD) != value(results[i], metric.WRD) {
				t.Errorf("candidate %d: %v, want %v (%v)", i, value(results[i], metric.WRD), value(want, metric.WRD), err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
