package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/arrowipc"
	"github.com/wordrotator/wrd/internal/stored"
)

// arrowMark is how many bytes show that a file is Arrow.
const arrowMark = len(arrowipc.FileMark)

func isArrow(start string) bool {
	return strings.HasPrefix(start, arrowipc.StreamMark) || strings.HasPrefix(start, arrowipc.FileMark)
}

// openArrow opens the record batches that source holds.
func openArrow(source io.Reader, name string) (*Rows, error) {
	damaged := func(cause error) error {
		return fmt.Errorf("%s: found an Arrow file that is cut off or damaged: %w", name, cause)
	}
	in, err := arrowipc.NewReader(source)
	if err != nil {
		return nil, damaged(err)
	}
	columns := columnNames(nil, "", in.Fields)
	row := &arrowRow{fields: in.Fields, batch: new(arrowipc.Batch), places: map[string][]int{}}
	next := func() (record, error) {
		for row.at++; row.at >= row.batch.Rows; row.at = 0 {
			batch, err := in.Next()
			if err == io.EOF {
				return nil, err
			}
			if err != nil {
				return nil, damaged(err)
			}
			row.batch = batch
		}
		row.number++
		return row, nil
	}
	return &Rows{Name: name, Columns: columns, Free: true, next: next}, differ(columns, name)
}

// columnNames appends the names of columns, with dots into structs.
func columnNames(names []string, prefix string, fields []arrowipc.Field) []string {
	for i := range fields {
		if f := &fields[i]; f.IsStruct() {
			names = columnNames(names, prefix+f.Name+".", f.Children)
		} else {
			names = append(names, prefix+f.Name)
		}
	}
	return names
}

// An arrowRow is the current row of a batch. A cell is read when it is asked for.
type arrowRow struct {
	fields []arrowipc.Field
	batch  *arrowipc.Batch
	at     int // in the batch
	number int64
	places map[string][]int // of columns that were asked for
}

func (r *arrowRow) line() int64 { return r.number }

func (r *arrowRow) cell(column string) cell {
	place, known := r.places[column]
	if !known {
		place = placeOf(column, r.fields)
		r.places[column] = place
	}
	if place == nil {
		return nothing{}
	}
	value, err := r.batch.Columns[place[0]].Value(r.at, place[1:]...)
	if err == nil {
		value, err = arrowValue(value)
	}
	if unreadable := new(arrowipc.TypeError); errors.As(err, &unreadable) {
		return wrong{fmt.Errorf("%w, expected texts, numbers, or lists of them: convert the column to texts", err)}
	}
	if err != nil {
		return wrong{err}
	}
	return member{value}
}

// placeOf returns the number of a column among fields, of what is in that among its members, and so on; nil for none.
func placeOf(column string, fields []arrowipc.Field) []int {
	for i := range fields {
		f := &fields[i]
		if f.Name == column {
			return []int{i}
		}
		if inner, ok := strings.CutPrefix(column, f.Name+"."); ok && f.IsStruct() {
			if place := placeOf(inner, f.Children); place != nil {
				return append([]int{i}, place...)
			}
		}
	}
	return nil
}

// arrowValue returns a value of Arrow as a member holds it.
func arrowValue(value any) (any, error) {
	var err error
	switch v := value.(type) {
	case string:
		return valid(v)
	case int64:
		return json.Number(strconv.FormatInt(v, 10)), nil
	case uint64:
		return json.Number(strconv.FormatUint(v, 10)), nil
	case float64:
		return json.Number(strconv.FormatFloat(v, 'f', -1, 64)), nil
	case stored.Decimal:
		return json.Number(v.String()), nil
	case []any:
		for i := range v {
			if v[i], err = arrowValue(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name := range v {
			if v[name], err = arrowValue(v[name]); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}
