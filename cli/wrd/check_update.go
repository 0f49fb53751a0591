package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// updateBaseline stores the scores of this run as the baseline, if the user wants it and nothing failed. The old
// baseline is replaced only when the new one is whole on disk.
func updateBaseline(ctx context.Context, h flags.Host, o *checkOptions, candidate *checkedScores,
	r *check.Report) error {
	if o.update == "" {
		return nil
	}
	if r.Failed() {
		h.Notify(o.baseline.Path + ": the baseline is kept, because the check failed; --force replaces it anyway")
		return nil
	}
	if source := candidate.source(); !file.IsRegular(source) {
		return fmt.Errorf("--update: %s is not a single file, so it cannot become the baseline", source)
	}
	if err := os.MkdirAll(filepath.Dir(o.update), 0o777); err != nil {
		return fmt.Errorf("%s: the folder for the baseline cannot be made: %w", filepath.Dir(o.update), errors.Unwrap(err))
	}
	from, err := os.Open(candidate.source())
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := file.Create(ctx, o.update)
	if err != nil {
		return err
	}
	defer out.Abort()
	if _, err := io.Copy(out, from); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	r.Updated = true
	return nil
}

// source returns the file that holds the scores, without alignments.
func (s *checkedScores) source() string {
	if s.bare != "" {
		return s.bare
	}
	if inFolder := filepath.Join(s.Path, parquet.SegmentsFile); file.IsRegular(inFolder) {
		return inFolder
	}
	return s.Path
}
