//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package download

import (
	"os"

	"github.com/wordrotator/wrd/internal/file"
)

// removeOpen says whether a file can be removed while it is open.
const removeOpen = false

// openLocked opens a file, which is made if it is not there. These systems have no lock that ends with the
// process: two runs at once may fetch a file that is damaged, which its checksum tells.
func openLocked(path string) (*os.File, error) {
	return file.OpenOwn(path)
}
