package metric_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
)

// Whatever line a file has as its signature, it can be read, and its parts are those of the line.
func FuzzParseSignature(f *testing.F) {
	for _, line := range []string{
		"wrd|vectors:distilled-en@1a2b3c4d|convert:none|tok:usif|version:0.1.0", "BLEU|nrefs:1|case:mixed", "", "|",
		"a:b", "x|y|z:", "::|\n",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s := metric.ParseSignature(line)
		if n := strings.Count(line, "|"); len(s.Parts) != n && len(s.Parts) != n+1 {
			t.Errorf("%q: found %d parts", line, len(s.Parts))
		}
		for _, part := range s.Parts {
			if strings.ContainsAny(part.Key, "|:") || strings.Contains(part.Value, "|") {
				t.Errorf("%q: found the part %q", line, part)
			}
		}
		if slices.Contains(s.Parts, metric.SignaturePart{}) {
			return // a line with nothing between two bars
		}
		once := s.String()
		if again := metric.ParseSignature(once).String(); again != once {
			t.Errorf("%q: found %q, then %q", line, once, again)
		}
	})
}
