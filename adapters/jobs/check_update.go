package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// BaselineFile returns the file that a baseline is stored in: that of its path, or segments.parquet in the folder. A
// path that is not there yet is a folder unless its name has an ending.
func BaselineFile(path string) string {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() || err != nil && filepath.Ext(path) == "" {
		return filepath.Join(path, parquet.SegmentsFile)
	}
	return path
}

// EndingsOfFiles are those of files that hold texts, scores or results.
func EndingsOfFiles() []string {
	return append(rows.Endings(), ".txt", ".gz", ".zst", ".npy", ".safetensors", ".html", ".svg", ".xml")
}

// isNamedAsTexts says whether a path has the ending of a file of texts, or of a table that is not Parquet.
func isNamedAsTexts(path string) bool {
	ending := strings.ToLower(filepath.Ext(path))
	return ending != ".parquet" && slices.Contains(EndingsOfFiles(), ending)
}

// checkUpdate fails if the update would replace what is no baseline that wrd stored, or take the name of a file of
// texts.
func (c *checking) checkUpdate(path string) error {
	if c.Rules.New && !isNamedAsTexts(path) || !c.Rules.New && !c.baselineIsTexts() && isStored(path) {
		return nil
	}
	name := file.Unpacked(path)
	if name = strings.TrimSuffix(name, filepath.Ext(name)) + ".parquet"; name == path {
		name = filepath.Join(filepath.Dir(path), "baseline.parquet")
	}
	return setup.Errorf("%v: found %s, which is no baseline that wrd stored, expected a name that ends in .parquet",
		setup.Name("update"), path).
		Hinted("%v %s stores the scores of this run", nameOfBaseline, wording.Argument(name))
}

// isStored says whether a baseline is one that may be replaced by another: a Parquet file, or one that should be.
func isStored(path string) bool {
	if filepath.Ext(path) == ".parquet" {
		return true
	}
	stored, err := replay.OpenSegments(path)
	if err == nil {
		stored.Close()
	}
	return err == nil
}

// updateBaseline stores the scores of this run as the baseline, if the user wants it and nothing failed. The old
// baseline is replaced only when the new one is whole on disk.
func (c *checking) updateBaseline(ctx context.Context, r *check.Report) error {
	if !c.Update {
		return nil
	}
	if r.Failed() {
		c.host.notify(c.Baseline.Path + ": the baseline is kept, because the check failed; " +
			c.host.named(setup.Name("force")) + " replaces it anyway")
		return nil
	}
	source, path := c.now.source(), BaselineFile(c.Baseline.Path)
	if !file.IsRegular(source) {
		return setup.Errorf("%v: %s is not a single file, so it cannot become the baseline", setup.Name("update"), source)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("%s: the folder for the baseline cannot be made: %w", filepath.Dir(path), errors.Unwrap(err))
	}
	from, err := os.Open(source)
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := file.Create(ctx, path)
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
