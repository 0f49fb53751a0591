package tokenize

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
)

// casesFile takes the answers of testdata/oracle.py for texts that are too many, or not ours, to be kept here.
var casesFile = flag.String("cases", "", "check the lines of this `file`, made by testdata/oracle.py")

// casesOf names the tokenizer whose answers these are.
var casesOf = flag.String("cases-of", NLTK, "the `tokenizer` that -cases is for, nltk or nltk3.10")

// A golden is a text with NLTK's answers, as testdata/oracle.py writes them.
type golden struct {
	Text      string
	Sentences []string
	NLTK      []string
	USIF      []string
}

func TestGolden(t *testing.T) {
	checkFile(t, "testdata/golden.jsonl", NLTK, 1)
	checkFile(t, "testdata/golden310.jsonl", NLTK310, 1)
}

func TestConformance(t *testing.T) {
	checkFile(t, shareddata.Path(t, "conformance/tokens-stsb-train.jsonl.gz"), NLTK, parts.Of(parts.Thorough, 7, 1))
}

func TestCasesFile(t *testing.T) {
	if *casesFile == "" {
		t.Skip("no -cases")
	}
	checkFile(t, *casesFile, *casesOf, 1)
}

// checkFile checks a tokenizer with every step-th case of a file, and usif if it is that of NLTK 3.8.1, which usif builds
// on.
func checkFile(t *testing.T, path, name string, step int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var in io.Reader = bufio.NewReader(f)
	if filepath.Ext(path) == ".gz" {
		if in, err = gzip.NewReader(in); err != nil {
			t.Fatal(err)
		}
	}
	words, usif := tokenizer(t, name, Options{Case: KeepCase}), tokenizer(t, USIF, Options{})
	var splits punkt
	if name == NLTK310 {
		splits = splitter310().punkt
	}
	n := 0
	for lines := json.NewDecoder(in); ; n++ {
		var c golden
		if err := lines.Decode(&c); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if n%step > 0 {
			continue
		}
		var sentences []string
		for _, s := range splits.appendSpans(nil, c.Text) {
			sentences = append(sentences, c.Text[s.Start:s.End])
		}
		checkEqual(t, "sentences", c.Text, sentences, c.Sentences)
		checkEqual(t, name, c.Text, texts(words.Append(nil, c.Text)), c.NLTK)
		if name == NLTK {
			checkEqual(t, "usif", c.Text, texts(usif.Append(nil, c.Text)), c.USIF)
		}
		checkLaws(t, c.Text)
	}
	if n == 0 {
		t.Errorf("%s holds no case", path)
	}
	t.Logf("%d cases", (n+step-1)/step)
}

func checkEqual(t *testing.T, what, text string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s of %q:\n got %q\nwant %q", what, text, got, want)
	}
}

func tokenizer(t testing.TB, name string, opts Options) Tokenizer {
	t.Helper()
	tok, err := New(name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func texts(tokens []Token) []string {
	var out []string
	for _, token := range tokens {
		out = append(out, token.Text)
	}
	return out
}
