package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/wordrotator/wrd/internal/wording"
)

// Magic is how a Parquet file begins and ends, MagicEncrypted how one does whose footer is encrypted.
const (
	Magic          = "PAR1"
	MagicEncrypted = "PARE"
)

// errEncrypted is about files that cannot be read without a key.
var errEncrypted = errors.New("found an encrypted Parquet file, expected one without encryption: wrd has no keys")

// OpenFile opens a Parquet file of the given size that anybody wrote. Besides damaged files it rejects encrypted ones,
// and those with two columns of one name, which would be ambiguous. Panics of the library become errors.
func OpenFile(r io.ReaderAt, size int64, options ...pq.FileOption) (f *pq.File, err error) {
	defer Recover(&err)
	if err := checkEnds(r, size); err != nil {
		return nil, err
	}
	f, err = pq.OpenFile(r, size, options...)
	if err != nil && strings.Contains(err.Error(), "DecryptionConfig") { // a footer that is signed
		return nil, errEncrypted
	}
	if err != nil {
		return nil, fmt.Errorf("found a Parquet file that is cut off or damaged: %w", shortened(err))
	}
	if encrypted(f.Metadata()) {
		return nil, errEncrypted
	}
	if _, err := checkNames(f.Metadata().Schema); err != nil {
		return nil, err
	}
	return f, mendColumns(f)
}

// shortened leaves out the middle of an error of the library that names each of thousands of lists in one another.
func shortened(err error) error {
	const step, most = " → ", 500
	text := err.Error()
	if first, last := strings.Index(text, step), strings.LastIndex(text, step); len(text) > most && first < last {
		return errors.New(text[:first] + step + "…" + text[last:])
	}
	return err
}

// checkEnds checks the marks at both ends, and that the length of the footer, which the library believes, is within the
// file.
func checkEnds(r io.ReaderAt, size int64) error {
	const ends = len(Magic) + 4 + len(Magic) // the length of the footer stands before the mark at the end
	if size < int64(ends) {
		return fmt.Errorf("found a Parquet file of %d bytes, expected %d or more: it is cut off", size, ends)
	}
	var start [4]byte
	if _, err := r.ReadAt(start[:], 0); err != nil {
		return err
	}
	var end [8]byte
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return err
	}
	if string(start[:]) == MagicEncrypted || string(end[4:]) == MagicEncrypted {
		return errEncrypted
	}
	if string(end[4:]) != Magic {
		return fmt.Errorf(
			"found a Parquet file that ends with %q, expected the mark %s: it is cut off, or still being written",
			end[4:], Magic)
	}
	if footer := int64(binary.LittleEndian.Uint32(end[:])); footer > size-int64(ends) {
		return fmt.Errorf("found a Parquet file of %d bytes with a footer of %d, expected it to fit: the file is "+
			"damaged",
			size, footer)
	}
	return nil
}

// encrypted reports whether a file that says its schema openly has encrypted columns.
func encrypted(m *format.FileMetaData) bool {
	if m.EncryptionAlgorithm.Value != nil {
		return true
	}
	for i := range m.RowGroups {
		for k := range m.RowGroups[i].Columns {
			if m.RowGroups[i].Columns[k].CryptoMetadata.Value != nil {
				return true
			}
		}
	}
	return false
}

// checkNames fails if two fields of one group have the same name. The elements of a schema come in depth-first order,
// the root first; the first of them and those below it are checked, and how many these are is returned.
func checkNames(schema []format.SchemaElement) (n int, err error) {
	if len(schema) == 0 {
		return 0, nil
	}
	children, _ := schema[0].NumChildren.Get()
	n = 1
	seen := map[string]bool{}
	for range children {
		if n >= len(schema) {
			break // a damaged schema, of which the library says so
		}
		if name := schema[n].Name; seen[name] {
			return n, fmt.Errorf("found the column %s twice, expected different names", wording.Quote(name))
		}
		seen[schema[n].Name] = true
		below, err := checkNames(schema[n:])
		if err != nil {
			return n, err
		}
		n += below
	}
	return n, nil
}

// Recover turns a panic of the Parquet library, which damaged files can cause, into an error: defer it.
func Recover(err *error) {
	switch v := recover().(type) {
	case nil:
	case runtime.Error: // says something about the library, nothing about the file
		*err = errors.New("found a Parquet file that is damaged: its pages contradict its header")
	default:
		*err = fmt.Errorf("found a Parquet file that is damaged: %v", v)
	}
}
