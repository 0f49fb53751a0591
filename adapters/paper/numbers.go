package paper

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// A Key names a number, independent of who computed it. Keys can be compared with ==.
type Key struct {
	Data    string `json:"data"`    // a data set, such as STS15 or MEN, or two words with a space between them
	Measure string `json:"measure"` // a metric.Measure, one of the names below, or a system's, see External
	Convert string `json:"convert"` // convert.Letters: the converter of the vectors, "none" without one
}

// Measures that are not metric's.
const (
	// L2, Dot and Cos compare two words: in the Key of a data set of word pairs by the rank correlation of minus the
	// Euclidean distance, the inner product and the cosine with people's scores; in the Key of two words L2 is the
	// distance itself and Cos is 1 − cosine.
	L2  = string(similarity.WordL2)
	Dot = string(similarity.WordDot)
	Cos = string(similarity.WordCos)
	// NormGain is how much add is above add_without_norm.
	NormGain = "norm_gain"
	// WMDSIFWithoutStopwords is wmd_sif_weights after the stop words are left out.
	WMDSIFWithoutStopwords = "wmd_sif_weights_without_stopwords"
)

// An Entry is one place in a table of the paper.
type Entry struct {
	Table   string // the table's label in the paper's source
	Vectors string // a name of Vectors, or External
	Row     string
	Column  string
	Key
	// Value is what the paper reports if it Reports anything: a correlation × 100, or for two words a distance.
	Value   float64
	Reports bool
	// Quoted says that the authors took the number from others instead of computing it.
	Quoted bool
}

//go:embed numbers.tsv
var numbersFile string

// entries reads the embedded numbers. They are part of the program, so that a line of another form is a mistake in it.
var entries = sync.OnceValue(func() []Entry {
	lines := strings.Split(strings.TrimSuffix(numbersFile, "\n"), "\n")[1:]
	all := make([]Entry, len(lines))
	for i, line := range lines {
		f := strings.Split(line, "\t")
		if len(f) != 9 {
			panic(fmt.Sprintf("paper: numbers.tsv:%d: %d fields, want 9", i+2, len(f)))
		}
		e := Entry{Table: f[0], Vectors: f[1], Row: f[2], Column: f[3], Key: Key{f[4], f[5], f[6]},
			Quoted: f[7] == "quoted"}
		if f[8] != "-" {
			value, err := strconv.ParseFloat(f[8], 64)
			if err != nil {
				panic(fmt.Sprintf("paper: numbers.tsv:%d: %v", i+2, err))
			}
			e.Value, e.Reports = value, true
		}
		all[i] = e
	}
	return all
})

// Of returns the entries of one of the paper's vectors, in the order of the paper. The caller owns the slice.
func Of(vectors string) (of []Entry) {
	for _, e := range entries() {
		if e.Vectors == vectors {
			of = append(of, e)
		}
	}
	return of
}

// Keys returns the different keys of entries, in their order.
func Keys(entries []Entry) []Key {
	return once(each(entries, func(e Entry) Key { return e.Key }))
}

// ReportedIn returns a function that looks up what the paper reports in entries. Where it reports two numbers for one
// key, the authors' own goes before a quoted one, and a later table, whose rows belong together, before an earlier one.
func ReportedIn(entries []Entry) func(Key) (float64, bool) {
	reported := map[Key]Entry{}
	for _, e := range entries {
		if before, ok := reported[e.Key]; e.Reports && (!ok || before.Quoted || !e.Quoted) {
			reported[e.Key] = e
		}
	}
	return func(k Key) (float64, bool) {
		e, ok := reported[k]
		return e.Value, ok
	}
}
