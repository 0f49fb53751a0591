package similarity

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
)

// A Pair is two sentences, or two words, with the score that people gave to their similarity.
type Pair struct {
	Gold          float64 // finite; higher is more alike. NaN for a pair that nobody judged, which is left out of everything
	First, Second string
}

// A PairSet is a set of pairs that has correlations of its own, such as one data set of a benchmark.
type PairSet struct {
	Name  string // of its rows and in errors
	Pairs []Pair

	// Vectors hold the same sentences as token vectors, by encoder; External holds what other programs say of them. All
	// sets of a call have the same encoders and programs, in one order. Words reads neither.
	Vectors  []PairVectors
	External []ExternalPrediction
}

// judged are the numbers of the pairs that people judged.
func (set *PairSet) judged() []int {
	list := make([]int, 0, len(set.Pairs))
	for i, pair := range set.Pairs {
		if !math.IsNaN(pair.Gold) {
			list = append(list, i)
		}
	}
	return list
}

// PairVectors are the sentences of a PairSet as token vectors of an encoder.
type PairVectors struct {
	Name   string        // in errors, such as the name of a file
	Origin metric.Origin // in signatures; its Name is that of the encoder
	// Lines yields one line for each pair, the first sentence as its only candidate, the second one as its only
	// reference. It may be ranged over several times.
	Lines iter.Seq2[metric.Line, error]
}

// An ExternalPrediction has the scores of another program for the pairs of a PairSet.
type ExternalPrediction struct {
	Name   string    // of the program or its metric
	Digest string    // that identifies the scores in signatures: hexadecimal, at least 8 digits
	Scores []float64 // one for each pair; higher is more alike
}

// PairOptions say how pairs of sentences are scored. The zero value means the distance WRD on the embedded vectors.
type PairOptions struct {
	// Options are those of the scorers; the first sentence of a pair is the candidate, the second one the reference.
	// If there is a Converter, it is that of all sets. IDF and TokenVectors must be nil: IDF below and PairSet.Vectors
	// take their places.
	Options metric.Options
	// Letters are converters that are fitted on all sentences of each set, as the paper did, with Options.Frequencies for
	// the letters that need them, or on the states of these sentences where Options.Encoder is set. nil means one pass
	// with Options.Converter, which must be nil otherwise.
	Letters []convert.Letters
	// Vocabulary is what fits share, with the same vectors and frequencies as Options; a caller that asks several times
	// saves time by giving the same one each time. nil means one of this call.
	Vocabulary *convert.Vocabulary
	// UnfitIsReason puts the error of a converter that cannot be fitted on a set into the Reason of its rows, instead
	// of failing.
	UnfitIsReason bool
	// IDF weighs the tokens of BERTScore by inverse document frequencies in the sentences of each set.
	IDF     bool
	Workers int // goroutines; 0 means one for each core. Results do not depend on it
	// Scored is called with the rows of each converter, of each encoder and of all programs of a set as soon as they
	// are there; nil is not called.
	Scored func(rows []PairRow)
}

// A PairError says which pair could not be scored, and why.
type PairError struct {
	Set  string
	Pair int // 0-based number of the pair in its set
	Err  error
}

func (e *PairError) Error() string { return fmt.Sprintf("%s: pair %d: %v", e.Set, e.Pair+1, e.Err) }

// Unwrap returns Err.
func (e *PairError) Unwrap() error { return e.Err }

// Pairs measures how well measures agree with people about the similarity of sentences: for each set, and as the mean
// over the sets. The rows of a set are together: those of each measure, one for each converter, then those of each
// encoder, then those of other programs. No row depends on another set or converter.
//
// Pairs stops at the first error, which names the set; that of a pair is a *PairError. When ctx ends the error wraps
// ctx.Err(). No goroutine outlives the call.
func Pairs(ctx context.Context, asked PairOptions, sets []PairSet) (*PairReport, error) {
	if err := checkPairSets(sets); err != nil {
		return nil, err
	}
	run, err := newPairRun(asked)
	if err != nil {
		return nil, err
	}
	var rows []PairRow
	for i := range sets {
		set := setRun{run, &sets[i], i}
		more, err := set.rows(ctx)
		if err != nil {
			return nil, sets[i].explain(err)
		}
		rows = append(rows, more...)
	}
	return newPairReport(rows, len(sets)), nil
}

// ExternalPairs is Pairs for external predictions alone.
func ExternalPairs(sets []PairSet) (*PairReport, error) {
	if err := checkPairSets(sets); err != nil {
		return nil, err
	}
	var rows []PairRow
	for i := range sets {
		rows = append(rows, sets[i].externalRows(i)...)
	}
	return newPairReport(rows, len(sets)), nil
}

// ErrNoPairSets is returned where there is no set of pairs.
var ErrNoPairSets = errors.New("found no set of pairs, expected at least one")

// checkPairSets rejects sets whose rows would not fit together.
func checkPairSets(sets []PairSet) error {
	if len(sets) == 0 {
		return ErrNoPairSets
	}
	names := func(set *PairSet) (list []string) {
		for _, v := range set.Vectors {
			list = append(list, "token vectors of "+v.Origin.Name)
		}
		for _, e := range set.External {
			list = append(list, "external scores of "+e.Name)
		}
		return list
	}
	first := names(&sets[0])
	for i := range sets {
		set := &sets[i]
		if found := names(set); fmt.Sprint(found) != fmt.Sprint(first) {
			return fmt.Errorf("%s: found %q, expected %q as in %s", set.Name, found, first, sets[0].Name)
		}
		for _, e := range set.External {
			if len(e.Scores) != len(set.Pairs) {
				return fmt.Errorf("%s: %s: found %d scores, expected one for each of %d pairs",
					set.Name, e.Name, len(e.Scores), len(set.Pairs))
			}
		}
	}
	return nil
}
