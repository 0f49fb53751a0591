package download

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wordrotator/wrd/internal/file"
)

// A part is a file that is not yet whole, and the note next to it that says what it is a part of. Whoever has
// the note locked may change both.
type part struct {
	path  string   // of the part
	file  *os.File // nil after finish
	size  int64    // bytes that are there
	ended bool     // the server of a file of unknown length has sent all of it

	note  *os.File
	state state
	saved state // as it stands in the note
}

// A state identifies the file that a part belongs to.
type state struct {
	URL          string `json:"url"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Length       int64  `json:"length"` // in bytes; -1 if the server did not say
}

// validator returns the mark by which a server recognises the file, "" if it gave none that is good enough to
// join bytes of two responses: a weak ETag is not.
func (s state) validator() string {
	if s.ETag != "" && !strings.HasPrefix(s.ETag, "W/") {
		return s.ETag
	}
	return s.LastModified
}

// The endings of the names of a part and of its note.
const (
	PartEnding = ".part" // a part that can be continued has this name
	noteEnding = ".part.json"
)

// lockPoll is how often a lock that another run has is tried.
const lockPoll = 100 * time.Millisecond

// errLocked says that another run has the lock.
var errLocked = errors.New("locked")

// openPart opens the part of the file that is to become path, and locks it. If another run has it, it calls
// waiting once and waits.
func openPart(ctx context.Context, path string, waiting func()) (*part, error) {
	p := &part{path: path + PartEnding}
	for i := 0; ; i++ {
		note, err := lockNote(path + noteEnding)
		if err == nil {
			p.note = note
			break
		}
		if !errors.Is(err, errLocked) {
			return nil, file.Named(err)
		}
		if i == 1 { // the first time may be a run that has just ended
			waiting()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lockPoll):
		}
	}
	if err := p.open(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// lockNote opens and locks the note. The run that had it before may have removed it since it was opened: then
// the lock is of no use.
func lockNote(path string) (*os.File, error) {
	f, err := openLocked(path)
	if err != nil {
		return nil, err
	}
	mine, err := f.Stat()
	if err == nil {
		var now os.FileInfo
		if now, err = os.Stat(path); err == nil && os.SameFile(mine, now) {
			return f, nil
		}
	}
	f.Close()
	return nil, errLocked
}

// open opens the part and reads the note.
func (p *part) open() error {
	if b, err := io.ReadAll(io.LimitReader(p.note, 1<<20)); err != nil || json.Unmarshal(b, &p.state) != nil {
		p.state = state{} // a run was killed while it wrote the note
	}
	p.saved = p.state
	var err error
	if p.file, err = file.OpenOwn(p.path); err != nil {
		return file.Named(err)
	}
	if p.size, err = p.file.Seek(0, io.SeekEnd); err != nil {
		return file.Named(err)
	}
	return nil
}

// misfit says why the part cannot be a part of the file at an address, "" if it can.
func (p *part) misfit(url string) string {
	switch {
	case p.state.URL == "":
		return "the existing part came from an unknown address"
	case p.state.URL != url:
		return "the existing part came from " + redacted(p.state.URL)
	case p.state.Length >= 0 && p.size > p.state.Length:
		return fmt.Sprintf("the existing part has %d bytes, the whole %d", p.size, p.state.Length)
	}
	return ""
}

// restart empties the part, which from now on belongs to s.
func (p *part) restart(s state) error {
	if p.size > 0 {
		if err := p.file.Truncate(0); err != nil {
			return file.Named(err)
		}
	}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return file.Named(err)
	}
	p.size, p.ended, p.state = 0, false, s
	return nil
}

// whole says whether all bytes are there.
func (p *part) whole() bool {
	return p.ended || p.size > 0 && p.size == p.state.Length
}

// save writes the note, if it says something else.
func (p *part) save() error {
	if p.state == p.saved {
		return nil
	}
	b, err := json.Marshal(p.state)
	if err == nil {
		err = p.note.Truncate(0)
	}
	if err == nil {
		_, err = p.note.WriteAt(append(b, '\n'), 0)
	}
	if err != nil {
		return &lastingError{fmt.Errorf("%s: cannot be written: %w", p.note.Name(), file.Cause(err))}
	}
	p.saved = p.state
	return nil
}

// append writes what r has to the end of the part.
func (p *part) append(r io.Reader) error {
	if err := p.save(); err != nil {
		return err
	}
	buffer := make([]byte, 256<<10)
	for {
		n, err := r.Read(buffer)
		if n > 0 {
			written, err := p.file.Write(buffer[:n])
			p.size += int64(written)
			if err != nil {
				return &lastingError{fmt.Errorf("%s: cannot be written after %d bytes: %w", p.path, p.size, file.Cause(err))}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// needRoom returns an error if the disk has no room for n more bytes.
func (p *part) needRoom(n int64) error {
	free, ok := freeSpace(filepath.Dir(p.path))
	if ok && n > free {
		return &lastingError{fmt.Errorf("%s: %d bytes are missing, and the disk has room for %d", p.path, n, free)}
	}
	return nil
}

// finish brings the bytes to disk.
func (p *part) finish() error {
	f := p.file
	p.file = nil
	err := f.Sync()
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", p.path, file.Cause(err))
	}
	return nil
}

// commit gives the part its name.
func (p *part) commit(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: cannot be written: %w", path, fs.ErrExist)
	}
	if err := os.Rename(p.path, path); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, file.Cause(err))
	}
	return nil
}

// discard removes what was fetched.
func (p *part) discard() {
	if p.file != nil {
		p.file.Close()
		p.file = nil
	}
	os.Remove(p.path)
}

// close gives the part to other runs. A part without bytes is removed, and so is a note without a part.
func (p *part) close() {
	if p.file != nil {
		p.file.Close()
	}
	if info, err := os.Lstat(p.path); err == nil && info.Size() > 0 {
		p.note.Close()
		return
	}
	if file.CheckOwn(p.path) == nil {
		os.Remove(p.path)
	}
	if removeOpen {
		os.Remove(p.note.Name())
		p.note.Close()
		return
	}
	p.note.Close()
	os.Remove(p.note.Name()) // fails if another run has it by now
}
