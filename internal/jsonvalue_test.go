package internal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/jsonvalue"
)

func TestJSONRepeated(t *testing.T) {
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
func TestJSONSurrogates(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"a pair", `["\ud83d\ude00"]`, ""},
		{"the first half at the end", `["a\ud83d"]`, "at byte 3"},
		{"the second half alone", `{"a": "\uDE00"}`, "at byte 7"},
		{"two first halves", `"\ud83d\ud83d"`, "at byte 1"},
		{"in a name", `{"\ud83d": 1}`, "at byte 2"},
		{"a backslash before u", `"\\ud83d"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := jsonvalue.Check([]byte(c.json))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), "invalid surrogate pair") ||
				!strings.HasSuffix(err.Error(), c.want)) {
				t.Errorf("got %v, want an invalid surrogate pair %s", err, c.want)
			}
		})
	}
}

// Whatever the bytes, they have the value that encoding/json gives them, or none. A name twice and half of a surrogate pair
// have none.
func FuzzJSONParse(f *testing.F) {
	f.Add([]byte(` {"a" : [ 1.5e-3 , -0, true,false , null, "x\"\\\u00e9\ud800" ] ,"b":{}, "":[] } `))
	f.Add([]byte(`{"a":1,"a":2}`))
	f.Add([]byte(`"x"`))
	f.Add([]byte(`1 2`))
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := jsonvalue.Parse(content)
		if checked := jsonvalue.Check(content); (checked == nil) != (err == nil) {
			t.Errorf("Check says %v, Parse %v", checked, err)
		}
		decoder := json.NewDecoder(bytes.NewReader(content))
		decoder.UseNumber()
		var want any
		switch ok := json.Valid(content) && decoder.Decode(&want) == nil; {
		case ok && err == nil && !reflect.DeepEqual(got, want):
			t.Errorf("got %#v, want %#v", got, want)
		case ok && err != nil && !deliberate.MatchString(err.Error()), !ok && err == nil:
			t.Errorf("got %v, but encoding/json reads it: %v", err, ok)
		}
	})
}

// deliberate are the errors of what encoding/json reads.
var deliberate = regexp.MustCompile("twice in one object|invalid surrogate pair|invalid UTF-8")
