package metric

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/tokenize"
)

// Version is the version of the module; scores of different versions may differ.
const Version = "0.1.0"

// A Signature names everything a score depends on, so that two equal signatures mean comparable scores:
//
//	wrd|vectors:distilled-en@1a2b3c4d|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0
//
// Its methods do not change it, so signatures may share parts.
type Signature struct {
	// Name says whose signature it is: "wrd" of our scores, "BLEU" of another metric's; "" if the line has no name.
	Name string
	// Parts stand in the order of the line. In ours the version is the last.
	Parts []SignaturePart
}

// A SignaturePart is one key and its value, of which neither holds a '|' and the key no ':'.
type SignaturePart struct{ Key, Value string }

// NewSignature returns a signature of this version without other parts; With adds them.
func NewSignature(name string) Signature {
	return Signature{name, []SignaturePart{{versionKey, Version}}}
}

// ExternalSignature returns the signature of scores that another program made, of which only their name and their
// digest, hexadecimal with at least 8 digits, are known.
func ExternalSignature(name, digest string) Signature {
	return NewSignature(scoreName).With(scoresKey, identity(name, digest))
}

// ParseSignature reads a line that String wrote, or the signature of another program such as
//
//	BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0
//
// Any line is a signature: a first field without ':' is the name, another one a key without a value.
func ParseSignature(line string) Signature {
	var s Signature
	for i, field := range strings.Split(line, "|") {
		key, value, ok := strings.Cut(field, ":")
		if i == 0 && !ok {
			s.Name = field
			continue
		}
		s.Parts = append(s.Parts, SignaturePart{key, value})
	}
	return s
}

const (
	scoreName  = "wrd" // of signatures of scores
	versionKey = "version"
	scoresKey  = "scores" // of external scores
	vectorsKey = "vectors"
	encoderKey = "encoder"
	convertKey = "convert"
	caseKey    = "case"
	normKey    = "norm"
	refsKey    = "refs"
	srcKey     = "src"

	orderWeightKey  = "order-weight"
	untranslatedKey = "untranslated"
)

// identity is what signatures call a thing that its name does not identify.
func identity(name, digest string) string { return fmt.Sprintf("%s@%.8s", name, digest) }

// converterIdentity is the identity of a converter, which may be nil.
func converterIdentity(c *convert.Converter) string {
	if c == nil {
		return convert.None
	}
	return identity(c.Letters().String(), c.Hash())
}

// caseName is what signatures call the case of tokens.
func caseName(c tokenize.Case) string {
	if c == tokenize.KeepCase {
		return "kept"
	}
	return string(cmp.Or(c, tokenize.LowerCase))
}

// WordSignature returns the signature of similarities of single words, which depend on Vectors, Converter and Case
// alone.
func (o Options) WordSignature() Signature {
	return NewSignature(scoreName).
		With(vectorsKey, identity(o.Vectors.Name(), o.Vectors.Digest())).
		With(convertKey, converterIdentity(o.Converter)).
		With(caseKey, caseName(o.Case))
}

// Signature returns the signature of scores against the given number of references. It does not list the measures, of
// which none depends on another, but what they need beyond words and vectors: the list of stop words, frequencies,
// inverse document frequencies.
func (s *Scorer) Signature(references int) Signature {
	return s.SignatureOfRange(references, references)
}

// SignatureOfRange is Signature for segments that have from fewest to most references. Both are 0 if that is unknown;
// the signature has refs:* then. Measures of the source add src:1, and refs is absent if there are no others.
func (s *Scorer) SignatureOfRange(fewest, most int) Signature {
	refs := fmt.Sprint(most)
	switch {
	case most == 0:
		refs = "*"
	case fewest != most:
		refs = fmt.Sprintf("%d-%d", fewest, most)
	}
	if most != 1 && s.options.MultiReference == MeanReference {
		refs += "." + string(MeanReference)
	}
	signature := NewSignature(scoreName)
	switch given := s.options.TokenVectors; {
	case given != nil:
		signature = signature.With("token-vectors", identity(given.Name, given.Digest)).With(convertKey, convert.None)
	case s.options.Encoder != nil:
		signature = s.options.signEncoder(signature)
	case s.options.counts():
		signature = signature.With(vectorsKey, s.options.Ngrams.String()).With(convertKey, convert.None).
			With("tok", s.options.Tokenizer).
			With(caseKey, caseName(s.options.Case)).
			With(normKey, string(s.options.Normalize))
	default:
		signature = signature.
			With(vectorsKey, identity(s.options.Vectors.Name(), s.options.Vectors.Digest())).
			With(convertKey, converterIdentity(s.options.Converter)).
			With("tok", s.options.Tokenizer).
			With(caseKey, caseName(s.options.Case)).
			With(normKey, string(s.options.Normalize)).
			With("oov", string(s.options.OOV))
	}
	if s.readsReferences {
		signature = signature.With(refsKey, refs)
	}
	if s.readsSources {
		signature = signature.With(srcKey, "1")
	}
	return s.extend(signature.With("empty", string(s.options.Empty)))
}

// extend adds what the measures need beyond words and vectors.
func (s *Scorer) extend(signature Signature) Signature {
	if slices.ContainsFunc(s.options.Measures, Measure.withoutStopwords) {
		signature = signature.With("stopwords", stopwordList)
	}
	if f := s.options.Frequencies; s.space.SIF != nil {
		signature = signature.With("frequencies", identity(f.Name(), f.Digest()))
	}
	if idf := s.options.IDF; idf != nil && slices.Contains(s.options.Measures, MeasureBERTScore) {
		signature = signature.With("idf", fmt.Sprintf("%.8s", idf.Digest()))
	}
	if s.readsSources {
		signature = signature.With(untranslatedKey, "1") // what such a word costs
	}
	return s.extension.sign(signature)
}

// stopwordList is what signatures call the words that tokenize.IsStopWord knows.
const stopwordList = "smart"

// With returns the signature with one more part, before the version if that is the last. A '|' in the value is written
// as \x7c, line ends and other characters that cannot be seen as escapes too, so that no name of a file can pass for
// other parts.
func (s Signature) With(key, value string) Signature {
	value = strings.ReplaceAll(visible.Text(value), "|", `\x7c`)
	at := len(s.Parts)
	if at > 0 && s.Parts[at-1].Key == versionKey {
		at--
	}
	s.Parts = slices.Insert(slices.Clip(s.Parts), at, SignaturePart{key, value})
	return s
}

// String returns the signature in one line.
func (s Signature) String() string {
	var line strings.Builder
	line.WriteString(s.Name)
	for i, part := range s.Parts {
		if i > 0 || s.Name != "" {
			line.WriteByte('|')
		}
		line.WriteString(part.Key)
		if part.Value != "" {
			line.WriteString(":" + part.Value)
		}
	}
	return line.String()
}
