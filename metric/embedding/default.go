package embedding

import (
	_ "embed"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding/internal/quantized"
)

// DefaultName is the name of the built-in vectors and of their word frequencies.
const DefaultName = "default-en"

// defaultTable is the built-in vectors and counts. It has a licence of its own, in the same folder.
//
//go:generate go run ./internal/defaultgen -vectors ../../../shared/vectors/default-en.vec.gz -counts ../../../shared/vectors/default-en.counts.tsv.gz -o default-en/vectors.q8
//go:embed default-en/vectors.q8
var defaultTable string

// Default returns the built-in English vectors: 58,778 lower-case words, 150 dimensions. The first call
// opens them, later calls return the same Store.
//
// Their licence is CC BY-SA 4.0, not the program's; it is next to the data in the folder default-en.
func Default() (*Store, error) { return openedDefault() }

// DefaultFrequencies returns the counts of the words in the corpus that the built-in vectors were
// learned from: all words that occur at least 5 times, most of the rarer ones without a vector. The
// first call reads them, later calls return the same value.
//
// Some forms with and without a full stop or apostrophe ("u.s" for "u.s.", "s" for "'s") are listed
// twice with one common count, which the total holds once.
func DefaultFrequencies() (*Frequencies, error) { return openedDefaultFrequencies() }

var (
	openedDefault            = sync.OnceValues(func() (*Store, error) { return openQuantized(DefaultName, defaultTable) })
	openedDefaultFrequencies = sync.OnceValues(func() (*Frequencies, error) {
		return openQuantizedFrequencies(DefaultName, defaultTable)
	})
)

// openQuantized makes a Store of a quantized table. The words stay where they are in data; the rows
// become float32 when they are first asked for.
func openQuantized(name, data string) (*Store, error) {
	t, err := quantized.Open(data)
	if err != nil {
		return nil, fmt.Errorf("vectors %s: %w", name, err)
	}
	offsets, err := t.Offsets(t.Rows)
	if err != nil {
		return nil, fmt.Errorf("vectors %s: %w", name, err)
	}
	norms, err := t.Norms()
	if err != nil {
		return nil, fmt.Errorf("vectors %s: %w", name, err)
	}
	s := &Store{
		name:   name,
		words:  indexVocabulary(t.Text[:offsets[t.Rows]], offsets),
		rows:   newMatrix(t.Rows, t.Dim),
		norms:  norms,
		median: func() float64 { return t.MedianNorm },
		digest: func() string { return hex.EncodeToString(t.VectorDigest[:]) },
	}
	s.lazy = newLazyRows(t, s.rows)
	return s, nil
}

// openQuantizedFrequencies reads the counts of a quantized table.
func openQuantizedFrequencies(name, data string) (*Frequencies, error) {
	t, err := quantized.Open(data)
	if err != nil {
		return nil, fmt.Errorf("frequencies %s: %w", name, err)
	}
	offsets, err := t.Offsets(t.Words)
	if err != nil {
		return nil, fmt.Errorf("frequencies %s: %w", name, err)
	}
	counts, err := t.Counts()
	if err != nil {
		return nil, fmt.Errorf("frequencies %s: %w", name, err)
	}
	return &Frequencies{
		name:   name,
		words:  indexVocabulary(t.Text, offsets),
		counts: counts,
		total:  t.TotalTokens,
		digest: func() string { return hex.EncodeToString(t.FrequenciesDigest[:]) },
	}, nil
}
