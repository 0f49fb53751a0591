package file

import (
	"os"
	"sync"
)

// unfinished are the files and folders that the run removes, or renames, before it ends.
var unfinished struct {
	sync.Mutex
	paths map[string]bool
}

// Unfinished keeps in mind a file or folder that is removed or renamed before the run ends. RemoveUnfinished removes it
// until finished is called.
func Unfinished(path string) (finished func()) {
	u := &unfinished
	u.Lock()
	defer u.Unlock()
	if u.paths == nil {
		u.paths = map[string]bool{}
	}
	u.paths[path] = true
	return func() {
		u.Lock()
		defer u.Unlock()
		delete(u.paths, path)
	}
}

// RemoveUnfinished removes what the run has begun to write, for a program that ends before the run does. What the run would
// begin or finish afterwards waits for ever.
func RemoveUnfinished() {
	unfinished.Lock()
	for path := range unfinished.paths {
		os.RemoveAll(path)
	}
}

// A Folder is a folder of the system's folder for temporary files. The zero value is none.
type Folder struct {
	Path    string // "" for none
	removed func()
}

// TemporaryFolder makes a folder whose name begins like this.
func TemporaryFolder(name string) (Folder, error) {
	path, err := os.MkdirTemp("", name)
	if err != nil {
		return Folder{}, err
	}
	return Folder{path, Unfinished(path)}, nil
}

// Remove removes the folder with what is in it.
func (f Folder) Remove() {
	if f.Path != "" {
		os.RemoveAll(f.Path)
		f.removed()
	}
}
