// Package vectors opens word vectors, word frequencies and converters by name or by path, as the command's flags
// --vectors, --frequencies and --converter do.
//
// Most programs need a few lines:
//
//	location := vectors.Location{Name: "glove.6B.300d.txt"} // or a fetched set, or "" for what is embedded
//	store, err := location.Open(ctx)
//	frequencies, err := location.OpenFrequencies(ctx)
//	converter, err := location.OpenConverter(ctx, "awr.fit", store)
//
// Vectors of files are kept in the cache as tables that open without being read, and so are the tables that converters
// make of them; Location.NoCache keeps nothing. Nothing is downloaded: package catalog lists the sets of vectors that wrd vectors
// pull can fetch, and Open finds those that it has fetched.
//
// The formats themselves are read by package embedding, which also reads from any io.Reader.
//
// It may change with any version; README lists the packages that do not.
package vectors

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// A Location says which vectors and frequencies are meant, and how they are opened. The zero value means the embedded
// ones. A value may be used any number of times, and by several goroutines if Stdin, Notify and Progress allow it.
type Location struct {
	// Name is "" or embedding.DefaultName for the embedded vectors; the name of a set that wrd vectors pull has
	// fetched, or of its member (see package catalog); or a path: a file in any format that package embedding reads, plain or
	// gzip; a zip archive of one file, or archive.zip:member for one of several; the folder of a static embedding
	// model; or "-", standard input.
	Name string
	// Words is the path of the list of words of a NumPy array, one per line. "" looks for x.words next to x.npy.
	Words string
	// Frequencies is the path of a file with a word and its count per line, plain or gzip, or "-". "" means those of
	// the embedded vectors for these, and none for others.
	Frequencies string
	// Counts, if not nil, are what Frequencies names, read before: a pipe can be read only once.
	Counts *embedding.Frequencies
	// CacheDir is the folder of the cache, in which the fetched sets lie too; "" means the folder wrd in the user's
	// folder for caches.
	CacheDir string
	// NoCache reads files from beginning to end and keeps nothing. Fetched sets are found all the same.
	NoCache bool
	// Stdin is what "-" reads; nil is empty.
	Stdin io.Reader
	// Notify is called with what users should know, sentences without a full stop that begin with a file: what a
	// reader found wrong and went on with, also when the table in the cache was made, and why the cache could not be
	// used. Any goroutine that uses the vectors may call it. nil drops the notices.
	Notify func(notice string)
	// Progress shows how far reading a file of vectors is; nil for nothing.
	Progress Progress
}

// Progress shows how far a piece of work is. what names it; position returns how many bytes are done, of how
// many, 0 if that is not known, and is called from another goroutine until stop returns.
type Progress func(what string, position func() (done, total int64)) (stop func())

func noProgress(string, func() (int64, int64)) func() { return func() {} }

// Open opens the vectors. The Store's name, which signatures show, is that of the embedded vectors, or the base name of
// the file without the endings that say how it is stored; a static embedding model is called like its folder.
//
// A catalog.NotFetchedError names a known set whose file is not there, and a NotFoundError a file that is not there.
//
// ctx ends reading and hashing. It is also asked if a damaged table has to be made again later, while the Store is
// used; if that fails, embedding.Store.Err says so.
func (s Location) Open(ctx context.Context) (*embedding.Store, error) {
	store, _, err := s.OpenReport(ctx)
	return store, err
}

// OpenReport is Open, and returns what the reader of the file found, now or when its table was made; the zero Report
// for the embedded vectors.
func (s Location) OpenReport(ctx context.Context) (*embedding.Store, formats.Report, error) {
	if s.embedded() {
		if s.Words != "" {
			return nil, formats.Report{}, ErrOwnWords
		}
		store, err := embedding.Default()
		return store, formats.Report{}, err
	}
	if _, spelled := ngrams.Parse(s.Name); spelled {
		return nil, formats.Report{}, ErrNgrams
	}
	path, err := s.path()
	if err != nil {
		return nil, formats.Report{}, err
	}
	l := loading{cache: s.cache(), stdin: s.stdin(), notify: s.notify, progress: s.Progress}
	if l.progress == nil {
		l.progress = noProgress
	}
	store, err := l.load(ctx, path, s.Words)
	if errors.Is(err, fs.ErrNotExist) {
		err = &NotFoundError{s.Name, err}
	}
	return store, l.report, err
}

// OpenFrequencies opens the words' counts; nil without an error if there are none for these vectors.
func (s Location) OpenFrequencies(ctx context.Context) (*embedding.Frequencies, error) {
	switch {
	case s.Counts != nil:
		return s.Counts, nil
	case s.Frequencies != "":
		return s.readFrequencies(ctx)
	case s.embedded():
		return embedding.DefaultFrequencies()
	}
	return nil, nil
}

// readFrequencies reads a file of counts.
func (s Location) readFrequencies(ctx context.Context) (*embedding.Frequencies, error) {
	in, err := file.Open(s.Frequencies, s.stdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	frequencies, report, err := formats.ReadFrequencies(ctx, in, in.Name, nameOf(s.Frequencies))
	for _, warning := range report.Warnings() {
		s.notify(warning)
	}
	return frequencies, err
}

// embedded reports whether Name means the embedded vectors.
func (s Location) embedded() bool { return s.Name == "" || s.Name == embedding.DefaultName }

// cache opens the cache.
func (s Location) cache() *cache.Cache {
	if s.NoCache {
		return cache.None(s.notify)
	}
	return cache.Open(s.CacheDir, s.notify)
}

func (s Location) notify(notice string) {
	if s.Notify != nil {
		s.Notify(notice)
	}
}

func (s Location) stdin() io.Reader {
	if s.Stdin == nil {
		return strings.NewReader("")
	}
	return s.Stdin
}
