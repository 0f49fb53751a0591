package metric_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/transport"
	"pgregory.net/rapid"
)

// TestSpellingOfPieces computes the distance with a spelling weight, and with a surface weight, from its definition, of the
// states of the pieces and of their texts or how they are written, and shows what --spelling all does not: that the same words in another order are another text.
func TestSpellingOfPieces(t *testing.T) {
	model := multilingual(t)
	e, err := model.NewEncoder(model.DefaultLayer())
	if err != nil {
		t.Fatal(err)
	}
	// The others of sourceTexts have pieces without a vector.
	words := slices.DeleteFunc([]string{"the", "cat", "Katze", "kočka", "naïve", "3.5", "猫が", "座った", ","}, func(word string) bool {
		return slices.ContainsFunc(model.Pieces(nil, word), func(p encoder.Piece) bool { return p.Unknown != "" })
	})
	if len(words) < 4 {
		t.Fatalf("the model knows %q alone", words)
	}
	grams := func(marked string) map[string]bool {
		characters, set := strings.Split(marked, ""), map[string]bool{}
		for n := 2; n <= 4; n++ {
			for i := range max(0, len(characters)-n+1) {
				set[strings.Join(characters[i:i+n], "")] = true
			}
		}
		return set
	}
	unlike := func(x, y string) float64 {
		a, b, shared := grams(x), grams(y), 0
		for gram := range a {
			if b[gram] {
				shared++
			}
		}
		return 1 - 2*float64(shared)/float64(len(a)+len(b))
	}
	norm := func(row []float32) (sum float64) {
		for _, x := range row {
			sum += float64(x) * float64(x)
		}
		return math.Sqrt(sum)
	}
	rapid.Check(t, func(t *rapid.T) {
		weight := rapid.SampledFrom([]float64{0.05, 0.1, 0.5, 1}).Draw(t, "weight")
		o, surface := metric.Options{Encoder: model, SpellingWeight: weight}, rapid.Bool().Draw(t, "surface")
		if surface {
			o.SpellingWeight, o.SurfaceWeight = 0, weight
		}
		s, err := metric.NewScorer(o)
		if err != nil {
			t.Fatal(err)
		}
		var texts [2]metric.TokenVectors
		var written [2]string
		var masses [2][]float64
		for k := range texts {
			between := rapid.SampledFrom([]string{" ", "", ", ", ","}).Draw(t, "between")
			written[k] = strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 9).Draw(t, "text"), between)
			var states encoder.HiddenStates
			if err := e.Encode(written[k], &states); err != nil {
				t.Fatal(err)
			}
			total := 0.
			for i, piece := range states.Pieces {
				if piece.Unknown != "" {
					t.Skip("a word that the model does not know")
				}
				token := "^" + piece.Text + "$"
				if surface {
					token = writtenPiece(written[k], piece)
				}
				texts[k].Tokens = append(texts[k].Tokens, token)
				texts[k].Vectors = append(texts[k].Vectors, states.Vectors[i])
				masses[k] = append(masses[k], norm(states.Vectors[i]))
				total += norm(states.Vectors[i])
			}
			for i := range masses[k] {
				masses[k][i] /= total
			}
		}
		var costs []float64
		for i, x := range texts[0].Vectors {
			for j, y := range texts[1].Vectors {
				product := 0.
				for c := range x {
					product += float64(x[c]) * float64(y[c])
				}
				costs = append(costs, (1-weight)*(1-product/norm(x)/norm(y))+
					weight*unlike(texts[0].Tokens[i], texts[1].Tokens[j]))
			}
		}
		var solver transport.Solver
		want, err := solver.Distance(masses[0], masses[1], costs)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Score(metric.Segment{Candidate: written[0], References: written[1:]})
		if err != nil {
			t.Fatal(err)
		}
		if found := value(got, metric.WRD); math.Abs(found-want) > 1e-6 { // vectors are multiplied in float32
			t.Fatalf("%q and %q with %v: %v, want %v", written[0], written[1], weight, found, want)
		}
	})
	distance := func(o metric.Options) float64 {
		o.Encoder = model
		r, err := newScorer(t, o).Score(metric.Segment{
			Candidate: "the cat saw Katze", References: []string{"Katze saw the cat"}})
		if err != nil {
			t.Fatal(err)
		}
		return value(r, metric.WRD)
	}
	all, mixed := distance(metric.Options{Spelling: metric.SpellingAll}), distance(metric.Options{SpellingWeight: 0.1})
	if mixed < 10*all {
		t.Errorf("the same pieces in another order: %v with --spelling all, %v with a spelling weight", all, mixed)
	}
}

// writtenPiece is how a piece is written in a text, from the definition in docs/measures.md.
func writtenPiece(text string, piece encoder.Piece) string {
	start, written := piece.Start, strings.TrimSpace(text[piece.Start:piece.End])
	for start < piece.End && text[start] == ' ' {
		start++
	}
	letters := regexp.MustCompile(`[\pL\pM\p{Nd}]`)
	mark := func(own, beside string) string {
		if letters.MatchString(own) && letters.MatchString(beside) ||
			!letters.MatchString(own) && strings.TrimSpace(own) != "" && strings.TrimSpace(beside) != "" {
			return "+"
		}
		return " "
	}
	at := func(characters []string, i int) string {
		if i < 0 || i >= len(characters) {
			return ""
		}
		return characters[i]
	}
	before, own, after := strings.Split(text[:start], ""), strings.Split(written, ""), strings.Split(text[start+len(written):], "")
	left, right := mark(at(own, 0), at(before, len(before)-1)), mark(at(own, len(own)-1), at(after, 0))
	first := regexp.MustCompile(`\pL`).FindStringIndex(text)
	if first != nil && start <= first[0] && first[0] < start+len(written) {
		letter := text[first[0]:first[1]]
		turned := strings.ToLower(letter)
		if turned == letter {
			turned = strings.ToUpper(letter)
		}
		written = text[start:first[0]] + turned + text[first[1]:start+len(written)]
	}
	return left + written + right
}

// What a reader sees at a glance, and the vocabulary of an uncased encoder does not have, makes a distance under a surface
// weight: the case of a letter and what stands beside a mark. A capital that begins the text is none.
func TestSurface(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t), SurfaceWeight: 0.1})
	for _, c := range []struct{ name, reference, same, other, differs string }{
		{"a capital", "He saw May, and left.", "He saw May, and left.", "He saw may, and left.", metric.DiffersInCase},
		{"the first letter", "Cats sleep.", "Cats sleep.", "cats sleep.", metric.DiffersInCase},
		{"a blank before a mark", "It rained, again.", "It rained, again.", "It rained , again.", metric.DiffersInSpacing},
		{"no blank behind one", "It rained, again.", "It rained, again.", "It rained,again.", metric.DiffersInSpacing},
		{"a curly mark", "It's May.", "It’s May.", "It ’s May.", metric.DiffersInSpacing},
		{"an accent", "the café here", "the café here", "the Café here", metric.DiffersInCase},
	} {
		t.Run(c.name, func(t *testing.T) {
			same, err := s.Explain(c.same, c.reference)
			if err != nil {
				t.Fatal(err)
			}
			other, err := s.Explain(c.other, c.reference)
			if err != nil {
				t.Fatal(err)
			}
			if value(same.Result, metric.WRD) != 0 || value(other.Result, metric.WRD) < 1e-4 {
				t.Errorf("found %v and %v, expected 0 and more", value(same.Result, metric.WRD), value(other.Result, metric.WRD))
			}
			differs := func(m metric.Move) bool { return m.Differs == c.differs }
			if !slices.ContainsFunc(other.Alignment, differs) || slices.ContainsFunc(same.Alignment, differs) {
				t.Errorf("found %+v, expected one that differs in %s", other.Alignment, c.differs)
			}
		})
	}
	e, err := s.Explain("The cat saw the cat.", "the cat saw The cat.")
	if err != nil {
		t.Fatal(err)
	}
	if m := e.Alignment[0]; m.CandidateToken != "The" || m.Differs != metric.DiffersInCase {
		t.Errorf("found %+v, expected words as they are written", m)
	}
}

// Texts that are one to an uncased encoder are two under a surface weight, whichever is the candidate.
func TestSurfaceIsSymmetric(t *testing.T) {
	s := newScorer(t, metric.Options{Encoder: builtIn(t), SurfaceWeight: 0.3, ContextWeight: 0.7, Certify: true})
	words := rapid.SampledFrom([]string{"The", "the", "cat", "Cat", ",", ".", "(", "it's"})
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 6).Draw(t, "words"), rapid.SampledFrom([]string{" ", ""}).Draw(t, "between"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		score := func(a, b string) metric.Result {
			r, err := s.Score(metric.Segment{Candidate: a, References: []string{b}})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		there, back := score(a, b), score(b, a)
		wantExchanged(t, there, back)
		if there.Gap > 1e-9 || a == b && value(there, metric.WRD) != 0 {
			t.Errorf("%q and %q: distance %v, gap %v", a, b, value(there, metric.WRD), there.Gap)
		}
	})
}
