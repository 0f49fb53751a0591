package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// pageFlag is --report of the verbs that print something else.
var pageFlag = &cli.StringFlag{Name: "report", Category: flags.OutputFlags,
	Usage: "also write a web page to `FILE`, as wrd report does"}

// writePage inspects scores and writes the page. page says what is on it besides.
func writePage(c *cli.Context, output string, settings inspection.Settings, input *inspection.Input,
	page html.Report) error {
	if err := inspect(c, settings, input, &page); err != nil {
		return err
	}
	return flags.WriteFile(c.Context, output, func(w io.Writer) error { return html.Write(w, &page) })
}

// inspect fills in what a page shows of scores.
func inspect(c *cli.Context, settings inspection.Settings, input *inspection.Input,
	page *html.Report) (err error) {
	if page.Inspection, err = inspection.Inspect(c.Context, settings, input); err != nil {
		return err
	}
	if page.Correlations == nil {
		page.Correlations = page.Agreement
	}
	for _, column := range input.Columns {
		if column.Signature != "" && !slices.Contains(page.Signatures, column.Signature) {
			page.Signatures = append(page.Signatures, column.Signature)
		}
	}
	return nil
}

// A keptRun is a file with the scores of a run, which is read back for its page and then removed.
type keptRun struct {
	folder string
	path   string // of segments.parquet
	// scoring are the options of the run, nil if what was scored are no texts.
	scoring *metric.Options
}

func keepRun() (*keptRun, error) {
	folder, err := os.MkdirTemp("", "wrd-report-")
	if err != nil {
		return nil, fmt.Errorf("no folder for the scores: %w", err)
	}
	return &keptRun{folder: folder, path: filepath.Join(folder, parquet.SegmentsFile)}, nil
}

// close removes the file.
func (k *keptRun) close() {
	if k != nil && k.folder != "" {
		os.RemoveAll(k.folder)
	}
}

// dir is where the run is to be written, "" if it is not kept or written anyway.
func (k *keptRun) dir() string {
	if k == nil {
		return ""
	}
	return k.folder
}

// write writes the page of --report.
func (k *keptRun) write(c *cli.Context, settings inspection.Settings) error {
	t, err := scores.Open(k.path, nil, scores.Options{}, flags.Notify(c))
	if err != nil {
		return err
	}
	input, err := inspectInput(c, t, nil, "")
	if err != nil {
		return err
	}
	input.Texts = textsOf(func(visit func(scores.Output) error) error {
		return t.Outputs(k.path, nil, scores.Options{}, visit)
	})
	if k.scoring != nil {
		settings.Scoring = func() (metric.Options, error) { return *k.scoring, nil }
	}
	return writePage(c, pageFlag.Get(c), settings, input, html.Report{})
}

// usualHuman is the column of human scores unless somebody says otherwise.
const usualHuman = "human"

// derivedColumn follows from the column wrd, so it is left out unless somebody asks for it.
const derivedColumn = "wrd_similarity"

// tabledInput opens the tables that flags explain.
func tabledInput(c *cli.Context, paths, wanted []string, human string) (*inspection.Input, error) {
	columns := wanted
	if wanted != nil && human != "" {
		columns = append(slices.Clone(wanted), human)
	}
	t, err := flags.JoinTables(c, paths, columns)
	if err != nil {
		return nil, err
	}
	input, err := inspectInput(c, t, columns, human)
	if err != nil {
		return nil, err
	}
	input.Texts = textsOf(func(visit func(scores.Output) error) error {
		for i, arg := range paths {
			path, options, err := flags.TableArgument(c, arg, i, len(paths), nil)
			if err != nil {
				return err
			}
			if err := t.Outputs(path, c.App.Reader, options, visit); err != nil {
				return err
			}
		}
		return nil
	})
	return input, nil
}

// inspectInput returns the scores of a table without its texts. columns are nil for all.
func inspectInput(c *cli.Context, t *scores.Table, columns []string, human string) (*inspection.Input, error) {
	switch {
	case human != "" && !t.Has(human):
		return nil, fmt.Errorf(
			"--%s: found no column %s of scores, expected one of: %s",
			reportHumanFlag.Name,
			args.Quote(human),
			render.Joined(t.Columns()),
		)
	case human == "" && t.Has(usualHuman):
		human = usualHuman
	}
	if columns == nil {
		for _, name := range t.Columns() {
			if !scores.IsDetail(name) && (name != derivedColumn || !t.Has(metric.WRD.String())) {
				columns = append(columns, name)
			}
		}
	}
	if len(columns) == 0 {
		return nil, args.Hint(errors.New("found no column of scores, expected one"),
			"wrd score scores texts, and writes their page with --report FILE")

	}
	input := &inspection.Input{Human: human,
		Scores: evaluation.Scores{Systems: t.Systems, Segments: t.Segments, ByLine: t.ByLine}}
	var err error
	input.Columns, err = flags.TabledColumns(c, t, columns)
	return input, err
}

// textsOf returns the texts of rows, which each visits.
func textsOf(each func(visit func(scores.Output) error) error) func(func(inspection.Texts, error) bool) {
	return func(yield func(inspection.Texts, error) bool) {
		stopped := errors.New("stopped")
		err := each(func(o scores.Output) error {
			texts := inspection.Texts{Details: o.Details, Alignment: o.Alignment, Texts: evaluation.Texts{
				Output: evaluation.Output{System: o.System, Segment: o.Segment}, Candidate: o.Candidate,
				References: o.References,
			}}
			if !yield(texts, nil) {
				return stopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(inspection.Texts{}, err)
		}
	}
}
