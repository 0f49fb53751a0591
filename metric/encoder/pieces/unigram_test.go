package pieces_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protowire"
	"pgregory.net/rapid"

	_ "github.com/wordrotator/wrd/internal/parts" // fewer cases of laws
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

type scored struct {
	text  string
	score float64
}

// unigramJSON is a tokenizer.json with pieces behind <s>, </s> and <unk>.
func unigramJSON(list []scored, normalizer, preTokenizer, more string) []byte {
	vocabulary := [][]any{{"<s>", 0}, {"</s>", 0}, {"<unk>", 0}}
	for _, p := range list {
		vocabulary = append(vocabulary, []any{p.text, p.score})
	}
	said, err := json.Marshal(vocabulary)
	if err != nil {
		panic(err)
	}
	return []byte(`{"added_tokens": [{"id": 0, "content": "<s>"}, {"id": 1, "content": "</s>"}],
 "normalizer": ` + normalizer + `, "pre_tokenizer": ` + preTokenizer + `,
 "post_processor": {"type": "TemplateProcessing", "special_tokens": {"<s>": {"ids": [0]}, "</s>": {"ids": [1]}},
  "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {}}, {"SpecialToken": {"id": "</s>"}}]},
 "model": {"type": "Unigram", "unk_id": 2` + more + `, "vocab": ` + string(said) + `}}`)
}

const (
	metaspace      = `{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}`
	plainMetaspace = `{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never", "split": false}`
)

// A mapping is written as precompiled_charsmap has it: a double array, laid out here by trying one base after another.
func charsMap(mapping map[string]string) []byte {
	units := make([]uint32, 1<<12)
	used := map[int]bool{0: true}
	var texts strings.Builder
	var place func(at int, prefix string)
	place = func(at int, prefix string) {
		labels := map[byte]bool{}
		for key := range mapping {
			if strings.HasPrefix(key, prefix) && key != prefix {
				labels[key[len(prefix)]] = true
			}
		}
		_, leaf := mapping[prefix]
		base := 1
		for ; ; base++ {
			free := !leaf || !used[base]
			for label := range labels {
				free = free && !used[base^int(label)]
			}
			if free && at^base < 1<<21 {
				break
			}
		}
		units[at] |= uint32(at^base) << 10
		if leaf {
			used[base] = true
			units[at] |= 1 << 8
			units[base] = 1<<31 | uint32(texts.Len())
			texts.WriteString(mapping[prefix] + "\x00")
		}
		for label := range labels {
			used[base^int(label)] = true
			units[base^int(label)] = uint32(label)
		}
		for _, label := range slices.Sorted(maps.Keys(labels)) {
			place(base^int(label), prefix+string([]byte{label}))
		}
	}
	place(0, "")
	content := binary.LittleEndian.AppendUint32(nil, uint32(4*len(units)))
	for _, unit := range units {
		content = binary.LittleEndian.AppendUint32(content, unit)
	}
	return append(content, texts.String()+"\x00"...)
}

func precompiled(content []byte) string {
	return `{"type": "Precompiled", "precompiled_charsmap": "` + base64.StdEncoding.EncodeToString(content) + `"}`
}

func TestUnigram(t *testing.T) {
	list := []scored{{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}, {"cd", 1}, {"ab", 2}, {"abc", 5}, {"abcd", 10},
		{"▁", -1}, {"▁a", 3}, {"fi", 1}, {"f", -2}, {"i", -2}}
	mapped := precompiled(charsMap(map[string]string{"ﬁ": "fi", "\u3000": " ", "ª": "a", "\u200b": "", "Ａ": "a"}))
	for _, c := range []struct {
		name, normalizer, words, text string
		want                          []string
		wantSpans                     []pieces.Span
	}{
		// The example in the documentation of Unigram in the tokenizers library.
		{"the best path, unknown characters as one", "null", plainMetaspace, "abcdacdxx",
			[]string{"abcd", "a", "cd", "<unk>"}, []pieces.Span{{0, 4}, {4, 5}, {5, 7}, {7, 9}}},
		{"nothing", "null", metaspace, "", nil, nil},
		{"words", "null", metaspace, "a  b", []string{"▁a", "▁", "▁", "b"},
			[]pieces.Span{{0, 1}, {1, 2}, {2, 3}, {3, 4}}},
		{"one character for two", mapped, plainMetaspace, "ﬁ", []string{"fi"}, []pieces.Span{{0, 3}}},
		{"spaces", mapped, metaspace, "b\u3000a", []string{"▁", "b", "▁a"},
			[]pieces.Span{{0, 1}, {0, 1}, {1, 5}}},
		// As the tokenizers library does: a short grapheme cluster is what its beginning becomes.
		{"a mark behind what is mapped", mapped, plainMetaspace, "ª\u0301d", []string{"a", "d"},
			[]pieces.Span{{0, 2}, {4, 5}}},
		{"a mark behind what is not", mapped, plainMetaspace, "a\u0301", []string{"a", "<unk>"},
			[]pieces.Span{{0, 1}, {1, 3}}},
		{"nothing left", mapped, metaspace, "\u200b", nil, nil},
		{"bytes that are not UTF-8", "null", plainMetaspace, "a\xffb", []string{"a", "<unk>", "b"},
			[]pieces.Span{{0, 1}, {1, 2}, {2, 3}}},
		{"an added token", "null", metaspace, "a</s>b", []string{"▁a", "</s>", "▁", "b"},
			[]pieces.Span{{0, 1}, {1, 5}, {5, 6}, {5, 6}}},
		{"white space between words", `{"type": "Sequence", "normalizers": []}`,
			`{"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, ` + metaspace + `]}`, "\ta\u2003b ",
			[]string{"▁a", "▁", "b"}, []pieces.Span{{1, 2}, {5, 6}, {5, 6}}},
		{"runs of spaces", `{"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}`, plainMetaspace, "a   b a",
			[]string{"a", "▁", "b", "▁a"}, []pieces.Span{{0, 1}, {3, 4}, {4, 5}, {5, 7}}},
		{"lower case, stripped", `{"type": "Sequence", "normalizers": [{"type": "Lowercase"},
			{"type": "Replace", "pattern": {"String": "b"}, "content": " b "},
			{"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "}, {"type": "Strip"}]}`, metaspace, "AB\n",
			[]string{"▁a", "▁", "b"}, []pieces.Span{{0, 1}, {1, 2}, {1, 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tokenizer, err := pieces.Read(pieces.Files{TokenizerJSON: unigramJSON(list, c.normalizer, c.words, "")})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			all := tokenizer.Append(nil, c.text)
			for _, p := range all {
				got = append(got, tokenizer.Text(p.ID))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			again, _, spans := tokenizer.AppendSpans(nil, nil, nil, c.text)
			if !slices.Equal(again, all) {
				t.Errorf("with spans got %v, want %v", again, all)
			}
			if c.wantSpans != nil && !slices.Equal(spans, c.wantSpans) {
				t.Errorf("got spans %v, want %v", spans, c.wantSpans)
			}
		})
	}
}

// The pieces add up to the most of all ways to split a text, which are few enough to try here.
func TestUnigramIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.StringMatching("[ab]{1,4}"), 1, 8, rapid.ID).Draw(t, "pieces")
		var list []scored
		scores := map[string]float64{}
		for _, text := range texts {
			score := rapid.Float64Range(-10, 0).Draw(t, text)
			list = append(list, scored{text, score})
			scores[text] = score
		}
		tokenizer, err := pieces.Read(pieces.Files{TokenizerJSON: unigramJSON(list, "null", plainMetaspace, "")})
		if err != nil {
			t.Fatal(err)
		}
		least := slices.Min(slices.Collect(maps.Values(scores))) - 10
		text := rapid.StringMatching("[ab]{1,10}").Draw(t, "text")
		// value is what a piece counts; a character that no piece has counts, and may only be taken, alone.
		value := func(part string) float64 {
			if score, ok := scores[part]; ok {
				return score
			}
			if len(part) == 1 {
				return least
			}
			return math.Inf(-1)
		}
		best := math.Inf(-1)
		for cuts := range 1 << (len(text) - 1) {
			sum, start := 0.0, 0
			for i := 1; i <= len(text); i++ {
				if i == len(text) || cuts>>(i-1)&1 == 1 {
					sum += value(text[start:i])
					start = i
				}
			}
			best = max(best, sum)
		}
		got, _, _ := tokenizer.AppendSpans(nil, nil, nil, text)
		sum, start := 0.0, 0
		for _, p := range got {
			piece := tokenizer.Text(p.ID)
			if piece == "<unk>" { // one or more unknown characters: up to where the next piece begins
				_, _, spans := tokenizer.AppendSpans(nil, nil, nil, text)
				i := slices.IndexFunc(spans, func(s pieces.Span) bool { return int(s.Start) == start })
				sum += least * float64(spans[i].End-spans[i].Start)
				start = int(spans[i].End)
				continue
			}
			if !strings.HasPrefix(text[start:], piece) {
				t.Fatalf("%q: got %q at %d", text, piece, start)
			}
			sum += scores[piece]
			start += len(piece)
		}
		// The sums are of the same numbers in the same order.
		if start != len(text) || math.Abs(sum-best) > 1e-9 {
			t.Fatalf("%q: got %v with %v up to %d, want %v", text, got, sum, start, best)
		}
	})
}

func TestUnigramBytes(t *testing.T) {
	list := []scored{{"a", -1}}
	for b := range 256 {
		list = append(list, scored{"<0x" + strings.ToUpper(string("0123456789abcdef"[b>>4])+string("0123456789abcdef"[b&15])) + ">", -9})
	}
	tokenizer, err := pieces.Read(pieces.Files{
		TokenizerJSON: unigramJSON(list, "null", plainMetaspace, `, "byte_fallback": true`)})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range tokenizer.Append(nil, "aé€a") {
		got = append(got, tokenizer.Text(p.ID))
	}
	want := []string{"a", "<0xC3>", "<0xA9>", "<0xE2>", "<0x82>", "<0xAC>", "a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// sentencePieceModel is sentencepiece.bpe.model with pieces behind <unk>, <s> and </s>.
func sentencePieceModel(list []scored, mapping []byte) []byte {
	var model []byte
	add := func(text string, score float64, kind uint64) {
		var p []byte
		p = protowire.AppendTag(p, 1, protowire.BytesType)
		p = protowire.AppendString(p, text)
		p = protowire.AppendTag(p, 2, protowire.Fixed32Type)
		p = protowire.AppendFixed32(p, math.Float32bits(float32(score)))
		p = protowire.AppendTag(p, 3, protowire.VarintType)
		p = protowire.AppendVarint(p, kind)
		model = protowire.AppendTag(model, 1, protowire.BytesType)
		model = protowire.AppendBytes(model, p)
	}
	for i, special := range []string{"<unk>", "<s>", "</s>"} {
		add(special, 0, uint64(min(2+i, 3)))
	}
	for _, p := range list {
		add(p.text, p.score, 1)
	}
	normalizer := protowire.AppendTag(nil, 2, protowire.BytesType)
	normalizer = protowire.AppendBytes(normalizer, mapping)
	model = protowire.AppendTag(model, 3, protowire.BytesType)
	return protowire.AppendBytes(model, normalizer)
}

func TestSentencePieceModel(t *testing.T) {
	model := sentencePieceModel([]scored{{"▁", -3}, {"▁a", -1}, {"b", -2}}, charsMap(map[string]string{"Ａ": "a"}))
	tokenizer, err := pieces.Read(pieces.Files{SentencePiece: model})
	if err != nil {
		t.Fatal(err)
	}
	// Ids as fairseq has them: <s>, <pad>, </s>, <unk>, then the pieces, then <mask>.
	want := []pieces.Piece{{ID: 5, Word: 0}, {ID: 6, Word: 0}, {ID: 7, Word: 1}, {ID: 4, Word: 2}, {ID: 3, Word: 2}}
	if got := tokenizer.Append(nil, "Ａb <mask>c"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if tokenizer.Size() != 8 || tokenizer.Begin() != 0 || tokenizer.Pad() != 1 || tokenizer.End() != 2 || tokenizer.Unknown() != 3 {
		t.Errorf("got %d pieces, special tokens %d, %d, %d, %d", tokenizer.Size(), tokenizer.Begin(), tokenizer.Pad(),
			tokenizer.End(), tokenizer.Unknown())
	}
}

// Damaged files of Unigram models are rejected, in words that name the file.
func TestBadUnigram(t *testing.T) {
	good := sentencePieceModel([]scored{{"a", -1}}, charsMap(map[string]string{"b": "a"}))
	circular := charsMap(map[string]string{"b": "a"})
	outside := slices.Clone(circular)
	for i := 4; i < len(outside)-8; i += 4 { // the place of the text
		if unit := binary.LittleEndian.Uint32(outside[i:]); unit>>31 == 1 {
			binary.LittleEndian.PutUint32(outside[i:], unit|1<<20)
		}
	}
	list := []scored{{"a", -1}}
	for _, c := range []struct {
		name  string
		files pieces.Files
		want  string // the beginning of the message
	}{
		{"an empty model", pieces.Files{SentencePiece: []byte{}},
			"sentencepiece.bpe.model: found an empty file, expected a SentencePiece model"},
		{"a model cut off", pieces.Files{SentencePiece: good[:len(good)/2]}, "sentencepiece.bpe.model: byte "},
		{"a model of other pieces", pieces.Files{SentencePiece: good[20:]}, "sentencepiece.bpe.model: "},
		{"a score that is no number", pieces.Files{SentencePiece: sentencePieceModel([]scored{{"a", math.NaN()}}, nil)},
			`sentencepiece.bpe.model: piece 3: "a": found the score NaN, expected a finite number`},
		{"another class", pieces.Files{SentencePiece: good, TokenizerConfig: []byte(`{"tokenizer_class": "CamembertTokenizer"}`)},
			`sentencepiece.bpe.model: tokenizer_config.json: found tokenizer_class "CamembertTokenizer", expected XLMRobertaTokenizer`},
		{"a map cut off", pieces.Files{TokenizerJSON: unigramJSON(list, precompiled(circular[:3]), metaspace, "")},
			"tokenizer.json: normalizer: precompiled_charsmap: found 3 bytes, expected a size and a double array"},
		{"a map without its texts", pieces.Files{TokenizerJSON: unigramJSON(list, precompiled(circular[:len(circular)-3]), metaspace, "")},
			"tokenizer.json: normalizer: precompiled_charsmap: found texts that are not UTF-8 or have no end"},
		{"a map that leads outside", pieces.Files{TokenizerJSON: unigramJSON(list, precompiled(outside), metaspace, "")},
			"tokenizer.json: normalizer: precompiled_charsmap: found a double array that leads out of the texts"},
		{"another normalizer", pieces.Files{TokenizerJSON: unigramJSON(list, `{"type": "NFD"}`, metaspace, "")},
			`tokenizer.json: normalizer: found type "NFD", expected Precompiled`},
		{"another pattern", pieces.Files{TokenizerJSON: unigramJSON(list, `{"type": "Replace", "pattern": {"Regex": "a*"}}`, metaspace, "")},
			"tokenizer.json: normalizer: found Replace of another pattern"},
		{"no words", pieces.Files{TokenizerJSON: unigramJSON(list, "null", "null", "")},
			"tokenizer.json: pre_tokenizer: found none, expected type Metaspace, alone or behind WhitespaceSplit"},
		{"a prefix of the first word alone", pieces.Files{TokenizerJSON: unigramJSON(list, "null", strings.Replace(metaspace, "always", "first", 1), "")},
			`tokenizer.json: pre_tokenizer: found prepend_scheme "first", expected always or never`},
		{"a piece twice", pieces.Files{TokenizerJSON: unigramJSON(append(list, list...), "null", metaspace, "")},
			`tokenizer.json: model.vocab: found the piece "a" as 3 and 4, expected each piece once`},
		{"no pieces for bytes", pieces.Files{TokenizerJSON: unigramJSON(list, "null", metaspace, `, "byte_fallback": true`)},
			"tokenizer.json: found byte_fallback without a piece <0x00>, expected one for every byte"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tokenizer, err := pieces.Read(c.files)
			if tokenizer != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}
