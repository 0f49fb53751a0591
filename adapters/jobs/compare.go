package jobs

import (
	"context"
	"fmt"

	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Compare asks which of several systems is better, by texts or by tables of scores.
type Compare struct {
	Design    compare.Design
	Texts     *TextFiles // nil for tables
	Documents string     // a file with a name for each segment of the texts, "" for none
	Tables    Tables     // in place of texts
	Measures  []string   // columns of the tables, nil for the usual one
	Page      string     // a file for a report, "" for none
	People    bool       // compare the systems by human scores, too, for Compared.People
}

// Compared is the record of Compare.
type Compared struct {
	*compare.Report
	Settings fmt.Stringer `json:"settings,omitempty"` // of the scores
	Given    []string     `json:"-"`                  // the systems in the order of the files
	// People are the human scores where Compare.People asks for them, see compare.People.
	People []compare.ColumnReport `json:"-"`
}

// Run compares. It fails as compare.Run does.
func (c Compare) Run(ctx context.Context, h Host) (*Compared, error) {
	c.Design.Progress = h.Progress
	if c.Texts == nil {
		return c.tables(ctx, h)
	}
	source, opened, err := h.OpenCorpus(ctx, c.Texts)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	record := &Compared{Settings: opened.Settings, Given: c.Texts.GivenOrder(source)}
	var found *evaluation.Scores
	var kept *KeptRun
	if c.Page != "" {
		AlignForPage(&opened.Options)
		if kept, found, err = h.KeepScored(ctx, opened, CorpusOf(source), AtPlace(source), source.Spans()); err != nil {
			return nil, err
		}
		defer kept.Close()
	} else {
		scorer, err := metric.NewScorer(opened.Options)
		if err != nil {
			return nil, err
		}
		if found, err = h.ScoreInto(ctx, scorer, opened.Settings, CorpusOf(source), AtPlace(source)); err != nil {
			return nil, err
		}
	}
	h.Tell(source.Notices())
	if err := c.nameDocuments(h, found.Segments); err != nil {
		return nil, err
	}
	if err = c.compare(ctx, record, found); err != nil || kept == nil {
		return record, err
	}
	return record, kept.Write(ctx, h, c.Page, inspection.Contents{Compare: c.Design, Compared: record.Report}, c.Texts.Files())
}

// compare compares scores and says what comes of it.
func (c *Compare) compare(ctx context.Context, record *Compared, found *evaluation.Scores) (err error) {
	if record.Report, err = compare.Run(ctx, c.Design, found); err != nil {
		return err
	}
	say.Comparison(record.Report)
	if c.People {
		record.People, err = compare.People(ctx, c.Design, found)
	}
	return err
}

// tables compares the scores of tables.
func (c *Compare) tables(ctx context.Context, h Host) (*Compared, error) {
	t, err := h.JoinTables(c.Tables.WithPeople(), c.Measures)
	if err != nil {
		return nil, err
	}
	found, notices, err := t.Compared(c.Measures, c.Tables.Lower)
	h.Tell(notices)
	if err != nil {
		return nil, err
	}
	candidates, err := found.AddTexts(t.Outputs(ctx, c.Tables.Tables...))
	if err != nil {
		return nil, err
	}
	if candidates {
		found.Examples = found.ExamplesIn(t.Outputs(ctx, c.Tables.Tables...))
	}
	record := &Compared{Settings: SettingsOf(found.Columns), Given: found.Systems}
	if err = c.compare(ctx, record, found); err != nil || c.Page == "" {
		return record, err
	}
	var columns []string
	for _, column := range record.Measures {
		columns = append(columns, column.Measure)
	}
	input, err := h.inspected(c.Tables, columns, "")
	if err != nil {
		return nil, err
	}
	return record, h.WritePage(ctx, c.Page, inspection.Contents{Compare: c.Design, Compared: record.Report}, input,
		html.Report{Inputs: inputNames(c.Tables.Paths())})
}

// nameDocuments reads the file of documents, a name for each segment.
func (c *Compare) nameDocuments(h Host, segments []evaluation.Segment) error {
	if c.Documents == "" {
		return nil
	}
	n := 0
	for line, err := range text.Lines([]string{c.Documents}, h.Stdin, h.notify) {
		if err != nil {
			return err
		}
		if n < len(segments) {
			segments[n].Doc = line
		}
		n++
	}
	if n != len(segments) {
		return fmt.Errorf("%s: found the documents of %d segments, expected %d", c.Documents, n, len(segments))
	}
	return nil
}
