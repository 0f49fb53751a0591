package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// An Output is a file that is being written aside, next to its final name. Exactly one of Commit and Abort
// ends it; Abort after Commit does nothing, so a deferred Abort cleans up after every failure.
type Output struct {
	name      string // what messages call it: the path that Create was given
	path      string // what gets the bytes on Commit, "" if they go there at once
	failed    error  // the first error
	file      *os.File
	bytes     io.Writer // to file
	shared    bool      // file is not closed
	closed    bool
	committed bool
	aborted   bool
	finished  func() // forgets the temporary file; nil if there is none
}

// Create starts writing the file that is to become path. The bytes go to a hidden temporary file in the same folder,
// which must exist and be writable. path itself is untouched until Commit.
//
// What a symbolic link leads to is written, not the link. Pipes and devices such as /dev/stdout are written to directly
// and never replaced; a directory, a disk or a socket is an error. Waiting for who reads from a pipe ends with ctx, with
// its cause as the error.
func Create(ctx context.Context, path string) (*Output, error) {
	t, err := find(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", path, err)
	}
	if t.direct != nil {
		return &Output{name: path, file: t.direct, bytes: InterruptibleWriter(ctx, t.direct), shared: t.shared}, nil
	}
	return aside(path, t.path)
}

// CreateOwn is Create for a path that no user chose, such as that of an entry of the cache. Whatever stands there and
// is not a plain file is an error, also a symbolic link: nobody who made one may choose what we write to.
func CreateOwn(path string) (*Output, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: cannot be written: %w", path, notPlain(info.Mode()))
	}
	return aside(path, path)
}

// aside starts writing a temporary file that is to become path, and is called name.
func aside(name, path string) (*Output, error) {
	dir, base := filepath.Split(path)
	for range 100 {
		// Not os.CreateTemp: its mode 0600 would survive the rename, where users expect their umask.
		temporary := fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return &Output{name: name, path: path, file: f, bytes: f, finished: Unfinished(temporary)}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%s: cannot be written: %w", name, Cause(err))
		}
	}
	return nil, fmt.Errorf("%s: cannot be written: no free name for a temporary file next to it", name)
}

// Direct says whether the bytes go to a pipe or a device at once, so that WriteAt cannot be relied on.
func (o *Output) Direct() bool { return o.path == "" }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.bytes.Write(p)
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
	err = fmt.Errorf("%s: cannot be written: %w", o.name, Cause(err))
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
	if o.Direct() {
		return o.fail(o.close())
	}
	if err := o.file.Sync(); err != nil {
		o.file.Close()
		return o.fail(err)
	}
	return o.fail(o.file.Close())
}

func (o *Output) close() error {
	if o.shared {
		return nil
	}
	return o.file.Close()
}

// Commit finishes the file and gives it its name, replacing a plain file of that name. After an error the
// temporary file is gone and the old file, if there was one, unchanged.
func (o *Output) Commit() error {
	if err := o.Finish(); err != nil {
		o.Abort()
		return err
	}
	if err := o.rename(); err != nil {
		o.Abort()
		return fmt.Errorf("%s: cannot be written: %w", o.name, err)
	}
	o.committed = true
	if o.finished != nil {
		o.finished()
	}
	return nil
}

// rename gives the temporary file its name, unless something that is not a plain file has it by now.
func (o *Output) rename() error {
	if o.Direct() {
		return nil
	}
	if info, err := os.Lstat(o.path); err == nil && !info.Mode().IsRegular() {
		return notPlain(info.Mode())
	}
	if err := os.Rename(o.file.Name(), o.path); err != nil {
		return Cause(err)
	}
	return nil
}

// Committed says whether the file has its name.
func (o *Output) Committed() bool { return o.committed }

// Abort removes the temporary file, unless Commit succeeded before. What went to a pipe or a device stays there.
func (o *Output) Abort() {
	if o.committed || o.aborted {
		return
	}
	o.aborted = true
	if !o.closed {
		o.closed = true
		o.close()
	}
	if !o.Direct() {
		os.Remove(o.file.Name())
	}
	if o.finished != nil {
		o.finished()
	}
}
