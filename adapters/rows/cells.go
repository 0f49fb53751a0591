package rows

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
)

// A record is a row as its format has it.
type record interface {
	line() int64 // 1-based
	// cell returns what the row has in a column; of a column that it has not, a cell that holds nothing.
	cell(column string) cell
}

// A cell is what a row has in a column. Its errors say what was found and what was expected.
type cell interface {
	// name returns the cell as a name: a text or a number; "" if it holds nothing.
	name() (string, error)
	// text returns the cell as a text; false if it holds nothing.
	text() (text string, ok bool, err error)
	// texts returns the elements of a list of texts; false if the cell is no list. With ErrNullText comes the whole list,
	// in which "" stands for each null.
	texts() (list []string, ok bool, err error)
	// number returns the cell as a number, NaN if it holds nothing or says that there is none.
	number() (float64, error)
}

// decoded is a cell that has a value as a member does.
type decoded interface{ decoded() any }

// ErrNullText says that a list of texts has a null in it. Only a reference may be absent.
var ErrNullText = errors.New("found null in a list of texts, expected texts only")

// A field is a cell of CSV, TSV and the like.
type field string

func (f *field) name() (string, error) { return textName(string(*f)), nil }

func (f *field) text() (string, bool, error) { return string(*f), true, nil }

func (f *field) texts() ([]string, bool, error) { return nil, false, nil }

func (f *field) number() (float64, error) { return parseNumber(string(*f)) }

// A member is a cell of JSON: nil, a bool, a json.Number, a string, an []any or a map[string]any.
type member struct{ value any }

// nothing is the cell of a column that a row has not.
type nothing struct{ member }

func (m member) name() (string, error) {
	switch v := m.value.(type) {
	case nil:
		return "", nil
	case string:
		return textName(v), nil
	case json.Number:
		return numberName(v.String()), nil
	case bool:
		return fmt.Sprint(v), nil
	}
	return "", fmt.Errorf("found %s, expected a text or a number", kindOf(m.value))
}

func (m member) text() (string, bool, error) {
	switch v := m.value.(type) {
	case nil:
		return "", false, nil
	case string:
		return v, true, nil
	case []any:
		return onlyText(len(v), func() (string, bool, error) { return member{v[0]}.text() })
	}
	return "", false, fmt.Errorf("found %s, expected a text", kindOf(m.value))
}

// onlyText returns the only element of a list of n, as the text of a cell: programs that could give several texts write a
// list where they give one, too.
func onlyText(n int, first func() (string, bool, error)) (string, bool, error) {
	switch n {
	case 0:
		return "", false, nil
	case 1:
		return first()
	}
	return "", false, fmt.Errorf("found a list of %d, expected one text; its column's name with .0 is the first of them", n)
}

func (m member) texts() (texts []string, ok bool, err error) {
	list, ok := m.value.([]any)
	var null error
	for _, v := range list {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case nil:
			texts, null = append(texts, ""), ErrNullText
		default:
			return nil, false, fmt.Errorf("found %s in a list, expected texts", kindOf(v))
		}
	}
	return texts, ok, null
}

func (m member) number() (float64, error) {
	switch v := m.value.(type) {
	case nil:
		return absent, nil
	case json.Number:
		return parseNumber(v.String())
	case string:
		if isAbsent(v) {
			return absent, nil
		}
		if err := notation(v); err != nil {
			return 0, err
		}
	}
	return 0, fmt.Errorf("found %s, expected a number, or null where there is none", kindOf(m.value))
}

func (m member) decoded() any { return m.value }

// values is a row of such members that a reader makes up.
type values struct {
	lineNumber int64
	columns    map[string]any
}

func (v *values) line() int64 { return v.lineNumber }

func (v *values) cell(column string) cell { return member{v.columns[column]} }

// wrong is a cell that cannot be read.
type wrong struct{ err error }

func (w wrong) name() (string, error) { return "", w.err }

func (w wrong) text() (string, bool, error) { return "", false, w.err }

func (w wrong) texts() ([]string, bool, error) { return nil, false, w.err }

func (w wrong) number() (float64, error) { return 0, w.err }

// kindOf says what a JSON value is.
func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return "the number " + wording.Clip(v.String())
	case string:
		return "the text " + wording.Quote(v)
	case []any:
		return "an array"
	}
	return "an object"
}

// differ fails unless the names of columns do; place is where they stand.
func differ(names []string, place string) error {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return fmt.Errorf("%s: found the column %s twice, expected different names", place, wording.Quote(name))
		}
		seen[name] = true
	}
	return nil
}
