package pairs

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// OpenSets reads files of pairs: a set for each, called by the path. It fails where a file is named twice; about is what its
// host calls the paths.
func OpenSets(about string, paths []string, stdin io.Reader, layout Layout, notify func(notice string)) (
	[]similarity.PairSet, error) {
	sets := make([]similarity.PairSet, len(paths))
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, fmt.Errorf("%s: found %s twice, expected it once", about, path)
		}
		pairs, err := Open(path, stdin, layout, notify)
		if err != nil {
			return nil, err
		}
		sets[i] = similarity.PairSet{Name: path, Pairs: pairs}
	}
	return sets, nil
}

// AddScores adds the scores of other programs to each set, in one order. If there are several sets, a source names the
// file of its set; about is what its host calls the sources. A measure of wrd as a name is an error, as two rows would
// have it.
func AddScores(ctx context.Context, sets []similarity.PairSet, about string, sources []scores.Source,
	notify func(notice string)) error {
	names := scores.Names(sources)
	for _, name := range names {
		if slices.Contains(metric.Measures(), metric.Measure(name)) {
			return fmt.Errorf("%s: found the name %s, which is a measure of wrd, expected another name", about, name)
		}
	}
	paths, err := scores.Arrange(sources, names, calledFor(sets), nil)
	if err != nil {
		return fmt.Errorf("%s: %w", about, err)
	}
	for i := range sets {
		for k, name := range names {
			list, err := scores.ReadAll(ctx, paths[k][i], name, "", len(sets[i].Pairs), notify)
			if err != nil {
				return err
			}
			sets[i].External = append(sets[i].External,
				similarity.ExternalPrediction{Name: name, Digest: scores.Digest(list), Scores: list})
		}
	}
	return nil
}

// AddVectors adds to each set its sentences as token vectors of other encoders, in one order, and returns the files that
// they are read from, which the caller closes, also after an error. about is what its host calls the sources.
func AddVectors(ctx context.Context, sets []similarity.PairSet, about string, sources []scores.Source) (
	files []*tokenvectors.File, err error) {
	names := scores.Names(sources)
	paths, err := scores.Arrange(sources, names, calledFor(sets), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", about, err)
	}
	for i := range sets {
		for k, encoder := range names {
			file, err := tokenvectors.Open(ctx, paths[k][i])
			if err != nil {
				return files, err
			}
			files = append(files, file)
			if systems, references := len(file.Systems()), file.References(); systems != 1 || references != 1 {
				return files, fmt.Errorf("%s: found %d systems and %d references, expected one candidate and one "+
					"reference per pair", paths[k][i], systems, references)
			}
			origin := *file.Origin()
			origin.Name = encoder
			sets[i].Vectors = append(sets[i].Vectors,
				similarity.PairVectors{Name: file.Path(), Origin: origin, Lines: file.Lines()})
		}
	}
	return files, nil
}

// calledFor lists for each file what sources may call it: its path or its name, with or without ending.
func calledFor(sets []similarity.PairSet) [][]string {
	called := make([][]string, len(sets))
	for i, set := range sets {
		base := strings.TrimSuffix(filepath.Base(set.Name), ".gz")
		called[i] = []string{set.Name, strings.TrimSuffix(base, filepath.Ext(base)), base}
	}
	return called
}
