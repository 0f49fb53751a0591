package parquet

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	pq "github.com/parquet-go/parquet-go"
)

// ReadSystems reads a systems.parquet, or the one in a folder of results; none if there is no such file. Its errors begin
// with the path.
func ReadSystems(path string) (rows []System, err error) {
	if filepath.Base(path) != SystemsFile {
		path = filepath.Join(path, SystemsFile)
	}
	var columns []string
	for _, column := range pq.SchemaOf(System{}).Columns() {
		columns = append(columns, column[0])
	}
	return readRows[System](path, "systems.parquet of wrd score -o", columns...)
}

// readRows reads all rows of a small file, which must have the columns. Errors begin with the path; expected says what
// the file should be.
func readRows[T any](path, expected string, columns ...string) (rows []T, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	defer Recover(&err)
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	opened, err := OpenFile(f, info.Size())
	if err != nil {
		return nil, err
	}
	for _, column := range columns {
		if _, ok := opened.Schema().Lookup(column); !ok {
			return nil, fmt.Errorf("found no column %s, expected %s", column, expected)
		}
	}
	reader := pq.NewGenericReader[T](opened)
	defer reader.Close()
	rows = make([]T, reader.NumRows())
	if n, err := reader.Read(rows); err != nil && err != io.EOF || n < len(rows) {
		return nil, fmt.Errorf("found %d rows (%v), expected %d", n, err, len(rows))
	}
	return rows, nil
}
