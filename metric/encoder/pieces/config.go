package pieces

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A config is what tokenizer_config.json says; nil and "" for what it does not.
type config struct {
	Class          string                `json:"tokenizer_class"`
	LowerCase      *bool                 `json:"do_lower_case"`
	StripAccents   *bool                 `json:"strip_accents"`
	Ideographs     *bool                 `json:"tokenize_chinese_chars"`
	AddPrefixSpace *bool                 `json:"add_prefix_space"`
	Unknown        specialToken          `json:"unk_token"`
	Begin          specialToken          `json:"cls_token"`
	End            specialToken          `json:"sep_token"`
	Pad            specialToken          `json:"pad_token"`
	Mask           specialToken          `json:"mask_token"`
	Added          map[string]addedToken `json:"added_tokens_decoder"`
}

// A specialToken is written as a string, or as an object with its content.
type specialToken struct {
	addedToken
	object bool
}

func (s *specialToken) UnmarshalJSON(content []byte) error {
	s.object = len(content) > 0 && content[0] == '{'
	if s.object {
		return json.Unmarshal(content, &s.addedToken)
	}
	s.Special = true
	return json.Unmarshal(content, &s.Content)
}

func readConfig(content []byte) (*config, error) {
	c := new(config)
	if content == nil {
		return c, nil
	}
	return c, readJSON(content, c)
}

// isOf fails if the configuration names a class of transformers other than the given ones, with or without Fast: others
// split texts in another way, as Japanese ones do by a dictionary, with files of the same names.
func (c *config) isOf(classes ...string) error {
	if class := strings.TrimSuffix(c.Class, "Fast"); class != "" && !slices.Contains(classes, class) {
		return fmt.Errorf("tokenizer_config.json: found tokenizer_class %q, expected %s", shortened(c.Class),
			strings.Join(classes, " or "))
	}
	return nil
}

// names gives the special tokens that the configuration does not name the names that they have by default.
func (c *config) names(unknown, begin, end, pad, mask string) {
	for _, s := range []struct {
		token *specialToken
		name  string
	}{{&c.Unknown, unknown}, {&c.Begin, begin}, {&c.End, end}, {&c.Pad, pad}, {&c.Mask, mask}} {
		if s.token.Content == "" {
			s.token.Content, s.token.Special = s.name, true
		}
	}
}

// normalization returns what BERT's normalizer does by the configuration.
func (c *config) normalization() normalization {
	lower := or(c.LowerCase, true)
	return normalization{Clean: true, Ideographs: or(c.Ideographs, true), Strip: or(c.StripAccents, lower),
		Lower: lower}
}

// added returns the added tokens of a vocabulary without a list of them: those of added_tokens_decoder or else the
// special tokens that the vocabulary has.
func (c *config) added(v *vocabulary) (tokens []addedToken, err error) {
	if len(c.Added) > 0 {
		for key, token := range c.Added {
			id, err := strconv.ParseInt(key, 10, 32)
			if err != nil || id < 0 {
				return nil, fmt.Errorf("tokenizer_config.json: added_tokens_decoder: found the id %q, "+
					"expected a number", shortened(key))
			}
			token.ID = new(int32(id))
			tokens = append(tokens, token)
		}
		return tokens, nil
	}
	for _, s := range []specialToken{c.Unknown, c.Begin, c.End, c.Pad, c.Mask} {
		if id, ok := v.ids[s.Content]; ok {
			s.ID = &id
			tokens = append(tokens, s.addedToken)
		}
	}
	return tokens, nil
}

func or[T any](value *T, otherwise T) T {
	if value == nil {
		return otherwise
	}
	return *value
}

// readJSON decodes the whole of a JSON file.
func readJSON(content []byte, into any) error {
	if len(content) == 0 {
		return errors.New("found an empty file, expected JSON")
	}
	if err := checkUTF8(content); err != nil {
		return err
	}
	err := json.Unmarshal(content, into)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("line %d: found no JSON: %s", lineOf(content, int(e.Offset)), e)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		found, _, _ := strings.Cut(e.Value, " ") // e repeats a number whole
		return fmt.Errorf("line %d: %s: found JSON of kind %s, expected %s", lineOf(content, int(e.Offset)),
			shortened(e.Field), found, jsonKind(e.Type.Kind()))
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

// checkUTF8 fails at the first byte that is not UTF-8.
func checkUTF8(content []byte) error {
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
	line := 1
	for _, c := range content[:min(max(offset, 0), len(content))] {
		if c == '\n' {
			line++
		}
	}
	return line
}

// shortened cuts what a message repeats from a file.
func shortened(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
