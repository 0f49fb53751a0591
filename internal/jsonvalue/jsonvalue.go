// Package jsonvalue reads JSON that means one thing: an object must not have two members of one name, of which
// encoding/json silently takes the last, and texts must hold whole characters, which encoding/json silently replaces.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/internal/wording"
)

// A RepeatedError says that an object has two members of one name.
type RepeatedError struct{ Name string }

func (e *RepeatedError) Error() string {
	return fmt.Sprintf("found the member %s twice in one object, expected different names", wording.Quote(e.Name))
}

// Check fails with a *RepeatedError, or an error that says what is wrong, unless data is one value of JSON.
func Check(data []byte) error {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(data))
	if _, err := decoder.ReadValue(); err != nil {
		return explain(err)
	}
	return end(decoder)
}

// end fails if something follows what was read.
func end(decoder *jsontext.Decoder) error {
	if _, err := decoder.ReadToken(); err != io.EOF {
		return errors.New("found something after a value, expected one value")
	}
	return nil
}

// Parse returns the value of JSON: nil, a bool, a json.Number, a string, an []any or a map[string]any. Its errors are those
// of Check.
func Parse(data []byte) (any, error) {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(data))
	value, err := parse(decoder)
	if err != nil {
		return nil, explain(err)
	}
	return value, end(decoder)
}

func parse(decoder *jsontext.Decoder) (any, error) {
	token, err := decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case jsontext.KindString:
		return token.String(), nil
	case jsontext.KindNumber:
		return json.Number(token.String()), nil
	case jsontext.KindTrue, jsontext.KindFalse:
		return token.Bool(), nil
	case jsontext.KindBeginArray:
		list := []any{}
		for decoder.PeekKind() != jsontext.KindEndArray {
			value, err := parse(decoder)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = decoder.ReadToken()
		return list, err
	case jsontext.KindBeginObject:
		members := map[string]any{}
		for decoder.PeekKind() != jsontext.KindEndObject {
			token, err := decoder.ReadToken()
			if err != nil {
				return nil, err
			}
			name := token.String()
			if members[name], err = parse(decoder); err != nil {
				return nil, err
			}
		}
		_, err = decoder.ReadToken()
		return members, err
	}
	return nil, nil
}

// explain words an error of jsontext.
func explain(err error) error {
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !ok || syntax.Err == io.ErrUnexpectedEOF: // io.EOF of nothing
		return errors.New("unexpected end of the input")
	case syntax.Err == jsontext.ErrDuplicateName:
		return &RepeatedError{syntax.JSONPointer.LastToken()}
	}
	return fmt.Errorf("%w, at byte %d", syntax.Err, syntax.ByteOffset)
}
