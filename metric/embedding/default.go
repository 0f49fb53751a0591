package embedding

import (
	_ "embed"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding/internal/quantized"
)

// DefaultName is the name of the built-in vectors and of their word frequencies.
const DefaultName = "distilled-en"

// DefaultOrigin says what the built-in vectors were made from. Show it wherever results with them stand next to results
// of unsupervised vectors, such as those of the paper.
const DefaultOrigin = "distilled from a supervised encoder"

// FormerName was the name of the built-in vectors before these. It is not used again: other vectors under the same name
// would change scores silently.
const FormerName = "default-en"

// defaultTable is the built-in vectors and counts. It has a licence of its own, in the same folder.
//
//go:generate go run ./internal/defaultgen -vectors ../../../shared/vectors/distilled-en.vec.gz -counts ../../../shared/vectors/distilled-en.counts.tsv.gz -o distilled-en/vectors.q8
//go:embed distilled-en/vectors.q8
var defaultTable string

// defaultSlots is the index of its words, which would take longer to make than all else at the start: see knownVocabulary.
//
//go:generate go test -run TestDefaultSlots -update .
//go:embed distilled-en/words.slots
var defaultSlots string

// Default returns the built-in English vectors: 80,000 lower-case words, 128 dimensions, distilled from a supervised
// sentence encoder. The first call opens them, later calls return the same Store.
//
// Their licence is CC BY-SA 4.0, not the program's; it is next to the data in the folder distilled-en.
func Default() (*Store, error) { return openedDefault() }

// DefaultFrequencies returns how often each of the words of the built-in vectors occurs among a thousand million words
// of English. The first call reads them, later calls return the same value.
//
// Some forms with and without a full stop or apostrophe ("u.s" for "u.s.", "s" for "'s") have one common count, so the
// counts do not add up to the total.
func DefaultFrequencies() (*Frequencies, error) { return openedDefaultFrequencies() }

var (
	openedDefault = sync.OnceValues(func() (*Store, error) {
		return openQuantized(DefaultName, defaultTable, defaultSlots)
	})
	openedDefaultFrequencies = sync.OnceValues(func() (*Frequencies, error) {
		return openQuantizedFrequencies(DefaultName, defaultTable)
	})
)

// openQuantized makes a Store of a quantized table and the index of its words, see knownVocabulary. The words stay where
// they are in data; the rows become float32, and have norms, when they are first asked for.
func openQuantized(name, data, slots string) (*Store, error) {
	var offsets []uint32
	t, err := quantized.Open(data)
	if err == nil {
		offsets, err = t.Offsets(t.Rows)
	}
	if err != nil {
		return nil, fmt.Errorf("vectors %s: %w", name, err)
	}
	s := &Store{
		name:   name,
		words:  knownVocabulary(t.Text[:offsets[t.Rows]], offsets, slots),
		rows:   newMatrix(t.Rows, t.Dim),
		norms:  make([]float64, t.Rows),
		median: func() float64 { return t.MedianNorm },
		digest: func() string { return hex.EncodeToString(t.VectorDigest[:]) },
	}
	s.lazy = newLazyRows(t, s.rows, s.norms)
	return s, nil
}

// openQuantizedFrequencies reads the counts of a quantized table.
func openQuantizedFrequencies(name, data string) (*Frequencies, error) {
	var offsets []uint32
	var counts []int64
	t, err := quantized.Open(data)
	if err == nil {
		offsets, err = t.Offsets(t.Words)
	}
	if err == nil {
		counts, err = t.Counts()
	}
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
