package table

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// An object is a row of JSON. A dot in the name of a column leads into an inner object, or is part of a name.
type object struct {
	lineNumber int64
	members    map[string]any
	wrong      error // the first cell that cannot be what it was asked for
}

func (o *object) line() int64 { return o.lineNumber }

func (o *object) fault() error { return o.wrong }

func (o *object) isWrong(column string, err error) {
	if o.wrong == nil {
		o.wrong = &cellError{column, err}
	}
}

func (o *object) value(column string) any {
	v, _ := below(o.members, column)
	return v
}

// below returns what is in a column of members. No two members have the same one.
func below(members map[string]any, column string) (value any, ok bool) {
	if v, ok := members[column]; ok {
		return v, true
	}
	for at := range len(column) {
		if column[at] != '.' {
			continue
		}
		if inner, isObject := members[column[:at]].(map[string]any); isObject {
			if v, ok := below(inner, column[at+1:]); ok {
				return v, true
			}
		}
	}
	return nil, false
}

func (o *object) text(column string) (string, bool) {
	switch v := o.value(column).(type) {
	case nil:
		return "", false
	case string:
		return v, true
	case json.Number:
		return integerText(v.String()), true
	case bool:
		return fmt.Sprint(v), true
	default:
		o.isWrong(column, fmt.Errorf("found %s, expected a text or a number", kindOf(v)))
		return "", false
	}
}

// integerText drops the .0 that pandas writes after whole numbers in columns with gaps, so that ids join.
func integerText(number string) string {
	return strings.TrimSuffix(number, ".0")
}

func (o *object) texts(column string) []string {
	list, ok := o.value(column).([]any)
	if !ok {
		if s, ok := o.text(column); ok {
			return []string{s}
		}
		return nil
	}
	var texts []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case nil:
			o.isWrong(column, errNullText)
		default:
			o.isWrong(column, fmt.Errorf("found %s in a list, expected texts", kindOf(v)))
		}
	}
	return texts
}

func (o *object) number(column string) (float64, error) {
	switch v := o.value(column).(type) {
	case nil:
		return absent, nil
	case json.Number:
		return parseNumber(v.String())
	case string:
		if isAbsent(v) {
			return absent, nil
		}
		return 0, fmt.Errorf("found the text %s, expected a number, or null where there is none", wording.Quote(v))
	default:
		return 0, fmt.Errorf("found %s, expected a number, or null where there is none", kindOf(v))
	}
}

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
