package paper

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// External stands where an Entry has the name of vectors for systems that have none: the paper quotes their numbers,
// and ours come from the scores that such a program gave. The Measure of their keys is the name of the system.
const External = "external"

// othersTable is the label of the table of systems that the paper does not have.
const othersTable = "others"

// Systems lists the names of the systems that the paper only quotes, in its order: those of Of(External), without reading
// the numbers, as help names them.
func Systems() []string {
	return []string{"Sent2Vec", "Skip-Thought", "ELMo", "USE", "InferSent", "GenSen", "XLNet"}
}

// ExternalWith returns the entries of the systems that the paper quotes, and after them one for each column and each of
// names that it does not have.
func ExternalWith(names []string) []Entry {
	all := Of(External)
	quoted, known := all, Systems()
	for _, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		for _, e := range quoted {
			if e.Measure == known[0] {
				all = append(all, Entry{
					Table: othersTable, Vectors: External, Row: name, Column: e.Column,
					Key: Key{e.Data, name, e.Convert},
				})
			}
		}
	}
	return all
}

// Parts lists the files of sentence pairs by what they are called where scores are given for them, such as
// STS15/headlines or STS-B/test, in the order of the paper's columns.
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

// RecomputeExternal computes a Number for each key of ExternalWith: the mean over the files of the data set of the
// correlation with the scores of the system. find returns the path of the scores of a system for one of Parts, "" if
// there are none; a path where no file is counts as none. Notify is that of Inputs.
func RecomputeExternal(ctx context.Context, dir string, keys []Key, find func(system, part string) string,
	notify func(string)) (Numbers, error) {
	r := newRecomputer(Inputs{Dir: dir, Notify: notify})
	numbers := Numbers{}
	for _, key := range keys {
		set, _ := findDataSet(key.Data)
		var sets []similarity.PairSet
		var missing []string
		given := false
		for _, file := range set.files {
			path := find(key.Measure, partOf(file))
			given = given || path != ""
			scored, err := r.external(ctx, file, key.Measure, path)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				missing = append(missing, file)
			case err != nil:
				return nil, err
			default:
				sets = append(sets, scored)
			}
		}
		switch {
		case !given:
			numbers[key] = Number{Reason: "no scores are given"}
			continue
		case len(sets) == 0:
			numbers[key] = Number{Reason: "the data or the scores are not there", Missing: missing}
			continue
		}
		report, err := similarity.ExternalPairs(sets)
		if err != nil {
			return nil, err
		}
		numbers[key] = numberOf(report, 0, sets, missing)
	}
	return numbers, nil
}

// external reads a file below the data folder and the scores of a system for it at path. The error is fs.ErrNotExist if
// one of them is not there.
func (r *recomputer) external(ctx context.Context, file, system, path string) (set similarity.PairSet, err error) {
	if path == "" {
		return set, fs.ErrNotExist
	}
	set.Name = file
	if set.Pairs, err = r.read(file, pairs.Sentences); err != nil {
		return set, err
	}
	if set.Pairs == nil {
		return set, fs.ErrNotExist
	}
	list, err := scores.ReadAll(ctx, path, system, "", len(set.Pairs), r.Notify)
	set.External = []similarity.ExternalPrediction{{Name: system, Digest: scores.Digest(list), Scores: list}}
	return set, err
}
