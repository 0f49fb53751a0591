// Package shareddata finds, for tests, the evaluation data that is too large or not ours to lie in the repository. It
// is expected in the folder shared next to the repository. A test that needs a file of it is skipped where there is
// none, with one line that says so; what every clone must be able to test reads testdata at the root of the repository
// instead.
package shareddata

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// SkippedVariable names a file that each test which is skipped adds a line to, so that .ci/run can count them: go test
// shows nothing of a test that is skipped.
const SkippedVariable = "WRD_SKIPPED"

// Path returns the path of a file or folder of the shared data, such as "data/sts/STS-B/dev.tsv", and skips the test if
// it is not there; also under -short, which is for the race detector: such a test is about numbers, and those about
// goroutines make their input themselves.
func Path(t testing.TB, name string) string {
	t.Helper()
	path, err := Find(name)
	if err != nil {
		if file := os.Getenv(SkippedVariable); file != "" {
			record(t, file)
		}
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("takes long, and is about numbers")
	}
	return path
}

// record adds the name of a test to a file, in one write: several packages are tested at a time.
func record(t testing.TB, file string) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err == nil {
		_, err = f.WriteString(t.Name() + "\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatalf("%s: %v", SkippedVariable, err)
	}
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
		return "", fmt.Errorf("found no shared/%s next to the repository, which this needs", name)
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
