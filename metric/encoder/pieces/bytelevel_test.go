package pieces_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// byteLevelFiles are a vocabulary of all bytes and what the merges, separated by commas, make of them.
func byteLevelFiles(mergeList string) pieces.Files {
	ids := map[string]int{"<s>": 0, "</s>": 1, "<unk>": 2, "<mask>": 3}
	for _, r := range byteLetters() {
		ids[string(r)] = len(ids)
	}
	for merge := range strings.SplitSeq(mergeList, ",") {
		joined := strings.ReplaceAll(merge, " ", "")
		if _, ok := ids[joined]; !ok {
			ids[joined] = len(ids)
		}
	}
	vocabulary, err := json.Marshal(ids)
	if err != nil {
		panic(err)
	}
	return pieces.Files{VocabularyJSON: vocabulary, Merges: []byte(strings.ReplaceAll(mergeList, ",", "\n") + "\n")}
}

// The words of GPT-2's regular expression, as Hugging Face's ByteLevel pre-tokenizer has them; Ġ is a space, Ċ a line
// end, Ã ľ and others are bytes of characters.
func TestByteLevel(t *testing.T) {
	const merges = "t h,th e,Ġ t,Ġt h,Ġth e,' s,' r,'r e"
	for _, c := range []struct{ name, text, want string }{
		{"merges by rank", "the the", "the | Ġ the"},
		{"spaces belong to the word behind them", "a b  c", "a | Ġ b | Ġ | Ġ c"},
		{"spaces at the end", "a  ", "a | Ġ Ġ"},
		{"line ends are words", "a\n\nb", "a | Ċ | Ċ | b"},
		{"contractions", "a's b'res'S", "a | 's | Ġ b | 're | s | ' | S"},
		{"an apostrophe behind a space", "a 's", "a | Ġ ' | s"},
		{"numbers and others", "a1!? 2%", "a | 1 | ! ? | Ġ 2 | %"},
		{"characters of several bytes", "ñ", "Ã ±"},
		{"a mark is no letter", "a\u0301", "a | Ì ģ"},
		{"bytes that are not UTF-8", "a\xffb", "a | ï ¿ ½ | b"},
		{"special tokens of a text", "a  <mask> b</s>", "a | <mask> | Ġ b | </s>"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := texts(read(t, byteLevelFiles(merges)), c.text); got != c.want {
				t.Errorf("%q: got %q, want %q", c.text, got, c.want)
			}
		})
	}
	files := byteLevelFiles(merges)
	files.TokenizerConfig = []byte(`{"add_prefix_space": true}`)
	if got, want := texts(read(t, files), "the"), "Ġ the"; got != want {
		t.Errorf("with a space before the text: got %q, want %q", got, want)
	}
}

// Words of any length are merged as byte pair encoding says: the pair of the lowest rank first, the leftmost of these.
func TestMergesInOrder(t *testing.T) {
	list := []string{"a b", "b a", "a a", "ab ab", "aa b", "c a", "b c", "ba ca", "abab ab", "ca b", "aa aa", "aaaa a"}
	tokenizer := read(t, byteLevelFiles(strings.Join(list, ",")))
	rng := rand.New(rand.NewPCG(14, 14))
	for range 2000 {
		word := make([]byte, 1+rng.IntN(150))
		letters := 1 + rng.IntN(3)
		for i := range word {
			word[i] = "abc"[rng.IntN(letters)]
		}
		var want []string
		for _, c := range word {
			want = append(want, string(c))
		}
		for {
			best, at := len(list), 0
			for i := range len(want) - 1 {
				if rank := slices.Index(list, want[i]+" "+want[i+1]); rank >= 0 && rank < best {
					best, at = rank, i
				}
			}
			if best == len(list) {
				break
			}
			want = slices.Replace(want, at, at+2, want[at]+want[at+1])
		}
		if got := texts(tokenizer, string(word)); got != strings.Join(want, " ") {
			t.Fatalf("%s: got %s, want %s", word, got, strings.Join(want, " "))
		}
	}
}

// TestByteOf checks that every byte has a character of its own, and the one that GPT-2's table is known by.
func TestByteOf(t *testing.T) {
	seen := make(map[byte]rune)
	for r := rune(0); r < 0x200; r++ {
		if b, ok := pieces.ByteOf(r); ok {
			if other, twice := seen[b]; twice {
				t.Errorf("byte %#x is %q and %q", b, other, r)
			}
			seen[b] = r
		}
	}
	if len(seen) != 256 || seen[' '] != 'Ġ' || seen['\n'] != 'Ċ' || seen['a'] != 'a' || seen[0xad] != 'Ń' {
		t.Errorf("%d bytes, %q", len(seen), seen)
	}
}
