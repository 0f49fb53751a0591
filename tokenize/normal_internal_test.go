package tokenize

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Characters that are called common stay as they are, alone and before and after any other common one.
func TestCommonCharacters(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !common(r) {
			continue
		}
		p := norm.NFC.PropertiesString(string(r))
		if variantOf(r) != 0 || !p.BoundaryBefore() || p.CCC() != 0 || !norm.NFC.IsNormalString(string(r)) {
			t.Errorf("%U changes, or what is before it", r)
		}
	}
}
