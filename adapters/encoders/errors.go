package encoders

import (
	"github.com/wordrotator/wrd/adapters/catalog"
)

// A NotFoundError says that there is no encoder of the name that was given, and no folder.
type NotFoundError struct {
	Name string // as it was asked for
	Err  error
}

// Error says what was found instead.
func (e *NotFoundError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *NotFoundError) Unwrap() error { return e.Err }

// A DamagedError says that a file of a fetched encoder is not the one that was fetched.
type DamagedError struct {
	Set  catalog.Set
	Path string
	Sum  string // what SHA-256 it has
	Want string
}

// Error says which file.
func (e *DamagedError) Error() string {
	return e.Path + ": found SHA-256 " + e.Sum + ", expected " + e.Want
}
