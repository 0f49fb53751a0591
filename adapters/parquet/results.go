package parquet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// The files in the folder of Results.
const (
	SegmentsFile = "segments.parquet"
	SystemsFile  = "systems.parquet"
)

// Results is a folder that receives segments.parquet and systems.parquet together. Exactly one of Commit and
// Abort ends it; Abort after Commit does nothing.
type Results struct {
	Rows     *SegmentWriter // of segments.parquet, which Commit closes
	run      Run
	humans   []string
	made     []string // folders that did not exist before, the deepest first
	segments *file.Output
	systems  *file.Output
}

// CreateResults starts writing results into dir, which is made if it does not exist. Files of an earlier run
// are replaced on Commit and untouched before. Waiting for who reads from a pipe ends with ctx.
func CreateResults(ctx context.Context, dir string, run Run, shape outcome.Shape) (_ *Results, err error) {
	r := &Results{run: run, humans: outcome.HumanNames(shape.Humans), made: missingFolders(dir)}
	defer func() {
		if err != nil {
			r.Abort()
		}
	}()
	if err := MakeFolder(dir); err != nil {
		return nil, err
	}
	if r.segments, err = file.Create(ctx, filepath.Join(dir, SegmentsFile)); err != nil {
		return nil, err
	}
	if r.systems, err = file.Create(ctx, filepath.Join(dir, SystemsFile)); err != nil {
		return nil, err
	}
	r.Rows = NewSegmentWriter(r.segments, run, shape)
	return r, nil
}

// MakeFolder makes the folder of results, if it is not there.
func MakeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s: found a file, expected a folder for results", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s: the folder for results cannot be made: %w", dir, errors.Unwrap(err))
	}
	return nil
}

// Commit writes the rows of systems.parquet and gives both files their names.
func (r *Results) Commit(systems []outcome.Mean) error {
	if err := r.Rows.Close(); err != nil {
		return err
	}
	if err := WriteSystems(r.systems, r.run, r.humans, systems); err != nil {
		return err
	}
	// A full disk shows here, before the first of the two files replaces an old one.
	if err := errors.Join(r.segments.Finish(), r.systems.Finish()); err != nil {
		return err
	}
	if err := r.segments.Commit(); err != nil {
		return err
	}
	return r.systems.Commit()
}

// Abort removes what was written, and the folders that were made for it.
func (r *Results) Abort() {
	committed := false
	for _, o := range []*file.Output{r.segments, r.systems} {
		if o != nil {
			committed = committed || o.Committed()
			o.Abort()
		}
	}
	if committed {
		return
	}
	for _, dir := range r.made {
		os.Remove(dir) // fails, as it should, if somebody else put a file there
	}
}

// missingFolders returns those of dir and its parents that do not exist, the deepest first.
func missingFolders(dir string) (missing []string) {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return missing
		}
		missing = append(missing, dir)
	}
}
