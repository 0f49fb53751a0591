package vectors

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// A loading is the vectors of a source on their way through the cache.
type loading struct {
	source
	cache    *cache.Cache
	stdin    io.Reader
	notify   func(notice string)
	progress Progress
	absolute string         // the path of the source
	report   formats.Report // what the reader found, now or when the table was made
	warned   bool           // that has been said
}

// load opens the vectors at a path: their table if there is a good one, otherwise by reading them, whereupon a table is
// made. Standard input, pipes and devices are read and not kept.
func (l *loading) load(ctx context.Context, path, words string) (*embedding.Store, error) {
	info, err := l.resolve(path, words)
	if err != nil {
		return nil, err
	}
	if !l.regular || !l.cache.Usable() {
		return l.readPlain(ctx)
	}
	if l.absolute, err = filepath.Abs(l.path); err != nil {
		return l.readPlain(ctx)
	}
	return l.loadRegular(ctx, info)
}

// loadRegular opens a regular file: its table, or itself.
func (l *loading) loadRegular(ctx context.Context, info fs.FileInfo) (*embedding.Store, error) {
	sum, known := l.cache.Recall(l.path, info)
	if !known && (l.composite() || l.cache.HasSize(info.Size())) {
		var err error
		if sum, err = l.hash(ctx, l.path); err != nil {
			return nil, err
		}
		known = true
	}
	compile := (*loading).compile
	if l.composite() {
		var err error
		if sum, err = l.compositeSum(ctx, sum); err != nil {
			return nil, err
		}
		compile = func(l *loading, ctx context.Context) (*embedding.Store, error) {
			return l.compileComposite(ctx, sum, info)
		}
	}
	if known {
		again := *l // a goroutine of its own may rebuild the table, without a word but of the damage
		again.progress, again.warned = noProgress, true
		rebuild := func() (*embedding.Store, error) { return compile(&again, ctx) }
		if s, note, ok := l.cache.Get(tableKey(sum, info.Size()), l.name(), rebuild); ok {
			if note.Report != nil {
				l.report = *note.Report
				l.report.File = l.display()
				l.warn()
			}
			return s, nil
		}
	}
	return compile(l, ctx)
}

// tableKey is the cache's key of vectors: the SHA-256 of their files, and the size of the main one.
func tableKey(sum string, size int64) cache.Key {
	return cache.Key{Kind: cache.KindVectors, Hash: sum, Size: size}
}

// warn says what the reader found wrong and went on with, once.
func (l *loading) warn() {
	if l.warned {
		return
	}
	l.warned = true
	for _, w := range l.report.Warnings() {
		l.notify(w)
	}
}

// readPlain reads the vectors and keeps nothing.
func (l *loading) readPlain(ctx context.Context) (*embedding.Store, error) {
	in, closeInput, err := l.open(l.stdin)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	return l.readInput(ctx, in)
}

// readInput reads the vectors and says what the reader found.
func (l *loading) readInput(ctx context.Context, in *file.Input) (*embedding.Store, error) {
	stop := l.progress("reading "+in.Name, func() (int64, int64) { return in.Consumed(), in.Size })
	s, report, err := l.read(ctx, in)
	stop()
	l.report = report
	if err != nil {
		return nil, err
	}
	l.warn()
	return s, nil
}

// keep makes a table of vectors that were read.
func (l *loading) keep(s *embedding.Store, key cache.Key) {
	source := l.absolute
	if l.member != "" {
		source += ":" + l.member
	}
	l.cache.Put(key, s, cache.Note{Source: source, Report: &l.report})
}

// compile reads the vectors, hashing the bytes on their way to the reader, and makes a table of them.
func (l *loading) compile(ctx context.Context) (*embedding.Store, error) {
	f, err := l.cache.OpenFile(ctx, l.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := file.Open(file.Stdin, f) // so that the bytes pass the hash before they are decompressed
	if err != nil {
		return nil, err
	}
	in.Name = l.path
	_, in.Size = f.Position()
	s, err := l.readInput(ctx, in)
	if err != nil {
		return nil, err
	}
	sum, size, err := f.Finish()
	if err != nil {
		l.notify(fmt.Sprintf("%s: %v; going on without the cache", l.path, err))
		return s, nil
	}
	l.keep(s, tableKey(sum, size))
	return s, nil
}

// hash reads a file only to learn its SHA-256.
func (l *loading) hash(ctx context.Context, path string) (sum string, err error) {
	f, err := l.cache.OpenFile(ctx, path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	stop := l.progress("checking "+path, f.Position)
	sum, _, err = f.Finish()
	stop()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return sum, nil
}

// sumOf returns the SHA-256 of a file, which is computed if it is not remembered.
func (l *loading) sumOf(ctx context.Context, path string) (string, error) {
	if info, err := os.Stat(path); err == nil {
		if sum, ok := l.cache.Recall(path, info); ok {
			return sum, nil
		}
	}
	return l.hash(ctx, path)
}
