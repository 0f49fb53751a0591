package jsonvalue_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/wordrotator/wrd/internal/jsonvalue"
)

func TestRepeated(t *testing.T) {
	for _, c := range []struct{ name, json, twice string }{
		{"at the top", `{"a": 1, "b": 2, "a": 1}`, "a"},
		{"written in two ways", `{"é": 1, "\u00e9": 2}`, "é"},
		{"inside", `[{"x": {"a": null, "a": null}}]`, "a"},
		{"in different objects", `{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := jsonvalue.Parse([]byte(c.json))
			repeated, ok := errors.AsType[*jsonvalue.RepeatedError](err)
			if ok != (c.twice != "") || ok && repeated.Name != c.twice {
				t.Errorf("got %v, want %q", err, c.twice)
			}
		})
	}
}

// Half of a surrogate pair is no character, which encoding/json would replace by another.
func TestSurrogates(t *testing.T) {
	for _, c := range []struct{ name, json, half string }{
		{"a pair", `["\ud83d\ude00"]`, ""},
		{"the first half at the end", `["a\ud83d"]`, `\ud83d`},
		{"the second half alone", `{"a": "\uDE00"}`, `\uDE00`},
		{"two first halves", `"\ud83d\ud83d"`, `\ud83d`},
		{"in a name", `{"\ud83d": 1}`, `\ud83d`},
		{"a backslash before u", `"\\ud83d"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := jsonvalue.Parse([]byte(c.json))
			half, ok := errors.AsType[*jsonvalue.SurrogateError](err)
			if ok != (c.half != "") || ok && (half.Escape != c.half || c.json[half.Byte:][:6] != c.half) {
				t.Errorf("got %v, want %q", err, c.half)
			}
		})
	}
}

// Whatever the JSON is, it has the value that encoding/json gives it, or a name twice, or half of a surrogate pair.
func FuzzParse(f *testing.F) {
	f.Add([]byte(` {"a" : [ 1.5e-3 , -0, true,false , null, "x\"\\\u00e9\ud800" ] ,"b":{}, "":[] } `))
	f.Add([]byte(`{"a":1,"a":2}`))
	f.Add([]byte(`"x"`))
	f.Fuzz(func(t *testing.T, content []byte) {
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.UseNumber()
		var want any
		if !json.Valid(content) || decoder.Decode(&want) != nil {
			t.Skip()
		}
		got, err := jsonvalue.Parse(content)
		if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("got %#v, want %#v", got, want)
		}
	})
}
