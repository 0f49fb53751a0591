package flags

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// TableCategory is the heading of the flags that name tables of scores, in help texts.
const TableCategory = "TABLES OF SCORES"

// Flags of the verbs that read scores from tables of any program.
var (
	TableFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "table", Aliases: []string{"t"}, Category: TableCategory,
		Usage: "`FILE`: table of scores (Parquet, JSON, CSV, TSV, …), or system=FILE; repeat to join several"}}
	ColumnsFlag = &cli.StringSliceFlag{Name: "columns", Category: TableCategory,
		Usage: "`LIST`: other names of columns, such as system=sys,segment=doc+line; candidate=A+B or human=*.score: a column " +
			"per system; once for all tables or for each"}
	presetFlag = &cli.StringSliceFlag{Name: "preset", Category: TableCategory,
		Usage: "`TOOL`: program that wrote the table: " + strings.Join(presetNames(), ", ") + "; once for all tables or for each"}
	whereFlag = &cli.StringSliceFlag{Name: "where", Category: TableCategory,
		Usage: "`COLUMN=VALUE`: read only these rows; repeat for more conditions"}
	judgmentsFlag = &cli.StringFlag{Name: "judgments", Category: TableCategory,
		Usage: "`WHICH`: of several rows for one system, segment and rater, use the last one or the mean (default: an error)"}
	// LowerFlag is of verbs that read scores of other programs.
	LowerFlag = &cli.StringFlag{Name: "lower-is-better", Category: TableCategory,
		Usage: "`LIST`: columns that are distances, error rates or penalties; known: " + strings.Join(evaluation.LowerColumns(), ", ")}
)

// TableFlags are all of them.
func TableFlags() []cli.Flag { return append([]cli.Flag{TableFlag}, LayoutFlags()...) }

// LayoutFlags are those that say how a file is read.
func LayoutFlags() []cli.Flag {
	return []cli.Flag{ColumnsFlag, presetFlag, whereFlag, judgmentsFlag, LowerFlag}
}

func presetNames() []string { return append([]string{"auto"}, wording.Names(rows.Presets())...) }

// ReadTables reads the flags for the arguments of tables, FILE or NAME=FILE.
func ReadTables(c *cli.Context, files []string) (o jobs.Tables, err error) {
	o = jobs.Tables{Tables: make([]scores.File, len(files)), Common: CommonFlag.Get(c), Lower: LowerIsBetter(c)}
	for i, arg := range files {
		if o.Tables[i], err = ReadTable(c, arg, i, len(files)); err != nil {
			return o, err
		}
		if name, path, ok := strings.Cut(arg, "="); ok && !strings.ContainsAny(name, `/\`) && !file.Exists(arg) {
			o.Tables[i].System, o.Tables[i].Path = name, path
		}
	}
	return o, nil
}

// ReadTable reads the flags for table i of n.
func ReadTable(c *cli.Context, path string, i, n int) (t scores.File, err error) {
	t.Path = path
	layout, err := forTable(c, ColumnsFlag, i, n)
	if err != nil {
		return t, err
	}
	var pairs []string
	if layout != "" {
		pairs = strings.Split(layout, ",")
	}
	if t.Layout, err = rows.ParseLayout(pairs); err != nil {
		return t, fmt.Errorf("--columns: %w", err)
	}
	preset, err := forTable(c, presetFlag, i, n)
	if err != nil {
		return t, err
	}
	if preset == "" {
		preset = "auto"
	}
	if t.Preset, err = rows.ParsePreset(preset); err != nil {
		return t, fmt.Errorf("--preset: %w", err)
	}
	if t.Judgments, err = scores.ParseJudgments(judgmentsFlag.Get(c)); err != nil {
		return t, fmt.Errorf("--%s: %w", judgmentsFlag.Name, err)
	}
	for _, arg := range whereFlag.Get(c) {
		condition, err := scores.ParseCondition(arg)
		if err != nil {
			return t, fmt.Errorf("--where: %w", err)
		}
		t.Where = append(t.Where, condition)
	}
	return t, nil
}

// LowerIsBetter reads --lower-is-better.
func LowerIsBetter(c *cli.Context) []string { return strings.Split(LowerFlag.Get(c), ",") }

// explainTable says what to type where a table of scores turns out to be lines of text, or to hold none.
func explainTable(verb string, err error) error {
	if e, ok := errors.AsType[*rows.LinesError](err); ok {
		return args.Hint(err, linesHint(verb, e.Name))
	}
	if errors.Is(err, scores.ErrNoScores) {
		return args.Hint(err, "wrd score scores texts, and writes their page with --report FILE")
	}
	return err
}

// linesHint says what to type for a file of lines of text where a verb wants scores.
func linesHint(verb, path string) string {
	path = args.Quote(path)
	switch verb {
	case "check":
		return "wrd check " + path + " REFERENCE scores lines of text; if it is a table, --" + presetFlag.Name + " plain says so"
	case "compare":
		return "wrd compare " + path + " OTHER -r REFERENCE scores lines of text; if it is a table, --" + presetFlag.Name +
			" plain says so"
	}
	return "wrd score " + path + " REFERENCE -o DIR scores lines of text, and DIR is such a table; if it is one already, --" +
		presetFlag.Name + " plain says so"
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
			len(values), wording.Counted(n, "table"))
	}
}
