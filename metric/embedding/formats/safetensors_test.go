package formats

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/embedding"
)

// tensors makes a file of a header and numbers.
func tensors(header string, numbers ...any) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, uint64(len(header)))
	b.WriteString(header)
	for _, n := range numbers {
		binary.Write(&b, binary.LittleEndian, n)
	}
	return b.Bytes()
}

const (
	wordPiece = `{"added_tokens": [{"id": 0, "content": "[UNK]"}], "model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "cat": 1, "##s": 2}}}`
	f32Header = `{"__metadata__": {"format": "pt"}, "embeddings": {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24]}}`
)

func readSafeTensors(file []byte, tokenizer string) (*embedding.Store, Report, error) {
	return ReadSafeTensors(context.Background(), bytes.NewReader(file), "model.safetensors",
		strings.NewReader(tokenizer), "tokenizer.json", "m")
}

func TestReadSafeTensors(t *testing.T) {
	rows := [][]float32{{1, -2}, {0.5, 0}, {3, 4}}
	flat := []float32{1, -2, 0.5, 0, 3, 4}
	head := func(kind, bytes string) string {
		return strings.NewReplacer("F32", kind, "24", bytes).Replace(f32Header)
	}
	tests := []struct {
		name  string
		file  []byte
		token string
		words []string
		rows  [][]float32
		warn  []string
	}{
		{"F32", tensors(f32Header, flat), wordPiece, []string{"[UNK]", "cat", "##s"}, rows, nil},
		{"F64", tensors(head("F64", "48"), []float64{1, -2, 0.5, 0, 3, 4}), wordPiece, []string{"[UNK]", "cat", "##s"},
			rows, nil},
		{"F16", tensors(head("F16", "12"), []uint16{0x3c00, 0xc000, 0x3800, 0, 0x4200, 0x4400}), wordPiece,
			[]string{"[UNK]", "cat", "##s"}, rows, nil},
		{"BF16", tensors(head("BF16", "12"), []uint16{0x3f80, 0xc000, 0x3f00, 0, 0x4040, 0x4080}), wordPiece,
			[]string{"[UNK]", "cat", "##s"}, rows, nil},
		{"I8", tensors(head("I8", "6"), []int8{1, -2, 127, 0, 3, -128}), wordPiece, []string{"[UNK]", "cat", "##s"},
			[][]float32{{1, -2}, {127, 0}, {3, -128}}, nil},
		{"another name, beside a tensor that is skipped",
			tensors(
				`{"x": {"dtype": "U8", "shape": [3], "data_offsets": [0, 3]}, "t": {"dtype": "F32", "shape": [3, 2], "data_offsets": [3, 27]}, "y": {"dtype": "F32", "shape": [1], "data_offsets": [27, 31]}}`,
				[]byte{9, 9, 9}, flat, float32(7)), wordPiece, []string{"[UNK]", "cat", "##s"}, rows, nil},
		{"weights before, mapping behind",
			tensors(
				`{"weights": {"dtype": "F64", "shape": [3], "data_offsets": [0, 24]}, "embeddings": {"dtype": "F32", "shape": [2, 2], "data_offsets": [24, 40]}, "mapping": {"dtype": "I32", "shape": [3], "data_offsets": [40, 52]}}`,
				[]float64{1, 0.5, 2}, []float32{1, -2, 3, 4}, []int32{1, 0, 1}), wordPiece,
			[]string{"[UNK]", "cat", "##s"}, [][]float32{{3, 4}, {0.5, -1}, {6, 8}}, nil},
		{"rows without tokens", tensors(f32Header, flat), `{"model": {"type": "WordLevel", "vocab": {"cat": 1}}}`,
			[]string{"cat"}, rows[1:2],
			[]string{"model.safetensors: 2 rows left out, the vocabulary has no word for them"}},
		{"Unigram", tensors(f32Header, flat),
			`{"added_tokens": [{"id": 0, "content": "<unk>"}], "model": {"type": "Unigram", "vocab": [["<unk>", 0], ["▁cat", -1.5], ["cat", -2]]}}`,
			[]string{"<unk>", "cat", "##cat"}, rows, nil},
		{"Unigram of many languages, with what potion-multilingual does to texts first", tensors(f32Header, flat),
			`{"normalizer": {"type": "Sequence", "normalizers": [{"type": "Lowercase"}, {"type": "Replace", "pattern":
			{"Regex": " {2,}"}, "content": " "}, {"type": "Strip", "strip_left": true, "strip_right": true}]},
			"pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
			"model": {"type": "Unigram", "unk_id": 0, "vocab": [["▁wasser", 0], ["猫", -1.5], ["น้ำ", -2]]}}`,
			[]string{"wasser", "猫", "น้ำ"}, rows, nil},
		{"Unigram with both kinds of a character", tensors(f32Header, flat),
			`{"model": {"type": "Unigram", "vocab": [["猫", 0], ["▁猫", -1.5], ["コーヒー", -2]]}}`,
			[]string{"##猫", "猫", "コーヒー"}, rows, nil},
		{"WordPiece, whose Chinese has no marks at the beginning", tensors(f32Header, flat),
			`{"model": {"type": "WordPiece", "vocab": {"猫": 0, "##猫": 1, "##水x": 2}}}`,
			[]string{"猫", "##猫", "##水x"}, rows, nil},
		{"byte-level BPE", tensors(f32Header, flat),
			`{"pre_tokenizer": {"type": "ByteLevel"}, "model": {"type": "BPE", "vocab": {"ĠcafÃ©": 0, "s": 1, "Ã": 2}}}`,
			[]string{"café", "##s", "##Ã"}, rows, nil},
		{"two pieces that are one word", tensors(f32Header, flat),
			`{"model": {"type": "Unigram", "vocab": [["▁a", 0], ["##a", 0], ["a", 0]]}}`, []string{"a", "####a", "##a"},
			rows, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, report, err := readSafeTensors(test.file, test.token)
			reads(t, s, report, err, test.words, test.rows, test.warn)
		})
	}
}

func TestReadSafeTensorsErrors(t *testing.T) {
	flat := []float32{1, -2, 0.5, 0, 3, 4}
	good := tensors(f32Header, flat)
	tests := []struct {
		name  string
		file  []byte
		token string
		want  string
	}{
		{"empty", nil, wordPiece, "model.safetensors: cut off before the first row: unexpected EOF"},
		{"long header", tensors("")[:7], wordPiece, "model.safetensors: cut off before the first row: unexpected EOF"},
		{"header that lies", []byte("\xff\xff\xff\xff\x00\x00\x00\x00{"), wordPiece,
			"model.safetensors: found a header of 4294967295 bytes, expected at most 100000000"},
		{"no JSON", tensors("{x"), wordPiece, "model.safetensors: header: invalid character 'x' looking for " +
			"beginning of object key string"},
		{"no tensors", tensors("{}"), wordPiece,
			`model.safetensors: found the tensors none, want "embeddings", "embedding.weight" or a single one of two dimensions`},
		{"two tables",
			tensors(
				`{"a": {"dtype": "I8", "shape": [1, 1], "data_offsets": [0, 1]}, "b": {"dtype": "I8", "shape": [1, 1], "data_offsets": [1, 2]}}`), wordPiece,
			`model.safetensors: found the tensors "a" (I8 [1 1]), "b" (I8 [1 1]), want "embeddings", "embedding.weight" or a single one of two dimensions`},
		{"numbers of another type", tensors(`{"embeddings": {"dtype": "U8", "shape": [1, 1], "data_offsets": [0, 1]}}`),
			wordPiece,
			`model.safetensors: tensor "embeddings": found U8 [1 1], expected two dimensions of F64, F32, F16, BF16 or I8`},
		{"shape that does not fit", tensors(strings.Replace(f32Header, "[3, 2]", "[3, 3]", 1)), wordPiece,
			`model.safetensors: header: tensor "embeddings": found 24 bytes, the shape [3 3] of F32 needs 36`},
		{"shape that overflows", tensors(strings.Replace(f32Header, "[3, 2]", "[4294967296, 4294967296]", 1)),
			wordPiece,
			`model.safetensors: header: tensor "embeddings": found the shape [4294967296 4294967296]`},
		{"offsets backwards", tensors(strings.Replace(f32Header, "[0, 24]", "[24, 0]", 1)), wordPiece,
			`model.safetensors: header: tensor "embeddings": found the offsets 24 to 0`},
		{"cut off", good[:len(good)-5], wordPiece,
			`model.safetensors: tensor "embeddings": cut off in row 3 of 3: unexpected EOF`},
		{"NaN", tensors(f32Header, flat[:5], float32(math.NaN())), wordPiece,
			`model.safetensors: tensor "embeddings": row 3: component 2: found NaN, expected a finite number`},
		{"fewer rows than tokens", good, `{"model": {"vocab": {"a": 3}}}`,
			`model.safetensors: tensor "embeddings": found 3 rows, the tokenizer has tokens up to the number 3`},
		{"mapping outside",
			tensors(
				`{"embeddings": {"dtype": "I8", "shape": [1, 1], "data_offsets": [0, 1]}, "mapping": {"dtype": "I32", "shape": [1], "data_offsets": [1, 5]}}`, int8(1), int32(7)), `{"model": {"vocab": {"a": 0}}}`,
			`model.safetensors: tensor "mapping": token 0: found row 7, expected one of 1`},
		{"mapping too short",
			tensors(
				`{"embeddings": {"dtype": "I8", "shape": [1, 1], "data_offsets": [0, 1]}, "mapping": {"dtype": "I32", "shape": [1], "data_offsets": [1, 5]}}`, int8(1), int32(0)), `{"model": {"vocab": {"a": 0, "b": 1}}}`,
			`model.safetensors: tensor "mapping": found 1 numbers, expected one for each of 2 tokens`},
		{"overlap",
			tensors(
				`{"embeddings": {"dtype": "I8", "shape": [1, 2], "data_offsets": [0, 2]}, "weights": {"dtype": "I8", "shape": [1], "data_offsets": [1, 2]}}`, []int8{1, 2}), `{"model": {"vocab": {"a": 0}}}`,
			`model.safetensors: tensor "weights": found tensors that overlap`},
		{"weight that is infinite",
			tensors(
				`{"embeddings": {"dtype": "I8", "shape": [1, 1], "data_offsets": [0, 1]}, "weights": {"dtype": "F32", "shape": [1], "data_offsets": [1, 5]}}`, int8(1), float32(math.Inf(1))), `{"model": {"vocab": {"a": 0}}}`,
			`model.safetensors: tensor "weights": the weight of token 0 is +Inf, which makes component 1 +Inf`},
		{"no tokenizer", good, "", "tokenizer.json: found an empty file, expected JSON"},
		{"no vocabulary", good, "{}", "tokenizer.json: model.vocab: found no object, expected one of pieces with their ids"},
		{"two tokens with a number", good, `{"model": {"vocab": {"a": 0, "b": 0}}}`,
			`tokenizer.json: model.vocab: found the id 0 for "a" and "b", expected each id once`},
		{"number that cannot be", good, `{"model": {"vocab": {"a": -1}}}`,
			`tokenizer.json: model.vocab: "a": found the id -1, expected a number from 0 to 16777215`},
		{"a long number", good, `{"model": {"vocab": {"a": 1.` + strings.Repeat("0", 5000) + `}}}`,
			`tokenizer.json: model.vocab: "a": found the id 1.` + strings.Repeat("0", 38) + `…, expected a number from 0 to 16777215`},
		{"a long number of a mark", good, `{"added_tokens": [{"id": 1.` + strings.Repeat("0", 5000) + `}]}`,
			"tokenizer.json: line 1: added_tokens.id: found JSON of kind number, expected a number that is not too large"},
		{"odd vocabulary", good, `{"model": {"vocab": [[]]}}`,
			"tokenizer.json: model.vocab: entry 0 is no token with its score"},
		{"no tokens", good, `{"model": {"vocab": []}}`, "tokenizer.json: found no token for any of 3 rows"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := readSafeTensors(test.file, test.token)
			refuses(t, s, err, test.want)
		})
	}
	for n := range len(good) {
		if _, _, err := readSafeTensors(good[:n], wordPiece); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("cut to %d of %d bytes: error %v", n, len(good), err)
		}
	}
}

// TestReadSafeTensorsMemory checks that memory follows the file, not what its header promises.
func TestReadSafeTensorsMemory(t *testing.T) {
	file := tensors(`{"embeddings": {"dtype": "F32", "shape": [1000000, 65536], "data_offsets": [0, 262144000000]}}`,
		make([]float32, embedding.MaxDim))
	var err error
	got := allocated(func() { _, _, err = readSafeTensors(file, wordPiece) })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
	if got > 4<<20 {
		t.Errorf("%d bytes allocated for a file of %d", got, len(file))
	}
}

func FuzzReadSafeTensors(f *testing.F) {
	f.Add(tensors(f32Header, []float32{1, -2, 0.5, 0, 3, 4}), wordPiece)
	f.Add(
		tensors(
			`{"weights": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]}, "embeddings": {"dtype": "F16", "shape": [1, 1], "data_offsets": [8, 10]}, "mapping": {"dtype": "I8", "shape": [1], "data_offsets": [10, 11]}}`,
			float64(2), uint16(1), int8(0)), `{"model": {"type": "Unigram", "vocab": [["▁a", 0]]}}`)
	f.Add([]byte{}, `{"pre_tokenizer": {"type": "ByteLevel"}, "model": {"type": "BPE", "vocab": {"Ġa": 0}}}`)
	f.Fuzz(func(t *testing.T, file []byte, tokenizer string) {
		s, report, err := readSafeTensors(file, tokenizer)
		sane(t, s, report, err)
	})
}

// Two tensors of one name are ambiguous.
func TestTensorTwice(t *testing.T) {
	header := `{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"\u0061":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}`
	_, _, err := safetensors.ReadHeader(bytes.NewReader(tensors(header, []float32{1, 2})))
	if err == nil || err.Error() != `header: found the tensor "a" twice, expected different names` {
		t.Errorf("got %v", err)
	}
}
