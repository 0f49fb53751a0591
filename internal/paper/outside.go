package paper

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/scores"
	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric/agreement"
)

// Outside stands where an Entry has the name of vectors for systems that have none: the paper quotes their numbers, and ours come
// from the scores that such a program gave. The Measure of their keys is the name of the system.
const Outside = "outside"

// othersTable is the label of the table of systems that the paper does not have.
const othersTable = "others"

// Systems lists the names of the systems that the paper only quotes, in its order.
func Systems() []string {
	var names []string
	for _, e := range Of(Outside) {
		if !slices.Contains(names, e.Measure) {
			names = append(names, e.Measure)
		}
	}
	return names
}

// OutsideWith returns the entries of the systems that the paper quotes, and after them one for each column and each of
// names that it does not have.
func OutsideWith(names []string) []Entry {
	all := Of(Outside)
	quoted, known := all, Systems()
	for _, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		for _, e := range quoted {
			if e.Measure == known[0] {
				all = append(all, Entry{Table: othersTable, Vectors: Outside, Row: name, Column: e.Column, Key: Key{e.Data, name, e.Convert}})
			}
		}
	}
	return all
}

// Parts lists the files of sentence pairs by what they are called where scores are given for them, such as STS15/headlines
// or STS-B/test, in the order of the paper's columns.
func Parts() []string {
	var parts []string
	for _, set := range dataSets {
		for _, file := range set.files {
			parts = append(parts, partOf(file))
		}
	}
	return parts
}

// partOf is what Parts calls a file below the data folder.
func partOf(file string) string {
	return strings.TrimSuffix(strings.TrimPrefix(file, "sts/"), ".tsv")
}

// RecomputeOutside computes a Number for each key of OutsideWith: the mean over the files of the data set of the correlation with
// the scores of the system. find returns the path of the scores of a system for one of Parts, "" if there are none; a path
// where no file is counts as none. Notify is that of Inputs.
func RecomputeOutside(dir string, keys []Key, find func(system, part string) string, notify func(string)) (Numbers, error) {
	r := &recomputer{Inputs: Inputs{Dir: dir, Notify: notify}}
	numbers := Numbers{}
	for _, key := range keys {
		set, _ := findDataSet(key.Data)
		var sum Number
		given := false
		for _, file := range set.files {
			path := find(key.Measure, partOf(file))
			if path == "" {
				sum.Missing = append(sum.Missing, file)
				continue
			}
			given = true
			number, err := r.outside(file, key.Measure, path)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				sum.Missing = append(sum.Missing, file)
				continue
			case err != nil:
				return nil, err
			}
			sum.add(number)
		}
		switch {
		case !given:
			sum = Number{Reason: "no scores are given"}
		case sum.Files == 0:
			sum = Number{Reason: "the data or the scores are not there", Missing: sum.Missing}
		default:
			sum.Value /= float64(sum.Files)
		}
		numbers[key] = sum
	}
	return numbers, nil
}

// outside correlates the scores of a system in the file at path with the gold scores of a file below the data folder.
func (r *recomputer) outside(file, system, path string) (Number, error) {
	pairs, err := r.read(file, sts.Sentences)
	if err != nil {
		return Number{}, err
	}
	if pairs == nil {
		return Number{}, fs.ErrNotExist
	}
	predicted, err := scores.Read(path, system, "", len(pairs), r.Notify)
	if err != nil {
		return Number{}, err
	}
	gold := make([]float64, len(pairs))
	for i, pair := range pairs {
		gold[i] = pair.Gold
	}
	return correlation(agreement.Pearson, gold, predicted, len(pairs)), nil
}
