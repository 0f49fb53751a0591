package parquet

import (
	"errors"
	"fmt"
	"io"
	"os"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// An optionalText is a text that is absent if it is "".
type optionalText string

// schemaOf returns the columns of records as those of a file.
func schemaOf[T any](fields []outcome.Field[T]) (columns []column) {
	for _, f := range fields {
		node := pq.Optional(double())
		switch f.At(new(T)).(type) {
		case *string:
			node = repeatedText()
		case *optionalText:
			node = pq.Optional(repeatedText())
		case *int, *int64:
			node = pq.Int(64)
		}
		columns = append(columns, column{f.Name, node})
	}
	return columns
}

// writeRecords writes a whole file of records to w, called name.
func writeRecords[T any](w io.Writer, name string, run Run, fields []outcome.Field[T], records []T) error {
	rows := newRowWriter(w, name, run, schemaOf(fields))
	for i := range records {
		for _, f := range fields {
			switch at := f.At(&records[i]).(type) {
			case *string:
				rows.text(*at)
			case *optionalText:
				if *at == "" {
					rows.absent()
				} else {
					rows.text(string(*at))
				}
			case *int:
				rows.long(int64(*at))
			case *int64:
				rows.long(*at)
			case **float64:
				rows.optional(*at)
			}
		}
		if err := rows.endRow(); err != nil {
			return err
		}
	}
	return rows.Close()
}

// readRecords reads the records of a small file, which must have the first fields, as many as are needed. Errors begin
// with the path; expected says what the file should be.
func readRecords[T any](path, expected string, fields []outcome.Field[T], needed int) (records []T, err error) {
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
	for _, field := range fields[:needed] {
		if _, ok := opened.Schema().Lookup(field.Name); !ok {
			return nil, fmt.Errorf("found no column %s, expected %s", field.Name, expected)
		}
	}
	reader := pq.NewReader(opened, pq.NewSchema("", newOrderedGroup(schemaOf(fields))))
	defer reader.Close()
	var rows [blockRows]pq.Row
	for {
		n, err := reader.ReadRows(rows[:])
		for _, row := range rows[:n] {
			var record T
			for i, field := range fields {
				set(field.At(&record), row[i])
			}
			records = append(records, record)
		}
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// set sets what At returned of a Field, which is its zero value, unless the value is absent.
func set(at any, v pq.Value) {
	if v.IsNull() {
		return
	}
	switch at := at.(type) {
	case *string:
		*at = string(v.ByteArray())
	case *optionalText:
		*at = optionalText(v.ByteArray())
	case *int:
		*at = int(v.Int64())
	case *int64:
		*at = v.Int64()
	case **float64:
		*at = new(v.Double())
	}
}
