package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"github.com/wordrotator/wrd/internal/file"
)

// A hashedFile is a file whose bytes are hashed as they are read.
type hashedFile struct {
	ctx    context.Context
	file   *os.File
	began  time.Time
	before fs.FileInfo  // what the file system said when it was opened
	size   atomic.Int64 // bytes read
	hash   hash.Hash
}

// openHashed opens a regular file, when it has settled. The errors are those of file.Open.
func openHashed(ctx context.Context, path string) (*hashedFile, error) {
	in, err := file.Open(path, nil)
	if err != nil {
		return nil, err
	}
	in.Close()
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	before, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	settle(ctx, before)
	return &hashedFile{ctx: ctx, file: f, began: time.Now(), before: before, hash: sha256.New()}, nil
}

// Read implements io.Reader.
func (f *hashedFile) Read(p []byte) (int, error) {
	if f.ctx.Err() != nil {
		return 0, context.Cause(f.ctx)
	}
	n, err := f.file.Read(p)
	f.hash.Write(p[:n])
	f.size.Add(int64(n))
	return n, err
}

// finish reads what is left of the file and returns the SHA-256 of all of it, in hexadecimal.
func (f *hashedFile) finish() (string, error) {
	buf := make([]byte, 1<<20)
	for {
		if _, err := f.Read(buf); err == io.EOF {
			return hex.EncodeToString(f.hash.Sum(nil)), nil
		} else if err != nil {
			return "", err
		}
	}
}
