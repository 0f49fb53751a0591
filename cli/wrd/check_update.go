package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
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
		flags.Notify(c)(baselineFlag.Get(c) +
			": the baseline is kept, because the check failed; --force replaces it all the same")
		return nil
	}
	if source := candidate.source(); !isRegular(source) {
		return fmt.Errorf("--update: %s is not one file that could be stored as the baseline", source)
	}
	to := flags.BaselineFile(c)
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return fmt.Errorf("%s: the folder for the baseline cannot be made: %w", filepath.Dir(to), errors.Unwrap(err))
	}
	from, err := os.Open(candidate.source())
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := file.Create(c.Context, to)
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

// checkOutputs are the files that check writes.
func checkOutputs(c *cli.Context) []args.NamedFile {
	outputs := []args.NamedFile{flags.OutputFile(junitFlag.Name, junitFlag.Get(c)), flags.OutputFile(pageFlag.Name, pageFlag.Get(c))}
	if updateFlag.Get(c) {
		outputs = append(outputs, flags.OutputFile(baselineFlag.Name, flags.BaselineFile(c)))
	}
	return outputs
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
