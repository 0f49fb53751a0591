package texts

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// spelledAlike is the Dice coefficient from its definition, with strings as n-grams.
func spelledAlike(x, y string) float64 {
	sets := [2]map[string]bool{{}, {}}
	for k, word := range []string{x, y} {
		characters := append(append([]rune{-1}, []rune(word)...), -2)
		for n := 2; n <= 4; n++ {
			for i := 0; i+n <= len(characters); i++ {
				var gram strings.Builder
				for _, c := range characters[i : i+n] {
					switch c {
					case -1:
						gram.WriteString("<start>")
					case -2:
						gram.WriteString("<end>")
					default:
						gram.WriteString("[" + string(c) + "]")
					}
				}
				sets[k][gram.String()] = true
			}
		}
	}
	shared := 0
	for gram := range sets[0] {
		if sets[1][gram] {
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(sets[0])+len(sets[1]))
}

func TestSpelledAlike(t *testing.T) {
	for _, c := range []struct {
		x, y string
		want float64 // counted by hand
	}{
		{"cat", "cats", 12. / 21},
		{"east", "west", 6. / 24}, // st, t$, st$
		{"a", "a", 1},
		{"", "", 1},
		{"a", "", 0},          // of ^a, a$, ^a$ and ^$ none is the same
		{"aaaa", "aaaaa", 1},  // sets: how often an n-gram occurs does not count
		{"né", "ne", 2. / 12}, // ^n of six
		{"𝔸b", "𝔸c", 2. / 12}, // ^𝔸 of six
	} {
		if got := spelledAlike(c.x, c.y); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s and %s: %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// The hash table finds what the definition says, for words of any characters, and lowers costs to no less.
func TestSpellingIsTheDefinition(t *testing.T) {
	words := rapid.SliceOfN(rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 8, -1),
		rapid.StringOfN(rapid.RuneFrom([]rune{'a', 0, 1, '本', '𝔸', utf8.RuneError, utf8.MaxRune}), 0, 5, -1),
		rapid.SampledFrom([]string{"translation", "translations", "translate", "2008", "2009"}),
	), 1, 12)
	var a, b Text // are used again
	var scratch []int32
	rapid.Check(t, func(t *rapid.T) {
		a.Words, b.Words = words.Draw(t, "a"), words.Draw(t, "b")
		a.letters.done, b.letters.done = false, false
		a.Known, b.Known = rapid.IntRange(0, len(a.Words)).Draw(t, "known of a"),
			rapid.IntRange(0, len(b.Words)).Draw(t, "known of b")
		unknownOnly := rapid.Bool().Draw(t, "unknown only")
		var from, to []int32
		for i := range a.Words {
			if i == 0 || rapid.Bool().Draw(t, "counts") {
				from = append(from, int32(i))
			}
		}
		for j := range b.Words {
			to = append(to, int32(j))
		}
		before := rapid.SliceOfN(rapid.Float64Range(0, 2), len(from)*len(to), len(from)*len(to)).Draw(t, "costs")
		cost := append([]float64(nil), before...)
		scratch = AtMostSpelling(cost, &a, &b, from, to, unknownOnly, scratch)
		mixed, weight := append([]float64(nil), before...), rapid.Float64Range(0, 1).Draw(t, "weight")
		scratch = MixSpelling(mixed, weight, &a, &b, from, to, scratch)
		for r, i := range from {
			for c, j := range to {
				k := r*len(to) + c
				if want := (1-weight)*before[k] + weight*(1-spelledAlike(a.Words[i], b.Words[j])); math.Abs(
					mixed[k]-want) > 1e-15 {
					t.Fatalf("%q onto %q, %v of it spelling, costs %v, want %v", a.Words[i], b.Words[j], weight, mixed[k], want)
				}
				if unknownOnly && int(i) < a.Known && int(j) < b.Known {
					if cost[k] != before[k] {
						t.Fatalf("%q onto %q costs %v, though both have a vector, want %v", a.Words[i], b.Words[j],
							cost[k], before[k])
					}
					continue
				}
				if want := min(before[k], 1-spelledAlike(a.Words[i], b.Words[j])); math.Abs(cost[k]-want) > 1e-15 {
					t.Fatalf("%q onto %q costs %v, want %v", a.Words[i], b.Words[j], cost[k], want)
				}
				if a.Words[i] == b.Words[j] && cost[k] != 0 {
					t.Fatalf("%q onto itself costs %v", a.Words[i], cost[k])
				}
			}
		}
	})
}
