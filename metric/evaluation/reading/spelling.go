package reading

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/tokenize"
)

// spellingNotice says, in a sentence, how many candidates write characters otherwise than their references that a reader
// cannot tell apart; "" if none do. Whether that changes scores, the signature says.
func spellingNotice(systems []SystemReading) string {
	var sum tokenize.Spelling
	as := ""
	for i := range systems {
		s := &systems[i].Spelling
		sum.Blanks, sum.Unseen, sum.Apostrophes = sum.Blanks+s.Blanks, sum.Unseen+s.Unseen, sum.Apostrophes+s.Apostrophes
		sum.Hyphens, sum.Shapes, sum.Accents = sum.Hyphens+s.Hyphens, sum.Shapes+s.Shapes, sum.Accents+s.Accents
		for _, part := range metric.ParseSignature(systems[i].Signature).Parts {
			if part.Key == "norm" && part.Value == string(tokenize.NormalizeNone) {
				as = ", which counts as a difference"
			} else if part.Key == "norm" {
				as = ", which are read as one"
			}
		}
	}
	var kinds []string
	for _, kind := range [...]struct {
		n    int64
		what string
	}{
		{sum.Apostrophes, "apostrophes (’ and ')"}, {sum.Hyphens, "hyphens (U+2010 or U+2011 and -)"},
		{sum.Blanks, "line breaks, tabs or other spaces"}, {sum.Unseen, "characters that cannot be seen"},
		{sum.Shapes, "letters of another width or shape"}, {sum.Accents, "accents (é in two characters and in one)"},
	} {
		if kind.n > 0 {
			kinds = append(kinds, fmt.Sprintf("%s in %s", kind.what, wording.Counted(kind.n, "text")))
		}
	}
	if kinds == nil {
		return ""
	}
	return fmt.Sprintf("candidates and references differ in %s%s", wording.AllListed(kinds), as)
}
