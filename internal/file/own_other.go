//go:build !unix

package file

import (
	"errors"
	"io/fs"
)

// noFollow stands for a flag that these systems do not have: there only CheckOwn finds a link.
const noFollow = 0

var errOtherNames = errors.New("found a file that has another name too, expected one of its own")

// hasOtherNames is not known here.
func hasOtherNames(fs.FileInfo) bool { return false }
