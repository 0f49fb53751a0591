package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/metric/convert"
)

// What sts and wordsim share: files of pairs, and lists of converters.

// PairDataFlag is --data of files of pairs. fields are those of a line.
func PairDataFlag(fields string) *args.Files {
	return &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "data", Category: TextCategory,
		Usage: "`FILE`: " + fields + " per line, separated by TABs; repeat for more files"}}
}

// PairColumnsFlag is --columns of such files.
func PairColumnsFlag(example string) *cli.StringFlag {
	return &cli.StringFlag{Name: ColumnsFlag.Name, Category: TextCategory,
		Usage: "`LIST`: columns of a table, or numbers of fields, such as " + example}
}

// PairLayout reads it.
func PairLayout(c *cli.Context, usual pairs.Layout) (pairs.Layout, error) {
	list := c.String(ColumnsFlag.Name)
	if list == "" {
		return usual, nil
	}
	layout, err := usual.With(strings.Split(list, ","))
	if err != nil {
		return layout, fmt.Errorf("--%s: %w", ColumnsFlag.Name, err)
	}
	return layout, nil
}

// ConvertListFlag is --convert of verbs that compare converters.
func ConvertListFlag(learned string) *cli.StringFlag {
	return &cli.StringFlag{Name: convertFlag.Name, Value: convert.None, Category: VectorFlags,
		Usage: "`LIST`: vector converters to compare, such as none,A,AWR, " + learned}
}

// LettersList reads --convert as a list.
func LettersList(c *cli.Context) (list []convert.Letters, err error) {
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
