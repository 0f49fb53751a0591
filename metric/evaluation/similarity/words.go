package similarity

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// A WordMeasure is a similarity of two words by their vectors a and b.
type WordMeasure string

const (
	WordL2  WordMeasure = "l2"  // minus the Euclidean distance ‖a − b‖
	WordDot WordMeasure = "dot" // the inner product ⟨a, b⟩
	WordCos WordMeasure = "cos" // the cosine of a and b
)

// WordMeasures lists all of them, in the order of rows.
func WordMeasures() []WordMeasure { return []WordMeasure{WordL2, WordDot, WordCos} }

// A WordCase says in which case words are looked up.
type WordCase string

const (
	LowerCase  = WordCase(tokenize.LowerCase)
	TurkicCase = WordCase(tokenize.TurkicCase) // lower-cased as Turkish is
	KeepCase   = WordCase(tokenize.KeepCase)   // as it is written
	EitherCase = WordCase("either")            // as it is written, and if there is no such word, in lower case: the paper's
)

// WordOptions say by which vectors words are compared. The zero value means the embedded vectors.
type WordOptions struct {
	Vectors *embedding.Store // nil means embedding.Default
	// Converters are made for Vectors and have no S. One that is nil means the vectors as they are, and so does a
	// nil list.
	Converters []*convert.Converter
	Case       WordCase // "" means LowerCase
}

// A WordReport says how well the vectors of words agree with people. As JSON it is what wrd wordsim prints.
type WordReport struct {
	Rows  []WordRow  `json:"rows"`
	Means []WordMean `json:"means"` // in the order of the rows of one set
}

// A WordRow says how one similarity of word vectors agrees with the human scores of one set. Spearman is × 100, in
// [−100, 100]; nil means that it is not defined, and Reason says why.
type WordRow struct {
	Data      string      `json:"data"` // PairSet.Name
	Measure   WordMeasure `json:"measure"`
	Convert   string      `json:"convert"` // the letters of the converter, or "none"
	Spearman  *float64    `json:"spearman"`
	Pairs     int         `json:"pairs"`   // with two vectors
	Missing   int         `json:"missing"` // without
	Reason    string      `json:"reason,omitempty"`
	Signature string      `json:"signature"`

	Unknown []string `json:"-"` // words without a vector, each once, in order of appearance
	// Gold and Predicted hold the scores of people and of the measure for the pairs with two vectors, in their order.
	// Higher is more alike.
	Gold, Predicted []float64 `json:"-"`
}

// Signature returns one line for all rows, with "several" for a part in which they differ (metric.MergeSignatures).
func (r *WordReport) Signature() metric.Signature {
	var signatures []metric.Signature
	for _, row := range r.Rows {
		signatures = append(signatures, metric.ParseSignature(row.Signature))
	}
	return metric.MergeSignatures(signatures, nil)
}

// A WordMean is the mean over the sets, each counting alike; nil if one of them has no number.
type WordMean struct {
	Measure  WordMeasure `json:"measure"`
	Convert  string      `json:"convert"`
	Spearman *float64    `json:"spearman"`
	Files    int         `json:"files"` // how many sets
	Reason   string      `json:"reason,omitempty"`
}

// Words measures how well the vectors of words agree with people about their similarity: for each set, and as the mean
// over the sets. The rows of a set are together: those of each measure, one for each converter. A pair with a word
// without a vector is counted and left out. When ctx ends Words returns ctx.Err().
func Words(ctx context.Context, options WordOptions, sets []PairSet) (*WordReport, error) {
	if len(sets) == 0 {
		return nil, ErrNoPairSets
	}
	tables, err := options.tables()
	if err != nil {
		return nil, err
	}
	report := &WordReport{}
	for i := range sets {
		rows := make([]WordRow, len(WordMeasures())*len(tables))
		for k := range tables {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for m, row := range tables[k].rows(&sets[i]) {
				rows[m*len(tables)+k] = row
			}
		}
		report.Rows = append(report.Rows, rows...)
	}
	for _, same := range sameRows(report.Rows, len(sets)) {
		mean := WordMean{Measure: same[0].Measure, Convert: same[0].Convert, Files: len(sets)}
		var spearman []*float64
		for _, row := range same {
			spearman = append(spearman, row.Spearman)
			if row.Reason != "" {
				mean.Reason = undefinedFor(row.Data)
			}
		}
		mean.Spearman = meanOf(spearman)
		report.Means = append(report.Means, mean)
	}
	return report, tables[0].vectors.Err()
}

// A wordTable is a vocabulary by one converter.
type wordTable struct {
	vectors   *embedding.Store
	words     *convert.Words
	label     string // letters of the converter
	lookUp    WordCase
	signature string
}

// tables returns the vocabulary by each converter.
func (s WordOptions) tables() (tables []wordTable, err error) {
	if s.Vectors == nil {
		if s.Vectors, err = embedding.Default(); err != nil {
			return nil, err
		}
	}
	if s.Converters == nil {
		s.Converters = []*convert.Converter{nil}
	}
	for _, converter := range s.Converters {
		table := wordTable{vectors: s.Vectors, label: convert.None, lookUp: s.Case}
		if converter != nil {
			table.label = converter.Letters().String()
		}
		if table.words, err = convert.NewWords(s.Vectors, converter); err != nil {
			return nil, err
		}
		by := metric.Options{Vectors: s.Vectors, Converter: converter, Case: tokenize.Case(s.Case)}
		var signature metric.Signature
		switch s.Case {
		case "", LowerCase, TurkicCase, KeepCase:
			signature = by.WordSignature()
		case EitherCase:
			by.Case = tokenize.KeepCase
			signature = by.WordSignature().With("otherwise", "lower")
		default:
			return nil, fmt.Errorf("words: found the case %q, expected one of: %s, %s, %s, %s",
				s.Case, LowerCase, TurkicCase, KeepCase, EitherCase)
		}
		table.signature = signature.String()
		tables = append(tables, table)
	}
	return tables, nil
}

// rows returns a row for each of WordMeasures.
func (t *wordTable) rows(set *PairSet) []WordRow {
	measures := WordMeasures()
	predictions := make([]prediction, len(measures))
	var unknown []string
	missing := 0
	find := func(word string) (wordVector, bool) {
		v, ok := t.find(word)
		if !ok && !slices.Contains(unknown, word) {
			unknown = append(unknown, word)
		}
		return v, ok
	}
	for _, i := range set.judged() {
		pair := &set.Pairs[i]
		a, okA := find(pair.First)
		b, okB := find(pair.Second)
		if !okA || !okB {
			missing++
			continue
		}
		for m, measure := range measures {
			predictions[m].add(pair.Gold, measure.compare(a, b))
		}
	}
	rows := make([]WordRow, len(measures))
	for m, measure := range measures {
		p := &predictions[m]
		rows[m] = WordRow{
			Data: set.Name, Measure: measure, Convert: t.label, Signature: t.signature,
			Spearman: p.spearman(), Pairs: len(p.gold), Missing: missing, Reason: p.undefined(),
			Unknown: unknown, Gold: p.gold, Predicted: p.scores,
		}
	}
	return rows
}

// A wordVector is the vector of a word, and its length, which is not 0.
type wordVector struct {
	row  []float32
	norm float64
}

// find looks up a word.
func (t *wordTable) find(word string) (v wordVector, ok bool) {
	v.row = make([]float32, t.vectors.Dim())
	if t.lookUp == KeepCase || t.lookUp == EitherCase {
		if v.norm, ok = t.words.Vector(word, v.row); ok || t.lookUp == KeepCase {
			return v, ok
		}
	}
	lower := tokenize.LowerCase
	if t.lookUp == TurkicCase {
		lower = tokenize.TurkicCase
	}
	v.norm, ok = t.words.Vector(lower.Of(word), v.row)
	return v, ok
}

// compare says how alike two words are.
func (m WordMeasure) compare(a, b wordVector) float64 {
	var square, dot float64
	for k, v := range a.row {
		d := float64(v) - float64(b.row[k])
		square += float64(d * d)
		dot += float64(float64(v) * float64(b.row[k]))
	}
	switch m {
	case WordL2:
		return -math.Sqrt(square)
	case WordDot:
		return dot
	}
	return dot / (a.norm * b.norm)
}
