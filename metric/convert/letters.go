package convert

import (
	"fmt"
	"strings"
)

// Letters say which steps a converter has, at most one letter for each of f₁, α₂ and f₃. The zero value
// has none and converts nothing. Letters can be compared with ==.
type Letters struct {
	f1, alpha2, f3 byte // a letter, or 0 for no such step
}

// None is how Letters without a step are written.
const None = "none"

// possible ends every complaint about letters.
const possible = "possible are none, or at most one of A, M, S and Z, one of W and U, one of R, P and C, " +
	"such as AWR or SUP"

// ParseLetters reads a combination such as "AWR", in any order. "" and "none" are no conversion. Unknown
// and repeated letters and two letters for one step are errors, which say what is possible.
func ParseLetters(s string) (Letters, error) {
	if s == None {
		return Letters{}, nil
	}
	var l Letters
	for _, r := range s {
		var step *byte
		switch r {
		case 'A', 'M', 'S', 'Z':
			step = &l.f1
		case 'W', 'U':
			step = &l.alpha2
		case 'R', 'P', 'C':
			step = &l.f3
		default:
			return Letters{}, fmt.Errorf("converter %q: no letter %q; %s", s, r, possible)
		}
		switch *step {
		case 0:
			*step = byte(r)
		case byte(r):
			return Letters{}, fmt.Errorf("converter %q: %c occurs twice; %s", s, r, possible)
		default:
			return Letters{}, fmt.Errorf("converter %q: %c and %c exclude each other; %s", s, *step, r, possible)
		}
	}
	return l, nil
}

// String returns the letters in the order f₁, α₂, f₃, which is the order in which they act, and "none" if
// there are none.
func (l Letters) String() string {
	var b strings.Builder
	for _, letter := range []byte{l.f1, l.alpha2, l.f3} {
		if letter != 0 {
			b.WriteByte(letter)
		}
	}
	if b.Len() == 0 {
		return None
	}
	return b.String()
}

// SentenceWise reports whether a word's converted vector depends on its sentence: S.
func (l Letters) SentenceWise() bool { return l.f1 == 'S' }

// centres reports whether f₁ is an affine map: A, M and Z.
func (l Letters) centres() bool { return l.f1 != 0 && l.f1 != 'S' }

// NeedsFrequencies reports whether a fit for vectors of words reads word frequencies: A, M, Z, W and U.
func (l Letters) NeedsFrequencies() bool { return l.centres() || l.alpha2 != 0 }

// NeedsStopWords reports whether a fit reads the stop words: C.
func (l Letters) NeedsStopWords() bool { return l.f3 == 'C' }

// NeedsSentences reports whether a fit for vectors of words reads sentences: R, P and C.
func (l Letters) NeedsSentences() bool { return l.f3 != 0 }

// NeedsHiddenStates reports whether a fit for a layer of an encoder reads sentences, as their states: all letters but S.
func (l Letters) NeedsHiddenStates() bool { return l.centres() || l.alpha2 != 0 || l.f3 != 0 }

// addsProducts reports whether a fit adds up dim×dim products: A, Z, R, P and C.
func (l Letters) addsProducts() bool { return l.f1 == 'A' || l.f1 == 'Z' || l.f3 != 0 }

// MarshalText writes the letters as String does.
func (l Letters) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads letters as ParseLetters does.
func (l *Letters) UnmarshalText(text []byte) error {
	parsed, err := ParseLetters(string(text))
	if err != nil {
		return err
	}
	*l = parsed
	return nil
}
