package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/inspection"
)

// pageFlag is --report of the verbs that print something else.
var pageFlag = &cli.StringFlag{Name: "report", Category: flags.OutputFlags,
	Usage: "`FILE`: also write a report, as wrd report does"}

// writePage inspects scores and writes the page. page says what is on it besides.
func writePage(ctx context.Context, h flags.Host, output string, settings inspection.Settings, input *inspection.Input,
	page html.Report) error {
	settings.Progress, page.Progress = h.ProgressOf(render.Rows), h.ProgressOf(render.Rows)
	settings.Compare.Progress = h.ProgressOf(render.Shares)
	if err := inspect(ctx, settings, input, &page); err != nil {
		return err
	}
	return flags.WriteFile(ctx, output, func(w io.Writer) error { return html.Write(w, &page) })
}

// inspect fills in what a page shows of scores.
func inspect(ctx context.Context, settings inspection.Settings, input *inspection.Input, page *html.Report) (err error) {
	if page.Inspection, err = inspection.Inspect(ctx, settings, input); err != nil {
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
	folder file.Folder
	path   string // of segments.parquet
	// scoring are the options of the run, nil if what was scored are no texts.
	scoring *metric.Options
	spans   []corpus.Spans // errors that are marked in these texts, which the file does not hold
}

// mark adds the marked errors to the texts of the file.
func (k *keptRun) mark(input *inspection.Input) {
	if k == nil || len(k.spans) == 0 {
		return
	}
	places := map[string]int{} // by id
	for place, segment := range input.Segments {
		places[segment.ID] = place
	}
	texts := input.Texts
	input.Texts = func(yield func(inspection.Texts, error) bool) {
		for text, err := range texts {
			if !yield(text, err) {
				return
			}
		}
		for _, spans := range k.spans {
			place, among := int(spans.Place), true
			if spans.ID != "" {
				place, among = places[spans.ID]
			}
			if !among {
				continue
			}
			var marked inspection.Texts
			marked.System, marked.Segment = spans.System, input.Segments[place]
			for _, s := range spans.List {
				marked.Spans = append(marked.Spans, inspection.Span{Start: s.Start, End: s.End, Severity: s.Severity,
					Category: s.Category, Text: s.Text})
			}
			if !yield(marked, nil) {
				return
			}
		}
	}
}

// alignForPage has a run with a page keep alignments, where computing them for the page would encode the texts again.
func alignForPage(o *metric.Options) {
	o.Alignments = o.Alignments || o.Encoder != nil && o.Measures[0].Aligns()
}

func keepRun() (*keptRun, error) {
	folder, err := file.TemporaryFolder("wrd-report-")
	if err != nil {
		return nil, fmt.Errorf("no folder for the scores: %w", err)
	}
	return &keptRun{folder: folder, path: filepath.Join(folder.Path, parquet.SegmentsFile)}, nil
}

// close removes the file.
func (k *keptRun) close() {
	if k != nil {
		k.folder.Remove()
	}
}

// dir is where the run is to be written, "" if it is not kept or written anyway.
func (k *keptRun) dir() string {
	if k == nil {
		return ""
	}
	return k.folder.Path
}

// write writes the page of --report; inputs are the files that were scored.
func (k *keptRun) write(ctx context.Context, h flags.Host, page string, settings inspection.Settings,
	inputs []string) error {
	kept := scores.Input{Path: k.path}
	t, err := h.OpenTable(kept, nil)
	if err != nil {
		return err
	}
	input, err := t.Inspected(nil, "", nil, nil, kept)
	if err != nil {
		return explainScores(err)
	}
	k.mark(input)
	if k.scoring != nil {
		settings.Scoring = func() (metric.Options, error) { return *k.scoring, nil }
	}
	return writePage(ctx, h, page, settings, input, html.Report{Inputs: inputNames(inputs)})
}

// inputNames are what files are called in the title of a page.
func inputNames(paths []string) (names []string) {
	const most = 3
	for _, path := range paths[:min(len(paths), most)] {
		if path == file.Stdin {
			path = "standard input"
		}
		names = append(names, filepath.Base(path))
	}
	if more := len(paths) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return names
}

// tabledInput opens tables. columns are nil for all; human is the one of human scores, "" for the usual one.
func tabledInput(h flags.Host, tables flags.TableOptions, columns []string, human string) (*inspection.Input, error) {
	if columns != nil && human != "" {
		columns = append(slices.Clone(columns), human)
	}
	t, err := h.JoinTables(tables.WithPeople(), columns)
	if err != nil {
		return nil, err
	}
	if human != "" && !t.Has(human) {
		return nil, fmt.Errorf("--%s: found no column %s of scores, expected one of: %s", reportHumanFlag.Name,
			args.Quote(human), strings.Join(t.Columns(), ", "))
	}
	input, err := t.Inspected(columns, human, tables.Lower, h.Stdin, tables.Tables...)
	return input, explainScores(err)
}

// explainScores says what to do about a table without scores.
func explainScores(err error) error {
	if errors.Is(err, scores.ErrNoScores) {
		return args.Hint(err, "wrd score scores texts, and writes their page with --report FILE")
	}
	return err
}
