package jobs

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Report asks for a web page of stored results or tables of scores, or of texts, which are scored first.
type Report struct {
	Contents inspection.Contents
	Scoring  setup.Settings // of alignments that are not stored, beside the stored settings
	Tables   Tables
	Texts    *TextFiles // in place of tables; nil for these
	Measures []string   // columns, nil for all
	Human    string     // the column of human scores, "" for the usual one
	Title    string
	Output   string    // a file, or "" for Out
	Out      io.Writer // where Output is ""
}

// Reported is the record of Report: what the page is about.
type Reported struct {
	Systems  []string `json:"systems"`
	Segments int      `json:"segments"`
}

// Run writes the page.
func (r Report) Run(ctx context.Context, h Host) (*Reported, error) {
	page := html.Report{Title: r.Title, Inputs: inputNames(r.Tables.Paths())}
	var kept *KeptRun
	if r.Texts != nil {
		page.Inputs = inputNames(r.Texts.Files())
		var err error
		if kept, err = r.scoreTexts(ctx, h); err != nil {
			return nil, err
		}
		defer kept.Close()
		r.Tables, r.Measures = Tables{Tables: []scores.File{{Path: kept.path}}}, nil
		r.Contents.Scoring = func() (metric.Options, error) { return *kept.scoring, nil }
	} else {
		r.Contents.Scoring = h.StoredScoring(ctx, r.Scoring, r.Tables.Paths()...)
	}
	for _, table := range r.Tables.Tables {
		list, err := readCorrelations(table.Path)
		if err != nil {
			return nil, err
		}
		page.Correlations = append(page.Correlations, list...)
	}
	input, err := h.inspected(r.Tables, r.Measures, r.Human)
	if err != nil {
		return nil, err
	}
	kept.mark(input)
	record := &Reported{input.Systems, len(input.Segments)}
	if r.Output != "" {
		return record, h.WritePage(ctx, r.Output, r.Contents, input, page)
	}
	if err := h.inspect(ctx, r.Contents, input, &page); err != nil {
		return nil, err
	}
	return record, html.Write(r.Out, &page)
}

// scoreTexts scores the texts into a table that is removed when the run is closed.
func (r *Report) scoreTexts(ctx context.Context, h Host) (*KeptRun, error) {
	source, opened, err := h.OpenCorpus(ctx, r.Texts)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if r.Contents.Alignments >= 0 {
		AlignForPage(&opened.Options)
	}
	kept, scored, err := h.KeepScored(ctx, opened, CorpusOf(source), AtPlace(source), source.Spans())
	if err != nil {
		return nil, err
	}
	h.Tell(append(source.Notices(), say.Reading(scored.Read...)...))
	return kept, nil
}

// StoredScoring returns what opens the settings that stored scores were made with, as the first of some paths that holds
// settings says it; those of said beside them win. Where none of them holds any, said says all. Which measure is meant is
// for the column to say.
func (h Host) StoredScoring(ctx context.Context, said setup.Settings, paths ...string) func() (metric.Options, error) {
	said.Measures = nil
	return func() (metric.Options, error) {
		for _, path := range paths {
			options, err := replay.Options(ctx, path, h.Environment, said, h.Progress)
			if !errors.Is(err, replay.ErrNoSettings) {
				return options, err
			}
		}
		opened, err := h.Open(ctx, said, setup.Material{})
		return opened.Options, err
	}
}

// inspected opens tables for a page. columns are nil for all; human is the one of human scores, "" for the usual one.
func (h Host) inspected(tables Tables, columns []string, human string) (*inspection.Input, error) {
	if columns != nil && human != "" {
		columns = append(slices.Clone(columns), human)
	}
	t, err := h.JoinTables(tables.WithPeople(), columns)
	if err != nil {
		return nil, err
	}
	if human != "" && !t.Has(human) {
		return nil, setup.Errorf("%v: found no column %s of scores, expected one of: %s", setup.Name("human"), wording.Clip(human),
			strings.Join(t.Columns(), ", "))
	}
	return t.Inspected(columns, human, tables.Lower, h.Stdin, tables.Tables...)
}

// readCorrelations reads what wrd correlate -o wrote into a folder, nothing if there is no such file.
func readCorrelations(path string) ([]correlate.Correlation, error) {
	path = filepath.Join(path, CorrelationsFile)
	if !file.IsRegular(path) {
		return nil, nil
	}
	return parquet.ReadCorrelations(path)
}
