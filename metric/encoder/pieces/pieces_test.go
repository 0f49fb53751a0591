package pieces_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// small is a vocabulary in which a word of each kind has pieces.
const small = `[PAD] [UNK] [CLS] [SEP] un ##aff ##able aff the cafe café ##s ' , . 中 文 i ̇ ##̇ σ ##σ o ᄒ ##ᅡ ##ᆫ é É`

func read(t *testing.T, files pieces.Files) *pieces.Tokenizer {
	t.Helper()
	tokenizer, err := pieces.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return tokenizer
}

func smallVocabulary() []byte { return []byte(strings.Join(strings.Fields(small), "\n") + "\n") }

// texts writes pieces with a bar between words.
func texts(tokenizer *pieces.Tokenizer, text string) string {
	var words []string
	for _, p := range tokenizer.Append(nil, text) {
		if int(p.Word) == len(words) {
			words = append(words, "")
		}
		words[p.Word] = strings.TrimSpace(words[p.Word] + " " + tokenizer.Text(p.ID))
	}
	return strings.Join(words, " | ")
}

// What tokenizers 0.23.3 of Hugging Face makes of these texts with these vocabularies.
func TestWordPiece(t *testing.T) {
	cased := []byte(`{"do_lower_case": false}`)
	for _, c := range []struct {
		name, text string
		config     []byte
		want       string
	}{
		{"pieces", "unaffable", nil, "un ##aff ##able"},
		{"nothing of an unknown word", "unaffablex the", nil, "[UNK] | the"},
		{"lower case and accents", "THE Cafés", nil, "the | cafe ##s"},
		{"cased", "The café É", cased, "[UNK] | café | É"},
		{"lower case with accents", "É", []byte(`{"strip_accents": false}`), "é"},
		{"punctuation", "the,the'.", nil, "the | , | the | ' | ."},
		{"Chinese characters are words", "the中文the", nil, "the | 中 | 文 | the"},
		{"but not if the configuration says so", "中文", []byte(`{"tokenize_chinese_chars": false}`), "[UNK]"},
		{"İ loses its dot with the accents", "İ", nil, "i"},
		{"and keeps it otherwise", "İ", []byte(`{"strip_accents": false}`), "i ##̇"},
		{"no final sigma", "ΣΣ", nil, "σ ##σ"},
		{"Hangul falls apart", "한", nil, "ᄒ ##ᅡ ##ᆫ"},
		{"control characters vanish", "th\x00\u200b\ufffde\tthe", nil, "the | the"},
		{"so do bytes that are not UTF-8", "th\xff\xc3e", nil, "the"},
		{"vertical tabs too", "the\vthe", nil, "[UNK]"},
		{"special tokens of a text", "the[SEP]the [sep]", nil, "the | [SEP] | the | [UNK] | [UNK] | [UNK]"},
		{"100 characters", strings.Repeat("aff", 34)[:100], nil, "[UNK]"},
		{"nothing", " \t", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tokenizer := read(t, pieces.Files{Vocabulary: smallVocabulary(), TokenizerConfig: c.config})
			if got := texts(tokenizer, c.text); got != c.want {
				t.Errorf("%q: got %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestLongestWord(t *testing.T) {
	tokenizer := read(t, pieces.Files{Vocabulary: []byte("[UNK]\n[CLS]\n[SEP]\né\n##é\n"),
		TokenizerConfig: []byte(`{"do_lower_case": false}`)})
	if got := tokenizer.Append(nil, strings.Repeat("é", 100)); len(got) != 100 || got[0].ID != 3 || got[99].ID != 4 {
		t.Errorf("got %v, want 100 pieces for 100 characters", got)
	}
	if got := tokenizer.Append(nil, strings.Repeat("é", 101)); !slices.Equal(got, []pieces.Piece{{ID: 0, Word: 0}}) {
		t.Errorf("got %v, want an unknown word for 101 characters", got)
	}
}

func TestSpecialTokens(t *testing.T) {
	tokenizer := read(t, pieces.Files{Vocabulary: smallVocabulary()})
	got := []int32{tokenizer.Pad(), tokenizer.Unknown(), tokenizer.Begin(), tokenizer.End(), int32(tokenizer.Size())}
	if want := []int32{0, 1, 2, 3, int32(len(strings.Fields(small)))}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
