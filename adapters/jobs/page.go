package jobs

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// WritePage inspects scores and writes the page to a file. page says what is on it besides.
func (h Host) WritePage(ctx context.Context, output string, settings inspection.Contents, input *inspection.Input,
	page html.Report) error {
	if err := h.inspect(ctx, settings, input, &page); err != nil {
		return err
	}
	return file.Write(ctx, output, func(w io.Writer) error { return html.Write(w, &page) })
}

// inspect fills in what a page shows of scores.
func (h Host) inspect(ctx context.Context, settings inspection.Contents, input *inspection.Input, page *html.Report) (err error) {
	settings.Progress, page.Progress = h.Progress, h.Progress
	settings.Compare.Progress = h.Progress
	if page.Inspection, err = inspection.Inspect(ctx, settings, input); err != nil {
		return err
	}
	if page.Comparison != nil && settings.Compared == nil {
		say.Compared(page.Comparison)
	}
	say.Inspected(page.Inspection)
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

// A KeptRun is a file with the scores of a run, which is read back for its page and then removed.
type KeptRun struct {
	folder file.Folder
	path   string // of segments.parquet
	// scoring are the options of the run, nil if what was scored are no texts.
	scoring *metric.Options
	spans   []corpus.Spans // errors that are marked in these texts, which the file does not hold
}

// keepRun makes the folder of a run, whose file is not there yet.
func keepRun() (*KeptRun, error) {
	folder, err := file.TemporaryFolder("wrd-report-")
	if err != nil {
		return nil, fmt.Errorf("no folder for the scores: %w", err)
	}
	return &KeptRun{folder: folder, path: filepath.Join(folder.Path, parquet.SegmentsFile)}, nil
}

// KeepScored scores a corpus into a file that is kept for its page, and returns the scores. The caller closes the run, and
// may have said AlignForPage to the options.
func (h Host) KeepScored(ctx context.Context, opened setup.Opened, texts evaluation.Corpus, place func(error) error,
	marked []corpus.Spans) (*KeptRun, *evaluation.Scores, error) {
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, nil, err
	}
	kept, err := keepRun()
	if err != nil {
		return nil, nil, err
	}
	kept.scoring, kept.spans = &opened.Options, marked
	scored, err := h.ScoreInto(ctx, scorer, opened.Settings, texts, place, SegmentsFile{kept.path, opened.Options.Alignments})
	if err != nil {
		kept.Close()
		return nil, nil, err
	}
	return kept, scored, nil
}

// AlignForPage has a run with a page keep alignments, where computing them for the page would encode the texts again.
func AlignForPage(o *metric.Options) {
	o.Alignments = o.Alignments || o.Encoder != nil && o.Measures[0].Aligns()
}

// Close removes the file.
func (k *KeptRun) Close() {
	if k != nil {
		k.folder.Remove()
	}
}

// dir is where the run is to be written, "" if it is not kept or written anyway.
func (k *KeptRun) dir() string {
	if k == nil {
		return ""
	}
	return k.folder.Path
}

// Write writes the page of the run; inputs are the files that were scored.
func (k *KeptRun) Write(ctx context.Context, h Host, page string, settings inspection.Contents, inputs []string) error {
	kept := scores.File{Path: k.path}
	t, err := h.OpenTable(kept, nil)
	if err != nil {
		return err
	}
	input, err := t.Inspected(nil, "", nil, nil, kept)
	if err != nil {
		return err
	}
	k.mark(input)
	if k.scoring != nil {
		settings.Scoring = func() (metric.Options, error) { return *k.scoring, nil }
	}
	return h.WritePage(ctx, page, settings, input, html.Report{Inputs: inputNames(inputs)})
}

// mark adds the marked errors to the texts of the file.
func (k *KeptRun) mark(input *inspection.Input) {
	if k == nil || len(k.spans) == 0 {
		return
	}
	places := map[string]int{} // by id
	for place, segment := range input.Segments {
		places[segment.ID] = place
	}
	texts := input.Texts
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
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
			var marked inspection.OutputTexts
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
