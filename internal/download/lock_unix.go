//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package download

import (
	"errors"
	"os"
	"syscall"

	"github.com/wordrotator/wrd/internal/file"
)

// removeOpen says whether a file can be removed while it is open, and so while it is locked.
const removeOpen = true

// openLocked opens a file, which is made if it is not there, for this run alone; errLocked if another has it.
// The lock ends with the file's closing, also by the end of the process.
func openLocked(path string) (*os.File, error) {
	f, err := file.OpenOwn(path)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return f, nil
	}
	f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errLocked
	}
	return nil, &os.PathError{Op: "lock", Path: path, Err: err}
}
