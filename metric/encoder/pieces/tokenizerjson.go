package pieces

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// A tokenizerFile is what tokenizer.json says. How it truncates and pads texts is not read.
type tokenizerFile struct {
	Added         []addedToken    `json:"added_tokens"`
	Normalizer    *jsonNormalizer `json:"normalizer"`
	PreTokenizer  *preTokenizer   `json:"pre_tokenizer"`
	PostProcessor *postProcessor  `json:"post_processor"`
	Model         *jsonModel      `json:"model"`
}

type jsonNormalizer struct {
	Type         string `json:"type"`
	Clean        *bool  `json:"clean_text"`
	Ideographs   *bool  `json:"handle_chinese_chars"`
	StripAccents *bool  `json:"strip_accents"`
	LowerCase    *bool  `json:"lowercase"`
	// Of those of Unigram models and of BPE with byte_fallback:
	Normalizers []jsonNormalizer `json:"normalizers"`
	CharsMap    []byte           `json:"precompiled_charsmap"`
	StripLeft   *bool            `json:"strip_left"`
	StripRight  *bool            `json:"strip_right"`
	Pattern     struct {
		String *string
		Regexp *string `json:"Regex"`
	} `json:"pattern"`
	Content string `json:"content"`

	packedCharsMap []byte // in place of CharsMap
}

type preTokenizer struct {
	Type           string `json:"type"`
	AddPrefixSpace *bool  `json:"add_prefix_space"`
	UseRegexp      *bool  `json:"use_regex"`
	// Of those of Unigram models:
	PreTokenizers []preTokenizer `json:"pretokenizers"`
	Replacement   *string        `json:"replacement"`
	PrependScheme *string        `json:"prepend_scheme"`
	Split         *bool          `json:"split"`
	// Of one of type Split:
	Pattern struct{ String *string } `json:"pattern"`
}

type jsonModel struct {
	Type         string          `json:"type"`
	Vocabulary   json.RawMessage `json:"vocab"`
	Unknown      *string         `json:"unk_token"`
	Prefix       *string         `json:"continuing_subword_prefix"`
	MaxRunes     *int            `json:"max_input_chars_per_word"`
	Merges       json.RawMessage `json:"merges"`
	Suffix       *string         `json:"end_of_word_suffix"`
	Dropout      *float64        `json:"dropout"`
	IgnoreMerges bool            `json:"ignore_merges"`
	UnknownID    *int32          `json:"unk_id"`
	ByteFallback bool            `json:"byte_fallback"`
}

// A postProcessor says which special tokens are around a text, in one of several ways.
type postProcessor struct {
	Type     string         `json:"type"`
	Begin    namedID        `json:"cls"`
	End      namedID        `json:"sep"`
	Template []templatePart `json:"single"`
	Specials map[string]struct {
		IDs []int32 `json:"ids"`
	} `json:"special_tokens"`
	Processors []postProcessor `json:"processors"`
}

type templatePart struct {
	Special *struct {
		ID string `json:"id"`
	} `json:"SpecialToken"`
	Sequence *struct{} `json:"Sequence"`
}

// A namedID is a special token with its id: ["[CLS]", 101].
type namedID struct {
	name string
	id   int32
}

func (n *namedID) UnmarshalJSON(content []byte) error {
	var pair []json.RawMessage
	if json.Unmarshal(content, &pair) != nil || len(pair) != 2 || json.Unmarshal(pair[0], &n.name) != nil ||
		json.Unmarshal(pair[1], &n.id) != nil {
		return errors.New("post_processor: found no token with its id, expected both")
	}
	return nil
}

// readTokenizerJSON reads what the tokenizers library of Hugging Face saves, of a Unigram model perhaps packed.
func readTokenizerJSON(content, packed []byte, c *config) (*Tokenizer, error) {
	var file tokenizerFile
	if err := readTokenizerFile(content, &file, &file.Model); err != nil {
		return nil, err
	}
	if file.Model == nil {
		return nil, errors.New("found no model, expected one of type WordPiece, BPE or Unigram")
	}
	for _, token := range file.Added {
		if err := token.check(); err != nil {
			return nil, err
		}
	}
	set, ok := map[string]func(*Tokenizer, *vocabulary, *tokenizerFile, *config) error{
		"WordPiece": (*Tokenizer).setWordPieceJSON, "BPE": (*Tokenizer).setBPEJSON, "Unigram": (*Tokenizer).setUnigramJSON,
	}[file.Model.Type]
	if !ok {
		return nil, fmt.Errorf("model: found type %q, expected WordPiece, BPE or Unigram; others are not supported",
			jsonfile.Shortened(file.Model.Type))
	}
	v, err := file.Model.vocabulary(packed)
	if err != nil {
		return nil, err
	}
	begin, end, err := file.PostProcessor.around()
	if err != nil {
		return nil, fmt.Errorf("post_processor: %w", err)
	}
	c.Begin.Content, c.End.Content = begin.name, end.name
	for _, s := range []namedID{begin, end} {
		if id, ok := v.find(s.name); ok && id != s.id {
			return nil, fmt.Errorf("post_processor: found the id %d for %q, expected %d, which the vocabulary gives it",
				s.id, jsonfile.Shortened(s.name), id)
		}
	}
	t := new(Tokenizer)
	return t, set(t, v, &file, c)
}

// vocabulary reads the pieces: an object with their ids, or, of a Unigram model, a list with their log-probabilities, or
// what is packed of that.
func (m *jsonModel) vocabulary(packed []byte) (v *vocabulary, err error) {
	switch {
	case m.Type == "Unigram" && packed != nil && m.Vocabulary == nil:
		v = new(vocabulary)
		if v.packed, err = openPacked(packed); err != nil {
			return nil, fmt.Errorf("%s: %w", packedFile, err)
		}
		return v, nil
	case m.Type == "Unigram":
		v, err = scoredVocabulary(m.Vocabulary)
	default:
		v, err = vocabularyObject(m.Vocabulary)
	}
	if err != nil {
		return nil, fmt.Errorf("model.vocab: %w", err)
	}
	return v, nil
}

func (t *Tokenizer) setWordPieceJSON(v *vocabulary, file *tokenizerFile, c *config) error {
	if p := file.PreTokenizer; p == nil || p.Type != "BertPreTokenizer" {
		return fmt.Errorf("pre_tokenizer: found %s, expected type BertPreTokenizer, as BERT has it", p)
	}
	switch n := file.Normalizer; {
	case n == nil:
	case n.Type == "BertNormalizer":
		on := normalizationOf(n.Clean, n.Ideographs, n.StripAccents, n.LowerCase)
		if err := c.agrees(on); err != nil {
			return err
		}
		t.normalizer = newNormalizer(on)
	case n.Type == "Lowercase":
		t.normalizer = newNormalizer(normalization{Lower: true})
	default:
		return fmt.Errorf("normalizer: found type %q, expected BertNormalizer, Lowercase or null",
			jsonfile.Shortened(n.Type))
	}
	c.Unknown.Content = or(file.Model.Unknown, "[UNK]")
	c.names("", "", "", "[PAD]", "")
	if err := t.setVocabulary(v, file.Added, c); err != nil {
		return err
	}
	maxRunes := or(file.Model.MaxRunes, 100)
	if maxRunes < 0 {
		return fmt.Errorf("model: found max_input_chars_per_word %d, expected at least 0", maxRunes)
	}
	return t.setWordPiece(v, c.Unknown.Content, or(file.Model.Prefix, "##"), maxRunes)
}

// agrees fails if the configuration says something else than the normalizer: of Hugging Face's libraries, transformers
// follows the one and tokenizers the other.
func (c *config) agrees(on normalization) error {
	for _, s := range []struct {
		name string
		says *bool
		is   bool
	}{
		{"do_lower_case", c.LowerCase, on.Lower},
		{"strip_accents", c.StripAccents, on.Strip},
		{"tokenize_chinese_chars", c.Ideographs, on.Ideographs},
	} {
		if s.says != nil && *s.says != s.is {
			return fmt.Errorf("normalizer: found %s %t, expected %t, as tokenizer_config.json has it", s.name,
				s.is, *s.says)
		}
	}
	return nil
}

func (p *preTokenizer) String() string {
	if p == nil {
		return "none"
	}
	return fmt.Sprintf("type %q", jsonfile.Shortened(p.Type))
}

// around returns the special tokens before and after a text.
func (p *postProcessor) around() (begin, end namedID, err error) {
	if p == nil {
		return begin, end, errors.New("found none, expected one with a special token before and one after a text")
	}
	switch p.Type {
	case "BertProcessing", "RobertaProcessing":
		return p.Begin, p.End, nil
	case "Sequence":
		for i := range p.Processors {
			if p.Processors[i].Type != "ByteLevel" { // which concerns offsets only
				return p.Processors[i].around()
			}
		}
	case "TemplateProcessing":
		if t := p.Template; len(t) == 3 && t[0].Special != nil && t[1].Sequence != nil && t[2].Special != nil {
			begin.name, end.name = t[0].Special.ID, t[2].Special.ID
			for _, s := range []*namedID{&begin, &end} {
				ids := p.Specials[s.name].IDs
				if len(ids) != 1 {
					return begin, end, fmt.Errorf("special_tokens: %q: found %d ids, expected 1",
						jsonfile.Shortened(s.name), len(ids))
				}
				s.id = ids[0]
			}
			return begin, end, nil
		}
	}
	return begin, end, fmt.Errorf("found type %q, expected one with a special token before and one after a text",
		jsonfile.Shortened(p.Type))
}
