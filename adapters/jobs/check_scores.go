package jobs

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/inspection"
)

// checkedScores are the scores of one side, with the file that has its texts.
type checkedScores struct {
	scores.File
	name     string // what messages call it
	table    *scores.Table
	files    map[string]string // of each system that was scored now: the file of its texts; nil for others
	tabled   bool              // whether these are rows of tables
	scored   metric.Options    // that it was scored by
	settings fmt.Stringer      // the same as data
	read     []reading.SystemReading
	scorer   *metric.Scorer // nil for stored scores
	opened   setup.Opened   // what it was made of
	told     []string       // what was said of the files
	folder   file.Folder    // of Path, if that is temporary
	bare     string         // the file without alignments where that of the File has some, otherwise ""
	baseline *checkedScores // of the candidate, where it is a table
}

func (s *checkedScores) close() {
	s.folder.Remove()
	if s.baseline != nil {
		s.baseline.close()
	}
}

// openCandidate scores texts, or opens stored scores.
func (c *checking) openCandidate(ctx context.Context) (*checkedScores, error) {
	if c.Stored.Path == "" {
		if err := c.readBaselineTexts(ctx); err != nil {
			return nil, err
		}
		return c.scoreCandidate(ctx)
	}
	stored := &checkedScores{name: c.Stored.Path, File: c.Stored}
	if err := stored.open(c.host, c.Rules.Columns); err != nil {
		return nil, err
	}
	if err := c.countTexts(stored); err != nil {
		return nil, err
	}
	return stored, c.readBaselineTexts(ctx)
}

// open reads a file of the user.
func (s *checkedScores) open(h Host, columns []string) (err error) {
	if s.table, err = h.OpenTable(s.File, columns); err != nil {
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
func (c *checking) countTexts(s *checkedScores) error {
	columns, err := s.table.Evaluated(c.Rules.Columns, c.Lower)
	if err != nil {
		return err
	}
	scored := evaluation.Scores{Systems: s.table.Systems, Segments: s.table.Segments, Columns: columns}
	_, err = scored.AddTexts(evaluatedTexts(s.texts()))
	s.read = scored.Read
	return err
}

// scoreCandidate scores texts, as Score does.
func (c *checking) scoreCandidate(ctx context.Context) (*checkedScores, error) {
	texts, opened, err := c.host.openToScore(ctx, c.Texts, c.Outputs)
	if err != nil {
		return nil, err
	}
	defer texts.close()
	if c.Page != "" {
		AlignForPage(&opened.Options)
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	now, err := c.host.scoreSide(ctx, "this run", scorer, opened, texts)
	if err == nil {
		c.host.Tell(now.told)
	}
	return now, err
}

// scoreSide scores texts. They are kept in a file, and what becomes the next baseline in it or in another.
func (h Host) scoreSide(ctx context.Context, name string, scorer *metric.Scorer, opened setup.Opened, texts toScore) (
	_ *checkedScores, err error) {
	now := &checkedScores{name: name, files: texts.files, tabled: texts.tabled, scored: opened.Options,
		settings: opened.Settings, scorer: scorer, opened: opened}
	if now.folder, err = file.TemporaryFolder("wrd-check-"); err != nil {
		return nil, fmt.Errorf("no folder for the scores: %w", err)
	}
	defer func() {
		if err != nil {
			now.close()
		}
	}()
	now.Path = filepath.Join(now.folder.Path, parquet.SegmentsFile)
	files := []SegmentsFile{{now.Path, opened.Options.Alignments}}
	if files[0].Aligned {
		now.bare = filepath.Join(now.folder.Path, "bare.parquet")
		files = append(files, SegmentsFile{Path: now.bare})
	}
	collected, err := h.ScoreInto(ctx, scorer, opened.Settings, texts.Corpus, texts.place, files...)
	if err != nil {
		return nil, err
	}
	collected.Name = name
	now.table, now.read, now.told = scores.Collected(collected, now.Path), collected.Read, texts.notices()
	return now, nil
}

// texts are the texts in the file.
func (s *checkedScores) texts() iter.Seq2[inspection.OutputTexts, error] {
	return s.table.Texts(nil, s.File)
}

// evaluatedTexts are texts without what only a page shows.
func evaluatedTexts(texts iter.Seq2[inspection.OutputTexts, error]) iter.Seq2[evaluation.Texts, error] {
	return func(yield func(evaluation.Texts, error) bool) {
		texts(func(t inspection.OutputTexts, err error) bool { return yield(t.Texts, err) })
	}
}

// input returns the scores of columns, and the texts.
func (c *checking) input(s *checkedScores) (*check.Version, error) {
	columns, err := s.table.Evaluated(c.Rules.Columns, c.Lower)
	if err != nil {
		return nil, err
	}
	if s.settings == nil {
		s.settings = SettingsOf(columns)
	}
	return &check.Version{
		Texts: evaluatedTexts(s.texts()),
		Lines: s.files != nil && !s.tabled,
		Scores: evaluation.Scores{Name: s.name, Systems: s.table.Systems, Segments: s.table.Segments,
			ByLine: s.table.ByLine, Columns: columns, Read: s.read},
	}, nil
}
