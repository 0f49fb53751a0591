package tokenize

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestNew(t *testing.T) {
	for _, name := range Names() {
		tok := tokenizer(t, name, Options{})
		if got := texts(tok.Append(nil, "One TWO")); !slices.Equal(got, []string{"one", "two"}) {
			t.Errorf("%s: %q", name, got)
		}
		tok = tokenizer(t, name, Options{Case: KeepCase})
		if got := texts(tok.Append(nil, "One TWO")); !slices.Equal(got, []string{"One", "TWO"}) {
			t.Errorf("%s, keeping case: %q", name, got)
		}
		tok = tokenizer(t, name, Options{Case: TurkicCase})
		if got := texts(tok.Append(nil, "IIIIIIII xİX II\u0307")); !slices.Equal(got, []string{"ıııııııı", "xix", "ıi"}) &&
			name != NLTK && name != NLTK310 && name != Prose {
			t.Errorf("%s of Turkish: %q", name, got)
		}
	}
	if Names()[0] != Default {
		t.Errorf("the first name is %q, want the default, %q", Names()[0], Default)
	}
	if _, err := New(USIF, Options{Case: "upper"}); err == nil ||
		err.Error() != `case: found "upper", expected one of: lower, turkic, keep` {
		t.Errorf("error %v", err)
	}
	_, err := New("moses", Options{})
	if want := `tokenizer: found "moses", expected one of: usif, nltk, nltk3.10, unicode, written, whitespace, prose`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestTokens(t *testing.T) {
	keep := Options{Case: KeepCase}
	for _, c := range []struct {
		name, tokenizer string
		opts            Options
		in              string
		want            []Token
	}{
		{"nothing", USIF, keep, "", nil},
		{"blanks", NLTK, keep, " \n\u2028", nil},
		{"quotes", NLTK, keep, `"a" "`, []Token{{"``", 0, 1}, {"a", 1, 2}, {"''", 2, 3}, {"``", 4, 5}}},
		{"two apostrophes", NLTK, keep, "''a ''b''", []Token{{"''", 0, 2}, {"a", 2, 3}, {"``", 4, 6}, {"b", 6, 7},
			{"''", 7, 9}}},
		{"clitic", NLTK, keep, "He can't.", []Token{{"He", 0, 2}, {"ca", 3, 5}, {"n't", 5, 8}, {".", 8, 9}}},
		{"contraction", NLTK, Options{}, "CANNOT", []Token{{"can", 0, 3}, {"not", 3, 6}}},
		{"not", USIF, Options{}, "I CAN'T", []Token{{"i", 0, 1}, {"ca", 2, 4}, {"not", 4, 7}}},
		{"not, in any case", USIF, keep, "I CAN'T", []Token{{"I", 0, 1}, {"CA", 2, 4}, {"not", 4, 7}}},
		{"not, within quotes", USIF, keep, "'n't'", []Token{{"not", 1, 4}}},
		{"stripped", USIF, keep, "They're 'Tis.", []Token{{"They", 0, 4}, {"re", 5, 7}, {"T", 9, 10}, {"is", 10, 12}}},
		{"hyphens", USIF, Options{}, "A-B 20- x", []Token{{"a", 0, 1}, {"b", 2, 3}, {"20", 4, 6}, {"", 7, 7},
			{"x", 8, 9}}},
		{"longer in lower case", USIF, Options{}, "'İ-A", []Token{{"i̇", 1, 3}, {"a", 4, 5}}},
		{"shorter in lower case", USIF, Options{}, "\u212aa-\u212a.", []Token{{"ka", 0, 4}, {"k", 5, 8}}},
		{"no ascii letter", USIF, Options{}, "Ångström Å 漢字 5", []Token{{"ångström", 0, 10}, {"5", 21, 22}}},
		{"sigma within the token", USIF, Options{}, "ΑΣ-aΑΣ", []Token{{"ας", 0, 4}, {"aας", 5, 10}}},
		{"white space", Whitespace, Options{}, " Don't\u00a0stop!\n", []Token{{"don't", 1, 6}, {"stop!", 8, 13}}},
		{"not white space in Python", Whitespace, keep, "a\u200bb\x1cc", []Token{{"a\u200bb", 0, 5}, {"c", 6, 7}}},
	} {
		got := tokenizer(t, c.tokenizer, c.opts).Append(nil, c.in)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s tokens of %q:\n got %v\nwant %v", c.name, c.tokenizer, c.in, got, c.want)
		}
	}
}

// TestTokensStay holds the promise that the text of a token never changes, however much the tokenizer is used.
func TestTokensStay(t *testing.T) {
	tok := tokenizer(t, USIF, Options{})
	var tokens []Token
	var want []string
	for range 5 * chunkSize / 20 {
		from := len(tokens)
		tokens = tok.Append(tokens, "Every Word Begins WITH A Capital Ünd sö Weiter")
		for _, token := range tokens[from:] {
			want = append(want, strings.Clone(token.Text))
		}
	}
	if !slices.Equal(texts(tokens), want) {
		t.Error("a token changed after it was returned")
	}
}

func TestAppendKeepsDst(t *testing.T) {
	for _, name := range Names() {
		first := Token{"first", 7, 8}
		got := tokenizer(t, name, Options{}).Append([]Token{first}, "second third")
		if len(got) != 3 || got[0] != first {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestNoAllocationPerText(t *testing.T) {
	text := `Dr. Smith said "We can't go to the U.S. on Monday." Others, however, went (by re-routed flights) -- in 1999.`
	for _, name := range []string{USIF, NLTK, NLTK310, Unicode, Written, Whitespace} {
		tok := tokenizer(t, name, Options{})
		tokens := tok.Append(nil, text)
		// The only memory is a chunk for lowered tokens, for some thousand texts.
		if n := testing.AllocsPerRun(2000, func() { tokens = tok.Append(tokens[:0], text) }); n > 0 {
			t.Errorf("%s: %v allocations a text", name, n)
		}
	}
}

// checkLaws checks what holds of any text for every tokenizer: places in order, in range, at edges of runes, and
// text that is the original's where nothing rewrites it.
func checkLaws(t interface {
	Helper()
	Errorf(string, ...any)
	Fatal(...any)
}, text string) {
	t.Helper()
	for _, name := range Names() {
		cased, err := New(name, Options{Case: KeepCase})
		if err != nil {
			t.Fatal(err)
		}
		lowered, err := New(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		tokens, lower := cased.Append(nil, text), lowered.Append(nil, text)
		if len(tokens) != len(lower) {
			t.Errorf("%s of %q: %d tokens, %d in lower case", name, text, len(tokens), len(lower))
			return
		}
		end := 0
		for i, token := range tokens {
			if token.Start < end || token.End < token.Start || token.End > len(text) {
				t.Errorf("%s of %q: token %d, %q, is at [%d:%d] after %d", name, text, i, token.Text, token.Start,
					token.End, end)
				return
			}
			end = token.End
			if inRune(text, token.Start) || inRune(text, token.End) {
				t.Errorf("%s of %q: token %d, [%d:%d], cuts a rune", name, text, i, token.Start, token.End)
			}
			source := text[token.Start:token.End]
			if token.Text != source && !rewrites(name, token.Text, source) {
				t.Errorf("%s of %q: token %d is %q, made from %q", name, text, i, token.Text, source)
			}
			if token.Text == "" && name != USIF {
				t.Errorf("%s of %q: token %d is empty", name, text, i)
			}
			if lower[i].Start != token.Start || lower[i].End != token.End {
				t.Errorf("%s of %q: token %d is elsewhere in lower case", name, text, i)
			}
			if name != USIF && lower[i].Text != Lower(token.Text) {
				t.Errorf("%s of %q: token %d is %q in lower case", name, text, i, lower[i].Text)
			}
		}
	}
}

// rewrites reports whether a tokenizer that leaves case alone may write got for source.
func rewrites(name, got, source string) bool {
	switch name {
	case NLTK, NLTK310:
		return source == `"` && (got == "``" || got == "''") || source == "''" && got == "``"
	case USIF:
		return got == "not" && strings.EqualFold(source, "n't")
	case Unicode, Written:
		return strings.IndexFunc(source, invisible) >= 0 && strings.IndexFunc(got, invisible) < 0
	case Prose:
		return true // curly quotes, and its defects
	}
	return false
}

// inRune reports whether i is within a rune of text. Bytes that are no UTF-8 are characters by themselves.
func inRune(text string, i int) bool {
	for k := 0; k < i; {
		_, size := utf8.DecodeRuneInString(text[k:])
		if k += size; k > i {
			return true
		}
	}
	return false
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkLaws(t, strings.Join(rapid.SliceOf(rapid.OneOf(rapid.SampledFrom(nasty), rapid.String())).Draw(t,
			"pieces"), ""))
	})
}

// TestConcatenation: a text after a paragraph that ends plainly gives the tokens that it gives alone.
func TestConcatenation(t *testing.T) {
	tok := tokenizer(t, NLTK, Options{})
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[A-Z][a-z]{3,8}( [a-z]{1,9}){0,6}[?!]`)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		got := texts(tok.Append(nil, a+"\n"+b))
		if want := append(texts(tok.Append(nil, a)), texts(tok.Append(nil, b))...); !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func FuzzTokenizers(f *testing.F) {
	for _, s := range nasty {
		f.Add("He said" + s + " it. " + s + "The " + s)
	}
	f.Add("İ'll go ȺȺȺ's &rsquo;s “x”")
	f.Fuzz(func(t *testing.T, text string) { checkLaws(t, text) })
}

// TestWorkers lets tokenizers of several goroutines meet at the Punkt model, for the race detector.
func TestWorkers(t *testing.T) {
	text := "He saw Mr. Jones of Acme Inc. However, it was 5 p.m. then. “İt” ended."
	want := texts(tokenizer(t, USIF, Options{}).Append(nil, text))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			tok, err := New(USIF, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			for range 100 {
				if got := texts(tok.Append(nil, text)); !slices.Equal(got, want) {
					t.Errorf("got %q, want %q", got, want)
					return
				}
			}
		})
	}
	all.Wait()
}
