package download

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
)

// The algorithms of checksums.
const (
	SHA256 = "SHA-256"
	MD5    = "MD5" // guards against accidents only
)

// A Checksum is what the bytes of a file must sum up to. The zero value is met by every file.
type Checksum struct {
	Algorithm string // SHA256 or MD5
	Hex       string // lower-case hexadecimal digits
}

// ParseChecksum reads the hexadecimal digits of a checksum; their number determines the algorithm.
func ParseChecksum(text string) (Checksum, error) {
	digits := strings.ToLower(strings.TrimSpace(text))
	if b, err := hex.DecodeString(digits); err == nil {
		switch len(b) {
		case sha256.Size:
			return Checksum{SHA256, digits}, nil
		case md5.Size:
			return Checksum{MD5, digits}, nil
		}
	}
	return Checksum{}, fmt.Errorf("found %q, expected 64 hexadecimal digits (SHA-256) or 32 (MD5)", text)
}

// String returns "SHA-256 0123…", or "" for the zero value.
func (c Checksum) String() string { return strings.TrimSpace(c.Algorithm + " " + c.Hex) }

// A MismatchError says that a file is not the one that a checksum or a size was given for.
type MismatchError struct {
	Path        string
	What        string // SHA256, MD5 or "the size in bytes"
	Found, Want string
	// Existing says that the file had been there before and is untouched; a fetched one is removed.
	Existing bool
}

// Error implements error.
func (e *MismatchError) Error() string {
	text := fmt.Sprintf("%s: %s is %s, expected %s", e.Path, e.What, e.Found, e.Want)
	if !e.Existing {
		text += "; the download is removed"
	}
	return text
}

// compare returns an error if sums are not those of c.
func (c Checksum) compare(path string, sums map[string]string, existing bool) error {
	if found := sums[c.Algorithm]; c != (Checksum{}) && found != c.Hex {
		return &MismatchError{path, c.Algorithm, found, c.Hex, existing}
	}
	return nil
}

// sum reads the file at path whole and returns its checksums by algorithm, and its size.
func sum(ctx context.Context, path string) (map[string]string, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, file.Named(err)
	}
	defer f.Close()
	hashes := map[string]hash.Hash{SHA256: sha256.New(), MD5: md5.New()}
	size, err := io.Copy(io.MultiWriter(hashes[SHA256], hashes[MD5]), readerFunc(func(b []byte) (int, error) {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return f.Read(b)
	}))
	if err != nil {
		return nil, 0, file.Named(err)
	}
	sums := map[string]string{}
	for algorithm, h := range hashes {
		sums[algorithm] = hex.EncodeToString(h.Sum(nil))
	}
	return sums, size, nil
}
