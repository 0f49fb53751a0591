package setup_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/setup"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     setup.Settings
		err      string
	}{
		{"nothing", `{}`, setup.Settings{}, ""},
		{"null is not said", `{"purpose": null}`, setup.Settings{}, ""},
		{"a list", `{"measure": ["wrd", "wmd"]}`, setup.Settings{Measures: setup.Measures{"wrd", "wmd"}}, ""},
		{"a list in a string", `{"measure": "wrd, wmd"}`, setup.Settings{Measures: setup.Measures{"wrd", "wmd"}}, ""},
		{"numbers", `{"mass_power": 0.5, "layer": 0, "idf": false}`,
			setup.Settings{MassPower: new(.5), Layer: new(0), IDF: new(false)}, ""},
		{"a slip", `{"purpse": "summary"}`, setup.Settings{},
			`found the unknown setting "purpse": did you mean purpose?`},
		{"a flag", `{"mass-power": 1}`, setup.Settings{},
			`found the unknown setting "mass-power": did you mean mass_power?`},
		{"another word", `{"banana": 1}`, setup.Settings{}, `found the setting "banana", expected one of: measure, idf, `},
		{"a number for a name", `{"oov": 3}`, setup.Settings{}, `oov: found "3", expected a string`},
		{"a half layer", `{"layer": 1.5}`, setup.Settings{}, `layer: found "1.5", expected a whole number`},
		{"a list for a number", `{"mass_power": [1]}`, setup.Settings{}, `mass_power: found "[1]", expected a number`},
		{"a text for a truth", `{"idf": "yes"}`, setup.Settings{}, `idf: found "\"yes\"", expected true or false`},
		{"twice", `{"oov": "own", "oov": "skip"}`, setup.Settings{}, `settings: found the member "oov" twice`},
		{"a list", `[]`, setup.Settings{}, `settings: found "[]", expected an object of JSON in UTF-8`},
		{"null", `null`, setup.Settings{}, `settings: found "null", expected an object of JSON in UTF-8`},
		{"no JSON", `{`, setup.Settings{}, `settings: found "{", expected an object of JSON in UTF-8`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := setup.Parse([]byte(test.in))
			if test.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.err) {
					t.Fatalf("got %v, want %s…", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Whatever bytes come, Parse returns settings that it reads back as they are, or an error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{}`, `{"measure":"wrd"}`, `{"layer":1e3}`, `{"oov":"\ud800"}`, `{"layer":-1}`, `[{}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := setup.Parse(data)
		if err != nil {
			return
		}
		again, err := setup.Parse([]byte(s.String()))
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if s.String() != again.String() {
			t.Errorf("%s became %s", s, again)
		}
	})
}

// drawn draws settings that somebody may say.
func drawn(t *rapid.T) (s setup.Settings) {
	fields := reflect.ValueOf(&s).Elem()
	for i, d := range setup.Described() {
		if rapid.IntRange(0, 3).Draw(t, d.Name+"?") > 0 {
			continue
		}
		var value any
		switch {
		case d.Name == "measure":
			value = setup.Measures{rapid.SampledFrom(d.Values).Draw(t, d.Name)}
		case d.Values != nil:
			value = new(rapid.SampledFrom(d.Values).Draw(t, d.Name))
		case d.File:
			value = new(rapid.SampledFrom([]string{"distilled-en", "ngrams", "context-en", "a file"}).Draw(t, d.Name))
		case d.Name == "language":
			value = new(rapid.SampledFrom([]string{"auto", "en", "ja", "tr", "pt-BR"}).Draw(t, d.Name))
		case d.Name == "convert":
			value = new(rapid.SampledFrom([]string{"none", "AWR"}).Draw(t, d.Name))
		case d.Name == "layer":
			value = new(rapid.IntRange(0, 6).Draw(t, d.Name))
		case d.Name == "idf":
			value = new(rapid.Bool().Draw(t, d.Name))
		default:
			value = new(rapid.Float64Range(0, 4).Draw(t, d.Name))
		}
		fields.Field(i).Set(reflect.ValueOf(value))
	}
	return s
}

// Complete settings are complete; what was said stays what it is; and JSON loses nothing.
func TestCompleteLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := drawn(t)
		complete, err := said.Complete(setup.Settings{})
		if err != nil {
			if _, ok := errors.AsType[*setup.Error](err); !ok {
				t.Fatalf("%v is a %T", err, err)
			}
			return
		}
		again, err := complete.Complete(setup.Settings{})
		if err != nil {
			t.Fatalf("%s: %v", complete, err)
		}
		if diff := cmp.Diff(complete, again); diff != "" {
			t.Fatalf("completed twice (-once +twice)\n%s", diff)
		}
		for _, name := range setup.Names() {
			if value, now := said.Said(name), complete.Said(name); value != nil && now != nil && !cmp.Equal(value, now) &&
				!(name == "vectors" && value == "ngrams") { // which leaves open what is counted
				t.Fatalf("%s: said %v, found %v", name, value, now)
			}
		}
		read, err := setup.Parse([]byte(complete.String()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(complete, read); diff != "" {
			t.Fatalf("through JSON (-before +after)\n%s", diff)
		}
	})
}

// Every setting has its place in a description, in the same order, and a default that it may have.
func TestDescribed(t *testing.T) {
	names, defaults := setup.Names(), setup.Defaults()
	described := setup.Described()
	if len(described) != len(names) {
		t.Fatalf("%d descriptions of %d settings", len(described), len(names))
	}
	for i, d := range described {
		if d.Name != names[i] || d.Meaning == "" || strings.HasSuffix(d.Meaning, ".") {
			t.Errorf("setting %s is described by %+v", names[i], d)
		}
		if !cmp.Equal(d.Default, defaults.Said(d.Name)) {
			t.Errorf("%s: the default is %v, described as %v", d.Name, defaults.Said(d.Name), d.Default)
		}
		if help := d.Help(strings.ToUpper); strings.ContainsAny(help, "{}") {
			t.Errorf("%s: %s", d.Name, help)
		}
	}
	if _, err := defaults.Complete(setup.Settings{}); err == nil {
		t.Error("a precision without an encoder is no error")
	}
	if !json.Valid([]byte(defaults.String())) {
		t.Error(defaults.String())
	}
}

// N-grams bring settings of their own, for every purpose, and reject those of tables of words.
func TestNgrams(t *testing.T) {
	for _, c := range []struct{ name, in, want, err string }{
		{"alone", `{}`, `{"measure": "wrd", "context_weight": 0.5, "tokenizer": "written"}`, ""},
		{"as for translation", `{"purpose": "translation"}`, `{"measure": "wrd", "context_weight": 0.5}`, ""},
		{"for summaries", `{"purpose": "summary"}`, `{"vectors": "ngrams4-6", "measure": "wrd_recall", "tokenizer": "unicode"}`, ""},
		{"spelling of summaries", `{"purpose": "summary", "spelling": "all"}`, "",
			"spelling all: found vectors ngrams4-6, expected ngrams2-4, the n-grams that it compares"},
		{"a share of spelling in summaries", `{"purpose": "summary", "spelling_weight": 0.1}`, "",
			"spelling_weight 0.1: found vectors ngrams4-6, expected ngrams2-4, the n-grams that it compares"},
		{"a share of spelling", `{"spelling_weight": 0.1}`, `{"spelling_weight": 0.1, "spelling": "none"}`, ""},
		{"two shares of spelling", `{"purpose": "translation", "spelling_weight": 0.1, "surface_weight": 0.1}`, "",
			"found spelling_weight and surface_weight, expected one of them"},
		{"a share of how pieces are written, and all spelling", `{"purpose": "translation", "spelling": "all", "surface_weight": 0.1}`, "",
			"found spelling all and surface_weight, expected one of them"},
		{"pieces of no encoder", `{"surface_weight": 0.1}`, "",
			"surface_weight: found no encoder, whose pieces it compares as they are written"},
		{"spelled in two ways", `{"spelling_weight": 0.1, "spelling": "all"}`, "",
			"found spelling all and spelling_weight, expected one of them"},
		{"as the paper", `{"purpose": "paper"}`, `{"context_weight": 0}`, ""},
		{"what is said wins", `{"tokenizer": "nltk", "context_weight": 1}`, `{"tokenizer": "nltk", "context_weight": 1}`, ""},
		{"no converter", `{"convert": "none"}`, `{"convert": "none"}`, ""},
		{"letters", `{"convert": "AWR"}`, "", "found a converter and vectors ngrams, which are no table of words to convert"},
		{"a converter", `{"converter": "x"}`, "", "found a converter and vectors ngrams"},
		{"unknown words", `{"oov": "own"}`, "", "found oov and vectors ngrams, which give every word a vector"},
		{"their spelling", `{"spelling": "unknown"}`, "", "spelling unknown: found vectors ngrams, which give every word a vector"},
		{"a list of words", `{"words": "x"}`, "", "words: found a list for vectors ngrams"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := setup.Parse([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			s.Vectors = new("ngrams")
			got, err := s.Complete(setup.Settings{OOV: new("skip")}) // of the host, such as sts
			if c.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), c.err) {
					t.Fatalf("got %v, want %s…", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.OOV != nil {
				t.Errorf("oov: found %q, of words that all have a vector", *got.OOV)
			}
			want, err := setup.Parse([]byte(c.want))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range setup.Names() {
				if value := want.Said(name); value != nil && !cmp.Equal(got.Said(name), value) {
					t.Errorf("%s: found %v, want %v", name, got.Said(name), value)
				}
			}
		})
	}
}

func TestErrorsNameSettingsAsTheHostDoes(t *testing.T) {
	_, err := setup.Settings{MassPower: new(2.), Measures: setup.Measures{"add"}}.Complete(setup.Settings{})
	e, ok := errors.AsType[*setup.Error](err)
	if !ok {
		t.Fatal(err)
	}
	if got, want := e.Error(), "mass_power: found no wrd in measure, which it changes"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	flag := func(name string) string { return "--" + strings.ReplaceAll(name, "_", "-") }
	if got, want := e.Named(flag), "--mass-power: found no wrd in --measure, which it changes"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
