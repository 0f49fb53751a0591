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
	"github.com/wordrotator/wrd/metric/evaluation"
)

// updateBaseline stores the scores of this run as the baseline, if the user wants it and nothing failed. The old
// baseline is replaced only when the new one is whole on disk.
func updateBaseline(c *cli.Context, candidate *checkedScores, r *evaluation.CheckReport) error {
	if !updateFlag.Get(c) {
		return nil
	}
	if r.Failed() {
		notify(c)(baselineFlag.Get(c) +
			": the baseline is kept, because the check failed; --force replaces it all the same")
		return nil
	}
	if source := candidate.source(); !isRegular(source) {
		return fmt.Errorf("--update: %s is not one file that could be stored as the baseline", source)
	}
	to := baselineFile(c)
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
func refuseOwnInput(c *cli.Context) error {
	inputs := slices.Clone(referenceFlag.Get(c))
	for _, arg := range candidateFlag.Get(c) {
		if system, err := text.ParseSystem(arg); err == nil {
			inputs = append(inputs, system.Path)
		}
	}
	if path := storedFlag.Get(c); path != "" {
		inputs = append(inputs, (&checkedScores{path: path}).source())
	}
	if updateFlag.Get(c) {
		for _, input := range inputs {
			if sameFile(input, baselineFile(c)) {
				return fmt.Errorf("--%s: %s is both an input of this run and the baseline, expected two files",
					updateFlag.Name, input)
			}
		}
	}
	if baselineFlag.Get(c) != "" {
		inputs = append(inputs, baselineFile(c))
	}
	for _, input := range inputs {
		if sameFile(input, junitFlag.Get(c)) {
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
