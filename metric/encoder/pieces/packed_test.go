package pieces_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// packedOf packs a tokenizer.json and reads both: what it is, and what it was packed to.
func packedOf(t testing.TB, tokenizerJSON []byte) (plain, packed *pieces.Tokenizer, files pieces.Files) {
	t.Helper()
	plain, err := pieces.Read(pieces.Files{TokenizerJSON: tokenizerJSON})
	if err != nil {
		t.Fatal(err)
	}
	rest, content, err := pieces.Pack(tokenizerJSON)
	if err != nil {
		t.Fatal(err)
	}
	files = pieces.Files{TokenizerJSON: rest, Packed: content}
	if packed, err = pieces.Read(files); err != nil {
		t.Fatal(err)
	}
	return plain, packed, files
}

// A packed tokenizer is the same tokenizer: random pieces, of which some begin others, in random texts, with what
// normalization makes of them.
func TestPackedIsTheSame(t *testing.T) {
	letters := rapid.SampledFrom([]rune("abc▁é猫"))
	mapped := precompiled(charsMap(map[string]string{"ﬁ": "ab", "\u3000": " ", "ª": "a"}))
	normalizers := map[string]string{"none": "null", "mapped": mapped,
		"in a sequence": `{"type": "Sequence", "normalizers": [` + mapped + `, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]}`}
	for name, normalizer := range normalizers {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				texts := rapid.SliceOfNDistinct(rapid.StringOfN(letters, 1, 8, -1), 0, 60, rapid.ID).Draw(r, "pieces")
				var list []scored
				for _, text := range texts {
					score := rapid.Float32Range(-20, 0).Draw(r, "score")
					list = append(list, scored{text, float64(score)})
				}
				words := rapid.SampledFrom([]string{metaspace, plainMetaspace}).Draw(r, "words")
				plain, packed, _ := packedOf(t, unigramJSON(list, normalizer, words, ""))
				if plain.Size() != packed.Size() || plain.Unknown() != packed.Unknown() || plain.Begin() != packed.Begin() ||
					plain.End() != packed.End() || plain.Pad() != packed.Pad() {
					r.Fatalf("%d pieces and %d, or other special tokens", plain.Size(), packed.Size())
				}
				for id := range int32(plain.Size()) {
					if plain.Text(id) != packed.Text(id) {
						r.Fatalf("piece %d is %q, want %q", id, packed.Text(id), plain.Text(id))
					}
				}
				letter := rapid.SampledFrom([]rune("abc▁é猫 ﬁª\u3000x<s>"))
				for _, text := range rapid.SliceOfN(rapid.StringOfN(letter, 0, 30, -1), 1, 10).Draw(r, "texts") {
					want, _, wantSpans := plain.AppendSpans(nil, nil, nil, text)
					got, _, gotSpans := packed.AppendSpans(nil, nil, nil, text)
					if !slices.Equal(got, want) || !slices.Equal(gotSpans, wantSpans) || !slices.Equal(packed.Append(nil, text), want) {
						r.Fatalf("%q: %s", text, firstDifference(got, want))
					}
				}
			})
		})
	}
}

// Files that are no packed pieces are refused, and a tokenizer.json that cannot be packed, too.
func TestBadPacked(t *testing.T) {
	list := []scored{{"a", -1}, {"ab", -2}}
	_, _, good := packedOf(t, unigramJSON(list, "null", metaspace, ""))
	with := func(change func(content []byte) []byte) pieces.Files {
		return pieces.Files{TokenizerJSON: good.TokenizerJSON, Packed: change(bytes.Clone(good.Packed))}
	}
	replaced := func(old, new string) pieces.Files {
		return with(func(content []byte) []byte { return bytes.Replace(content, []byte(old), []byte(new), 1) })
	}
	for _, c := range []struct {
		name  string
		files pieces.Files
		want  string
	}{
		{"nothing", with(func([]byte) []byte { return []byte{} }), "tokenizer.json: pieces.safetensors: EOF"},
		{"cut off", with(func(content []byte) []byte { return content[:len(content)-1] }),
			"tokenizer.json: pieces.safetensors: found fewer bytes than the header says: the file is cut off"},
		{"another type", replaced(`"F32"`, `"I32"`),
			`tokenizer.json: pieces.safetensors: tensor "scores": found numbers of type I32, expected F32`},
		{"no trie", replaced(`"trie"`, `"tree"`), "tokenizer.json: pieces.safetensors: found 5 scores, 1 places and a trie of 0 units"},
		{"no scores", replaced(`"scores"`, `"others"`), "tokenizer.json: pieces.safetensors: found 0 scores"},
		{"no number", replaced("\x00\x00\x80\xbf", "\x00\x00\xc0\xff"),
			"tokenizer.json: pieces.safetensors: piece 3: found the score NaN, expected a finite number"},
		{"no pieces anywhere", pieces.Files{TokenizerJSON: good.TokenizerJSON}, "tokenizer.json: model.vocab: found no list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if tokenizer, err := pieces.Read(c.files); tokenizer != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
	for name, content := range map[string][]byte{
		"no JSON":                   []byte("{"),
		"another model":             wordPieceJSON("", ""),
		"scores of float64":         unigramJSON([]scored{{"a", 0.1}}, "null", metaspace, ""),
		"a zero byte":               unigramJSON([]scored{{"a\x00b", -1}}, "null", metaspace, ""),
		"a piece twice":             unigramJSON([]scored{{"a", -1}, {"a", -1}}, "null", metaspace, ""),
		"two maps":                  unigramJSON(list, `{"normalizers": [`+precompiled(nil)+`, `+precompiled(nil)+`]}`, metaspace, ""),
		"a score beyond all others": unigramJSON([]scored{{"a", math.MaxFloat64}}, "null", metaspace, ""),
	} {
		if rest, packed, err := pieces.Pack(content); err == nil || rest != nil || packed != nil {
			t.Errorf("%s: packed to %d and %d bytes, error %v", name, len(rest), len(packed), err)
		}
	}
}

// Whatever pieces.safetensors is, it is rejected or makes a tokenizer.
func FuzzPacked(f *testing.F) {
	mapped := precompiled(charsMap(map[string]string{"ﬁ": "fi"}))
	_, _, files := packedOf(f, unigramJSON([]scored{{"▁a", -1}, {"b", -2}, {"bc", -1}}, mapped, metaspace, ""))
	f.Add(files.Packed, fuzzText)
	f.Add(bytes.ReplaceAll(files.Packed, []byte{0, 0}, []byte{1, 0}), "abc")
	f.Fuzz(func(t *testing.T, packed []byte, text string) {
		tokenizer, err := pieces.Read(pieces.Files{TokenizerJSON: files.TokenizerJSON, Packed: packed})
		if (tokenizer == nil) != (err != nil) {
			t.Fatalf("got %v and %v", tokenizer, err)
		}
		if err == nil {
			checkPieces(t, tokenizer, text)
		}
	})
}
