package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/metric/convert"
)

// What sts and wordsim share: files of pairs, and lists of converters.

// pairDataFlag is --data of files of pairs. fields are those of a line.
func pairDataFlag(fields string) *args.Files {
	return &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "data",
		Usage: "`FILE` with " + fields + " per line; repeat it for more files"}}
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
