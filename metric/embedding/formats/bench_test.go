package formats

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
)

// BenchmarkReadWord2Vec reads 10,000 rows of 300 components, with as many digits as published files have.
func BenchmarkReadWord2Vec(b *testing.B) {
	for _, digits := range []int{4, 6, 9} {
		b.Run(strconv.Itoa(digits)+"digits", func(b *testing.B) {
			text := word2vecText(b, 10_000, 300, digits)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := ReadWord2Vec(context.Background(), bytes.NewReader(text), "v.txt", "v"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// word2vecText makes a file of the default words with components taken from the default rows.
func word2vecText(b *testing.B, rows, dim, digits int) []byte {
	s, err := embedding.Default()
	if err != nil {
		b.Fatal(err)
	}
	text := strconv.AppendInt(nil, int64(rows), 10)
	text = append(strconv.AppendInt(append(text, ' '), int64(dim), 10), '\n')
	for id := range rows {
		text = append(text, s.Word(id)...)
		for k := range dim {
			x := float64(s.Row((id + k/s.Dim()) % s.Len())[k%s.Dim()]) / 3 // all digits of the quotient count
			text = strconv.AppendFloat(append(text, ' '), x, 'f', digits, 64)
		}
		text = append(text, '\n')
	}
	return text
}

func BenchmarkWriteWord2Vec(b *testing.B) {
	s, err := embedding.Default()
	if err != nil {
		b.Fatal(err)
	}
	var size countingWriter
	for b.Loop() {
		size = 0
		if err := WriteWord2Vec(context.Background(), &size, s); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(size))
}

type countingWriter int

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}

// BenchmarkReadFormats reads 10,000 rows of 300 components in the other formats.
func BenchmarkReadFormats(b *testing.B) {
	const rows, dim = 10_000, 300
	s, err := embedding.Default()
	if err != nil {
		b.Fatal(err)
	}
	numbers := make([]float32, rows*dim)
	var words, tokens bytes.Buffer
	vocabulary := make([]string, rows)
	for id := range rows {
		vocabulary[id] = s.Word(id)
		fmt.Fprintln(&words, s.Word(id))
		fmt.Fprintf(&tokens, "%s%q: %d", map[bool]string{true: ", "}[id > 0], s.Word(id), id)
		for k := range dim {
			numbers[id*dim+k] = s.Row(id)[k%s.Dim()]
		}
	}
	tokenizer := `{"model": {"type": "WordLevel", "vocab": {` + tokens.String() + `}}}`
	text := word2vecText(b, rows, dim, 5)
	whole, err := embedding.New("whole", vocabulary, dim, numbers)
	if err != nil {
		b.Fatal(err)
	}
	var binary bytes.Buffer
	if err := WriteWord2VecBinary(context.Background(), &binary, whole); err != nil {
		b.Fatal(err)
	}
	model := fastTextFile{version: 12, model: 1, dim: dim, shortest: 3, longest: 6, buckets: rows, words: vocabulary,
		outputRows: 0}
	for id := range 2 * rows {
		model.matrix = append(model.matrix, numbers[id%rows*dim:id%rows*dim+dim])
	}
	ctx := context.Background()
	for _, format := range []struct {
		name string
		file []byte
		read func(r io.Reader) (*embedding.Store, Report, error)
	}{
		{"GloVe", text[bytes.IndexByte(text, '\n')+1:],
			func(r io.Reader) (*embedding.Store, Report, error) { return ReadGloVe(ctx, r, "v", "v") }},
		{"Word2VecBinary", binary.Bytes(), func(r io.Reader) (*embedding.Store, Report, error) {
			return ReadWord2VecBinary(ctx, r, "v", "v")
		}},
		{"FastText", model.write(), func(r io.Reader) (*embedding.Store, Report, error) {
			return ReadFastText(ctx, r, "v", "v")
		}},
		{"NumPy", npy(numPyHeader("<f4", "False", "(10000, 300)"), numbers), func(r io.Reader) (*embedding.Store, Report, error) {
			return ReadNumPy(ctx, r, "v", bytes.NewReader(words.Bytes()), "w", "v")
		}},
		{"NumPyFortran", npy(numPyHeader("<f4", "True", "(10000, 300)"), numbers),
			func(r io.Reader) (*embedding.Store, Report, error) {
				return ReadNumPy(ctx, r, "v", bytes.NewReader(words.Bytes()), "w", "v")
			}},
		{"SafeTensors",
			tensors(`{"embeddings": {"dtype": "F32", "shape": [10000, 300], "data_offsets": [0, 12000000]}}`, numbers),
			func(r io.Reader) (*embedding.Store, Report, error) {
				return ReadSafeTensors(ctx, r, "v", strings.NewReader(tokenizer), "t", "v")
			}},
	} {
		b.Run(format.name, func(b *testing.B) {
			b.SetBytes(int64(len(format.file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := format.read(bytes.NewReader(format.file)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
