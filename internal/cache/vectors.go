package cache

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
)

// Progress shows how far a piece of work is. what names it; position returns how many bytes are done, of how
// many, 0 if that is not known, and is called from another goroutine until stop returns.
type Progress func(what string, position func() (done, total int64)) (stop func())

// A Source says where vectors are.
type Source struct {
	// Path is a file of any format that package embedding reads, plain or gzip; "-", standard input; a zip archive
	// of one file, or archive.zip:member for one of several; or the folder of a static embedding model.
	Path string
	// Words is the list of words of a NumPy array, one a line. "" looks for one beside the array.
	Words string
}

// Vectors is Load of the Source path, without the Report.
func (c *Cache) Vectors(ctx context.Context, path string, stdin io.Reader, progress Progress) (*embedding.Store, error) {
	s, _, err := c.Load(ctx, Source{Path: path}, stdin, progress)
	return s, err
}

// Load opens vectors: their table if there is a good one, otherwise by reading them, whereupon a table is
// made. The Store's name comes from the path, by [VectorsName]. Standard input, pipes and devices are read and
// not kept. progress may be nil. What the reader put up with, now or when the table was made, goes to the
// Cache's notify, and is in the Report with the format.
//
// ctx ends reading and hashing. It is also asked if a damaged table has to be made again later, while the
// Store is used; if that fails, embedding.Store.Err says so.
func (c *Cache) Load(ctx context.Context, source Source, stdin io.Reader, progress Progress) (*embedding.Store, embedding.Report, error) {
	if progress == nil {
		progress = noProgress
	}
	v := vectorFile{cache: c}
	info, err := v.resolve(source)
	if err != nil {
		return nil, embedding.Report{}, err
	}
	if !v.regular || !c.usable() {
		s, err := v.readPlain(ctx, stdin, progress)
		return s, v.report, err
	}
	if v.absolute, err = filepath.Abs(v.path); err != nil {
		s, err := v.readPlain(ctx, stdin, progress)
		return s, v.report, err
	}
	s, err := v.load(ctx, info, progress)
	return s, v.report, err
}

// load opens a regular file: its table, or itself.
func (v *vectorFile) load(ctx context.Context, info fs.FileInfo, progress Progress) (*embedding.Store, error) {
	c := v.cache
	key, known := c.recall(v.absolute, info)
	if !known && (v.composite() || c.hasSize(info.Size())) {
		var err error
		if key, err = v.hash(ctx, v.path, progress); err != nil {
			return nil, err
		}
		known = true
	}
	compile := v.compile
	if v.composite() {
		var err error
		if key, err = v.compositeKey(ctx, key, progress); err != nil {
			return nil, err
		}
		compile = func(ctx context.Context, progress Progress) (*embedding.Store, error) {
			return v.compileComposite(ctx, key, info, progress)
		}
	}
	if known {
		rebuild := func() (*embedding.Store, error) { return compile(ctx, noProgress) }
		if s, a, ok := c.open(c.entryFile(KindVectors, key, info.Size()), v.name(), rebuild); ok {
			c.warn(a.Report, v.display())
			v.warned = true
			if a.Report != nil {
				v.report = *a.Report
				v.report.File = v.display()
			}
			return s, nil
		}
	}
	return compile(ctx, progress)
}

func noProgress(string, func() (int64, int64)) func() { return func() {} }

// VectorsName is what signatures call a vector file: its base name without the endings that say how it is
// stored. The model.safetensors of a static embedding model is called like its folder.
func VectorsName(path string) string {
	name := filepath.Base(path)
	if name == "model.safetensors" || name == "." {
		if absolute, err := filepath.Abs(path); err == nil {
			name = filepath.Base(strings.TrimSuffix(absolute, "model.safetensors"))
		}
	}
	for _, ending := range []string{".gz", ".txt", ".vec", ".bin", ".npy", ".safetensors"} {
		if bare := strings.TrimSuffix(name, ending); bare != "" {
			name = bare
		}
	}
	return name
}

// A vectorFile is a file of vectors on its way through the cache.
type vectorFile struct {
	cache *Cache
	place
	absolute string
	warned   bool // what the reader put up with has been said
	report   embedding.Report
}

// readPlain reads the vectors and keeps nothing.
func (v *vectorFile) readPlain(ctx context.Context, stdin io.Reader, progress Progress) (*embedding.Store, error) {
	in, closeInput, err := v.place.open(stdin)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	return v.readInput(ctx, in, progress, func(*embedding.Store, embedding.Report) {})
}

// readInput reads the vectors, says what was put up with, and calls then.
func (v *vectorFile) readInput(ctx context.Context, in *file.Input, progress Progress, then func(*embedding.Store, embedding.Report)) (*embedding.Store, error) {
	stop := progress("reading "+in.Name, func() (int64, int64) { return in.Consumed(), in.Size })
	s, report, err := v.read(ctx, in)
	stop()
	v.report = report
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
	f, in, err := v.openHashing(ctx)
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
		v.remember(f, v.absolute, key)
	})
}

// openHashing opens the file for compile.
func (v *vectorFile) openHashing(ctx context.Context) (*hashedFile, *file.Input, error) {
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

// hash reads a file only to learn its key.
func (v *vectorFile) hash(ctx context.Context, path string, progress Progress) (key string, err error) {
	f, err := openHashed(ctx, path)
	if err != nil {
		return "", err
	}
	defer f.file.Close()
	stop := progress("checking "+path, func() (int64, int64) { return f.size.Load(), f.before.Size() })
	key, err = f.finish()
	stop()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if absolute, err := filepath.Abs(path); err == nil {
		v.remember(f, absolute, key)
	}
	return key, nil
}

func (v *vectorFile) remember(f *hashedFile, absolute, key string) {
	if after, err := f.file.Stat(); err == nil {
		v.cache.remember(absolute, key, f.began, f.before, after)
	}
}
