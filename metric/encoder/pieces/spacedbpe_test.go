package pieces_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

const (
	spacedReplace = `{"type": "Replace", "pattern": {"String": " "}, "content": "▁"}`
	spacedSplit   = `{"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": false}`
)

// spacedJSON is a tokenizer.json as Gemma has it, with one text in it replaced.
func spacedJSON(old, replacement string) []byte {
	texts := []string{"<bos>", "<eos>", "<unk>"}
	for b := range 256 {
		texts = append(texts, fmt.Sprintf("<0x%02X>", b))
	}
	texts = append(texts, "▁", "t", "h", "e", "é", "中", "th", "he", "the", "▁the", "▁▁", "▁t", "▁th")
	vocabulary := map[string]int{}
	for id, text := range texts {
		vocabulary[text] = id
	}
	said, err := json.Marshal(vocabulary)
	if err != nil {
		panic(err)
	}
	whole := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(`{"normalizer": ` + spacedReplace +
		`, "pre_tokenizer": ` + spacedSplit + `,
 "added_tokens": [{"id": 0, "content": "<bos>"}, {"id": 1, "content": "<eos>"}, {"id": 269, "content": "▁▁"}],
 "post_processor": {"type": "TemplateProcessing", "special_tokens": {"<bos>": {"ids": [0]}, "<eos>": {"ids": [1]}},
  "single": [{"SpecialToken": {"id": "<bos>"}}, {"Sequence": {}}, {"SpecialToken": {"id": "<eos>"}}]},
 "model": {"type": "BPE", "byte_fallback": true, "fuse_unk": true, "unk_token": "<unk>",
  "merges": [["t", "h"], ["h", "e"], ["th", "e"], ["▁", "▁"], ["▁", "t"], ["▁", "the"], ["▁t", "h"]],
  "vocab": ` + string(said) + `}}`)
	if !strings.Contains(whole, old) {
		panic("there is no " + old)
	}
	return []byte(strings.Replace(whole, old, replacement, 1))
}

// The pieces are those of the merges in their order, over the whole text; bytes stand for what has no piece; a mark begins
// a word.
func TestSpacedBPE(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"the merges in their order", "the the", "the | ▁the"},
		{"a word without its end", "th t", "th | ▁t"},
		{"two spaces", "the  the", "the | ▁▁ the"},
		{"an added token", "the▁▁the", "the | ▁▁ | the"},
		{"letters of no piece", "éß中", "é <0xC3> <0x9F> 中"},
		{"a line end", "the\nthe", "the <0x0A> the"},
		{"bytes that are not UTF-8", "t\xffh", "t <0xEF> <0xBF> <0xBD> h"},
		{"special tokens", "<eos>the", "<eos> | the"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tokenizer := read(t, pieces.Files{TokenizerJSON: spacedJSON("", "")})
			var got strings.Builder
			all := tokenizer.Append(nil, c.text)
			for i, p := range all {
				switch {
				case i > 0 && p.Word != all[i-1].Word:
					got.WriteString(" | ")
				case i > 0:
					got.WriteString(" ")
				}
				got.WriteString(tokenizer.Text(p.ID))
			}
			if got.String() != c.want {
				t.Errorf("got %s, want %s", got.String(), c.want)
			}
		})
	}
	tokenizer := read(t, pieces.Files{TokenizerJSON: spacedJSON("", "")})
	if got, _ := tokenizer.Words([]string{"▁the", "<0xC3>", "<0x9F>"}); got[0] != "theß" {
		t.Errorf("got %q", got)
	}
}
