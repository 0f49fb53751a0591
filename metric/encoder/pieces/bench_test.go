package pieces_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// benchmark reads the tokenizers that .ci/encoder_tokens.py writes, as no vocabulary of a known model lies here.
func benchmark(b *testing.B, folder, text string) {
	dir := os.Getenv("WRD_ENCODER_TOKENS")
	content, err := os.ReadFile(dir + "/" + folder + "/tokenizer.json")
	if err != nil {
		b.Skip("WRD_ENCODER_TOKENS names no folder that .ci/encoder_tokens.py wrote")
	}
	tokenizer, err := pieces.Read(pieces.Files{TokenizerJSON: content})
	if err != nil {
		b.Fatal(err)
	}
	var got []pieces.Piece
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		got = tokenizer.Append(got[:0], text)
	}
}

func BenchmarkWordPiece(b *testing.B) {
	b.Run("English", func(b *testing.B) { benchmark(b, "bert-base-uncased", english) })
	b.Run("Czech", func(b *testing.B) { benchmark(b, "bert-base-uncased", czech) })
	b.Run("10,000 letters", func(b *testing.B) { benchmark(b, "bert-base-uncased", strings.Repeat("a", 10_000)) })
}

func BenchmarkByteLevel(b *testing.B) {
	b.Run("English", func(b *testing.B) { benchmark(b, "bpe-roberta", english) })
	b.Run("Czech", func(b *testing.B) { benchmark(b, "bpe-roberta", czech) })
	b.Run("10,000 letters", func(b *testing.B) { benchmark(b, "bpe-roberta", strings.Repeat("ab", 5000)) })
}

func BenchmarkUnigram(b *testing.B) {
	b.Run("English", func(b *testing.B) { benchmark(b, "unigram-xlm-roberta", english) })
	b.Run("Czech", func(b *testing.B) { benchmark(b, "unigram-xlm-roberta", czech) })
	b.Run("10,000 letters", func(b *testing.B) { benchmark(b, "unigram-xlm-roberta", strings.Repeat("ab", 5000)) })
}

func BenchmarkRead(b *testing.B) {
	content := shareddata.Read(b, "encoders/context-en/vocab.txt")
	for b.Loop() {
		if _, err := pieces.Read(pieces.Files{Vocabulary: content}); err != nil {
			b.Fatal(err)
		}
	}
}

const (
	english = "The Commission's proposals, which were published in Brussels last Thursday, would oblige member " +
		"states to report every quarter how much electricity their data centres consumed in the preceding 12 months."
	czech = "Návrhy Komise, které byly zveřejněny minulý čtvrtek v Bruselu, by členským státům uložily povinnost " +
		"každé čtvrtletí hlásit, kolik elektřiny jejich datová centra v předchozích 12 měsících spotřebovala."
)
