// Package tokenvectors reads files in which another program, usually a contextual encoder, left the tokens of texts
// with a vector for each: Parquet with a row for each text, or safetensors with the vectors of many texts in one
// tensor. What a file is shows in its bytes, whatever its name. Its texts are read as they are scored, so memory does
// not grow with their number.
//
// # Parquet
//
// A row is one text. Columns may be in any order, and there may be others:
//
//	segment    integer, from 0. Rows are in the order of their segments, and no segment is missing
//	side       string, "candidate" or "reference"
//	system     string, the name of a candidate's system; may be left out if there is one system
//	reference  integer, the number of a reference, from 0; may be left out if there is one reference
//	tokens     list of strings
//	vectors    list of as many lists of numbers, or one list with the components of all tokens one after the other
//
// # Safetensors
//
// Three tensors hold the texts of one system or reference, in the order of their segments. Their names begin with
// "candidate" or "candidate/NAME" for a system, and with "reference" or "reference/0" and so on for references:
//
//	candidate/vectors  two dimensions, a row for each token of all texts (F64, F32, F16 or BF16)
//	candidate/lengths  one dimension, how many tokens each text has (I64 or I32)
//	candidate/tokens   one dimension of bytes (U8): all tokens in UTF-8 with a line feed between one and the next
//
// It may change with any version; README lists the packages that do not.
package tokenvectors

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
)

// A File is an open file of token vectors. It must not be shared between goroutines, except for Progress.
type File struct {
	path   string
	file   *os.File
	size   int64
	digest string
	read   atomic.Int64
	layout layout
	lines  iter.Seq2[metric.Line, error]
}

// A layout says which texts each segment of a file has.
type layout struct {
	systems    []string // sorted
	references int
}

// maxDim is the largest dimension that is accepted, as for vectors of words.
const maxDim = 1 << 16

// Open opens the file at path and reads it once to identify it. Errors begin with the path.
func Open(ctx context.Context, path string) (_ *File, err error) {
	f := &File{path: path}
	defer func() {
		if err != nil {
			f.Close()
			err = f.explain(err)
		}
	}()
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // before it is opened, which would wait for somebody who writes to a pipe
		return nil, errors.New("found a directory or a pipe, expected a file that can be read at any place")
	}
	if f.file, err = os.Open(path); err != nil {
		return nil, err
	}
	if info, err = f.file.Stat(); err != nil {
		return nil, err
	}
	f.size = info.Size()
	if f.digest, err = digest(ctx, f.file); err != nil {
		return nil, err
	}
	return f, f.open()
}

// open recognises the format and reads the layout.
func (f *File) open() (err error) {
	head := make([]byte, 9)
	n, err := f.file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return err
	}
	head = head[:n]
	switch {
	case strings.HasPrefix(string(head), parquet.Magic) || strings.HasPrefix(string(head), parquet.MagicEncrypted):
		f.layout, f.lines, err = openParquet(f, f.size, f.path, f.Name())
	case len(head) == 9 && head[8] == '{':
		f.layout, f.lines, err = openSafeTensors(f, f.size, f.Name())
	case strings.HasPrefix(string(head), "\x1f\x8b"):
		err = errors.New("found gzip, expected Parquet or safetensors as it is: unpack it first")
	default:
		err = fmt.Errorf("found a file that begins with %q, expected Parquet (PAR1) or safetensors", head)
	}
	return err
}

// explain puts the path before what went wrong, where it is not there yet.
func (f *File) explain(err error) error {
	if strings.HasPrefix(err.Error(), f.path+":") {
		return err
	}
	return fmt.Errorf("%s: %w", f.path, file.Cause(err))
}

// digest returns the SHA-256 of a file in hexadecimal.
func digest(ctx context.Context, f *os.File) (string, error) {
	hash := sha256.New()
	buf := make([]byte, 1<<20)
	for {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		n, err := f.Read(buf)
		hash.Write(buf[:n])
		if err == io.EOF {
			return hex.EncodeToString(hash.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// ReadAt implements io.ReaderAt and counts what is read.
func (f *File) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.file.ReadAt(p, at)
	f.read.Add(int64(n))
	return n, err
}

// Path returns where the file is, as Open was told.
func (f *File) Path() string { return f.path }

// Name returns the name of the file without folder and ending. Bytes that are not UTF-8 become \xff.
func (f *File) Name() string {
	name := filepath.Base(f.path)
	for _, ending := range []string{".parquet", ".safetensors"} {
		if bare := strings.TrimSuffix(name, ending); bare != "" {
			name = bare
		}
	}
	return visible.UTF8(name)
}

// Origin returns what signatures call the vectors.
func (f *File) Origin() *metric.Origin { return &metric.Origin{Name: f.Name(), Digest: f.digest} }

// Systems returns the names of the systems in the order of Line.CandidateVectors: sorted. The candidates of a file that
// names no system are those of one that is called like the file.
func (f *File) Systems() []string { return f.layout.systems }

// References returns how many references each segment has, at least one.
func (f *File) References() int { return f.layout.references }

// Lines yields the segments in order, each time from the first one, or an error that names file and place. The texts
// of a line, for people to read, are its tokens with spaces between them.
func (f *File) Lines() iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		for line, err := range f.lines {
			if err != nil {
				yield(metric.Line{}, f.explain(err))
				return
			}
			for _, v := range line.CandidateVectors {
				line.Candidates = append(line.Candidates, v.Text())
			}
			for _, v := range line.ReferenceVectors {
				line.References = append(line.References, v.Text())
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

// Length returns how many segments there are.
func (f *File) Length() (n int64, err error) {
	for _, err := range f.lines {
		if err != nil {
			return n, f.explain(err)
		}
		n++
	}
	return n, nil
}

// ReferenceTokens yields the tokens of every reference.
func (f *File) ReferenceTokens() iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for line, err := range f.lines {
			if err != nil {
				yield(nil, f.explain(err))
				return
			}
			for _, v := range line.ReferenceVectors {
				if !yield(v.Tokens, nil) {
					return
				}
			}
		}
	}
}

// Progress returns how many bytes were read, and how many there are. It may be called from any goroutine.
func (f *File) Progress() (done, total int64) { return min(f.read.Load(), f.size), f.size }

// Notices returns what was dropped from the file: nothing ever is.
func (f *File) Notices() []string { return nil }

// Close closes the file.
func (f *File) Close() {
	if f.file != nil {
		f.file.Close()
	}
}
