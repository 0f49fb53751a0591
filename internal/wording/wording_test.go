package wording_test

import (
	"testing"

	"github.com/wordrotator/wrd/internal/wording"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"a score", wording.Score(0.12345), "0.1235"},
		{"a score below 0", wording.Score(-0.5), "-0.5000"},
		{"no sign is left of rounding", wording.Score(-0.00004), "0.0000"},
		{"a p-value", wording.Probability(0.0001), "0.0001"},
		{"a p-value below the last digit", wording.Probability(0.00009), "<0.0001"},
		{"a p-value in a sentence", wording.PEquals(0.0125), "p = 0.0125"},
		{"one below the last digit", wording.PEquals(0.00009), "p < 0.0001"},
		{"no digits that say nothing", wording.Plain(0.0500), "0.05"},
		{"three digits", wording.Plain(0.28764), "0.288"},
		{"the empty token", wording.Token(""), `""`},
		{"a token", wording.Token("a"), "a"},
		{"a token of another script", wording.Token("猫é"), "猫é"},
		{"an Arabic token in a line", wording.InLine(wording.Token("قط")), "\u200eقط\u200e"},
		{"a Hebrew token among others", wording.InLine(wording.Token("ab-חתול")), "\u200eab-חתול\u200e"},
		{"no mark is set twice", wording.InLine(wording.InLine("قط")), "\u200eقط\u200e"},
		{"a mark of the input", wording.InLine(wording.Token("\u200eقط")), "\u200e\\u200eقط\u200e"},
		{"a token that cannot be seen", wording.Token("\x1b\u202e"), `\x1b\u202e`},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
}
