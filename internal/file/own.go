package file

import (
	"io/fs"
	"os"
)

// OpenOwn opens a file that no user named, such as the part of a download, for reading and writing, and makes it if it
// is not there. Whatever stands there and is not a plain file of this name alone is an error: nobody who put a link
// there may choose what we write to.
func OpenOwn(path string) (*os.File, error) { return openOwn(path, os.O_RDWR) }

// AppendOwn is OpenOwn for writing at the end only, wherever that is by then: processes that append to one file at once
// do not write over each other.
func AppendOwn(path string) (*os.File, error) { return openOwn(path, os.O_WRONLY|os.O_APPEND) }

func openOwn(path string, flags int) (*os.File, error) {
	if err := CheckOwn(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, flags|os.O_CREATE|noFollow, 0o666)
	if err != nil {
		if again := CheckOwn(path); again != nil { // a link was put there since
			return nil, again
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkOwn(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// CheckOwn is the check of OpenOwn.
func CheckOwn(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // opening it says what is wrong, if anything is
	}
	return checkOwn(path, info)
}

func checkOwn(path string, info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: path, Err: notPlain(info.Mode())}
	case hasOtherNames(info):
		return &fs.PathError{Op: "open", Path: path, Err: errOtherNames}
	}
	return nil
}
