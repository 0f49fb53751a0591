package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/file"
)

// updateBaseline stores the scores of this run as the baseline, if the user wants it and nothing failed. The old baseline is
// replaced only when the new one is whole on disk.
func (s *checkSettings) updateBaseline(c *cli.Context, candidate *checkedScores, r *checkReport) error {
	if !s.update {
		return nil
	}
	if r.regressed() && !s.force {
		notify(c)(fmt.Sprintf("%s: the baseline is kept, because the check failed; --force replaces it all the same", s.baseline))
		return nil
	}
	to := s.baselineFile()
	if same, err := sameFile(candidate.source(), to); err != nil || same {
		return errors.Join(err, sameError(to, same))
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return fmt.Errorf("%s: the folder for the baseline cannot be made: %w", filepath.Dir(to), errors.Unwrap(err))
	}
	from, err := os.Open(candidate.source())
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := file.Create(to)
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

// source returns the file that holds the scores.
func (s *checkedScores) source() string {
	if inFolder := filepath.Join(s.path, "segments.parquet"); isRegular(inFolder) {
		return inFolder
	}
	return s.path
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// sameFile says whether two paths lead to one file.
func sameFile(a, b string) (bool, error) {
	before, err := os.Stat(a)
	if err != nil {
		return false, err
	}
	if !before.Mode().IsRegular() {
		return false, fmt.Errorf("%s: found a folder, expected a file that can be stored as the baseline", a)
	}
	now, err := os.Stat(b)
	return err == nil && os.SameFile(before, now), nil
}

func sameError(path string, same bool) error {
	if !same {
		return nil
	}
	return fmt.Errorf("--update: %s is both the results and the baseline, expected two files", path)
}
