package scores

import (
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/file"
)

// Files lists what Open reads at a path: a file, or the folders of a test set.
func Files(path string) []string {
	if results := rows.File(path); results != path {
		return []string{results}
	}
	dir := path
	if i := strings.LastIndexByte(path, ':'); !file.IsFolder(path) && i > 0 && file.IsFolder(path[:i]) {
		dir = path[:i]
	}
	if !file.IsFolder(dir) {
		return []string{path}
	}
	var folders []string
	for _, name := range []string{"human-scores", "metric-scores", "documents"} {
		folders = append(folders, filepath.Join(dir, name))
	}
	return folders
}
