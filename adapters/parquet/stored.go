package parquet

import (
	"errors"
	"fmt"
	"os"

	pq "github.com/parquet-go/parquet-go"
)

// readFile gives read a small file, which must have the columns. Errors begin with the path; expected says what the file
// should be.
func readFile(path, expected string, columns []string, read func(*pq.File) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	defer Recover(&err)
	f, err := os.Open(path)
	if err != nil {
		return errors.Unwrap(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	opened, err := OpenFile(f, info.Size())
	if err != nil {
		return err
	}
	for _, column := range columns {
		if _, ok := opened.Schema().Lookup(column); !ok {
			return fmt.Errorf("found no column %s, expected %s", column, expected)
		}
	}
	return read(opened)
}
