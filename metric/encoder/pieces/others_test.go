package pieces_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// The pieces and words of Hugging Face's tokenizers, for the tokenizers and texts that .ci/encoder_tokens.py makes: a
// folder for each tokenizer, with want.jsonl, of which a line is {"text", "ids"}, "words" but for BPE that knows none, and of
// Unigram models "offsets", which count characters.
func TestTokensOfOthers(t *testing.T) {
	dir := os.Getenv("WRD_ENCODER_TOKENS")
	if dir == "" {
		t.Skip("WRD_ENCODER_TOKENS is not set; .ci/encoder_tokens.py makes what it names")
	}
	folders, err := filepath.Glob(filepath.Join(dir, "*", "want.jsonl"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("found no tokenizers in %s: %v", dir, err)
	}
	for _, want := range folders {
		folder := filepath.Dir(want)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			read := func(name string) []byte {
				content, err := os.ReadFile(filepath.Join(folder, name))
				if err != nil {
					return nil
				}
				return content
			}
			tokenizer, err := pieces.Read(pieces.Files{
				Vocabulary: read("vocab.txt"), VocabularyJSON: read("vocab.json"), Merges: read("merges.txt"),
				TokenizerJSON: read("tokenizer.json"), TokenizerConfig: read("tokenizer_config.json"),
				SentencePiece: read("sentencepiece.bpe.model"), Packed: read("pieces.safetensors"),
			})
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(want)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			decoder := json.NewDecoder(bufio.NewReaderSize(f, 1<<20))
			var got []pieces.Piece
			var texts, total, different int
			for {
				var c struct {
					Text       string
					IDs, Words []int32
					Offsets    [][2]int
				}
				if err := decoder.Decode(&c); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				texts++
				total += len(c.IDs)
				got = tokenizer.Append(got[:0], c.Text)
				wanted := make([]pieces.Piece, len(c.IDs))
				for i := range wanted {
					wanted[i].ID = c.IDs[i]
					if c.Words != nil {
						wanted[i].Word = c.Words[i]
					} else if i < len(got) {
						wanted[i].Word = got[i].Word
					}
				}
				if !slices.Equal(got, wanted) {
					if different++; different <= 10 {
						t.Errorf("%+.200q: %s", c.Text, firstDifference(got, wanted))
					}
				}
				if len(c.Offsets) == 0 {
					continue
				}
				again, _, spans := tokenizer.AppendSpans(nil, nil, nil, c.Text)
				if wanted := spansOf(c.Text, c.Offsets); !slices.Equal(again, got) || !slices.Equal(spans, wanted) {
					if different++; different <= 10 {
						t.Errorf("%+.200q: got spans %v, want %v", c.Text, spans, wanted)
					}
				}
			}
			t.Logf("%d texts, %d pieces, %d texts different", texts, total, different)
		})
	}
}

// spansOf counts bytes in place of characters.
func spansOf(text string, offsets [][2]int) (spans []pieces.Span) {
	var at []int32
	for i := range text {
		at = append(at, int32(i))
	}
	at = append(at, int32(len(text)))
	for _, o := range offsets {
		spans = append(spans, pieces.Span{Start: at[o[0]], End: at[o[1]]})
	}
	return spans
}
