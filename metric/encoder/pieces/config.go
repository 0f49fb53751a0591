package pieces

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
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
	return c, jsonfile.Read(content, c)
}

// isOf fails if the configuration names a class of transformers other than the given ones, with or without Fast: others
// split texts in another way, as Japanese ones do by a dictionary, with files of the same names.
func (c *config) isOf(classes ...string) error {
	if class := strings.TrimSuffix(c.Class, "Fast"); class != "" && !slices.Contains(classes, class) {
		return fmt.Errorf("tokenizer_config.json: found tokenizer_class %q, expected %s", jsonfile.Shortened(c.Class),
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

// normalizationOf returns what BERT's normalizer does, given what is said of it.
func normalizationOf(clean, ideographs, strip, lower *bool) normalization {
	return normalization{Clean: or(clean, true), Ideographs: or(ideographs, true), Strip: or(strip, or(lower, true)),
		Lower: or(lower, true)}
}

// added returns the added tokens of a vocabulary without a list of them: those of added_tokens_decoder or else the
// special tokens that the vocabulary has.
func (c *config) added(v *vocabulary) (tokens []addedToken, err error) {
	if len(c.Added) > 0 {
		for key, token := range c.Added {
			id, err := strconv.ParseInt(key, 10, 32)
			if err != nil || id < 0 {
				return nil, fmt.Errorf("tokenizer_config.json: added_tokens_decoder: found the id %q, "+
					"expected a number", jsonfile.Shortened(key))
			}
			token.ID = new(int32(id))
			tokens = append(tokens, token)
		}
		return tokens, nil
	}
	for _, s := range []specialToken{c.Unknown, c.Begin, c.End, c.Pad, c.Mask} {
		if id, ok := v.find(s.Content); ok {
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
