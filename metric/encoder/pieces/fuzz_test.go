package pieces_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

const fuzzText = "The Cafés' [SEP] \u00a0<mask> 中文 İ 한\U0001d16d\u0301\U0001d165 don't\xff 👩‍👩‍👧"

// checkPieces checks what holds for the pieces of any text.
func checkPieces(t *testing.T, tokenizer *pieces.Tokenizer, text string) {
	t.Helper()
	before := []pieces.Piece{{ID: -7, Word: -7}}
	all := tokenizer.Append(before, text)
	if all[0] != before[0] {
		t.Fatal("what was in the slice has changed")
	}
	got := all[1:]
	word := int32(-1)
	for i, p := range got {
		if p.ID < 0 || int(p.ID) >= tokenizer.Size() {
			t.Fatalf("piece %d: found the id %d of %d", i, p.ID, tokenizer.Size())
		}
		_ = tokenizer.Text(p.ID)
		if p.Word != word && p.Word != word+1 {
			t.Fatalf("piece %d: found word %d after %d", i, p.Word, word)
		}
		word = p.Word
	}
	if again := tokenizer.Append(nil, text); !slices.Equal(again, got) {
		t.Fatal("the same text has other pieces the second time")
	}
	checkSpans(t, tokenizer, text)
}

// Whatever vocab.txt and tokenizer_config.json are, they are rejected or make a tokenizer.
func FuzzVocabulary(f *testing.F) {
	f.Add(smallVocabulary(), []byte(`{"do_lower_case": false}`), fuzzText)
	f.Add([]byte("[UNK]\n[CLS]\n[SEP]\n##\n#\n"), []byte(`{"added_tokens_decoder": {"0": {"content": "a"}}}`), "###")
	f.Fuzz(func(t *testing.T, vocabulary, config []byte, text string) {
		tokenizer, err := pieces.Read(pieces.Files{Vocabulary: vocabulary, TokenizerConfig: config})
		if (tokenizer == nil) != (err != nil) {
			t.Fatalf("got %v and %v", tokenizer, err)
		}
		if err == nil {
			checkPieces(t, tokenizer, text)
		}
	})
}

// Whatever tokenizer.json is, it is rejected or makes a tokenizer.
func FuzzTokenizerJSON(f *testing.F) {
	f.Add(wordPieceJSON("", ""), fuzzText)
	f.Add(wordPieceJSON(`"<new>"`, `"<new>", "normalized": true, "lstrip": true, "rstrip": true`), "a <NEW> b")
	f.Add(unigramJSON([]scored{{"▁a", -1}, {"b", -2}}, precompiled(charsMap(map[string]string{"ﬁ": "fi"})), metaspace, ""),
		fuzzText)
	f.Add(spacedJSON("", ""), fuzzText)
	f.Add([]byte(`{"model": {"type": "BPE", "merges": [["a", "b"], "ab c"], "vocab": {"a": 0}}}`), "")
	f.Fuzz(func(t *testing.T, content []byte, text string) {
		tokenizer, err := pieces.Read(pieces.Files{TokenizerJSON: content})
		if (tokenizer == nil) != (err != nil) {
			t.Fatalf("got %v and %v", tokenizer, err)
		}
		if err == nil {
			checkPieces(t, tokenizer, text)
		}
	})
}

// Whatever sentencepiece.bpe.model is, it is rejected or makes a tokenizer.
func FuzzSentencePiece(f *testing.F) {
	f.Add(sentencePieceModel([]scored{{"▁a", -1}, {"b", -2}}, charsMap(map[string]string{"ﬁ": "fi"})), fuzzText)
	f.Fuzz(func(t *testing.T, model []byte, text string) {
		tokenizer, err := pieces.Read(pieces.Files{SentencePiece: model})
		if (tokenizer == nil) != (err != nil) {
			t.Fatalf("got %v and %v", tokenizer, err)
		}
		if err != nil {
			return
		}
		checkPieces(t, tokenizer, text)
	})
}

// Whatever merges.txt and the members of vocab.json are, they are rejected or make a tokenizer.
func FuzzMerges(f *testing.F) {
	f.Add(", \"bc\": 300", []byte("#version: 0.2\na b\nab c\n"), fuzzText)
	f.Fuzz(func(t *testing.T, more string, merges []byte, text string) {
		tokenizer, err := pieces.Read(pieces.Files{VocabularyJSON: byteLevelVocabulary(more), Merges: merges})
		if (tokenizer == nil) != (err != nil) {
			t.Fatalf("got %v and %v", tokenizer, err)
		}
		if err == nil {
			checkPieces(t, tokenizer, text)
		}
	})
}

// Whatever a text is, its pieces are of the vocabulary, in the order of its words, and always the same.
func FuzzPieces(f *testing.F) {
	var tokenizers []*pieces.Tokenizer
	byteLevel := byteLevelFiles("t h,th e,Ġ t,a a,aa aa")
	for _, files := range []pieces.Files{
		{Vocabulary: smallVocabulary()},
		{Vocabulary: smallVocabulary(), TokenizerConfig: []byte(`{"do_lower_case": false, "strip_accents": true}`)},
		{TokenizerJSON: wordPieceJSON(`"id": 3`, `"normalized": true, "lstrip": true, "rstrip": true, "id": 3`)},
		byteLevel,
		{TokenizerJSON: spacedJSON("", "")},
	} {
		tokenizer, err := pieces.Read(files)
		if err != nil {
			f.Fatal(err)
		}
		tokenizers = append(tokenizers, tokenizer)
	}
	f.Add(fuzzText)
	f.Add(strings.Repeat("aa", 100) + strings.Repeat("\u302e\u0301\u302a", 30) + " the <new> ")
	f.Fuzz(func(t *testing.T, text string) {
		for _, tokenizer := range tokenizers {
			checkPieces(t, tokenizer, text)
		}
	})
}

// Texts do not allocate when there is room.
func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector drops memory that is kept for the next text")
	}
	for name, files := range map[string]pieces.Files{
		"WordPiece":      {Vocabulary: smallVocabulary()},
		"byte-level BPE": byteLevelFiles("t h,th e"),
	} {
		t.Run(name, func(t *testing.T) {
			tokenizer := read(t, files)
			text := "The cafés [SEP], 中文 İ don't, " + strings.Repeat("a", 200)
			got := make([]pieces.Piece, 0, 1000)
			allocations := testing.AllocsPerRun(1000, func() { got = tokenizer.Append(got[:0], text) })
			if allocations >= 1 { // a garbage collection may take the memory that is kept for the next text
				t.Errorf("got %v allocations per text, want none", allocations)
			}
		})
	}
}

// A word of 100,000 characters takes no quadratic time: that would be minutes.
func TestVeryLongWords(t *testing.T) {
	word := strings.Repeat("ab\u0301\u302e\u302d", 20_000)
	checkPieces(t, read(t, pieces.Files{Vocabulary: smallVocabulary()}), word)
	checkPieces(t, read(t, byteLevelFiles("a b,b a,a a,b b,ab ab,abab abab,aa aa")), strings.Repeat("abba", 25_000))
	checkPieces(t, read(t, pieces.Files{TokenizerJSON: spacedJSON("", "")}), strings.Repeat("thé ", 25_000))
}
