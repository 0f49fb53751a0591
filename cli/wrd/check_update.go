package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
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
	if source := candidate.source(); !isRegular(source) {
		return fmt.Errorf("--update: %s is not one file that could be stored as the baseline", source)
	}
	to := s.baselineFile()
	if target, err := filepath.EvalSymlinks(to); err == nil {
		to = target // what a link leads to is replaced, not the link
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

// refuseOwnInput fails if a file that is to be written is one that the run reads.
func (s *checkSettings) refuseOwnInput(c *cli.Context) error {
	inputs := slices.Clone(c.StringSlice("reference"))
	for _, arg := range c.StringSlice("candidate") {
		if system, err := text.ParseSystem(arg); err == nil {
			inputs = append(inputs, system.Path)
		}
	}
	if path := c.String("results"); path != "" {
		inputs = append(inputs, (&checkedScores{path: path}).source())
	}
	if s.update {
		for _, input := range inputs {
			if sameFile(input, s.baselineFile()) {
				return fmt.Errorf("--update: %s is both an input of this run and the baseline, expected two files", input)
			}
		}
	}
	if s.baseline != "" {
		inputs = append(inputs, s.baselineFile())
	}
	for _, input := range inputs {
		if sameFile(input, c.String("junit")) {
			return fmt.Errorf("--junit: %s is an input of this run too, expected another file", input)
		}
	}
	return nil
}

// sameFile says whether two paths lead to one file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
