package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/wordrotator/wrd/internal/file"
)

// A HashedFile hashes the bytes of a file as they are read, so that the hash is that of what was read, even if the file
// changes meanwhile.
type HashedFile struct {
	cache  *Cache
	ctx    context.Context
	file   *os.File
	began  time.Time
	before fs.FileInfo  // what the file system said when it was opened
	size   atomic.Int64 // bytes read
	hash   hash.Hash
}

// OpenFile opens a regular file, when it has settled. The errors are those of file.Open. ctx ends Read and Finish.
func (c *Cache) OpenFile(ctx context.Context, path string) (*HashedFile, error) {
	in, err := file.Open(path, nil)
	if err != nil {
		return nil, err
	}
	in.Close()
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	h, err := c.hashing(ctx, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	settle(ctx, h.before)
	return h, nil
}

// hashing begins to hash an open file.
func (c *Cache) hashing(ctx context.Context, f *os.File) (*HashedFile, error) {
	before, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &HashedFile{cache: c, ctx: ctx, file: f, began: time.Now(), before: before, hash: sha256.New()}, nil
}

// Read implements io.Reader.
func (f *HashedFile) Read(p []byte) (int, error) {
	if f.ctx.Err() != nil {
		return 0, context.Cause(f.ctx)
	}
	n, err := f.file.Read(p)
	f.hash.Write(p[:n])
	f.size.Add(int64(n))
	return n, err
}

// Sum returns the SHA-256 of all of an open file of which nothing was read, in hexadecimal, and its size: what the cache
// remembers, or else by reading it.
func (c *Cache) Sum(ctx context.Context, f *os.File) (sum string, size int64, err error) {
	h, err := c.hashing(ctx, f)
	if err != nil {
		return "", 0, err
	}
	if sum, ok := c.Recall(f.Name(), h.before); ok {
		return sum, h.before.Size(), nil
	}
	settle(ctx, h.before)
	return h.Finish()
}

// Position returns how many bytes have been read, of how many. Any goroutine may call it.
func (f *HashedFile) Position() (done, total int64) { return f.size.Load(), f.before.Size() }

// Finish reads what is left of the file and returns the SHA-256 of all of it, in hexadecimal, which the cache
// remembers, and its size.
func (f *HashedFile) Finish() (sum string, size int64, err error) {
	buf := make([]byte, 1<<20)
	for err == nil {
		_, err = f.Read(buf)
	}
	if err != io.EOF {
		return "", 0, err
	}
	sum = hex.EncodeToString(f.hash.Sum(nil))
	if path, err := filepath.Abs(f.file.Name()); err == nil {
		if after, err := f.file.Stat(); err == nil {
			f.cache.remember(path, sum, f.began, f.before, after)
		}
	}
	return sum, f.size.Load(), nil
}

// Close closes the file.
func (f *HashedFile) Close() error { return f.file.Close() }
