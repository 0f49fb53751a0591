package tokenize

import (
	"fmt"
	"slices"
	"strings"
)

// A Token is one token of a text and the place it came from.
//
// Text is the token after clean-up. It is immutable and safe to keep; mostly it is a piece of the tokenized
// string itself, which it then keeps in memory.
//
// The token stands for the bytes text[Start:End] of the original text. Tokens of one text come in order and do
// not overlap. Text differs from those bytes where a tokenizer rewrites: in lower-casing, in the two backticks
// or apostrophes that NLTK makes of a double quote, in the "not" that the uSIF clean-up makes of n't.
type Token struct {
	Text       string
	Start, End int // bytes, 0 ≤ Start ≤ End ≤ len(text), at the edges of runes
}

// A Tokenizer splits texts into tokens. It keeps scratch memory and must not be shared between goroutines; give
// each worker its own.
type Tokenizer interface {
	// Append appends the tokens of text to dst and returns the extended slice. Text should be UTF-8; a byte that
	// is not part of a valid rune is taken as a character that is no letter, digit, space or punctuation, like
	// U+FFFD.
	Append(dst []Token, text string) []Token
}

// The names of the tokenizers, as New and signatures know them.
const (
	USIF       = "usif"       // NLTK's tokens with the clean-up of the paper (after uSIF), the default
	NLTK       = "nltk"       // word_tokenize of NLTK 3.8.1, English
	NLTK310    = "nltk3.10"   // word_tokenize of NLTK 3.10.2 to 3.10.4, English
	Unicode    = "unicode"    // words of any language by Unicode's rules (UAX #29), Han and Kana by character
	Written    = "written"    // any language as it is written: between spaces, marks and all; Han, Kana, Thai by character
	Whitespace = "whitespace" // splits at Unicode white space: for text that is tokenized already
	Prose      = "prose"      // github.com/jdkato/prose/v2

	// Default is the tokenizer that the paper used.
	Default = USIF
)

// Options configure a tokenizer. The zero value is the paper's choice.
type Options struct {
	Case Case // "" means LowerCase, as in the paper
	// Normalize says whether texts get their normal form before they are split; "" means NormalizeNone, as in the paper.
	// Start and End of tokens are places in the given text.
	Normalize Normalization
}

// A Case says whether tokens are lower-cased.
type Case string

const (
	LowerCase  Case = "lower"  // tokens are lower-cased, by Unicode's rules for all languages
	TurkicCase Case = "turkic" // by those for Turkish and Azerbaijani, in which I becomes ı and İ becomes i
	KeepCase   Case = "keep"   // capitals stay as they are
)

// Cases lists the cases, the default first.
func Cases() []Case { return []Case{LowerCase, TurkicCase, KeepCase} }

// Names returns the names that New knows, the default first. The caller owns the slice.
func Names() []string { return []string{USIF, NLTK, NLTK310, Unicode, Written, Whitespace, Prose} }

// New returns a new tokenizer of one of the Names. The error, for any other name or case, lists them.
func New(name string, opts Options) (Tokenizer, error) {
	if opts.Case != "" && !slices.Contains(Cases(), opts.Case) {
		return nil, fmt.Errorf("case: found %q, expected one of: %s, %s, %s", opts.Case, LowerCase, TurkicCase, KeepCase)
	}
	if opts.Normalize != "" && !slices.Contains(Normalizations(), opts.Normalize) {
		return nil, fmt.Errorf("normalize: found %q, expected one of: %s, %s", opts.Normalize, NormalizeUnicode, NormalizeNone)
	}
	tokenizer, err := newTokenizer(name, lowering{of: opts.Case})
	if err != nil || opts.Normalize != NormalizeUnicode {
		return tokenizer, err
	}
	return &normalized{Tokenizer: tokenizer}, nil
}

// newTokenizer returns a tokenizer that leaves the form of texts alone.
func newTokenizer(name string, cased lowering) (Tokenizer, error) {
	switch name {
	case USIF:
		return &usif{lowering: cased}, nil
	case NLTK:
		return &nltk{lowering: cased}, nil
	case NLTK310:
		return &nltk{lowering: cased, splitter: splitter310()}, nil
	case Unicode:
		return &unicodeWords{lowering: cased}, nil
	case Written:
		return &written{lowering: cased}, nil
	case Whitespace:
		return &whitespace{lowering: cased}, nil
	case Prose:
		return &proseV2{lowering: cased}, nil
	}
	return nil, fmt.Errorf("tokenizer: found %q, expected one of: %s", name, strings.Join(Names(), ", "))
}
