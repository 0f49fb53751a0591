package paper

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/embedding"
)

// How a host names what Reproduce reads.

// Names are the names of Vectors and of the embedded ones.
func Names() (names []string) {
	for _, set := range Vectors() {
		names = append(names, set.Name)
	}
	return append(names, embedding.DefaultName)
}

// Sources reads NAME=FILE, or NAME for what was downloaded: one of Names each. They are opened in e, with the counts
// of the file frequencies, or if that is "" those below the folder of the data: without them, what needs counts is left
// out. Of the embedded vectors their own take the place of the latter.
func Sources(ctx context.Context, e *setup.Environment, args []string, dir, frequencies string) (list []VectorSource, err error) {
	for _, arg := range args {
		name, file, given := strings.Cut(arg, "=")
		set, ok := Find(name)
		switch {
		case !ok && name != embedding.DefaultName:
			return nil, fmt.Errorf("found %q, expected NAME=FILE with one of the names: %s", arg, strings.Join(Names(), ", "))
		case slices.ContainsFunc(list, func(s VectorSource) bool { return s.Name == name }):
			return nil, fmt.Errorf("found %s twice, expected it once", name)
		case given && file == "":
			return nil, fmt.Errorf("found %q, expected a file after =", arg)
		case given && !ok:
			return nil, fmt.Errorf("found %q, expected %s alone: its vectors are built in", arg, name)
		case !given && ok:
			file = set.Catalog
		case !given:
			file = name
		}
		list = append(list, VectorSource{name, func() (*embedding.Store, *embedding.Frequencies, error) {
			store, err := e.OpenVectors(ctx, setup.Settings{Vectors: &file})
			if err != nil {
				return nil, nil, err
			}
			counts, err := openCounts(ctx, e, name, dir, frequencies)
			return store, counts, err
		}})
	}
	return list, nil
}

// openCounts opens the counts for vectors of a name, nil if there are none.
func openCounts(ctx context.Context, e *setup.Environment, name, dir, frequencies string) (*embedding.Frequencies, error) {
	if frequencies != "" {
		return e.OpenFrequencies(ctx, setup.Settings{Vectors: &name, Frequencies: &frequencies})
	}
	if name == embedding.DefaultName {
		return e.OpenFrequencies(ctx, setup.Settings{Vectors: &name})
	}
	below := filepath.Join(dir, filepath.FromSlash(FrequenciesFile))
	counts, err := e.OpenFrequencies(ctx, setup.Settings{Vectors: &name, Frequencies: &below})
	if errors.Is(err, fs.ErrNotExist) {
		e.Notify("found no " + FrequenciesFile + " below the data folder, so what needs word frequencies is left out; " +
			"--frequencies FILE gives others")
		return nil, nil
	}
	return counts, err
}

// FindScores returns the systems that sources name, and a function that says where the scores of a system for a part
// are, "" for nowhere: below a folder that a source names for the system, or in a file that it names for the part.
func FindScores(sources []scores.Source) (systems []string, find func(system, part string) string, err error) {
	type place struct{ system, part string }
	dirs, files := map[string]string{}, map[place]string{}
	parts := Parts()
	for _, source := range sources {
		info, err := os.Stat(source.Path)
		switch {
		case err != nil:
			return nil, nil, err
		case source.Part == "" && !info.IsDir():
			return nil, nil, fmt.Errorf("found the file %s for %s, expected a folder with %s.txt and so on, "+
				"or %[2]s@%[3]s=FILE", source.Path, source.Name, parts[0])
		case source.Part == "":
			dirs[source.Name] = source.Path
		case !slices.Contains(parts, source.Part):
			return nil, nil, fmt.Errorf("found %s@%s, expected one of: %s", source.Name, source.Part,
				strings.Join(parts, ", "))
		default:
			files[place{source.Name, source.Part}] = source.Path
		}
	}
	return scores.Names(sources), func(system, part string) string {
		if path := files[place{system, part}]; path != "" {
			return path
		}
		if dir := dirs[system]; dir != "" {
			return filepath.Join(dir, filepath.FromSlash(part)+".txt")
		}
		return ""
	}, nil
}
