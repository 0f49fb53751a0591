package flags

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/evaluation"
)

const TableCategory = "TABLES OF SCORES"

// Flags of the verbs that read scores from tables, whoever made them.
var (
	TableFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "table", Aliases: []string{"t"}, Category: TableCategory,
		Usage: "`FILE` with scores (Parquet, JSON, CSV, TSV, …, recognised by content), or system=FILE; " +
			"repeat it to join several"}}
	ColumnsFlag = &cli.StringSliceFlag{Name: "columns", Category: TableCategory,
		Usage: "`LIST` of columns with other names, name=column: system=sys,segment=doc+line,comet=score; " +
			"once for all tables, or once for each"}
	presetFlag = &cli.StringSliceFlag{Name: "preset", Category: TableCategory,
		Usage: "`TOOL` that wrote the table, if its content does not show it: " + strings.Join(presetNames(), ", ") +
			"; once for all tables, or once for each"}
	whereFlag = &cli.StringSliceFlag{Name: "where", Category: TableCategory,
		Usage: "read only the rows with `COLUMN=VALUE`; repeat it for more conditions"}
	lowerFlag = &cli.StringFlag{Name: "lower-is-better", Category: TableCategory,
		Usage: "`LIST` of columns that go down as texts get better, besides " + strings.Join(scores.LowerColumns(), ", ")}
)

// TableFlags are all of them.
func TableFlags() []cli.Flag { return append([]cli.Flag{TableFlag}, LayoutFlags()...) }

// LayoutFlags are those that say how a file is read.
func LayoutFlags() []cli.Flag { return []cli.Flag{ColumnsFlag, presetFlag, whereFlag, lowerFlag} }

func presetNames() []string { return append([]string{"auto"}, args.Names(rows.Presets())...) }

// TabledColumns returns columns of a table.
func TabledColumns(c *cli.Context, t *scores.Table, names []string) ([]evaluation.Column, error) {
	return t.Evaluated(names, LowerIsBetter(c))
}

// LowerIsBetter reads --lower-is-better.
func LowerIsBetter(c *cli.Context) []string { return strings.Split(lowerFlag.Get(c), ",") }

// OpenTables opens the tables of --table and joins them. columns are the columns of scores that are needed, nil for
// all; each must be in one of the tables. Rows that some tables lack are told of; segments are an error without --common.
func OpenTables(c *cli.Context, columns []string) (*scores.Table, error) {
	files := TableFlag.Get(c)
	if len(files) == 0 {
		return nil, args.Missing(c, "found no scores: give --table FILE")
	}
	return JoinTables(c, files, columns)
}

// JoinTables is openTables for files that another flag names.
func JoinTables(c *cli.Context, files, columns []string) (*scores.Table, error) {
	var tables []*scores.Table
	for i, arg := range files {
		path, options, err := TableArgument(c, arg, i, len(files), columns)
		if err != nil {
			return nil, err
		}
		t, err := scores.Open(path, c.App.Reader, options, Notify(c))
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	joined, notices, err := scores.Join(CommonFlag.Get(c), tables...)
	if err != nil {
		return nil, err
	}
	for _, column := range columns {
		if _, err := joined.Grid(column); err != nil {
			return nil, err
		}
	}
	if err := checkChosen(c, joined); err != nil {
		return nil, err
	}
	for _, notice := range notices {
		Notify(c)(notice)
	}
	return joined, nil
}

// TableArgument reads the argument for table i of n, FILE or NAME=FILE, and the flags for it.
func TableArgument(c *cli.Context, arg string, i, n int, columns []string) (string, scores.Options, error) {
	options, err := TableOptions(c, i, n, columns)
	if name, file, ok := strings.Cut(arg, "="); ok && !strings.ContainsAny(name, `/\`) {
		options.System, arg = name, file
	}
	return arg, options, err
}

// checkChosen fails if --where names a column that no table has.
func checkChosen(c *cli.Context, t *scores.Table) error {
	for _, arg := range whereFlag.Get(c) {
		if condition, err := scores.ParseCondition(arg); err == nil && !slices.Contains(t.ChosenBy, condition) {
			return fmt.Errorf("--where %s: found no column %q in any table", arg, condition.Column)
		}
	}
	return nil
}

// TableOptions reads the flags for table i of n.
func TableOptions(c *cli.Context, i, n int, columns []string) (o scores.Options, err error) {
	layout, err := forTable(c, ColumnsFlag, i, n)
	if err != nil {
		return o, err
	}
	var pairs []string
	if layout != "" {
		pairs = strings.Split(layout, ",")
	}
	if o.Layout, err = rows.ParseLayout(pairs); err != nil {
		return o, fmt.Errorf("--columns: %w", err)
	}
	preset, err := forTable(c, presetFlag, i, n)
	if err != nil {
		return o, err
	}
	if preset == "" {
		preset = "auto"
	}
	if o.Preset, err = rows.ParsePreset(preset); err != nil {
		return o, fmt.Errorf("--preset: %w", err)
	}
	for _, arg := range whereFlag.Get(c) {
		condition, err := scores.ParseCondition(arg)
		if err != nil {
			return o, fmt.Errorf("--where: %w", err)
		}
		o.Where = append(o.Where, condition)
	}
	o.Columns = columns
	return o, nil
}

// forTable returns the value of a flag for table i of n: given once it holds for all.
func forTable(c *cli.Context, flag *cli.StringSliceFlag, i, n int) (string, error) {
	switch values := flag.Get(c); {
	case len(values) == 0:
		return "", nil
	case len(values) == 1:
		return values[0], nil
	case len(values) == n:
		return values[i], nil
	case n == 1 && flag == ColumnsFlag:
		return strings.Join(values, ","), nil
	default:
		return "", fmt.Errorf("--%s: found it %d times for %s, expected it once, or once for each", flag.Name,
			len(values), render.Counted(n, "table"))
	}
}
