// Package jsonfile reads JSON files of models, and says in the words of the program what is wrong with one.
package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Read decodes the whole of a JSON file. Errors name the line.
func Read(content []byte, into any) error {
	if len(content) == 0 {
		return errors.New("found an empty file, expected JSON")
	}
	if err := CheckUTF8(content); err != nil {
		return err
	}
	err := json.Unmarshal(content, into)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("line %d: found no JSON: %s", lineOf(content, int(e.Offset)), e)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		found, _, _ := strings.Cut(e.Value, " ") // e repeats a number whole
		return fmt.Errorf("line %d: %s: found JSON of kind %s, expected %s", lineOf(content, int(e.Offset)),
			Shortened(e.Field), found, jsonKind(e.Type.Kind()))
	}
	return err
}

// jsonKind names the JSON that a Go type is read from.
func jsonKind(kind reflect.Kind) string {
	switch kind {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int32, reflect.Float64:
		return "a number that is not too large"
	case reflect.Slice:
		return "an array"
	}
	return "an object"
}

// CheckUTF8 fails at the first byte that is not UTF-8.
func CheckUTF8(content []byte) error {
	if utf8.Valid(content) {
		return nil
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(content[i:])
		if r == utf8.RuneError && size <= 1 {
			return fmt.Errorf("line %d: found a byte that is not UTF-8 (0x%02x), expected UTF-8",
				lineOf(content, i), content[i])
		}
		i += size
	}
}

// lineOf returns the line that a byte is on, from 1.
func lineOf(content []byte, offset int) int {
	return 1 + bytes.Count(content[:min(max(offset, 0), len(content))], []byte("\n"))
}

// Shortened cuts what a message repeats from a file.
func Shortened(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
