package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/internal/file"
)

// recordFile is what Pull leaves in the folder of an encoder of which the list does not have every checksum.
const recordFile = "pulled.json"

// A record says what the first download of an encoder brought. Later ones, and opening it, are held to it.
type record struct {
	Commit string            `json:"commit"`
	SHA256 map[string]string `json:"sha256"` // of each file, by its name
}

// HasChecksums says whether the SHA-256 of each file of an encoder is known before it is downloaded.
func (s *Set) HasChecksums() bool {
	return !slices.ContainsFunc(s.Files, func(f File) bool { return f.SHA256 == "" })
}

// AsRecorded returns an encoder with the checksums that the first download into a folder recorded in place of those that
// are not known. Where none was recorded these stay empty.
func (s Set) AsRecorded(folder string) (Set, error) {
	if s.HasChecksums() {
		return s, nil
	}
	path := filepath.Join(folder, recordFile)
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	var r record
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	switch {
	case err != nil:
		return s, fmt.Errorf("%s: cannot be read: %w; remove the folder, and download the encoder again", path, err)
	case r.Commit != s.Commit:
		return s, fmt.Errorf("%s: found files of commit %q, expected those of %s; remove the folder, and download the "+
			"encoder again", path, r.Commit, s.Commit)
	}
	s.Files = slices.Clone(s.Files)
	for i, f := range s.Files {
		digits, err := hex.DecodeString(r.SHA256[f.Name])
		if err != nil || len(digits) != sha256.Size {
			return s, fmt.Errorf("%s: %s: found %q, expected its SHA-256; remove the folder, and download the encoder again",
				path, f.Name, r.SHA256[f.Name])
		}
		if f.SHA256 == "" {
			s.Files[i].SHA256 = hex.EncodeToString(digits)
		}
	}
	return s, nil
}

// record keeps what a download brought.
func (s *Set) record(folder string, files []Fetched) error {
	r := record{Commit: s.Commit, SHA256: map[string]string{}}
	for _, f := range files {
		r.SHA256[f.Name] = f.SHA256
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	out, err := file.CreateOwn(filepath.Join(folder, recordFile))
	if err != nil {
		return err
	}
	if _, err := out.Write(append(content, '\n')); err != nil {
		out.Abort()
		return err
	}
	return out.Commit()
}
