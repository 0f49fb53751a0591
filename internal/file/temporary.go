package file

import (
	"fmt"
	"io"
	"os"
)

// temporaryMemory is how many bytes a Temporary keeps in memory before it makes a file of them.
const temporaryMemory = 16 << 20

// pieceBytes is how much of that stands together: one growing piece would be copied several times.
const pieceBytes = 256 << 10

// A Temporary holds bytes that are read again in the same run: in memory while they are few, then in a file of the
// system's folder for such files, which nothing is left of when the run ends, however it ends (on Windows: unless it is
// killed). The zero value is empty. It must not be shared between goroutines while it is written.
type Temporary struct {
	memory [][]byte // pieces of pieceBytes, but for the last
	file   *os.File
	size   int64
	closed func() // forgets the file; nil if it has no name
}

// Copy returns what r holds.
func Copy(r io.Reader) (*Temporary, error) {
	t := new(Temporary)
	if _, err := io.Copy(t, r); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// Write appends bytes.
func (t *Temporary) Write(p []byte) (int, error) {
	if t.file == nil && t.size+int64(len(p)) <= temporaryMemory {
		t.size += int64(len(p))
		for rest := p; len(rest) > 0; {
			last := len(t.memory) - 1
			if last < 0 || len(t.memory[last]) == pieceBytes {
				t.memory = append(t.memory, nil)
				if last++; last > 0 { // there is much, so the piece will be full
					t.memory[last] = make([]byte, 0, pieceBytes)
				}
			}
			n := min(len(rest), pieceBytes-len(t.memory[last]))
			t.memory[last] = append(t.memory[last], rest[:n]...)
			rest = rest[n:]
		}
		return len(p), nil
	}
	if t.file == nil {
		if err := t.spill(); err != nil {
			return 0, err
		}
	}
	n, err := t.file.Write(p)
	t.size += int64(n)
	if err != nil {
		err = fmt.Errorf("a temporary file cannot be written: %w", err)
	}
	return n, err
}

// spill makes a file of what is in memory. It loses its name at once where the system lets it.
func (t *Temporary) spill() (err error) {
	if t.file, err = os.CreateTemp("", "wrd-texts-"); err != nil {
		return fmt.Errorf("no temporary file: %w", err)
	}
	if os.Remove(t.file.Name()) != nil { // as on Windows, where Close does it
		t.closed = Unfinished(t.file.Name())
	}
	for _, piece := range t.memory {
		if _, err := t.file.Write(piece); err != nil {
			return fmt.Errorf("a temporary file cannot be written: %w", err)
		}
	}
	t.memory = nil
	return nil
}

// Size returns how many bytes there are.
func (t *Temporary) Size() int64 { return t.size }

// ReadAt implements io.ReaderAt.
func (t *Temporary) ReadAt(p []byte, at int64) (int, error) {
	if t.file != nil {
		return t.file.ReadAt(p, at)
	}
	n := 0
	for n < len(p) && at < t.size {
		copied := copy(p[n:], t.memory[at/pieceBytes][at%pieceBytes:])
		n, at = n+copied, at+int64(copied)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Close forgets the bytes.
func (t *Temporary) Close() error {
	t.memory = nil
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	os.Remove(t.file.Name())
	if t.closed != nil {
		t.closed()
	}
	return err
}
