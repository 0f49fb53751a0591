package metric

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/convert"
)

// Version is the version of the module; scores of different versions may differ.
const Version = "0.1.0"

// A Signature names everything a score depends on, so that two equal signatures mean comparable scores:
//
//	wrd|vectors:default-en@1a2b3c4d|convert:none|tok:usif|case:lower|oov:own|refs:1|empty:worst|version:0.1.0
type Signature []SignaturePart

// A SignaturePart is one key and its value.
type SignaturePart struct{ Key, Value string }

// Signature returns the signature of scores against the given number of references. It does not list the measures, of
// which none depends on another, but what they need beyond words and vectors: the list of stop words, frequencies, inverse
// document frequencies.
func (s *Scorer) Signature(references int) Signature {
	caseOf := "lower"
	if s.options.KeepCase {
		caseOf = "kept"
	}
	refs := fmt.Sprint(references)
	if references > 1 && s.options.MultiReference == MeanReference {
		refs += "." + string(MeanReference)
	}
	converter := convert.None
	if c := s.options.Converter; c != nil {
		converter = fmt.Sprintf("%s@%.8s", c.Letters(), c.Hash())
	}
	if given := s.options.TokenVectors; given != nil {
		return s.extend(Signature{
			{"token-vectors", fmt.Sprintf("%s@%.8s", given.Name, given.Digest)},
			{"convert", convert.None},
			{"refs", refs},
			{"empty", string(s.options.Empty)},
			{"version", Version},
		})
	}
	return s.extend(Signature{
		{"vectors", fmt.Sprintf("%s@%.8s", s.options.Vectors.Name(), s.options.Vectors.Digest())},
		{"convert", converter},
		{"tok", s.options.Tokenizer},
		{"case", caseOf},
		{"oov", string(s.options.OOV)},
		{"refs", refs},
		{"empty", string(s.options.Empty)},
		{"version", Version},
	})
}

// extend adds what the measures need beyond words and vectors.
func (s *Scorer) extend(signature Signature) Signature {
	if slices.ContainsFunc(s.options.Measures, Measure.withoutStopwords) {
		signature = signature.With("stopwords", stopwordList)
	}
	if f := s.options.Frequencies; s.sif != nil {
		signature = signature.With("frequencies", fmt.Sprintf("%s@%.8s", f.Name(), f.Digest()))
	}
	if idf := s.options.IDF; idf != nil && slices.Contains(s.options.Measures, MeasureBERTScore) {
		signature = signature.With("idf", fmt.Sprintf("%.8s", idf.Digest()))
	}
	return s.extension.sign(signature)
}

// stopwordList is what signatures call the words that tokenize.IsStopWord knows.
const stopwordList = "smart"

// With returns the signature with one more part, before the version.
func (s Signature) With(key, value string) Signature {
	last := len(s) - 1
	longer := append(Signature{}, s[:last]...)
	return append(longer, SignaturePart{key, value}, s[last])
}

// String returns the signature in one line.
func (s Signature) String() string {
	var line strings.Builder
	line.WriteString("wrd")
	for _, part := range s {
		fmt.Fprintf(&line, "|%s:%s", part.Key, part.Value)
	}
	return line.String()
}
