package scores

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/metric"
)

// Signatures returns the files that make up a column and the signature that each carries, "" where it has none.
func (t *Table) Signatures(column string) (sources, signatures []string) {
	for _, p := range t.parts {
		if slices.Contains(p.columns, column) {
			sources = append(sources, p.source)
			signatures = append(signatures, p.signature)
		}
	}
	return sources, signatures
}

// A SignaturesError says that the files of a column were scored in different ways.
type SignaturesError struct {
	Column     string
	Difference string // which files, and in what they differ
}

func (e *SignaturesError) Error() string {
	return fmt.Sprintf("column %s: found scores with different signatures, which cannot be compared: %s", e.Column,
		e.Difference)
}

// CheckSignatures fails with a *SignaturesError if the files of a column were scored in different ways. If some have no
// signature it returns notices.
func (t *Table) CheckSignatures(column string) (notices []string, err error) {
	sources, signatures := t.Signatures(column)
	for i, signature := range signatures {
		if (signature == "") != (signatures[0] == "") {
			with, without := sources[0], sources[i]
			if signatures[0] == "" {
				with, without = without, with
			}
			notices = append(notices, fmt.Sprintf("column %s: %s carries no signature: whether its scores can be compared "+
				"with those of %s is not known", column, without, with))
			continue
		}
		first, other := metric.ParseSignature(signatures[0]), metric.ParseSignature(signature)
		if difference := first.Difference(column, sources[0], other, sources[i]); difference != "" {
			return notices, &SignaturesError{column, difference}
		}
	}
	return notices, nil
}
