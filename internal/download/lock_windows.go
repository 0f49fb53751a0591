package download

import (
	"errors"
	"os"
	"syscall"

	"github.com/wordrotator/wrd/internal/file"
)

// removeOpen says whether a file can be removed while it is open, and so while it is locked.
const removeOpen = false

// sharingViolation is Windows' error ERROR_SHARING_VIOLATION, which package syscall does not name.
const sharingViolation = syscall.Errno(32)

// openLocked opens a file, which is made if it is not there, for this run alone; errLocked if another has it.
// The lock ends with the file's closing, also by the end of the process.
func openLocked(path string) (*os.File, error) {
	if err := file.CheckOwn(path); err != nil {
		return nil, err
	}
	name, err := syscall.UTF16PtrFromString(path)
	if err == nil {
		const shareNothing = 0
		var h syscall.Handle
		h, err = syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shareNothing, nil,
			syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
		if err == nil {
			return os.NewFile(uintptr(h), path), nil
		}
	}
	if errors.Is(err, sharingViolation) {
		return nil, errLocked
	}
	return nil, &os.PathError{Op: "open", Path: path, Err: err}
}
