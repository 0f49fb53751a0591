package tokenize_test

import (
	"fmt"

	"github.com/wordrotator/wrd/tokenize"
)

func Example() {
	tok, err := tokenize.New(tokenize.Default, tokenize.Options{})
	if err != nil {
		panic(err)
	}
	text := `"We can't go," said Dr. Smith-Jones. Nobody asked.`
	for _, token := range tok.Append(nil, text) {
		fmt.Printf("%s(%s) ", token.Text, text[token.Start:token.End])
	}
	// Output:
	// we(We) ca(ca) not(n't) go(go) said(said) dr(Dr) smith(Smith) jones(Jones) nobody(Nobody) asked(asked)
}

func ExampleNew_nltk() {
	tok, err := tokenize.New(tokenize.NLTK, tokenize.Options{Case: tokenize.KeepCase})
	if err != nil {
		panic(err)
	}
	var tokens []tokenize.Token // reused from text to text
	for _, text := range []string{`He said "no".`, "I'd've gone (cannot now)."} {
		tokens = tok.Append(tokens[:0], text)
		for _, token := range tokens {
			fmt.Print(token.Text, "|")
		}
		fmt.Println()
	}
	// Output:
	// He|said|``|no|''|.|
	// I'd|'ve|gone|(|can|not|now|)|.|
}

func ExampleNew_unknown() {
	_, err := tokenize.New("moses", tokenize.Options{})
	fmt.Println(err)
	// Output:
	// tokenizer: found "moses", expected one of: usif, nltk, nltk3.10, unicode, written, whitespace, prose
}

func ExampleSentences() {
	text := "Mr. Smith went to Washington, D.C. on Jan. 5. (It rained.) He stayed!"
	for _, s := range tokenize.Sentences(text) {
		fmt.Println(text[s.Start:s.End])
	}
	// Output:
	// Mr. Smith went to Washington, D.C. on Jan. 5.
	// (It rained.)
	// He stayed!
}

func ExampleLower() {
	fmt.Println(tokenize.Lower("ΟΔΥΣΣΕΥΣ"), tokenize.Lower("STRASSE"))
	// Output:
	// οδυσσευς strasse
}

func ExampleIsStopWord() {
	fmt.Println(tokenize.IsStopWord("nevertheless"), tokenize.IsStopWord("obama"))
	// Output:
	// true false
}
