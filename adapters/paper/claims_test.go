package paper_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/paper"
)

func lookUp(numbers map[paper.Key]float64) func(paper.Key) (float64, bool) {
	return func(k paper.Key) (float64, bool) {
		value, ok := numbers[k]
		return value, ok
	}
}

func TestJudge(t *testing.T) {
	a, b, c, d := paper.Key{"X", "wrd", "none"}, paper.Key{"X", "wmd", "none"}, paper.Key{"Y", "wrd", "none"},
		paper.Key{"Y", "wmd", "none"}
	one := func(above, below paper.Key) paper.Comparison {
		return paper.Comparison{Above: paper.Side{Keys: []paper.Key{above}},
			Below: paper.Side{Keys: []paper.Key{below}}}
	}
	both := []paper.Comparison{one(a, b), one(c, d)}
	mean := []paper.Comparison{{Above: paper.Side{Keys: []paper.Key{a, c}}, Below: paper.Side{Keys: []paper.Key{b, d}}}}
	best := []paper.Comparison{{Above: paper.Side{Keys: []paper.Key{a, c}, Best: true},
		Below: paper.Side{Keys: []paper.Key{b}}}}
	for _, test := range []struct {
		name        string
		comparisons []paper.Comparison
		numbers     map[paper.Key]float64
		want        string // "holds", "does not hold" or "not tested"
		held, total int
	}{
		{"all comparisons hold", both, map[paper.Key]float64{a: 2, b: 1, c: 2, d: 1}, "holds", 2, 2},
		{"one does not", both, map[paper.Key]float64{a: 2, b: 1, c: 1, d: 2}, "does not hold", 1, 2},
		{"equal is not above", both[:1], map[paper.Key]float64{a: 1, b: 1}, "does not hold", 0, 1},
		{"what has no number is left out", both, map[paper.Key]float64{a: 2, b: 1, d: 5}, "holds", 1, 1},
		{"no numbers", both, map[paper.Key]float64{a: 2}, "not tested", 0, 0},
		{"negative numbers", both[:1], map[paper.Key]float64{a: -1, b: -2}, "holds", 1, 1},
		{"mean", mean, map[paper.Key]float64{a: 1, b: 2, c: 9, d: 1}, "holds", 1, 1},
		{"a mean is over places with both numbers", mean, map[paper.Key]float64{a: 1, b: 2, c: 9}, "does not hold",
			0, 1},
		{"best", best, map[paper.Key]float64{a: 1, b: 2, c: 3}, "holds", 1, 1},
		{"best of those with a number", best, map[paper.Key]float64{a: 1, b: 2}, "does not hold", 0, 1},
		{"best without numbers", best, map[paper.Key]float64{b: 2}, "not tested", 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			claims := []paper.Claim{{Name: "c", Comparisons: test.comparisons}}
			v := paper.Judge(claims, lookUp(test.numbers), lookUp(map[paper.Key]float64{a: 2, b: 1, c: 2}))[0]
			got := "not tested"
			if v.Holds != nil && *v.Holds {
				got = "holds"
			} else if v.Holds != nil {
				got = "does not hold"
			}
			if tally := v.Held(); got != test.want || tally.Held != test.held || tally.Total != test.total ||
				v.Untested != len(test.comparisons)-test.total {
				t.Errorf("%s, %+v, %d untested; want %s, %d of %d", got, tally, v.Untested, test.want, test.held,
					test.total)
			}
			if (v.Reason == "") == (got == "not tested") {
				t.Errorf("%s with the reason %q", got, v.Reason)
			}
			if v.Paper != (paper.Tally{Held: 1, Total: 1}) {
				t.Errorf("paper: %+v", v.Paper)
			}
		})
	}
}

// The claims are the paper's, so its own numbers bear them out, but for what its text calls nearly all cases, and for
// the supervised vectors of its appendix, of which its text does not speak.
func TestClaimsHoldInThePaper(t *testing.T) {
	exceptions := map[string]paper.Tally{
		"glove wrd-above-wmd":           {Held: 6, Total: 7},  // Twitter: 43.86 and 45.04
		"psl wrd-above-wmd":             {Held: 2, Total: 3},  // Twitter: 48.60 and 50.57
		"psl wrd-above-bertscore":       {Held: 0, Total: 1},  // 59.61 and 60.55
		"paranmt wrd-vc-best-alignment": {Held: 8, Total: 10}, // STS'15: DynaMax 80.1; Twitter: BERTScore 55.44
		"paranmt wrd-vc-above-add-vc":   {Held: 4, Total: 6},  // STS-B, with WR and with SUP
	}
	tested := map[string]bool{}
	for _, set := range paper.Vectors() {
		reported := paper.ReportedIn(paper.Of(set.Name))
		for _, v := range paper.Judge(paper.Claims(), reported, reported) {
			if v.Paper.Total > 0 {
				tested[v.Claim] = true
			}
			want, ok := exceptions[set.Name+" "+v.Claim]
			if !ok {
				want = paper.Tally{Held: v.Paper.Total, Total: v.Paper.Total}
			}
			if v.Paper != want {
				t.Errorf("%s, %s: %+v, want %+v: %+v", set.Name, v.Claim, v.Paper, want, v.Comparisons)
			}
		}
	}
	for _, claim := range paper.Claims() {
		if !tested[claim.Name] {
			t.Errorf("%s: the paper has no number that tells", claim.Name)
		}
	}
}

// Whatever a claim asks for is in a table, so that it is computed.
func TestClaimsAskForKeysOfTables(t *testing.T) {
	keys := map[paper.Key]bool{}
	for _, set := range paper.Vectors() {
		for _, key := range paper.Keys(paper.Of(set.Name)) {
			keys[key] = true
		}
	}
	names := map[string]bool{}
	for _, claim := range paper.Claims() {
		if names[claim.Name] {
			t.Errorf("%s twice", claim.Name)
		}
		names[claim.Name] = true
		for _, c := range claim.Comparisons {
			for _, key := range append(append([]paper.Key{}, c.Above.Keys...), c.Below.Keys...) {
				if !keys[key] {
					t.Errorf("%s: no table has %+v", claim.Name, key)
				}
			}
		}
	}
}
