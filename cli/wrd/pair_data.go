package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// What sts and wordsim share: files of pairs, and lists of converters.

// pairDataFlag is --data of files of pairs. fields are those of a line.
func pairDataFlag(fields string) *args.Files {
	return &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "data",
		Usage: "`FILE` with " + fields + " per line; repeat it for more files"}}
}

// openPairs reads the files that --data names: a set for each, called by the path.
func openPairs(c *cli.Context, flag *args.Files, layout sts.Layout) ([]evaluation.PairSet, error) {
	if _, err := positional(c); err != nil {
		return nil, err
	}
	paths := flag.Get(c)
	if len(paths) == 0 {
		return nil, &hintedError{errors.New("found no data: give --data FILE"), helpLine(c)}
	}
	sets := make([]evaluation.PairSet, len(paths))
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", flag.Name, path)
		}
		pairs, err := sts.Open(path, c.App.Reader, layout, notify(c))
		if err != nil {
			return nil, err
		}
		sets[i] = evaluation.PairSet{Name: path, Pairs: pairs}
	}
	return sets, nil
}

// calledFor lists for each file what the flags of other programs' results may call it: its path or its name, with or
// without ending.
func calledFor(sets []evaluation.PairSet) [][]string {
	called := make([][]string, len(sets))
	for i, set := range sets {
		base := strings.TrimSuffix(filepath.Base(set.Name), ".gz")
		called[i] = []string{set.Name, strings.TrimSuffix(base, filepath.Ext(base)), base}
	}
	return called
}

// convertListFlag is --convert of verbs that compare converters.
func convertListFlag(learned string) *cli.StringFlag {
	return &cli.StringFlag{Name: convertFlag.Name, Value: convert.None, Category: vectorFlags,
		Usage: "`LIST` of vector converters by their letters, such as none,A,AWR, " + learned}
}

// lettersList reads --convert as a list.
func lettersList(c *cli.Context) (list []convert.Letters, err error) {
	for name := range strings.SplitSeq(convertFlag.Get(c), ",") {
		letters, err := convert.ParseLetters(strings.TrimSpace(name))
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", convertFlag.Name, err)
		}
		if slices.Contains(list, letters) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", convertFlag.Name, letters)
		}
		list = append(list, letters)
	}
	return list, nil
}
