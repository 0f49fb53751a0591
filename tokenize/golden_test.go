package tokenize

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"
)

var casesFile = flag.String("cases", "", "also check the lines of this file, made by testdata/oracle.py")

// A goldenCase is one line of oracle.py's output.
type goldenCase struct {
	Text      string   `json:"text"`
	Sentences []string `json:"sentences"`
	NLTK      []string `json:"nltk"`
	USIF      []string `json:"usif"`
}

func TestCasesFile(t *testing.T) {
	if *casesFile == "" {
		t.Skip("no -cases")
	}
	f, err := os.Open(*casesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<26)
	n := 0
	for in.Scan() {
		var c goldenCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		checkCase(t, c)
		n++
	}
	t.Logf("%d cases", n)
}

func checkCase(t *testing.T, c goldenCase) {
	t.Helper()
	var sentences []string
	for _, s := range Sentences(c.Text) {
		sentences = append(sentences, c.Text[s.Start:s.End])
	}
	if !slices.Equal(sentences, c.Sentences) {
		t.Errorf("sentences of %q:\n got %q\nwant %q", c.Text, sentences, c.Sentences)
		return
	}
	if got := words(t, NLTK, Options{KeepCase: true}, c.Text); !slices.Equal(got, c.NLTK) {
		t.Errorf("nltk tokens of %q:\n got %q\nwant %q", c.Text, got, c.NLTK)
		return
	}
	if got := words(t, USIF, Options{}, c.Text); !slices.Equal(got, c.USIF) {
		t.Errorf("usif tokens of %q:\n got %q\nwant %q", c.Text, got, c.USIF)
	}
}

func words(t testing.TB, name string, opts Options, text string) []string {
	tok, err := New(name, opts)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, x := range tok.Append(nil, text) {
		out = append(out, x.Text)
	}
	return out
}
