// Package setup opens the vectors, encoders and converters that settings name. The command, the worker, Python and
// Spark give [Settings]: names and numbers that say how texts are scored. They are plain data, so they can be stored
// with a result and read again.
//
//	opened, err := new(setup.Environment).Open(ctx, setup.Settings{Purpose: new("translation")}, setup.Material{})
//	scorer, err := metric.NewScorer(opened.Options)
//
// Flags, JSON or keyword arguments become Settings. [Settings.Complete] fills in the purpose and the defaults, and
// [Environment.Open] opens what they name. Opened.Settings has the value of every setting that has an effect: the same
// program gives the same bits with it everywhere. [Described] says what each setting means and which values it takes.
// Package catalog knows which vectors and encoders can be downloaded.
package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/nearest"
)

// Settings say how texts are scored, by names and numbers. nil means not given: the purpose decides or, without one,
// the default. A value that is given wins over the purpose. The zero value is wrd score without flags. The names in
// JSON are those of the flags with _ for -, and Described explains each.
type Settings struct {
	Measures       Measures `json:"measure,omitempty"`
	IDF            *bool    `json:"idf,omitempty"`
	MultiReference *string  `json:"multi_reference,omitempty"`
	Language       *string  `json:"language,omitempty"`
	Purpose        *string  `json:"purpose,omitempty"`
	TokenVectors   *string  `json:"token_vectors,omitempty"`
	Encoder        *string  `json:"encoder,omitempty"`
	Layer          *int     `json:"layer,omitempty"`
	Precision      *string  `json:"precision,omitempty"`
	Vectors        *string  `json:"vectors,omitempty"`
	Words          *string  `json:"words,omitempty"`
	Frequencies    *string  `json:"frequencies,omitempty"`
	Tokenizer      *string  `json:"tokenizer,omitempty"`
	Case           *string  `json:"case,omitempty"`
	Normalize      *string  `json:"normalize,omitempty"`
	Convert        *string  `json:"convert,omitempty"`
	Converter      *string  `json:"converter,omitempty"`
	OOV            *string  `json:"oov,omitempty"`
	Empty          *string  `json:"empty,omitempty"`
	MassPower      *float64 `json:"mass_power,omitempty"`
	Spelling       *string  `json:"spelling,omitempty"`
	SpellingWeight *float64 `json:"spelling_weight,omitempty"`
	SurfaceWeight  *float64 `json:"surface_weight,omitempty"`
	OrderWeight    *float64 `json:"order_weight,omitempty"`
	ContextWeight  *float64 `json:"context_weight,omitempty"`
}

// Measures are names of measures; the first one decides the status. In JSON they are a list, or one string with commas
// between the names.
type Measures []string

// ParseMeasures reads names with commas between them. It accepts unknown measures; Complete does not.
func ParseMeasures(list string) (m Measures) {
	for name := range strings.SplitSeq(list, ",") {
		m = append(m, strings.TrimSpace(name))
	}
	return m
}

// UnmarshalJSON reads a list or a string.
func (m *Measures) UnmarshalJSON(data []byte) error {
	var joined string
	if json.Unmarshal(data, &joined) == nil {
		*m = ParseMeasures(joined)
		return nil
	}
	return json.Unmarshal(data, (*[]string)(m))
}

// Parse reads settings from JSON, an object of the settings that are given; null means not given. An unknown name is an
// error that suggests a similar one. Complete checks the values.
func Parse(data []byte) (s Settings, err error) {
	var said map[string]json.RawMessage
	if err := json.Unmarshal(data, &said); err != nil || said == nil || !utf8.Valid(data) {
		return s, fmt.Errorf("settings: found %s, expected an object of JSON in UTF-8", begun(data))
	}
	if err := jsonvalue.Check(data); err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	names := Names()
	for _, key := range slices.Sorted(maps.Keys(said)) {
		if !slices.Contains(names, key) {
			return s, unknownSetting(key, names)
		}
	}
	for _, f := range s.fields() {
		value, ok := said[f.name]
		if !ok {
			continue
		}
		if err := json.Unmarshal(value, f.value.Addr().Interface()); err != nil {
			return s, Errorf("%v: found %s, expected %s", Name(f.name), begun(value), expected(f.value.Type()))
		}
	}
	return s, nil
}

// unknownSetting is the error of a name that no setting has.
func unknownSetting(key string, names []string) error {
	if near := nearest.Of(key, names); near != "" {
		return Errorf("found the unknown setting %s: did you mean %v?", begun([]byte(key)), Name(near))
	}
	return Errorf("found the setting %s, expected one of: %s", begun([]byte(key)), strings.Join(names, ", "))
}

// OfPairs returns the settings of scores of single pairs of texts: without those for several references.
func (s Settings) OfPairs() Settings {
	s.MultiReference = nil
	return s
}

// Names lists the settings in their order.
func Names() (list []string) {
	for _, f := range new(Settings).fields() {
		list = append(list, f.name)
	}
	return list
}

// Said returns the value of a setting by its name, nil if it is not given: a string, Measures, bool, int or float64.
func (s Settings) Said(name string) any {
	for _, f := range s.fields() {
		if f.name == name {
			return f.said()
		}
	}
	return nil
}

// Over returns the settings, with values of others where they have none.
func (s Settings) Over(others Settings) Settings {
	under := others.fields()
	for i, own := range s.fields() {
		if own.said() == nil {
			own.value.Set(under[i].value)
		}
	}
	return s
}

// String returns the settings in one line of JSON, as Parse reads them.
func (s Settings) String() string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return "{}" // a number that JSON has not, which Complete rejects
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// A field is a setting of some Settings.
type field struct {
	name  string
	value reflect.Value
}

// fields lists the settings of s in their order.
func (s *Settings) fields() (list []field) {
	all := reflect.ValueOf(s).Elem()
	for i := range all.NumField() {
		name, _, _ := strings.Cut(all.Type().Field(i).Tag.Get("json"), ",")
		list = append(list, field{name, all.Field(i)})
	}
	return list
}

// said returns the value of a field, nil if nobody said it.
func (f field) said() any {
	switch {
	case f.value.IsNil():
		return nil
	case f.value.Kind() == reflect.Pointer:
		return f.value.Elem().Interface()
	}
	return f.value.Interface()
}

// expected says in words what JSON a field takes.
func expected(t reflect.Type) string {
	if t == reflect.TypeFor[Measures]() {
		return "names of measures, a list or a string with commas"
	}
	switch t.Elem().Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// begun returns the beginning of some JSON, for messages.
func begun(data []byte) string {
	const most = 60
	text := strings.TrimSpace(string(data))
	if len(text) > most {
		text = text[:most] + "…"
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(text, "�"))
}
