package pieces_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// wordPieceJSON is a tokenizer.json with a part of it replaced.
func wordPieceJSON(old, replacement string) []byte {
	const whole = `{"added_tokens": [{"id": 1, "content": "[CLS]", "special": true}, {"id": 3, "content": "<new>"}],
 "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null,
  "lowercase": true},
 "pre_tokenizer": {"type": "BertPreTokenizer"},
 "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
 "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
  "max_input_chars_per_word": 100,
  "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "a": 4, "##b": 5}}}`
	if !strings.Contains(whole, old) {
		panic("there is no " + old)
	}
	return []byte(strings.Replace(whole, old, replacement, 1))
}

// byteLevelVocabulary is a vocab.json with the letters of all bytes from id 3 on, then ab and abc, and more members.
func byteLevelVocabulary(more string) []byte {
	var b strings.Builder
	b.WriteString(`{"<s>": 0, "</s>": 1, "<unk>": 2`)
	id := 3
	for _, r := range byteLetters() {
		fmt.Fprintf(&b, ", %q: %d", string(r), id)
		id++
	}
	fmt.Fprintf(&b, `, "ab": %d, "abc": %d%s}`, id, id+1, more)
	return []byte(b.String())
}

// byteLetters are the characters of GPT-2's bytes_to_unicode, in no order that matters here.
func byteLetters() (letters []rune) {
	for r := rune('!'); r <= 0x143; r++ {
		if r <= '~' || 0xa1 <= r && r <= 0xac || 0xae <= r {
			letters = append(letters, r)
		}
	}
	return letters
}

func TestBadFiles(t *testing.T) {
	same := wordPieceJSON("", "")
	merges := []byte("#version: 0.2\na b\nab c\n")
	byteLevelJSON := func(old, replacement string) []byte {
		whole := `{"normalizer": null, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false},
 "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 1], "cls": ["<s>", 0]},
 "model": {"type": "BPE", "dropout": null, "merges": ["a b", ["ab", "c"]],
  "vocab": ` + string(byteLevelVocabulary("")) + `}}`
		if !strings.Contains(whole, old) {
			panic("there is no " + old)
		}
		return []byte(strings.Replace(whole, old, replacement, 1))
	}
	for _, c := range []struct {
		name  string
		files pieces.Files
		want  string // "" if it is good
	}{
		{"no file", pieces.Files{},
			"found no vocabulary, expected tokenizer.json, vocab.txt, sentencepiece.bpe.model, or vocab.json with merges.txt"},
		{"vocab.txt empty", pieces.Files{Vocabulary: []byte{}},
			"vocab.txt: found an empty file, expected a piece per line"},
		{"vocab.txt with an empty line", pieces.Files{Vocabulary: []byte("[UNK]\r\n\r\na\r\n")},
			"vocab.txt: line 2: found an empty line, expected a piece"},
		{"vocab.txt with a piece twice", pieces.Files{Vocabulary: []byte("[UNK]\na\nb\na\n")},
			`vocab.txt: line 4: found the piece "a" of line 2 again, expected each piece once`},
		{"vocab.txt not in UTF-8", pieces.Files{Vocabulary: []byte("[UNK]\na\xff\n")},
			"vocab.txt: line 2: found a byte that is not UTF-8 (0xff), expected UTF-8"},
		{"vocab.txt without [UNK]", pieces.Files{Vocabulary: []byte("[CLS]\n[SEP]\n")},
			`vocab.txt: found no "[UNK]" among 2 pieces, expected the piece for unknown words`},
		{"vocab.txt without [CLS]", pieces.Files{Vocabulary: []byte("[UNK]\n[SEP]\n")},
			`vocab.txt: found no "[CLS]" among 2 pieces, expected the special token before a text`},
		{"vocab.txt with a byte order mark", pieces.Files{Vocabulary: []byte("\ufeff[UNK]\n[CLS]\n[SEP]\n")},
			`vocab.txt: found no "[UNK]" among 3 pieces, expected the piece for unknown words`},
		{"vocab.txt and other names", pieces.Files{Vocabulary: []byte("<u>\n<b>\n<e>\n"), TokenizerConfig: []byte(
			`{"unk_token": "<u>", "cls_token": {"content": "<b>"}, "sep_token": "<e>", "pad_token": null}`)}, ""},
		{"tokenizer_config.json empty", pieces.Files{Vocabulary: smallVocabulary(), TokenizerConfig: []byte{}},
			"tokenizer_config.json: found an empty file, expected JSON"},
		{"tokenizer_config.json cut off", pieces.Files{Vocabulary: smallVocabulary(),
			TokenizerConfig: []byte("{\n\"do_lower")},
			"tokenizer_config.json: line 2: found no JSON: unexpected end of JSON input"},
		{"tokenizer_config.json of another kind", pieces.Files{Vocabulary: smallVocabulary(),
			TokenizerConfig: []byte(`{"do_lower_case": "yes"}`)},
			"tokenizer_config.json: line 1: do_lower_case: found JSON of kind string, expected true or false"},
		{"tokenizer_config.json with an odd id", pieces.Files{Vocabulary: smallVocabulary(),
			TokenizerConfig: []byte(`{"added_tokens_decoder": {"x": {"content": "y"}}}`)},
			`tokenizer_config.json: added_tokens_decoder: found the id "x", expected a number`},
		{"tokenizer_config.json with a gap", pieces.Files{Vocabulary: smallVocabulary(),
			TokenizerConfig: []byte(`{"added_tokens_decoder": {"99": {"content": "y"}}}`)},
			`vocab.txt: "y": found the id 99, expected the 29 pieces to have the ids from 0 to 28`},

		{"vocab.txt for a tokenizer of another kind", pieces.Files{Vocabulary: smallVocabulary(),
			TokenizerConfig: []byte(`{"tokenizer_class": "BertJapaneseTokenizer"}`)},
			`tokenizer_config.json: found tokenizer_class "BertJapaneseTokenizer", ` +
				"expected BertTokenizer or DistilBertTokenizer or ElectraTokenizer"},
		{"vocab.txt for BERT", pieces.Files{Vocabulary: smallVocabulary(),
			TokenizerConfig: []byte(`{"tokenizer_class": "BertTokenizerFast"}`)}, ""},
		{"vocab.json for a tokenizer of another kind", pieces.Files{VocabularyJSON: byteLevelVocabulary(""),
			Merges: merges, TokenizerConfig: []byte(`{"tokenizer_class": "CLIPTokenizer"}`)},
			`tokenizer_config.json: found tokenizer_class "CLIPTokenizer", expected RobertaTokenizer`},

		{"tokenizer.json", pieces.Files{TokenizerJSON: same}, ""},
		{"tokenizer.json empty", pieces.Files{TokenizerJSON: []byte{}, Vocabulary: smallVocabulary()},
			"tokenizer.json: found an empty file, expected JSON"},
		{"tokenizer.json of null", pieces.Files{TokenizerJSON: []byte("null")},
			"tokenizer.json: found no model, expected one of type WordPiece, BPE or Unigram"},
		{"WordLevel", pieces.Files{TokenizerJSON: wordPieceJSON(`"WordPiece"`, `"WordLevel"`)},
			`tokenizer.json: model: found type "WordLevel", expected WordPiece, BPE or Unigram; others are not supported`},
		{"Unigram with a vocabulary of WordPiece", pieces.Files{TokenizerJSON: wordPieceJSON(`"WordPiece"`, `"Unigram"`)},
			"tokenizer.json: model.vocab: found no list, expected one of pieces with their log-probabilities"},
		{"a piece twice", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": 4, "a": 4`)},
			`tokenizer.json: model.vocab: found the piece "a" twice, expected each piece once`},
		{"an id twice", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": 5`)},
			`tokenizer.json: found the id 5 for "##b" and "a", expected each id once`},
		{"a gap", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": 16000000`)},
			`tokenizer.json: "a": found the id 16000000, expected the 6 pieces to have the ids from 0 to 5`},
		{"an absurd id", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": 4000000000000`)},
			`tokenizer.json: model.vocab: "a": found the id 4000000000000, expected a number from 0 to 16777215`},
		{"a negative id", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": -1`)},
			`tokenizer.json: model.vocab: "a": found the id -1, expected a number from 0 to 16777215`},
		{"half an id", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": 4.5`)},
			`tokenizer.json: model.vocab: "a": found the id 4.5, expected a number from 0 to 16777215`},
		{"no number", pieces.Files{TokenizerJSON: wordPieceJSON(`"a": 4`, `"a": {}`)},
			`tokenizer.json: model.vocab: "a": found no number, expected its id`},
		{"no vocabulary", pieces.Files{TokenizerJSON: wordPieceJSON(`"vocab"`, `"words"`)},
			"tokenizer.json: model.vocab: found no object, expected one of pieces with their ids"},
		{"no [UNK]", pieces.Files{TokenizerJSON: wordPieceJSON(`"[UNK]": 0`, `"x": 0`)},
			`tokenizer.json: found no "[UNK]" among 5 pieces, expected the piece for unknown words`},
		{"an added token that the vocabulary numbers otherwise", pieces.Files{
			TokenizerJSON: wordPieceJSON(`"id": 1`, `"id": 2`)},
			`tokenizer.json: added token "[CLS]": found the id 2, expected 1, which the vocabulary gives it`},
		{"an added token without an id", pieces.Files{TokenizerJSON: wordPieceJSON(`"id": 1,`, ``)},
			`tokenizer.json: added_tokens: "[CLS]": found no id from 0 to 16777215`},
		{"two added tokens that look alike", pieces.Files{TokenizerJSON: wordPieceJSON(`"content": "<new>"`,
			`"content": "[cls]", "normalized": true}, {"id": 6, "content": "[Cls]", "normalized": true`)},
			`tokenizer.json: added token "[Cls]": found another one that is looked for as "[cls]" too, ` +
				"expected different ones"},
		{"an added token of which nothing stays", pieces.Files{TokenizerJSON: wordPieceJSON(`"content": "<new>"`,
			`"content": "\u0301", "normalized": true`)},
			"tokenizer.json: added token \"\u0301\": found that normalization leaves nothing of it"},
		{"a token that is a single word", pieces.Files{
			TokenizerJSON: wordPieceJSON(`"special": true`, `"single_word": true`)},
			`tokenizer.json: added token "[CLS]": found single_word true, expected false`},
		{"another normalizer", pieces.Files{TokenizerJSON: wordPieceJSON("BertNormalizer", "NFKC")},
			`tokenizer.json: normalizer: found type "NFKC", expected BertNormalizer, Lowercase or null`},
		{"another splitter", pieces.Files{TokenizerJSON: wordPieceJSON("BertPreTokenizer", "Whitespace")},
			`tokenizer.json: pre_tokenizer: found type "Whitespace", expected type BertPreTokenizer, as BERT has it`},
		{"no special tokens", pieces.Files{TokenizerJSON: wordPieceJSON(`"post_processor": {`, `"x": {`)},
			"tokenizer.json: post_processor: found none, " +
				"expected one with a special token before and one after a text"},
		{"a special token with another id", pieces.Files{TokenizerJSON: wordPieceJSON(`["[SEP]", 2]`, `["[SEP]", 4]`)},
			`tokenizer.json: post_processor: found the id 4 for "[SEP]", expected 2, which the vocabulary gives it`},
		{"a template", pieces.Files{TokenizerJSON: wordPieceJSON(
			`{"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]}`,
			`{"type": "Sequence", "processors": [{"type": "ByteLevel"}, {"type": "TemplateProcessing",
			"single": [{"SpecialToken": {"id": "[CLS]"}}, {"Sequence": {"id": "A"}}, {"SpecialToken": {"id": "[SEP]"}}],
			"special_tokens": {"[CLS]": {"ids": [1]}, "[SEP]": {"ids": [2]}}}]}`)}, ""},
		{"a template with more", pieces.Files{TokenizerJSON: wordPieceJSON(
			`{"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]}`,
			`{"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A"}}]}`)},
			`tokenizer.json: post_processor: found type "TemplateProcessing", ` +
				"expected one with a special token before and one after a text"},
		{"tokenizer_config.json that says otherwise", pieces.Files{TokenizerJSON: same,
			TokenizerConfig: []byte(`{"do_lower_case": false}`)},
			"tokenizer.json: normalizer: found do_lower_case true, expected false, as tokenizer_config.json has it"},

		{"byte-level BPE", pieces.Files{TokenizerJSON: byteLevelJSON("", "")}, ""},
		{"vocab.json and merges.txt", pieces.Files{VocabularyJSON: byteLevelVocabulary(""), Merges: merges}, ""},
		{"vocab.json alone", pieces.Files{VocabularyJSON: byteLevelVocabulary("")},
			"found only one of vocab.json and merges.txt, expected both"},
		{"a byte without a piece", pieces.Files{TokenizerJSON: byteLevelJSON(`"!"`, `"!!!"`)},
			`tokenizer.json: found no piece "!" for the byte 0x21, expected one for every byte`},
		{"a merge of unknown pieces", pieces.Files{VocabularyJSON: byteLevelVocabulary(""),
			Merges: []byte("a b\nb c\n")},
			`merges.txt: line 2: found "bc", expected pieces that the vocabulary has, alone and joined`},
		{"half a merge", pieces.Files{VocabularyJSON: byteLevelVocabulary(""), Merges: []byte("a b\n\n")},
			`merges.txt: line 2: found "", expected two pieces and a space between them`},
		{"a merge twice", pieces.Files{VocabularyJSON: byteLevelVocabulary(""), Merges: []byte("a b\nab c\na b\n")},
			`merges.txt: line 3: found the pair of "a" and "b" again, expected each pair once`},
		{"odd merges", pieces.Files{TokenizerJSON: byteLevelJSON(`["ab", "c"]`, `["ab"]`)},
			`tokenizer.json: model.merges[1]: found ["ab"], expected two pieces`},
		{"a suffix", pieces.Files{TokenizerJSON: byteLevelJSON(`"dropout": null`, `"end_of_word_suffix": "</w>"`)},
			"tokenizer.json: model: found continuing_subword_prefix or end_of_word_suffix, " +
				"expected none with BPE"},
		{"dropout", pieces.Files{TokenizerJSON: byteLevelJSON(`"dropout": null`, `"dropout": 0.1`)},
			"tokenizer.json: model: found dropout, expected none: it makes pieces random"},
		{"a normalizer", pieces.Files{
			TokenizerJSON: byteLevelJSON(`"normalizer": null`, `"normalizer": {"type": "NFC"}`)},
			`tokenizer.json: normalizer: found type "NFC", expected none with byte-level BPE`},
		{"no bytes of any kind", pieces.Files{TokenizerJSON: byteLevelJSON(`"type": "ByteLevel"`, `"type": "Metaspace"`)},
			`tokenizer.json: pre_tokenizer: found type "Metaspace", expected type ByteLevel with its regular expression, as ` +
				"the model has no byte_fallback"},

		{"BPE with byte_fallback", pieces.Files{TokenizerJSON: spacedJSON("", "")}, ""},
		{"without a pre-tokenizer", pieces.Files{TokenizerJSON: spacedJSON(spacedSplit, "null")}, ""},
		{"another pre-tokenizer", pieces.Files{TokenizerJSON: spacedJSON(`"type": "Split"`, `"type": "Digits"`)},
			`tokenizer.json: pre_tokenizer: found type "Digits", expected none or a Split at " ", as BPE with byte_fallback has it`},
		{"another split", pieces.Files{TokenizerJSON: spacedJSON(`"String": " "}, "beh`, `"String": "▁"}, "beh`)},
			`tokenizer.json: pre_tokenizer: found type "Split", expected none or a Split at " ", as BPE with byte_fallback has it`},
		{"spaces that stay", pieces.Files{TokenizerJSON: spacedJSON(`"content": "▁"`, `"content": "▁ "`)},
			`tokenizer.json: normalizer: found another one, expected a Replace of " " alone, as BPE with byte_fallback has it`},
		{"no normalizer", pieces.Files{TokenizerJSON: spacedJSON(spacedReplace, `null`)},
			`tokenizer.json: normalizer: found another one, expected a Replace of " " alone, as BPE with byte_fallback has it`},
		{"byte_fallback without its pieces", pieces.Files{TokenizerJSON: spacedJSON(`"<0x0A>"`, `"<0xA>"`)},
			"tokenizer.json: found byte_fallback without a piece <0x0A>, expected one for every byte"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tokenizer, err := pieces.Read(c.files)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("got %v", err)
			case c.want != "" && (err == nil || err.Error() != c.want):
				t.Errorf("got %v\nwant %s", err, c.want)
			case c.want != "" && tokenizer != nil:
				t.Error("got a tokenizer with the error")
			}
		})
	}
}
