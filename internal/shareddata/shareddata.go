// Package shareddata finds, for tests, the evaluation data that is too large or not ours to lie in the repository. It
// is expected in the folder shared next to the repository. A test that needs a file of it is skipped where there is
// none; what every clone must be able to test reads testdata at the root of the repository instead.
package shareddata

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Path returns the path of a file or folder of the shared data, such as "data/sts/STS-B/dev.tsv", and skips the test if
// it is not there.
func Path(t testing.TB, name string) string {
	t.Helper()
	path, err := Find(name)
	if err != nil {
		t.Skip(err)
	}
	return path
}

// Read returns the content of a file of the shared data, decompressed if its name ends in .gz, and skips the test if it
// is not there.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(Path(t, name))
	if err == nil && strings.HasSuffix(name, ".gz") {
		content, err = decompress(content)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return content
}

func decompress(content []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// Find returns the path of a file or folder of the shared data, or an error if it is not there.
func Find(name string) (string, error) {
	root, err := repository()
	if err != nil {
		return "", err
	}
	path := filepath.Join(filepath.Dir(root), "shared", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no shared data next to the repository: %w", err)
	}
	return path, nil
}

// repository returns the folder of go.mod above the working directory, which for a test is the folder of its package.
func repository() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("found no go.mod above %s", start)
		}
	}
}
