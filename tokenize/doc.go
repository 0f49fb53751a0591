// Package tokenize splits text into tokens and tells where each came from.
//
// New gives a tokenizer by name; Append splits a text:
//
//	tok, err := tokenize.New(tokenize.Default, tokenize.Options{})
//	…
//	tokens = tok.Append(tokens[:0], text)
//
// The default, "usif", is the tokenizer of the paper: NLTK's words, of which those without a letter or digit are
// dropped, lower-cased, without the marks around them, n't written not, split at hyphens. "nltk" gives NLTK's
// words themselves. Both equal NLTK 3.8.1 token for token: its sentence splitter (Sentences) with its English
// model, then its word rules. Later versions differ where a clitic stands at the end of a line (3.9) and at dashes
// (3.9.3: "3–5" is three tokens), at apostrophes that start a word (3.10.1: 'Cause is two) and at curly quotes that end
// a sentence (3.10.2); "nltk3.10" equals 3.10.2 to 3.10.4. "unicode" is for languages other than English: the words of
// Unicode's default rules, those without a letter or number dropped. "written" leaves the marks on the words, of any
// language, for vectors that are made of letters (metric.Options.Ngrams). "whitespace" is for text that is tokenized
// already, "prose" for comparison with another tokenizer. A tokenizer's name is what signatures say of it.
//
// Rules that look odd are NLTK's, and are kept: the program's purpose is that numbers agree with those of
// others. So are the empty tokens of "usif", which stand where a hyphen has nothing before or behind it.
//
// NLTK's rules are for English: they split other scripts at white space and punctuation, and "usif" drops words without
// an ASCII letter or digit.
package tokenize
