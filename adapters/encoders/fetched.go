package encoders

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/catalog"
)

// digestOf is what the Digest of the model is if each file is the one of the set.
func digestOf(s *catalog.Set) string {
	sums := map[string]string{}
	for _, file := range s.Files {
		sums[file.Name] = file.SHA256
	}
	h := sha256.New()
	for _, name := range fileNames {
		sum, err := hex.DecodeString(sums[name])
		if sums[name] == "" {
			none := sha256.Sum256(nil)
			sum = none[:]
		}
		if err != nil {
			return ""
		}
		h.Write(sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// damage returns a DamagedError of the first file in a folder that is not the one of the set, nil if there is none.
func damage(s *catalog.Set, dir string) error {
	for _, file := range s.Files {
		path := filepath.Join(dir, file.Name)
		content, err := readFile(path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		if found := hex.EncodeToString(sum[:]); found != file.SHA256 {
			return &DamagedError{Set: *s, Path: path, Sum: found, Want: file.SHA256}
		}
	}
	return nil
}
