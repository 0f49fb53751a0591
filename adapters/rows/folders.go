package rows

import (
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/file"
)

// A folder is a table in several files.
type folder struct {
	files []string // what is read, files or folders
	open  func(name string) (*Rows, error)
}

// folderAt returns the table in several files that a path names: FOLDER, or FOLDER:PART; nil for a file, and for what
// is not there.
func folderAt(path string) (*folder, error) {
	dir, part := partOf(path)
	if path == file.Stdin || !file.IsFolder(dir) {
		return nil, nil
	}
	if found, err := datasetAt(dir, part); found != nil || err != nil {
		return found, err
	}
	return testSetAt(dir, part)
}

// partOf splits FOLDER:PART; part is "" for another path.
func partOf(path string) (dir, part string) {
	if i := strings.LastIndexByte(path, ':'); i > 0 && !file.IsFolder(path) {
		return path[:i], path[i+1:]
	}
	return path, ""
}

// Files lists what Open reads at a path: the file, or what is in the folder.
func Files(path string) []string {
	if results := File(path); results != path {
		return []string{results}
	}
	switch found, err := folderAt(path); {
	case err != nil: // which Open says
		dir, _ := partOf(path)
		return []string{dir}
	case found != nil:
		return found.files
	}
	return []string{path}
}

// File returns the file that Open reads at path: segments.parquet in a folder that wrd score -o wrote, or else path.
func File(path string) string {
	if inFolder := filepath.Join(path, parquet.SegmentsFile); file.IsRegular(inFolder) {
		return inFolder
	}
	return path
}
