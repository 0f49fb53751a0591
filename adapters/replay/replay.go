// Package replay scores stored results again: the settings and the texts are in segments.parquet, which wrd score -o and
// wrd check --update write, so nothing else is needed.
//
//	report, err := replay.Results(ctx, "results", new(setup.Environment), setup.Settings{}, 0, nil)
//
// It may change with any version; README lists the packages that do not.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/evaluation/repeat"
)

// A NotReplayableError says why results cannot be scored again from what they hold.
type NotReplayableError struct {
	Path string
	Err  error // the reason
}

// Error says so.
func (e *NotReplayableError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *NotReplayableError) Unwrap() error { return e.Err }

// ErrNoSettings is the error of files that hold no settings: those of other programs, or of other kinds.
var ErrNoSettings = errors.New("found no settings, expected those that wrd score -o stores with its results: these are of " +
	"another program, or of a wrd that did not store them")

// Results scores the texts of segments.parquet, a file or that of a folder, by the settings in it, and compares every
// value; of a folder those of systems.parquet too, if it is there. Settings beside win over the stored ones, for files
// that are elsewhere now: of vectors, words, frequencies, a converter or an encoder. listed is as in repeat.Run. What the
// environment's Sentences and Defaults say is not read. A NotReplayableError says that the file has no settings, or no
// texts that could be scored; other errors are those of what is opened and of repeat.Run.
func Results(ctx context.Context, path string, e *setup.Environment, beside setup.Settings, listed int,
	progress evaluation.Progress) (*repeat.Report, error) {
	stored, err := OpenSegments(path)
	if err != nil {
		return nil, err
	}
	defer stored.Close()
	s, err := settingsOf(stored)
	if err != nil {
		return nil, err
	}
	r := &results{stored: stored}
	if err := r.survey(ctx); err != nil {
		return nil, err
	}
	options, err := r.open(ctx, e, beside.Over(s))
	if err != nil {
		return nil, err
	}
	options.Alignments = stored.Alignments
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return nil, err
	}
	input, err := r.input(path)
	if err != nil {
		return nil, err
	}
	report, err := repeat.Run(ctx, scorer, input, evaluation.ScoreOptions{Workers: e.Workers, Progress: progress}, listed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", stored.Path, err)
	}
	return report, nil
}

// Options opens the settings of segments.parquet, a file or that of a folder, and learns again what was learned: the
// options that its scores were made with. beside are settings that win over the stored ones. It fails where Results does,
// with ErrNoSettings for any file that is no segments.parquet with settings; its rows are looked at only where something
// is to be learned from them, and progress counts them then; nil shows nothing.
func Options(ctx context.Context, path string, e *setup.Environment, beside setup.Settings,
	progress evaluation.Progress) (metric.Options, error) {
	stored, err := OpenSegments(path)
	if err != nil {
		return metric.Options{}, fmt.Errorf("%w: %w", ErrNoSettings, err)
	}
	defer stored.Close()
	s, err := settingsOf(stored)
	if err != nil {
		return metric.Options{}, err
	}
	return (&results{stored: stored, progress: progress}).open(ctx, e, beside.Over(s))
}

// open opens the settings of the results.
func (r *results) open(ctx context.Context, e *setup.Environment, s setup.Settings) (metric.Options, error) {
	inner := *e
	inner.Defaults = setup.Settings{}
	opened, err := inner.Open(ctx, s, setup.Material{Sentences: func(yield func(string, error) bool) {
		if r.rows == 0 {
			if err := r.survey(ctx); err != nil {
				yield("", err)
				return
			}
		}
		r.sentences(yield)
	}})
	return opened.Options, err
}

// settingsOf reads the settings of a file.
func settingsOf(stored *Segments) (setup.Settings, error) {
	s, err := stored.Settings()
	switch {
	case errors.Is(err, ErrNoSettings):
		return s, &NotReplayableError{stored.Path, err}
	case err == nil && s.TokenVectors != nil:
		return s, &NotReplayableError{stored.Path, fmt.Errorf("found scores of the token vectors of %s, which results do not "+
			"hold, expected scores of texts", *s.TokenVectors)}
	}
	return s, err
}

// results are stored results that are read several times.
type results struct {
	stored       *Segments
	systems      []string
	fewest, most int   // references of a segment
	rows         int64 // of all systems
	progress     evaluation.Progress
}

// survey finds out what a file holds: the rows of a segment stand together, one for each system, in one order.
func (r *results) survey(ctx context.Context) error {
	var read atomic.Int64
	total := r.stored.NumRows
	defer r.progress.Start("reading "+r.stored.Path, evaluation.CountsRows, func() (int64, int64) { return read.Load(), total })()
	for row, err := range r.stored.Rows("system", "segment", "references") {
		if err == nil && r.rows%1024 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if row.Number == 0 {
			r.systems = append(r.systems, row.System)
		}
		if n := int64(len(r.systems)); n == 0 || row.Number != r.rows/n || row.System != r.systems[r.rows%n] {
			return r.disordered(r.rows)
		}
		n := len(row.References)
		if n == 0 && r.readsReferences() {
			return &NotReplayableError{r.stored.Path, fmt.Errorf("row %d: found no reference, expected at least one",
				r.rows+1)}
		}
		if r.rows == 0 {
			r.fewest = n
		}
		r.fewest, r.most = min(r.fewest, n), max(r.most, n)
		r.rows++
		read.Store(r.rows)
	}
	if len(r.systems) > 0 && r.rows%int64(len(r.systems)) != 0 {
		return r.disordered(r.rows)
	}
	return nil
}

// readsReferences says whether a column is not that of a measure of sources.
func (r *results) readsReferences() bool {
	return slices.ContainsFunc(r.stored.Columns, func(c metric.Column) bool { return !c.OfSource() })
}

// disordered is the error of a file whose rows are not those that a run wrote.
func (r *results) disordered(row int64) error {
	return &NotReplayableError{r.stored.Path, fmt.Errorf("row %d: found another segment or system, expected a row for each "+
		"system of each segment, in the order in which wrd score writes them", row+1)}
}

// sentences yields the references as the run learned from them: the first of each segment, then the second.
func (r *results) sentences(yield func(string, error) bool) {
	for k := range r.most {
		for row, err := range r.stored.Rows("system", "references") {
			if err != nil {
				yield("", err)
				return
			}
			if row.System == r.systems[0] && k < len(row.References) && !yield(row.References[k], nil) {
				return
			}
		}
	}
}

// input returns what is replayed.
func (r *results) input(path string) (input repeat.Stored, err error) {
	input = repeat.Stored{
		Signature: r.stored.Run.Signature, Columns: r.stored.Columns, Alignments: r.stored.Alignments,
		Corpus: evaluation.Corpus{Systems: r.systems, References: r.most, Fewest: r.fewest,
			Sources: outcome.ReadsSources(r.stored.Columns), Lines: r.lines, Humans: r.stored.Humans,
			External: evaluation.ExternalScores{Names: r.stored.External}},
		Lines: r.scores,
	}
	if path == r.stored.Path { // the file alone
		return input, nil
	}
	if input.Means, err = parquet.ReadSystems(path); errors.Is(err, fs.ErrNotExist) {
		return input, nil
	}
	return input, err
}

// segments yields the rows of each segment, which belong to the receiver.
func (r *results) segments() iter.Seq2[[]outcome.Row, error] {
	return func(yield func([]outcome.Row, error) bool) {
		var rows []outcome.Row
		for row, err := range r.stored.Rows() {
			if err != nil {
				yield(nil, err)
				return
			}
			if rows = append(rows, row); len(rows) < len(r.systems) {
				continue
			}
			if !yield(rows, nil) {
				return
			}
			rows = nil
		}
	}
}

// lines yields the texts.
func (r *results) lines(yield func(metric.Line, error) bool) {
	for rows, err := range r.segments() {
		if err != nil {
			yield(metric.Line{}, err)
			return
		}
		line := metric.Line{ID: rows[0].ID, Doc: rows[0].Doc, References: rows[0].References, Source: rows[0].Source}
		for _, row := range rows {
			line.Candidates = append(line.Candidates, row.Candidate)
		}
		judged := false
		for k := range r.stored.Humans {
			for _, row := range rows {
				line.Human = append(line.Human, row.Humans[k])
				judged = judged || !math.IsNaN(row.Humans[k])
			}
		}
		if !judged {
			line.Human = nil
		}
		if !yield(line, nil) {
			return
		}
	}
}

// scores yields what is stored.
func (r *results) scores(yield func(repeat.StoredLine, error) bool) {
	for rows, err := range r.segments() {
		var line repeat.StoredLine
		for _, row := range rows {
			line.Results = append(line.Results, row.Result)
			line.External = append(line.External, row.External)
			line.ID = row.ID
		}
		if !yield(line, err) || err != nil {
			return
		}
	}
}
