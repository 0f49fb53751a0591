package metric_test

import (
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

func TestExtension(t *testing.T) {
	sqrt2, sqrt3 := math.Sqrt2, math.Sqrt(3)
	for _, c := range []struct {
		name, candidate, reference string
		options                    metric.Options
		want                       float64 // by hand; the toy vectors have the norms east 1, north 2, west 3
	}{
		// All costs between different words but east and west are 1, so the distance is what does not stay.
		{"norms as they are", "east west", "north west", metric.Options{MassPower: new(1.)}, 1 - 3./5},
		{"flattened masses", "east west", "north west", metric.Options{MassPower: new(0.5)}, 1 - sqrt3/(sqrt2+sqrt3)},
		{"equal masses", "east west", "north west", metric.Options{MassPower: new(0.)}, 1. / 2},
		{"a token of length zero never counts", "nothing west", "west", metric.Options{MassPower: new(0.)}, 0},
		{"steeper masses", "east west", "north west", metric.Options{MassPower: new(2.)}, 1 - 9./13},

		{"unknown words spelled alike", "cat", "cats", metric.Options{Spelling: metric.SpellingAll}, 1 - 12./21},
		{"unknown words with nothing in common", "zork", "bib", metric.Options{Spelling: metric.SpellingAll}, 1},
		{"opposite words spelled alike", "east", "west", metric.Options{Spelling: metric.SpellingAll}, 1 - 6./24},
		{"similar vectors, other letters", "northeast", "north", metric.Options{Spelling: metric.SpellingAll},
			1 - sqrt2/2},

		{"a share of spelling", "cat", "cats", metric.Options{SpellingWeight: 0.5}, 0.5*1 + 0.5*(1-12./21)},
		{"of words with nothing in common", "east", "north", metric.Options{SpellingWeight: 0.25}, 1},
		{"of opposite words", "east", "west", metric.Options{SpellingWeight: 0.25}, 0.75*2 + 0.25*(1-6./24)},
		{"of a known and an unknown word", "easts", "east", metric.Options{SpellingWeight: 0.25},
			0.75 + 0.25*(1-2*9./(12+15))},
		{"all of it", "east", "west", metric.Options{SpellingWeight: 1}, 1 - 6./24},
		{"equal words", "east", "east", metric.Options{SpellingWeight: 1}, 0},
		{"an equal word and a new one", "east west", "north west", metric.Options{SpellingWeight: 0.5}, 1 - 3./5},

		{"order", "east north", "north east", metric.Options{OrderWeight: 0.25}, 0.25 / 2},
		{"staying is cheaper than a far way", "east north", "north east", metric.Options{OrderWeight: 10},
			(1 + 1 + 10./2) / 3},
		{"equal words at several positions", "east east", "east", metric.Options{OrderWeight: 0.5}, 0.5 / 2 / 2},
		{"words that are left out have positions", "zork east", "east",
			metric.Options{OrderWeight: 0.5, OOV: metric.OOVSkip}, 0.5 / 2},
		// The mean norm is 7/5, so that with λ = 7/5 a neighbour gives its whole vector.
		{"both directions are mixed with each other", "east north", "east", metric.Options{ContextWeight: 1.4},
			1 - (1/math.Sqrt(5)+2*1/math.Sqrt2)/3},
		{"neighbours on either side", "north east west", "north", metric.Options{ContextWeight: 1.4},
			1 - (2*sqrt2/2+1*sqrt2/2+3*0)/6},
		{"other order, the same neighbours", "north east north", "north east north", metric.Options{ContextWeight: 1.4},
			0},
		{"a sum of zero leaves the direction", "east west", "east", metric.Options{ContextWeight: 1.4 / 3}, 3. / 4 * 2},
		{"unknown words have axes", "east zork", "east", metric.Options{ContextWeight: 1.4}, 1 - math.Sqrt2/2},
		{"words that are left out give nothing and keep their position", "east zork north", "east",
			metric.Options{ContextWeight: 1.4, OOV: metric.OOVSkip}, 2. / 3},
		{"words without length give nothing", "east nothing", "east", metric.Options{ContextWeight: 1.4}, 0},
		{"the spelling of unknown words", "cat", "cats", metric.Options{Spelling: metric.SpellingUnknown}, 1 - 12./21},
		{"not that of known words", "east", "west", metric.Options{Spelling: metric.SpellingUnknown}, 2},
		{"of an unknown and a known word", "easts", "east", metric.Options{Spelling: metric.SpellingUnknown},
			1 - 2*9./(12+15)},

		{"both", "cat east", "east cats", metric.Options{Spelling: metric.SpellingAll, OrderWeight: 0.5,
			MassPower: new(0.)}, 0.5/2 + (1-12./21)/2},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Vectors, c.options.Certify = toy(t), true
			s := newScorer(t, c.options)
			segment := metric.Segment{Candidate: c.candidate, References: []string{c.reference}}
			got, err := s.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(value(got, metric.WRD)-c.want) > 1e-7 {
				t.Errorf("distance %v, want %v", value(got, metric.WRD), c.want)
			}
			if got.Gap > 1e-12 {
				t.Errorf("%v above the lower bound", got.Gap)
			}
		})
	}
}

func TestExtensionRefuses(t *testing.T) {
	for _, c := range []struct {
		options metric.Options
		want    string
	}{
		{metric.Options{MassPower: new(-0.5)}, "mass power: found -0.5, expected a number from 0 to 4"},
		{metric.Options{MassPower: new(math.NaN())}, "mass power: found NaN"},
		{metric.Options{MassPower: new(4.5)}, "mass power: found 4.5"},
		{metric.Options{SpellingWeight: -0.1}, "spelling weight: found -0.1, expected a number from 0 to 1"},
		{metric.Options{SpellingWeight: 1.5}, "spelling weight: found 1.5"},
		{metric.Options{SpellingWeight: math.NaN()}, "spelling weight: found NaN"},
		{metric.Options{SpellingWeight: 0.1, Spelling: metric.SpellingUnknown},
			"spelling weight: found 0.1 beside the spelling policy unknown, expected one of them"},
		{metric.Options{OrderWeight: -1}, "order weight: found -1, expected a number from 0 to 10"},
		{metric.Options{OrderWeight: math.Inf(1)}, "order weight: found +Inf"},
		{metric.Options{OrderWeight: math.NaN()}, "order weight: found NaN"},
		{metric.Options{ContextWeight: -1}, "context weight: found -1, expected a number from 0 to 10"},
		{metric.Options{ContextWeight: 10.5}, "context weight: found 10.5"},
		{metric.Options{ContextWeight: math.NaN()}, "context weight: found NaN"},
		{metric.Options{Spelling: "known"}, `spelling policy: found "known", expected one of: none, all, unknown`},
	} {
		c.options.Vectors = toy(t)
		if _, err := metric.NewScorer(c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// What goes beyond the paper stands in the signature where it changes scores, and only there.
func TestExtensionInSignature(t *testing.T) {
	plain := newScorer(t, metric.Options{Vectors: toy(t)}).Signature(1).String()
	for _, c := range []struct {
		name    string
		options metric.Options
		want    string // before the version
	}{
		{"all", metric.Options{MassPower: new(0.5), Spelling: metric.SpellingAll, OrderWeight: 0.25},
			"|mass-power:0.5|spelling:dice2-4|order-weight:0.25"},
		{"in context", metric.Options{Spelling: metric.SpellingUnknown, ContextWeight: 0.7},
			"|spelling:dice2-4.unknown|context-weight:0.7"},
		{"of relaxed transport", metric.Options{Measures: []metric.Measure{metric.MeasureRelaxed}, ContextWeight: 0.7},
			"|context-weight:0.7"},
		{"mixed", metric.Options{SpellingWeight: 0.1, OrderWeight: 0.25}, "|spelling-weight:0.1|order-weight:0.25"},
		{"the paper's values", metric.Options{MassPower: new(1.), OrderWeight: 0}, ""},
		{"nothing that they change", metric.Options{Measures: []metric.Measure{metric.MeasureWMD}, MassPower: new(0.5),
			Spelling: metric.SpellingAll, OrderWeight: 0.25}, ""},
		{"no costs that spelling changes", metric.Options{Measures: []metric.Measure{metric.MeasureWMD},
			SpellingWeight: 0.1}, ""},
	} {
		c.options.Vectors = toy(t)
		if got, want := newScorer(t, c.options).Signature(1).String(),
			strings.Replace(plain, "|version", c.want+"|version", 1); got != want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, want)
		}
	}
}

func TestLawsOfExtension(t *testing.T) {
	store := openDefault(t)
	for _, c := range []struct {
		name    string
		options metric.Options
	}{
		{"mass power", metric.Options{MassPower: new(0.6)}},
		{"spelling", metric.Options{Spelling: metric.SpellingAll}},
		{"spelling weight", metric.Options{SpellingWeight: 0.1}},
		{"spelling alone", metric.Options{SpellingWeight: 1, OOV: metric.OOVSkip}},
		{"order weight", metric.Options{OrderWeight: 0.7}},
		{"all", metric.Options{MassPower: new(0.3), Spelling: metric.SpellingAll, OrderWeight: 0.25}},
		{"all, unknown words left out", metric.Options{MassPower: new(0.), Spelling: metric.SpellingAll, OrderWeight: 3,
			OOV: metric.OOVSkip}},
		{"context weight", metric.Options{ContextWeight: 0.7}},
		{"in context", metric.Options{MassPower: new(0.5), Spelling: metric.SpellingUnknown, OrderWeight: 0.25,
			ContextWeight: 1.5}},
		{"spelling weight in context", metric.Options{MassPower: new(0.5), SpellingWeight: 0.4, OrderWeight: 0.25,
			ContextWeight: 1.5}},
		{"context, unknown words left out", metric.Options{ContextWeight: 10, OOV: metric.OOVSkip}},
		{"context, converted", metric.Options{ContextWeight: 0.7, Converter: fit(t, "WR", metric.Options{},
			"a man plays the guitar", "the cat sat on the mat", "stocks fell in Tokyo", "she reads a book")}},
		{"context, converted text by text", metric.Options{ContextWeight: 0.7,
			Converter: fit(t, "SUP", metric.Options{},
				"a man plays the guitar", "the cat sat on the mat", "stocks fell in Tokyo", "she reads a book")}},
		{"all, converted text by text", metric.Options{MassPower: new(0.6), Spelling: metric.SpellingAll,
			OrderWeight: 0.25, Converter: fit(t, "SUP", metric.Options{},
				"a man plays the guitar", "the cat sat on the mat", "stocks fell in Tokyo", "she reads a book")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := c.options
			o.Tokenizer, o.Certify, o.Measures = "whitespace", true, referenceMeasures()
			extended := newScorer(t, o)
			o.Measures = []metric.Measure{metric.MeasureWRD}
			alone := newScorer(t, o)
			massless := o // the same masses, but the costs of the paper
			massless.Spelling, massless.SpellingWeight = metric.SpellingNone, 0
			massless.OrderWeight, massless.ContextWeight = 0, 0
			paper := newScorer(t, massless)
			massless.MassPower, massless.Measures = nil, referenceMeasures()
			others := newScorer(t, massless)
			most := 2 - o.SpellingWeight
			if o.Spelling == metric.SpellingAll {
				most = 1
			}
			rough := 1e-9
			if o.Converter != nil {
				rough = 2e-5 // what rounding vectors to float32 may change where each text makes its own
			}
			rapid.Check(t, func(t *rapid.T) {
				a, b := defaultWords(store).Draw(t, "a"), defaultWords(store).Draw(t, "b")
				r, back, plain := scoreWords(t, extended, a, b), scoreWords(t, extended, b, a), scoreWords(t, paper, a, b)
				distance := value(r, metric.WRD)
				if r.Gap > 1e-9 {
					t.Fatalf("%v above the lower bound", r.Gap)
				}
				if distance != value(scoreWords(t, alone, a, b), metric.WRD) {
					t.Fatal("the distance depends on which other measures are asked for")
				}
				if distance != value(back, metric.WRD) {
					t.Fatalf("%v, but %v with the sides exchanged", distance, value(back, metric.WRD))
				}
				if !(0 <= distance && distance <= most+o.OrderWeight+1e-12) || // masses sum to 1 but for rounding
					value(r, metric.WRDSimilarity) != 1-distance {
					t.Fatalf("distance %v, similarity %v", distance, value(r, metric.WRDSimilarity))
				}
				if self := scoreWords(t, extended, a, a); self.Status == metric.OK && value(self, metric.WRD) > rough {
					t.Fatalf("%v from itself", value(self, metric.WRD))
				}
				if r.Status == metric.OK && o.ContextWeight == 0 {
					rotated := (1 - o.SpellingWeight) * value(plain, metric.WRD)
					low, high := rotated-1e-9, rotated+o.SpellingWeight+o.OrderWeight+1e-9
					if o.Spelling != metric.SpellingAll && distance < low || distance > high {
						t.Fatalf("%v, but %v with the costs of the paper", distance, value(plain, metric.WRD))
					}
				}
				for _, bound := range []metric.Column{metric.WRDRecall, metric.WRDPrecision} {
					if r.Status == metric.OK && value(r, bound) < 1-distance-1e-9 {
						t.Fatalf("%v %v, but the similarity is %v", bound, value(r, bound), 1-distance)
					}
				}
				want := scoreWords(t, others, a, b)
				for _, m := range referenceMeasures() {
					for _, column := range m.Columns() {
						if !m.Rotates() && math.Abs(value(r, column)-value(want, column)) > 1e-9 {
							t.Fatalf("%v changes from %v to %v", column, value(want, column), value(r, column))
						}
					}
				}
				explanation, err := alone.Explain(strings.Join(a, " "), strings.Join(b, " "))
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != metric.OK {
					return
				}
				sum, mass := 0.0, 0.0
				for _, m := range explanation.Alignment {
					sum += m.Mass * m.Cost
					mass += m.Mass
				}
				if math.Abs(sum-distance) > 1e-9 || math.Abs(mass-1) > 1e-9 {
					t.Fatalf("the alignment costs %v and moves %v, want %v and 1", sum, mass, distance)
				}
			})
		})
	}
}

// Leaving out comparisons that cannot matter does not change what is chosen, whatever the masses and costs.
func TestChooseExtended(t *testing.T) {
	store := openDefault(t)
	for _, o := range []metric.Options{
		{MassPower: new(0.)}, {MassPower: new(4.)}, {Spelling: metric.SpellingAll}, {OrderWeight: 10},
		{SpellingWeight: 0.1}, {SpellingWeight: 1}, {SpellingWeight: 0.5, OrderWeight: 0.25},
		{MassPower: new(0.6), Spelling: metric.SpellingAll, OrderWeight: 0.25},
		{ContextWeight: 0.7}, {ContextWeight: 0.7, Spelling: metric.SpellingUnknown},
	} {
		o.Tokenizer = "whitespace"
		s := newScorer(t, o)
		rapid.Check(t, func(t *rapid.T) {
			var group metric.Group
			for range rapid.IntRange(1, 6).Draw(t, "candidates") {
				group.Candidates = append(group.Candidates, strings.Join(defaultWords(store).Draw(t, "candidate"), " "))
			}
			want, err := s.Choose(group, false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Choose(group, true)
			if err != nil {
				t.Fatal(err)
			}
			if got.Best != want.Best {
				t.Fatalf("candidate %d, want %d of %v", got.Best, want.Best, want.Utilities)
			}
		})
	}
}
