package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
)

// A comparedTable is a table of scores whose differences are whole numbers of 1/1024, beside noise of the last digits in
// one of our columns, so that sums of them are exact and every p-value can be counted.
type comparedTable struct {
	column  string // x, or ours, in which noise ties
	systems [][]int
	noise   [][]float64
	docs    []int // nil for none
	samples int   // 0 for the default
}

// A comparedPair is what compare says of two systems.
type comparedPair struct {
	System, Against, Test string
	P                     float64 `json:"p_value"`
	Least                 float64 `json:"least_p"`
	Better, Equal, Worse  int
	Dz                    *float64 `json:"cohen_dz"`
}

// What a comparison says is what counting all exchanges says: p, which of them is least, what is better, equal and worse, and
// d_z of segments, whatever ties, whichever units are drawn, and however many systems there are.
func TestAttackStatistics(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "p-values that can be counted")
	path := filepath.Join(t.TempDir(), "scores.csv")
	for i := range a.most(60) {
		numbers := a.numbers(i)
		table := randomTable(numbers)
		if err := os.WriteFile(path, []byte(table.csv()), 0o666); err != nil {
			t.Fatal(err)
		}
		args := []string{"compare", "--table", path, "--measure", table.column, "--format", "json"}
		if table.samples > 0 {
			args = append(args, "--samples", strconv.Itoa(table.samples))
		}
		what := fmt.Sprintf("attack %d, %d systems, %d segments of %s", i, len(table.systems), len(table.systems[0]), table.column)
		o := a.run(what, args)
		var report struct {
			Samples  int
			Halves   bool
			Measures []struct{ Pairs []comparedPair }
		}
		if err := json.Unmarshal([]byte(o.stdout), &report); o.status != exitDone || err != nil {
			t.Fatalf("seed %d, %s: exit status %d, %v: %s", a.seed, what, o.status, err, o.stderr)
		}
		draws := float64(report.Samples)
		if report.Halves {
			draws = (draws+1)*(draws+1) - 1
		}
		for _, pair := range report.Measures[0].Pairs {
			if wrong := table.check(pair, float64(report.Samples), draws); wrong != "" {
				t.Errorf("seed %d, %s: %s against %s: %s", a.seed, what, pair.System, pair.Against, wrong)
			}
		}
	}
}

// randomTable returns a table of few or many systems, of which most segments tie in some.
func randomTable(numbers *rand.Rand) *comparedTable {
	c := &comparedTable{column: []string{"x", "wrd"}[numbers.IntN(2)], samples: []int{0, 0, 100, 1000, 5000}[numbers.IntN(5)]}
	systems, segments := 2+numbers.IntN(2), 2+numbers.IntN(30)
	if numbers.IntN(6) == 0 { // so many that halves of draws are combined
		systems, segments, c.samples = 34, 14+numbers.IntN(16), 0
	}
	if numbers.IntN(2) == 0 {
		c.docs = make([]int, segments)
		for k, size := 0, 1+numbers.IntN(3); k < segments; k++ {
			c.docs[k] = k / size
		}
	}
	tied, lift := numbers.Float64(), numbers.IntN(20)
	base := make([]int, segments)
	for k := range base {
		base[k] = 400 + numbers.IntN(100)
	}
	for i := range systems {
		scores, noise := make([]int, segments), make([]float64, segments)
		for k := range scores {
			scores[k] = base[k]
			if numbers.Float64() >= tied {
				scores[k] += numbers.IntN(41) - 20 + i%3*lift
			}
			if c.column == "wrd" {
				noise[k] = float64(numbers.IntN(9)-4) * 1e-13
			}
		}
		c.systems, c.noise = append(c.systems, scores), append(c.noise, noise)
	}
	return c
}

func (c *comparedTable) csv() string {
	var table strings.Builder
	table.WriteString("system,id,doc," + c.column + "\n")
	for i, scores := range c.systems {
		for k, score := range scores {
			doc := ""
			if c.docs != nil {
				doc = fmt.Sprint("d", c.docs[k])
			}
			fmt.Fprintf(&table, "s%d,n%d,%s,%v\n", i, k, doc, float64(score)/1024+c.noise[i][k])
		}
	}
	return table.String()
}

// check says what is wrong with a pair, "" for nothing.
func (c *comparedTable) check(pair comparedPair, whole, draws float64) string {
	number := func(system string) int { n, _ := strconv.Atoi(system[1:]); return n }
	a, b := c.systems[number(pair.System)], c.systems[number(pair.Against)]
	sums := map[int]int{}
	var better, equal, worse int
	var mean, squares float64
	for k := range a {
		d := a[k] - b[k]
		if c.column == "wrd" { // a distance
			d = -d
		}
		switch {
		case d > 0:
			better++
		case d < 0:
			worse++
		default:
			equal++
		}
		unit := k
		if c.docs != nil {
			unit = c.docs[k]
		}
		sums[unit] += d
		mean += float64(d) / float64(len(a))
	}
	for k := range a {
		d := float64(a[k] - b[k])
		if c.column == "wrd" {
			d = -d
		}
		squares += (d - mean) * (d - mean)
	}
	if pair.Better != better || pair.Equal != equal || pair.Worse != worse {
		return fmt.Sprintf("%d/%d/%d better, equal and worse, expected %d/%d/%d", pair.Better, pair.Equal, pair.Worse, better, equal, worse)
	}
	if squares == 0 && pair.Dz != nil {
		return fmt.Sprintf("d_z %v of differences that do not vary", *pair.Dz)
	}
	if squares > 0 {
		want := mean / math.Sqrt(squares/float64(len(a)-1))
		if pair.Dz == nil || math.Abs(*pair.Dz-want) > 1e-6*(1+math.Abs(want)) {
			return fmt.Sprintf("d_z %v, expected %v", pair.Dz, want)
		}
	}
	exact, differing := countedP(sums)
	least := math.Min(1, math.Ldexp(2, -differing))
	if len(sums) > 1 && math.Abs(pair.Least-least) > 1e-12 {
		return fmt.Sprintf("least p %v of %d units that differ, expected %v", pair.Least, differing, least)
	}
	if pair.P < least*(1-1e-9) {
		return fmt.Sprintf("p = %v, below %v, the least that %d units that differ can give", pair.P, least, differing)
	}
	if math.Ldexp(0.5, differing) <= draws {
		if math.Abs(pair.P-exact) > 1e-9*exact || pair.Test != "exact" {
			return fmt.Sprintf("p = %v by the test %s, expected %v of all exchanges of %d units", pair.P, pair.Test, exact, differing)
		}
		return ""
	}
	off := 7*math.Sqrt(exact*(1-exact)/whole) + 3/draws
	if exact < 40/whole && draws > whole { // by halves of draws, which share what they are made of
		off = 4*exact + 3/draws
	}
	if math.Abs(pair.P-exact) > off {
		return fmt.Sprintf("p = %v of %v draws, expected about %v", pair.P, draws, exact)
	}
	return ""
}

// countedP returns the share of all exchanges of units whose sum is at least as far from zero as that of sums, and how many
// units differ: for each sum that some exchanges have, it counts how many.
func countedP(sums map[int]int) (p float64, differing int) {
	shares, observed := map[int]float64{0: 1}, 0
	for _, d := range sums {
		observed += d
		if d == 0 {
			continue
		}
		differing++
		next := make(map[int]float64, 2*len(shares))
		for sum, share := range shares {
			next[sum+d] += share / 2
			next[sum-d] += share / 2
		}
		shares = next
	}
	for sum, share := range shares {
		if max(sum, -sum) >= max(observed, -observed) {
			p += share
		}
	}
	return p, differing
}
