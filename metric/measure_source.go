package metric

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/metric/encoder"
)

// OfSource says whether a measure compares the candidate with its source, and not with references. Do not compare such
// scores with scores against references.
func (m Measure) OfSource() bool {
	d := definitionOf(m)
	return d != nil && d.ofSource
}

// IsOfSource says whether a column of that name belongs to a measure that compares with the source.
func IsOfSource(column string) bool {
	return column == WRDSource.String() || column == WRDSourceSimilarity.String()
}

// A OneLanguageError says that source and candidate cannot be compared, because the vectors are of one language.
type OneLanguageError struct {
	Measure Measure
	Found   string // the vectors
}

func (e *OneLanguageError) Error() string {
	return fmt.Sprintf("%s: found %s, expected an encoder that knows the languages of both source and candidate, such as %s",
		e.Measure, e.Found, encoder.ContextMultiName)
}

// checkSource fails if a measure of the source is asked for without an encoder that may know two languages.
func (o *Options) checkSource() error {
	i := slices.IndexFunc(o.Measures, Measure.OfSource)
	if i < 0 {
		return nil
	}
	found := ""
	switch {
	case o.TokenVectors != nil:
		found = "token vectors, which sources have none of"
	case o.counts():
		found = "n-grams, which compare spelling"
	case o.Encoder == nil:
		found = "vectors of words"
	default:
		if known, ok := encoder.FindBuiltIn(o.Encoder.Name()); !ok || len(known.Languages) > 1 {
			return nil
		}
		found = o.Encoder.Name() + ", which knows English"
	}
	return &OneLanguageError{o.Measures[i], found}
}

// ofSource is the status of a candidate and its source, where s is what it would be if the source were a reference.
func (s Status) ofSource() Status {
	switch s {
	case EmptyReference:
		return EmptySource
	case NoKnownReference:
		return NoKnownSource
	case NoWordsReference:
		return NoWordsSource
	}
	return s
}

// RefuseSource fails if a measure reads the source. It is for callers without sources; what names them in the error,
// such as "a matrix".
func (s *Scorer) RefuseSource(what string) error {
	if i := slices.IndexFunc(s.options.Measures, Measure.OfSource); i >= 0 {
		return fmt.Errorf("%s: found %s, which has no sources; %s compares any two texts", s.options.Measures[i], what,
			MeasureWRD)
	}
	return nil
}
