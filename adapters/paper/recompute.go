package paper

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// Inputs are what the numbers are computed from.
type Inputs struct {
	Vectors *embedding.Store
	// Frequencies are the words' counts, nil if there are none; then what needs them has no number.
	Frequencies *embedding.Frequencies
	// Dir is the folder of the data, as Absent looks into it.
	Dir string
	// Notify is told what was dropped from a file, a sentence at a time; nil drops it.
	Notify func(string)
	// Done is called after each step with how many bytes of sentences are done, of how many, where each converter reads
	// all of them; nil is not called.
	Done func(done, total int64)
}

// A Number is what was computed for a Key.
type Number struct {
	// Value is a correlation × 100, or for two words a distance. It means nothing if there is a Reason.
	Value float64
	// Reason says why there is no value; "" if there is one.
	Reason string
	// Pairs is how many pairs of texts or words count, LeftOut how many do not because a side has no vector.
	Pairs, LeftOut int
	// Files is how many files the value is the mean of, Missing lists those that are absent.
	Files   int
	Missing []string
}

// numberOf is the mean over sets of what a report says in row number at of each set.
func numberOf(report *similarity.PairReport, at int, sets []similarity.PairSet, missing []string) Number {
	number := Number{Files: len(sets), Missing: missing}
	each := len(report.Rows) / len(sets)
	for i, set := range sets {
		row := &report.Rows[i*each+at]
		number.Value += orZero(row.Pearson)
		number.Pairs += row.Pairs
		number.LeftOut += len(set.Pairs) - row.Pairs
		number.Reason = cmp.Or(number.Reason, row.Reason)
	}
	number.Value /= float64(len(sets))
	return number
}

// Numbers are what was computed.
type Numbers map[Key]Number

// Value returns the number of a key that has one.
func (n Numbers) Value(key Key) (float64, bool) {
	number, ok := n[key]
	return number.Value, ok && number.Reason == ""
}

// A recomputer is one run of Recompute.
type recomputer struct {
	Inputs
	vocabulary  *convert.Vocabulary // what fits share
	done, total int64               // bytes, see Inputs.Done
}

func newRecomputer(inputs Inputs) *recomputer {
	if inputs.Notify == nil {
		inputs.Notify = func(string) {}
	}
	return &recomputer{Inputs: inputs}
}

// Recompute computes a Number for each key. A key that cannot be computed, because files or frequencies are missing or
// because it is not defined for these vectors, has a Reason; a file that cannot be read is an error, and so is the end
// of ctx. It runs on all cores, and the numbers do not depend on how many there are.
func Recompute(ctx context.Context, inputs Inputs, keys []Key) (Numbers, error) {
	r := newRecomputer(inputs)
	r.vocabulary = metric.Options{Vectors: r.Vectors, Frequencies: r.Frequencies}.Vocabulary()
	var names []string
	byData := map[string][]Key{}
	for _, key := range withTerms(keys) {
		if byData[key.Data] == nil {
			names = append(names, key.Data)
		}
		byData[key.Data] = append(byData[key.Data], key)
	}
	for _, name := range names {
		if set, ok := findDataSet(name); ok {
			for _, file := range set.files {
				r.total += r.size(file) * int64(len(convertersOf(byData[name])))
			}
		}
	}
	numbers := Numbers{}
	words := &words{recomputer: r, converters: map[string]*convert.Converter{}, reasons: map[string]string{}}
	for _, name := range names {
		var err error
		switch set, ok := findDataSet(name); {
		case ok:
			err = r.dataSet(ctx, set, byData[name], numbers)
		case isWords(name):
			err = words.two(ctx, name, byData[name], numbers)
		default:
			err = words.compare(ctx, name, byData[name], numbers)
		}
		if err != nil {
			return nil, err
		}
	}
	addGains(keys, numbers)
	return numbers, inputs.Vectors.Err()
}

// withTerms returns keys with each NormGain replaced by the two keys whose difference it is, each key once.
func withTerms(keys []Key) (all []Key) {
	for _, key := range keys {
		if key.Measure == NormGain {
			with, without := gainTerms(key)
			all = append(all, with, without)
		} else {
			all = append(all, key)
		}
	}
	return once(all)
}

func gainTerms(gain Key) (with, without Key) {
	with, without = gain, gain
	with.Measure, without.Measure = "add", "add_without_norm"
	return with, without
}

// addGains computes the differences of what has been computed.
func addGains(keys []Key, numbers Numbers) {
	for _, key := range keys {
		if key.Measure != NormGain {
			continue
		}
		with, without := gainTerms(key)
		gain := numbers[with]
		if gain.Reason == "" {
			gain.Reason = numbers[without].Reason
		}
		gain.Value -= numbers[without].Value
		numbers[key] = gain
	}
}

// convertersOf lists the converters that keys ask for, each once.
func convertersOf(keys []Key) []string {
	return once(each(keys, func(k Key) string { return k.Convert }))
}

// read reads a file below the data folder; nil if it is not there.
func (r *recomputer) read(file string, layout pairs.Layout) ([]similarity.Pair, error) {
	pairs, err := pairs.Open(filepath.Join(r.Dir, filepath.FromSlash(file)), nil, layout, r.Notify)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return pairs, err
}

// size returns the bytes of a file below the data folder, 0 if there is none.
func (r *recomputer) size(file string) int64 {
	info, err := os.Stat(filepath.Join(r.Dir, filepath.FromSlash(file)))
	if err != nil {
		return 0
	}
	return info.Size()
}

func (r *recomputer) progress(bytes int64) {
	r.done += bytes
	if r.Done != nil {
		r.Done(r.done, r.total)
	}
}

// noFrequencies is the Reason of what needs counts that are not there.
const noFrequencies = "no word frequencies"

// lacks returns why letters cannot be fitted; "" if they can.
func (r *recomputer) lacks(letters convert.Letters) string {
	if letters.NeedsFrequencies() && r.Frequencies == nil {
		return noFrequencies
	}
	return ""
}
