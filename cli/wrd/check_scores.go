package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// checkedScores are the scores of one side, in a file.
type checkedScores struct {
	name     string // what messages call it
	path     string
	options  scores.Options
	table    *scores.Table
	files    map[string]string // of each system that was scored now: the file of its texts; nil for stored scores
	tabled   bool              // whether these are rows of tables
	scored   metric.Options    // that it was scored by
	settings show.Settings     // the same as data
	read     []evaluation.SystemReading
	folder   string         // to be removed, "" for none
	baseline *checkedScores // of the candidate, where it is a table
}

func (s *checkedScores) close() {
	if s.folder != "" {
		os.RemoveAll(s.folder)
	}
}

// openCandidate scores the texts of -c, or opens the scores of --results.
func openCandidate(c *cli.Context, columns []string) (*checkedScores, error) {
	if path := storedFlag.Get(c); path != "" {
		for _, flag := range []string{flags.CandidateFlag.Name, flags.ReferenceFlag.Name} {
			if c.IsSet(flag) {
				return nil, fmt.Errorf("--%s: found --%s too, expected scores or texts", storedFlag.Name, flag)
			}
		}
		if c.NArg() > 0 {
			return nil, fmt.Errorf("--%s: found %s too, expected scores or texts", storedFlag.Name, args.Quote(c.Args().First()))
		}
		if err := flags.OnlyOnce(path, "--results is read for the scores and again for the texts", ""); err != nil {
			return nil, err
		}
		stored := &checkedScores{name: path, path: path}
		if err := stored.open(c, 1, columns); err != nil {
			return nil, err
		}
		return stored, stored.countTexts()
	}
	return scoreCandidate(c)
}

// open reads a file of the user; side is 0 for the baseline, 1 for the candidate.
func (s *checkedScores) open(c *cli.Context, side int, columns []string) (err error) {
	if s.options, err = flags.TableOptions(c, side, 2, columns); err != nil {
		return err
	}
	if s.table, err = scores.Open(s.path, nil, s.options, flags.Notify(c)); err != nil {
		return err
	}
	for _, column := range columns {
		if _, err := s.table.Grid(column); err != nil {
			return err
		}
	}
	return nil
}

// countTexts finds out what of the texts of stored scores could be read.
func (s *checkedScores) countTexts() error {
	for _, system := range s.table.Systems {
		s.read = append(s.read, evaluation.SystemReading{System: system})
	}
	return s.table.Outputs(s.path, nil, s.options, func(o scores.Output) error {
		if i := slices.Index(s.table.Systems, o.System); i >= 0 {
			s.read[i].AddDetails(&o.Details)
		}
		return nil
	})
}

// scoreCandidate scores the texts of -c, as wrd score does. The texts, and what becomes the next baseline, are kept in a
// file.
func scoreCandidate(c *cli.Context) (_ *checkedScores, err error) {
	corpus, opened, err := flags.OpenTexts(c)
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	now := &checkedScores{name: "this run", files: corpus.Files(), tabled: corpus.Tabled(), scored: opened.Options,
		settings: opened.Settings}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	if now.folder, err = os.MkdirTemp("", "wrd-check-"); err != nil {
		return nil, fmt.Errorf("no folder for the scores: %w", err)
	}
	defer func() {
		if err != nil {
			now.close()
		}
	}()
	now.path = filepath.Join(now.folder, parquet.SegmentsFile)
	collected, err := scoreInto(c, scorer, opened.Settings, corpus, now.path)
	if err != nil {
		return nil, err
	}
	now.table, now.read = scores.Collected(collected, now.path), collected.Read
	for _, notice := range corpus.Notices() {
		flags.Notify(c)(notice)
	}
	return now, nil
}

// scoreInto scores a corpus into a segments.parquet, and returns the scores.
func scoreInto(c *cli.Context, scorer *metric.Scorer, scored setup.Settings, source corpus.Corpus,
	path string) (*evaluation.Scores, error) {
	out, err := file.Create(c.Context, path)
	if err != nil {
		return nil, err
	}
	defer out.Abort()
	corpus, settings := flags.CorpusOf(source), scoreSettings(c)
	rows := parquet.NewSegmentWriter(out, runOf(settings.Signature(scorer, corpus).String(), scored), scorer.Columns(), false)
	var long flags.LongSegments
	write := parquet.SegmentSink(corpus.Systems, rows.Write)
	scores, err := evaluation.Collect(c.Context, scorer, corpus, settings, func(line evaluation.ScoredLine) error {
		return errors.Join(long.Count(line), write(line))
	})
	if err := errors.Join(out.Failed(), flags.ExplainSegment(err, corpus.Systems, unitOf(source))); err != nil {
		return nil, err
	}
	long.Tell(flags.Notify(c))
	if err := rows.Close(); err != nil {
		return nil, errors.Join(out.Failed(), err)
	}
	return scores, out.Commit()
}

// input returns the scores of columns, and the texts.
func (s *checkedScores) input(c *cli.Context, columns []string) (*evaluation.CheckInput, error) {
	read, err := flags.TabledColumns(c, s.table, columns)
	if err != nil {
		return nil, err
	}
	if s.settings == nil {
		s.settings = show.SettingsOf(read)
	}
	return &evaluation.CheckInput{Texts: s.texts, Lines: s.files != nil && !s.tabled, Scores: evaluation.Scores{
		Name: s.name, Systems: s.table.Systems, Segments: s.table.Segments, ByLine: s.table.ByLine, Columns: read,
		Read: s.read,
	}}, nil
}

// texts reads the texts from the file.
func (s *checkedScores) texts(yield func(evaluation.Texts, error) bool) {
	stopped := errors.New("stopped")
	err := s.table.Outputs(s.path, nil, s.options, func(o scores.Output) error {
		output := evaluation.Output{System: o.System, Segment: o.Segment}
		if !yield(evaluation.Texts{Output: output, Candidate: o.Candidate, References: o.References}, nil) {
			return stopped
		}
		return nil
	})
	if err != nil && !errors.Is(err, stopped) {
		yield(evaluation.Texts{}, err)
	}
}

// openBaseline opens the stored scores, nil if there are none yet. Where --force says so, scores that cannot be read
// are no error yet. The segments of both are called alike.
func openBaseline(c *cli.Context, settings evaluation.CheckSettings,
	candidate *checkedScores) (*evaluation.CheckInput, error) {
	path := baselineFlag.Get(c)
	if path == "" {
		return nil, nil
	}
	if err := flags.OnlyOnce(path, "--baseline is read for the scores and again for the texts", ""); err != nil {
		return nil, err
	}
	if _, err := os.Stat(flags.BaselineFile(c)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	baseline := &checkedScores{name: path, path: path}
	if err := baseline.open(c, 0, settings.Columns); err != nil {
		err = fmt.Errorf("baseline %w", err)
		if baseline.table != nil { // it is a table, of other columns
			err = args.Hint(err, "--update --force makes this run the baseline")
		}
		return &evaluation.CheckInput{Scores: evaluation.Scores{Name: path}, Err: err}, nil
	}
	alike := scores.Alike(baseline.table, candidate.table)
	baseline.table, candidate.table, candidate.baseline = alike[0], alike[1], baseline
	return baseline.input(c, settings.Columns)
}
