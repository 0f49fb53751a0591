package scores

import "slices"

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
