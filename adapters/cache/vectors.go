package cache

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/adapters/file"
	"github.com/wordrotator/wrd/metric/embedding"
)

// Progress shows how far a piece of work is. what names it; position returns how many bytes are done, of how
// many, 0 if that is not known, and is called from another goroutine until stop returns.
type Progress func(what string, position func() (done, total int64)) (stop func())

// Vectors opens a vector file of any format that [read] knows, plain or gzip: its table if there is a good
// one, otherwise by reading it, whereupon a table is made. The Store's name comes from path, by
// [VectorsName]. Standard input ("-"), pipes and devices are read and not kept. progress may be nil.
//
// ctx ends reading and hashing. It is also asked if a damaged table has to be made again later, while the
// Store is used; if that fails, embedding.Store.Err says so.
func (c *Cache) Vectors(ctx context.Context, path string, stdin io.Reader, progress Progress) (*embedding.Store, error) {
	if progress == nil {
		progress = noProgress
	}
	v := vectorFile{cache: c, path: path}
	info, err := os.Stat(path)
	if path == file.Stdin || err != nil || !info.Mode().IsRegular() || !c.usable() {
		return v.readPlain(ctx, stdin, progress) // which also says what is wrong with the path
	}
	if v.absolute, err = filepath.Abs(path); err != nil {
		return v.readPlain(ctx, stdin, progress)
	}
	key, known := c.recall(v.absolute, info)
	if !known && c.hasSize(info.Size()) {
		if key, err = v.hash(ctx, progress); err != nil {
			return nil, err
		}
		known = true
	}
	if known {
		rebuild := func() (*embedding.Store, error) { return v.compile(ctx, noProgress) }
		if s, a, ok := c.open(c.entryFile(KindVectors, key, info.Size()), VectorsName(path), rebuild); ok {
			c.warn(a.Report, path)
			v.warned = true
			return s, nil
		}
	}
	return v.compile(ctx, progress)
}

func noProgress(string, func() (int64, int64)) func() { return func() {} }

// VectorsName is what signatures call a vector file: its base name without the endings that say how it is
// stored.
func VectorsName(path string) string {
	name := filepath.Base(path)
	for _, ending := range []string{".gz", ".txt", ".vec"} {
		if bare := strings.TrimSuffix(name, ending); bare != "" {
			name = bare
		}
	}
	return name
}

// read reads vectors in whatever format the input turns out to have: word2vec's text format so far.
func read(ctx context.Context, in *file.Input, name string) (*embedding.Store, embedding.Report, error) {
	return embedding.ReadWord2Vec(ctx, in, in.Name, name)
}

// A vectorFile is a file of vectors on its way through the cache.
type vectorFile struct {
	cache    *Cache
	path     string // as the user calls it
	absolute string
	warned   bool // what the reader put up with has been said
}

// readPlain reads the vectors and keeps nothing.
func (v *vectorFile) readPlain(ctx context.Context, stdin io.Reader, progress Progress) (*embedding.Store, error) {
	in, err := file.Open(v.path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return v.readInput(ctx, in, progress, func(*embedding.Store, embedding.Report) {})
}

// readInput reads the vectors, says what was put up with, and calls then.
func (v *vectorFile) readInput(ctx context.Context, in *file.Input, progress Progress, then func(*embedding.Store, embedding.Report)) (*embedding.Store, error) {
	stop := progress("reading "+in.Name, func() (int64, int64) { return in.Consumed(), in.Size })
	s, report, err := read(ctx, in, VectorsName(v.path))
	stop()
	if err != nil {
		return nil, err
	}
	if !v.warned {
		v.cache.warn(&report, in.Name)
	}
	then(s, report)
	return s, nil
}

// compile reads the vectors, hashing the bytes on their way to the reader, and makes an entry of them. What
// was hashed is what was read, even if somebody writes to the file meanwhile.
func (v *vectorFile) compile(ctx context.Context, progress Progress) (*embedding.Store, error) {
	f, in, err := v.open(ctx)
	if err != nil {
		return nil, err
	}
	defer f.file.Close()
	return v.readInput(ctx, in, progress, func(s *embedding.Store, report embedding.Report) {
		key, err := f.finish()
		if err != nil {
			v.cache.notify(fmt.Sprintf("%s: %v; going on without the cache", v.path, err))
			return
		}
		v.cache.write(v.cache.entryFile(KindVectors, key, f.size.Load()), s, about{Kind: KindVectors, Source: v.absolute, Report: &report})
		v.remember(f, key)
	})
}

// open opens the file for compile.
func (v *vectorFile) open(ctx context.Context) (*hashedFile, *file.Input, error) {
	f, err := openHashed(ctx, v.path)
	if err != nil {
		return nil, nil, err
	}
	in, err := file.Open(file.Stdin, f) // so that the bytes pass the hash before they are decompressed
	if err != nil {
		f.file.Close()
		return nil, nil, err
	}
	in.Name, in.Size = v.path, f.before.Size()
	return f, in, nil
}

// hash reads the file only to learn its key.
func (v *vectorFile) hash(ctx context.Context, progress Progress) (key string, err error) {
	f, err := openHashed(ctx, v.path)
	if err != nil {
		return "", err
	}
	defer f.file.Close()
	stop := progress("checking "+v.path, func() (int64, int64) { return f.size.Load(), f.before.Size() })
	key, err = f.finish()
	stop()
	if err != nil {
		return "", fmt.Errorf("%s: %w", v.path, err)
	}
	v.remember(f, key)
	return key, nil
}

func (v *vectorFile) remember(f *hashedFile, key string) {
	if after, err := f.file.Stat(); err == nil {
		v.cache.remember(v.absolute, key, f.began, f.before, after)
	}
}
