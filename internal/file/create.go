package file

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// An Output is a file that is being written next to its final name. Exactly one of Commit and Abort
// ends it; Abort after Commit does nothing, so a deferred Abort cleans up after every failure.
type Output struct {
	path      string
	failed    error // the first error
	file      *os.File
	closed    bool
	committed bool
	aborted   bool
}

// Create starts writing the file that is to become path. The bytes go to a hidden temporary file in the
// same folder, which must exist and be writable. path itself is untouched until Commit.
func Create(path string) (*Output, error) {
	dir, base := filepath.Split(path)
	for range 100 {
		// Not os.CreateTemp: its mode 0600 would survive the rename, where users expect their umask.
		name := fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return &Output{path: path, file: f}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%s: cannot be written: %w", path, cause(err))
		}
	}
	return nil, fmt.Errorf("%s: cannot be written: no free name for a temporary file next to it", path)
}

// cause returns what went wrong without the path, which the caller names better.
func cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	if linkErr, ok := errors.AsType[*os.LinkError](err); ok {
		return linkErr.Err
	}
	return err
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.file.Write(p)
	return n, o.fail(err)
}

// WriteAt implements io.WriterAt, for a header that is known only at the end.
func (o *Output) WriteAt(p []byte, offset int64) (int, error) {
	n, err := o.file.WriteAt(p, offset)
	return n, o.fail(err)
}

// fail remembers the first error, and says which file could not be written.
func (o *Output) fail(err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: cannot be written: %w", o.path, cause(err))
	if o.failed == nil {
		o.failed = err
	}
	return err
}

// Failed returns the first error of Write or Finish, which an encoder between the caller and Write may have
// wrapped in words about its own affairs.
func (o *Output) Failed() error { return o.failed }

// Finish brings the bytes to disk and closes the temporary file, which is where a full disk shows at the
// latest. Commit calls it; calling it before lets several outputs be finished before the first is renamed.
func (o *Output) Finish() error {
	if o.closed {
		return nil
	}
	o.closed = true
	if err := o.file.Sync(); err != nil {
		o.file.Close()
		return o.fail(err)
	}
	return o.fail(o.file.Close())
}

// Commit finishes the file and gives it its name, replacing a file of that name. After an error the
// temporary file is gone and the old file, if there was one, unchanged.
func (o *Output) Commit() error {
	if err := o.Finish(); err != nil {
		o.Abort()
		return err
	}
	if err := os.Rename(o.file.Name(), o.path); err != nil {
		o.Abort()
		return fmt.Errorf("%s: cannot be written: %w", o.path, cause(err))
	}
	o.committed = true
	return nil
}

// Committed says whether the file has its name.
func (o *Output) Committed() bool { return o.committed }

// Abort removes the temporary file, unless Commit succeeded before.
func (o *Output) Abort() {
	if o.committed || o.aborted {
		return
	}
	o.aborted = true
	if !o.closed {
		o.closed = true
		o.file.Close()
	}
	os.Remove(o.file.Name())
}
