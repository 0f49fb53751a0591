package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/wordrotator/wrd/internal/lazy"
)

// maxLinks is how many symbolic links are followed to a target; systems give up after as many, or after fewer.
const maxLinks = 40

// A target is where the bytes of an Output end up.
type target struct {
	path   string   // the plain file that is made or replaced, which no link leads away from
	direct *os.File // in place of path: what is written to as it is, and never replaced
	shared bool     // direct belongs to the process and is not closed
}

// find follows a path that a user gave to the file that is to be written. It opens what cannot be replaced and takes
// bytes all the same: pipes, devices that are no disks, and the descriptors that the process has open, such as
// /dev/stdout. Anything else that is not a plain file is an error.
func find(ctx context.Context, path string) (target, error) {
	for range maxLinks {
		if fd, ok := descriptor(path); ok {
			return openDescriptor(fd, path)
		}
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return target{path: path}, nil
		case err != nil:
			return target{}, Cause(err)
		case info.Mode().IsRegular():
			return target{path: path}, notStandard(info)
		case info.Mode()&fs.ModeSymlink == 0:
			return openDirect(ctx, path, info.Mode())
		}
		link, err := os.Readlink(path)
		if err != nil {
			return target{}, Cause(err)
		}
		if !filepath.IsAbs(link) { // not filepath.Join: it would take folder/.. away, and folder may be a link
			dir, _ := filepath.Split(path)
			link = dir + link
		}
		path = link
	}
	return target{}, errors.New("too many symbolic links")
}

// openDirect opens what is there and is not a plain file. A pipe is open when somebody reads from it, or ctx ends.
func openDirect(ctx context.Context, path string, mode fs.FileMode) (target, error) {
	if mode&fs.ModeNamedPipe == 0 && mode&fs.ModeCharDevice == 0 {
		return target{}, notPlain(mode)
	}
	f, err := opened(ctx, func() (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) })
	if err != nil {
		return target{}, Cause(err)
	}
	return target{direct: f}, nil
}

// notPlain is the error about something that is neither a plain file nor can take its place.
func notPlain(mode fs.FileMode) error {
	what := "something else"
	switch {
	case mode.IsDir():
		what = "a directory"
	case mode&fs.ModeSymlink != 0:
		what = "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	}
	return fmt.Errorf("found %s, expected a file", what)
}

// descriptors are the folders that systems show the open files of this process in.
var descriptors = lazy.Regexp(`^(/dev|/proc/` + strconv.Itoa(os.Getpid()) + `(/task/\d+)?)/fd$`)

// descriptor returns the number of the open file that a path such as /dev/fd/3 names. Opening the path would not do: of
// a plain file it would begin at the start again, and write over what came before.
func descriptor(path string) (fd uintptr, ok bool) {
	dir, base := filepath.Split(path)
	n, err := strconv.ParseUint(base, 10, 31)
	if err != nil || dir == "" {
		return 0, false
	}
	folder, err := filepath.EvalSymlinks(dir)
	return uintptr(n), err == nil && descriptors().MatchString(folder)
}

func openDescriptor(fd uintptr, path string) (target, error) {
	t := target{shared: true}
	switch fd {
	case os.Stdout.Fd():
		t.direct = os.Stdout
	case os.Stderr.Fd():
		t.direct = os.Stderr
	default:
		t = target{direct: os.NewFile(fd, path)}
	}
	if _, err := t.direct.Stat(); err != nil {
		return target{}, Cause(err)
	}
	return t, nil
}

// notStandard rejects the plain file that standard output or standard error goes to: were it replaced, what is printed
// would be lost.
func notStandard(info fs.FileInfo) error {
	for _, standard := range []*os.File{os.Stdout, os.Stderr} {
		if other, err := standard.Stat(); err == nil && os.SameFile(info, other) {
			return errors.New("what this run prints goes to the same file, expected another one")
		}
	}
	return nil
}
