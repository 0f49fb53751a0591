package convert

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A corpus is a small world whose conversions can be computed by hand.
type corpus struct {
	words     []string
	rows      [][]float32
	counts    map[string]int64 // nil for no frequencies
	stopWords []string
	sentences []string // words, separated by spaces
}

func (c corpus) resources(t testing.TB) Resources {
	t.Helper()
	var flat []float32
	for _, row := range c.rows {
		flat = append(flat, row...)
	}
	store, err := embedding.New("small", c.words, len(c.rows[0]), flat)
	if err != nil {
		t.Fatal(err)
	}
	r := Resources{Vectors: store, StopWords: c.stopWords}
	if c.counts != nil {
		var words []string
		var counts []int64
		for _, word := range slices.Sorted(maps.Keys(c.counts)) {
			words, counts = append(words, word), append(counts, c.counts[word])
		}
		// The corpus was larger than the list; p must not depend on that.
		r.Frequencies, err = embedding.NewFrequencies("counts", words, counts, 1e6)
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func (c corpus) ids(t testing.TB, store *embedding.Store) [][]int32 {
	var sentences [][]int32
	for _, s := range c.sentences {
		sentences = append(sentences, knownIDs(store, strings.Fields(s)))
	}
	return sentences
}

func (c corpus) fit(t testing.TB, letters string) *Converter {
	t.Helper()
	r := c.resources(t)
	return fit(t, letters, r, c.ids(t, r.Vectors))
}

var (
	// plane has words whose sums and means are easy.
	plane = corpus{
		words: []string{"east", "north", "far", "slope", "nil"},
		rows:  [][]float32{{1, 0}, {0, 1}, {4, 0}, {3, 4}, {0, 0}},
	}

	// cross has pairs of words on both sides of (1, 2, 3, 4), nearest along the last axis, and one that is not
	// listed.
	cross = corpus{
		words: []string{"a", "b", "c", "d", "e", "f", "g", "h", "unlisted"},
		rows: [][]float32{
			{5, 2, 3, 4}, {-3, 2, 3, 4}, {1, 5, 3, 4}, {1, -1, 3, 4},
			{1, 2, 5, 4}, {1, 2, 1, 4}, {1, 2, 3, 5}, {1, 2, 3, 3}, {9, 8, 7, 6},
		},
		counts: map[string]int64{"a": 1, "b": 2, "c": 3, "d": 0, "e": 5, "f": 6, "g": 7, "h": 8, "elsewhere": 9},
	}
)

func (c corpus) with(change func(*corpus)) corpus {
	change(&c)
	return c
}

func TestSteps(t *testing.T) {
	half := math.Sqrt(0.5)
	for _, test := range []struct {
		name    string
		corpus  corpus
		letters string
		words   string // one sentence
		want    [][]float64
	}{
		{"none", plane, "none", "slope east", [][]float64{{3, 4}, {1, 0}}},

		// p = 3/4 and 1/4; a listed word that never occurs and one that is not listed weigh 1.
		{"W", plane.with(func(c *corpus) { c.counts = map[string]int64{"east": 3, "north": 1, "far": 0} }), "W",
			"east north far slope", [][]float64{{0.001 / 0.751, 0}, {0, 0.001 / 0.251}, {4, 0}, {3, 4}}},

		// |V| = 4, threshold 1 − (3/4)¹¹ = 0.958, one word of four above it, a = 0.75/(0.25·4/2) = 1.5.
		{"U", plane.with(func(c *corpus) { c.counts = map[string]int64{"east": 97, "north": 1, "x": 1, "y": 1} }), "U",
			"east north slope", [][]float64{{1.5 / (0.97 + 0.75), 0}, {0, 1.5 / (0.01 + 0.75)},
				{3 * 1.5 / 0.76, 4 * 1.5 / 0.76}}},

		// The smallest p is that of a word that never occurs, 0, so words that are not listed weigh 2.
		{"U with a count of zero",
			plane.with(func(c *corpus) { c.counts = map[string]int64{"east": 98, "north": 1, "x": 1, "y": 0} }), "U",
			"slope", [][]float64{{6, 8}}},

		// The mean of the listed words is (1, 2, 3, 4), their principal directions are the axes.
		{"A", cross, "A", "a b e g h unlisted",
			[][]float64{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, -1}, {0, 0, 0, 2}}},

		// Deviations √(4+4)/8 = 1, √(9+9)/8 = 1.5, 1 and √(1+1)/8 = 0.5.
		{"M", cross, "M", "a e h unlisted", [][]float64{{4, 0, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, -1}, {8, 6, 4, 2}}},
		{"Z", cross, "Z", "a e h unlisted",
			[][]float64{{2, 0, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, -2}, {4, 4, 4, 4}}},
		// The first feature is 3 on all listed words, so nothing is left of it on others.
		{"Z with a constant feature", plane.with(func(c *corpus) {
			c.rows = [][]float32{{3, 1}, {3, 5}, {9, 9}, {3, 3}, {0, 0}}
			c.counts = map[string]int64{"east": 1, "north": 1}
		}), "Z", "east north far slope", [][]float64{{0, -1}, {0, 1}, {0, 3}, {0, 0}}},

		// Feature lengths √(3²+4²) = 5 and 4.
		{"S", plane, "S", "slope far", [][]float64{{0.6, 1}, {0.8, 0}}},
		{"S counts every occurrence", plane, "S", "slope slope north",
			[][]float64{{half, 4 / math.Sqrt(33)}, {half, 4 / math.Sqrt(33)}, {0, 1 / math.Sqrt(33)}}},
		{"S with a feature that is 0", plane, "S", "far nil", [][]float64{{1, 0}, {0, 0}}},
		{"S with a constant feature", plane, "S", "east east", [][]float64{{half, 0}, {half, 0}}},
		{"S of zero vectors", plane, "S", "nil nil", [][]float64{{0, 0}, {0, 0}}},

		// v = (0.6, 0.8); of a word on it nothing is left.
		{"R", plane.with(func(c *corpus) { c.sentences = []string{"slope", "slope slope", ""} }), "R",
			"east slope nil", [][]float64{{0.64, -0.48}, {0, 0}, {0, 0}}},

		// Sentence vectors (2, 0) and (0, 1): σ² are 4 and 1.
		{"P", plane.with(func(c *corpus) { c.sentences = []string{"far nil", "north"} }), "P",
			"slope", [][]float64{{3 * 0.2, 4 * 0.8}}},
		{"P of one sentence", plane.with(func(c *corpus) { c.sentences = []string{"slope"} }), "P",
			"east", [][]float64{{0.64, -0.48}}},
		{"R of zero vectors", plane.with(func(c *corpus) { c.sentences = []string{"nil"} }), "R", "slope",
			[][]float64{{3, 4}}},
		{"P of zero vectors", plane.with(func(c *corpus) { c.sentences = []string{"nil"} }), "P", "slope",
			[][]float64{{3, 4}}},

		// Sentence vectors (2, 0), (0, 1), (2, 0): R = diag(8, 1)/3, R_sw = diag(1, 0), A₃ = (I + R + R_sw)⁻¹.
		{"C", plane.with(func(c *corpus) {
			c.sentences, c.stopWords = []string{"far nil", "north north", "far nil"}, []string{"east", "unknown"}
		}), "C", "slope", [][]float64{{3 / (1 + 8.0/3 + 1), 4 / (1 + 1.0/3)}}},
		// R_sw = diag(1+1+0, 0+0+1)/3
		{"C counts a stop word as often as it is listed", plane.with(func(c *corpus) {
			c.sentences, c.stopWords = []string{"nil"}, []string{"east", "north", "east"}
		}), "C", "slope", [][]float64{{3 / (1 + 2.0/3), 4 / (1 + 1.0/3)}}},
		{"C of zero vectors", plane.with(func(c *corpus) {
			c.sentences, c.stopWords = []string{"nil"},
				[]string{"nil"}
		}), "C",
			"slope", [][]float64{{3, 4}}},

		// The sentence vector is (w, 2w′)/3 with w = 0.001/0.751 for each north and w′ = 0.001/0.251 for east.
		{"WR", plane.with(func(c *corpus) {
			c.counts, c.sentences = map[string]int64{"north": 3, "east": 1}, []string{"north north east"}
		}), "WR", "slope", [][]float64{without([]float64{3, 4}, []float64{1 / 0.251, 2 / 0.751})}},

		// The sentence vector is the mean of the vectors that S gives in that sentence, (0.6, 1) and (0.8, 0).
		{"SR", plane.with(func(c *corpus) { c.sentences = []string{"slope far"} }), "SR",
			"slope far", [][]float64{without([]float64{0.6, 1}, []float64{1.4, 1}),
				without([]float64{0.8, 0}, []float64{1.4, 1})}},

		// In the sentence of a, g and unlisted, A leaves the last axis alone.
		{"AR", cross.with(func(c *corpus) { c.sentences = []string{"a g unlisted"} }), "AR",
			"g unlisted", [][]float64{{0, 0, 0, 0}, {0, 0, 0, 0}}},
		// With the mean of the words, the sentence vector is (8, 6, 4, 2)/2.
		{"MR", cross.with(func(c *corpus) { c.sentences = []string{"a c e g b d f h unlisted unlisted"} }), "MR",
			"a unlisted", [][]float64{without([]float64{4, 0, 0, 0}, []float64{8, 6, 4, 2}), {0, 0, 0, 0}}},
		{"ZP", cross.with(func(c *corpus) { c.sentences = []string{"unlisted"} }), "ZP",
			"a unlisted", [][]float64{without([]float64{2, 0, 0, 0}, []float64{4, 4, 4, 4}), {0, 0, 0, 0}}},
		{"AW", cross, "AW", "a g unlisted",
			[][]float64{{0, 0, 0, 0}, {0, 0, 0, 0.001 / (7.0/41 + 0.001)}, {0, 0, 0, 2}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := test.corpus.fit(t, test.letters)
			rows, norms := c.NewSentence().Convert(knownIDs(c.store, strings.Fields(test.words)), nil)
			if len(rows) != len(test.want) || len(norms) != len(test.want) {
				t.Fatalf("%d rows and %d norms, want %d", len(rows), len(norms), len(test.want))
			}
			for i, want := range test.want {
				for k := range want {
					// 1e-7 is the rounding to float32.
					if !(math.Abs(float64(rows[i][k])-want[k]) <= 1e-7*max(1, math.Abs(want[k]))) {
						t.Errorf("row %d: %v, want %v", i, rows[i], want)
						break
					}
				}
				if norm := math.Sqrt(dot(want, want)); !(math.Abs(norms[i]-norm) <= 2e-7*max(1, norm)) {
					t.Errorf("row %d: norm %v, want %v", i, norms[i], norm)
				}
			}
		})
	}
}

// without is x − v(v·x)/(v·v).
func without(x, v []float64) []float64 {
	f := dot(x, v) / dot(v, v)
	left := make([]float64, len(x))
	for k := range x {
		left[k] = x[k] - f*v[k]
	}
	return left
}

// TestNothingButRounding checks that a word of which only rounding errors are left has norm 0 exactly.
func TestNothingButRounding(t *testing.T) {
	for name, c := range map[string]*Converter{
		"R": plane.with(func(c *corpus) {
			c.rows = [][]float32{{1, 0}, {0, 1}, {4, 0}, {0.1, 0.7}, {0, 0}}
			c.sentences = []string{"slope"}
		}).fit(t, "R"),
		"A": cross.with(func(c *corpus) {
			c.rows = [][]float32{}
			// 7, so the mean is rounded
			c.counts = map[string]int64{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1}
			for range c.words {
				c.rows = append(c.rows, []float32{0.1, 0.7, 1.0 / 3, 1.0 / 7})
			}
		}).fit(t, "A"),
	} {
		if _, norms := c.NewSentence().Convert([]int32{3}, nil); norms[0] != 0 {
			t.Errorf("%s: norm %v, want 0", name, norms[0])
		}
		if c.Letters().f1 == 'A' && (len(c.Info().Vocabulary.Removed) != 0 || c.Info().Vocabulary.Variances[0] != 0) {
			t.Errorf("%s: takes rounding errors for directions: %+v", name, c.Info().Vocabulary)
		}
	}
}

func TestInfoTellsTheSpectrum(t *testing.T) {
	// Sentence vectors (2, 0) and (0, 1): variances 4/2 and 1/2, shares 4/5 and 1/5, so 1 − (1/5)² and 1 − (4/5)²
	// of the variances are taken away.
	info := plane.with(func(c *corpus) { c.sentences = []string{"far nil", "", "north"} }).fit(t, "P").Info()
	s := info.Common
	if info.Sentences != 2 || info.Tokens != 3 || s.Rows != 2 {
		t.Errorf("%d sentences of %d tokens, %d rows", info.Sentences, info.Tokens, s.Rows)
	}
	for _, pair := range [][2]float64{
		{s.Variances[0], 2}, {s.Variances[1], 0.5}, {s.Removed[0], 0.8}, {s.Removed[1], 0.2},
		{s.Share, (2*0.96 + 0.5*0.36) / 2.5},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-15 {
			t.Errorf("%+v: %v, want %v", s, pair[0], pair[1])
		}
	}
	// a to h, of which d has a count of zero, and neither unlisted nor elsewhere; the pairs are 8, 6, 4 and 2 apart.
	info = cross.fit(t, "A").Info()
	v := info.Vocabulary
	for _, pair := range [][2]float64{
		{float64(v.Rows), 8}, {v.Variances[0], 4}, {v.Variances[1], 9.0 / 4}, {v.Variances[3], 1.0 / 4},
		{v.Share, 29.0 / 30},
		{float64(len(v.Removed)), 3}, {float64(info.Words), 9}, {float64(info.Dim), 4},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-14 {
			t.Errorf("%+v: %v, want %v", v, pair[0], pair[1])
		}
	}
	if info.Vectors.Name != "small" || info.Frequencies.Name != "counts" || len(info.Frequencies.Digest) != 64 ||
		len(info.Vectors.String()) != len("small@")+8 {
		t.Errorf("vectors %s, frequencies %s", info.Vectors, info.Frequencies)
	}
}

func TestFitRefuses(t *testing.T) {
	cut := func(c corpus, dim int) corpus {
		rows := c.rows
		c.rows = nil
		for _, row := range rows {
			c.rows = append(c.rows, row[:dim])
		}
		return c
	}
	listed := func(words ...string) corpus {
		return cross.with(func(c *corpus) {
			c.counts = map[string]int64{}
			for _, word := range words {
				c.counts[word] = 1
			}
		})
	}
	for _, test := range []struct {
		name, letters string
		corpus        corpus
		want          string
	}{
		{"no frequencies", "AR", plane, "converter AR: letter A needs word frequencies, found none"},
		{"no frequencies", "W", plane, "converter W: letter W needs word frequencies, found none"},
		{"no frequencies", "SUC", plane, "converter SUC: letter U needs word frequencies, found none"},
		{"no stop words", "SC", plane, "converter SC: letter C needs stop words, found none"},
		{"no known stop word", "C", plane.with(func(c *corpus) { c.stopWords = []string{"the", "of"} }),
			"converter C: letter C needs stop words, found none of 2 among the words of the vectors small"},
		{"no sentence", "R", plane, "converter R: letter R needs sentences, found none with a known word"},
		{"no known word", "SP", plane.with(func(c *corpus) { c.sentences = []string{"", "unknown"} }),
			"converter SP: letter P needs sentences, found none with a known word"},
		{"no sentence", "C", plane.with(func(c *corpus) { c.stopWords = []string{"east"} }),
			"converter C: letter C needs sentences, found none with a known word"},
		{"3 listed words", "A", listed("a", "b", "c", "elsewhere"),
			"converter A: letter A needs words of the vectors small in the frequencies counts: found 3, expected at least 4"},
		{"no listed word", "MR", listed("elsewhere"),
			"converter MR: letter M needs words of the vectors small in the frequencies counts: found 0, expected at least 1"},
		{"1 listed word", "Z", listed("a"),
			"converter Z: letter Z needs words of the vectors small in the frequencies counts: found 1, expected at least 2"},
		{"3 dimensions", "A", cut(cross, 3), "converter A: letter A removes 3 directions, which leaves nothing of " +
			"vectors of 3 dimensions"},
		{"1 dimension", "R", cut(plane, 1), "converter R: letter R removes 1 direction, which leaves nothing of " +
			"vectors of 1 dimension"},
		{"no frequent word", "U", listed("a", "b", "c"),
			"converter U: letter U is not defined by the frequencies counts: none of 3 words has p > 0.9884"},
		{"one word", "U", listed("a"), "none of 1 words has p > 1"},
		{"nothing counted", "U", cross.with(func(c *corpus) { c.counts = map[string]int64{"a": 0, "b": 0} }),
			"none of 2 words"},
		{"endless vectors", "none", plane.with(func(c *corpus) {
			c.rows = [][]float32{{1, 0}, {0, 1}, {4, 0}, {3e38, 3e38}, {0, 0}}
		}), `converter none: vectors small: found "slope" with the norm 4.24e+38, expected at most 1e+30`},
	} {
		t.Run(test.letters+" "+test.name, func(t *testing.T) {
			r := test.corpus.resources(t)
			f, err := NewFitter(t.Context(), parse(t, test.letters), r)
			if err == nil {
				for _, ids := range test.corpus.ids(t, r.Vectors) {
					f.Add(ids)
				}
				_, err = f.Finish()
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
	t.Run("no vectors", func(t *testing.T) {
		if _, err := NewFitter(t.Context(), Letters{}, Resources{}); err == nil {
			t.Error("no error")
		}
	})
	t.Run("too many dimensions", func(t *testing.T) {
		wide := corpus{words: []string{"a"}, rows: [][]float32{make([]float32, maxDim+1)}, sentences: []string{"a"}}
		if _, err := NewFitter(t.Context(), parse(t, "R"), wide.resources(t)); err == nil {
			t.Error("no error")
		}
		if rows, _ := wide.fit(t, "S").NewSentence().Convert([]int32{0}, nil); len(rows[0]) != maxDim+1 {
			t.Error("S, which learns no directions, is refused")
		}
	})
}

// TestStaysFinite fits all letters to the worst vectors there can be.
func TestStaysFinite(t *testing.T) {
	const huge, tiny = 7e29, 1e-45
	for name, c := range map[string]corpus{
		"zero":     {rows: [][]float32{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}},
		"the same": {rows: [][]float32{{1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}}},
		"huge": {rows: [][]float32{{huge, 0, 0, 0}, {huge, -huge, 0, 0}, {0, huge, huge, 0}, {0, 0, 0, -huge},
			{-huge, 0, 0, huge}}},
		"tiny": {rows: [][]float32{{tiny, 0, 0, 0}, {tiny, -tiny, 0, 0}, {0, tiny, 0, tiny}, {0, 0, tiny, 0},
			{0, 0, 0, tiny}}},
		"both": {rows: [][]float32{{tiny, 0, huge, 0}, {tiny, -tiny, 0, huge}, {huge, 1, 0, tiny},
			{0, huge, tiny, 1}, {1, 1, 1, 1}}},
		"on a line": {rows: [][]float32{{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}, {-4, -4, -4, -4}, {0, 0, 0, 0}}},
	} {
		c.words = []string{"a", "b", "c", "d", "e"}
		c.counts = map[string]int64{"a": 1e9, "b": 2, "c": 1, "d": 0, "x": 1}
		c.sentences = []string{"a", "a b", "c d e e e", ""}
		c.stopWords = []string{"a", "b"}
		for _, letters := range allLetters(t) {
			converter := c.fit(t, letters.String())
			rows, norms := converter.NewSentence().Convert([]int32{0, 1, 2, 3, 4, 0}, nil)
			for i, row := range rows {
				for _, x := range row {
					if x-x != 0 {
						t.Errorf("%s: %s: row %d is %v", name, letters, i, row)
						break
					}
				}
				if norms[i]-norms[i] != 0 {
					t.Errorf("%s: %s: norm %d is %v", name, letters, i, norms[i])
				}
			}
			if again := saveLoad(t, converter, c.resources(t)); again.Hash() != converter.Hash() {
				t.Errorf("%s: %s: hash %s after loading, want %s", name, letters, again.Hash(), converter.Hash())
			}
		}
	}
}
