package encoder_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// readMade reads one of the models in testdata.
func readMade(t *testing.T, name string) *encoder.Model {
	t.Helper()
	content := func(file string) []byte {
		b, err := os.ReadFile(filepath.Join("testdata", name, file))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return b
	}
	m, err := encoder.Read(encoder.Files{Name: name, Config: content("config.json"), Weights: content("model.safetensors"),
		Files: pieces.Files{Vocabulary: content("vocab.txt"), TokenizerConfig: content("tokenizer_config.json"),
			VocabularyJSON: content("vocab.json"), Merges: content("merges.txt")}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Words are read without the marks of pieces.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		model, name string
		pieces      []string
		want        string // the words, with | between them
	}{
		{"bert", "one piece", []string{"cat"}, "cat"},
		{"bert", "continued", []string{"un", "##fat", "##hom"}, "unfathom"},
		{"bert", "a mark alone", []string{"##s"}, "##s"},
		{"bert", "none", nil, ""},
		{"roberta", "with its space", []string{"Ġun", "fat"}, "unfat"},
		{"roberta", "bytes of a character", []string{"ĠcafÃ", "©"}, "café"},
		{"roberta", "half a character", []string{"Ã"}, "\ufffd"},
		{"bert", "Japanese, without spaces", []string{"好き", "##です", "##。"}, "好き|です|。"},
		{"bert", "Thai, whose marks stay", []string{"น", "##้", "##ำ", "##ดื่ม"}, "น้|ำ|ดื่ม"},
		{"bert", "Latin in Japanese", []string{"i", "##phone", "##を", "##15", "##x"}, "iphone|を|15x"},
		{"bert", "Korean, with spaces", []string{"고양", "##이"}, "고양이"},
		{"roberta", "bytes of Chinese", []string{"ĠçĮ", "«", "ç", "ĭĹ"}, "猫|狗"},
	} {
		t.Run(c.name, func(t *testing.T) {
			words, places := readMade(t, c.model).Words(c.pieces)
			if got := strings.Join(words, "|"); got != c.want {
				t.Errorf("found %q, expected %q", got, c.want)
			}
			if len(places) != len(c.pieces) || !slices.IsSorted(places) || len(places) > 0 && places[len(places)-1] != len(words)-1 {
				t.Errorf("places %v of %d words", places, len(words))
			}
		})
	}
}

// The pieces are those that are encoded.
func TestPieces(t *testing.T) {
	m := readMade(t, "bert")
	e, err := m.NewEncoder(0)
	if err != nil {
		t.Fatal(err)
	}
	var states encoder.HiddenStates
	const text = "The cats sat, under one sea!"
	if err := e.Encode(text, &states); err != nil {
		t.Fatal(err)
	}
	got := m.Pieces(nil, text)
	if len(got) != len(states.Pieces) || len(got) == 0 {
		t.Fatalf("found %v, expected %v", got, states.Pieces)
	}
	for i := range got {
		if got[i] != states.Pieces[i] {
			t.Errorf("piece %d: found %v, expected %v", i, got[i], states.Pieces[i])
		}
	}
}
