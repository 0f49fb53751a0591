package convert

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParseLetters(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", "none"},
		{"none", "none"},
		{"A", "A"},
		{"AWR", "AWR"},
		{"RWA", "AWR"},
		{"WRA", "AWR"},
		{"PUS", "SUP"},
		{"CSW", "SWC"},
		{"PU", "UP"},
		{"CU", "UC"},
		{"SR", "SR"},
		{"RZ", "ZR"},
		{"PWM", "MWP"},
	} {
		got, err := ParseLetters(test.in)
		if err != nil || got.String() != test.want {
			t.Errorf("%q: %v, %v; want %s", test.in, got, err, test.want)
		}
		if again, err := ParseLetters(got.String()); err != nil || again != got {
			t.Errorf("%s is read as %v, %v", got, again, err)
		}
	}
}

func TestParseLettersRefuses(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"AS", `converter "AS": A and S exclude each other; possible are none, or at most one of A, M, S and Z, one of`},
		{"AM", "A and M exclude each other"},
		{"ZMR", "Z and M exclude each other"},
		{"WRU", "W and U exclude each other"},
		{"RC", "R and C exclude each other"},
		{"PWR", "P and R exclude each other"},
		{"AA", "A occurs twice"},
		{"AWRW", "W occurs twice"},
		{"AWX", `no letter 'X'`},
		{"awr", `no letter 'a'`},
		{"A W", `no letter ' '`},
		{"noneA", `no letter 'n'`},
		{"AŴ", `no letter 'Ŵ'`},
		{"\xff", `no letter '�'`},
	} {
		got, err := ParseLetters(test.in)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %s", test.in, err, test.want)
		}
		if got != (Letters{}) {
			t.Errorf("%q: letters %s beside the error", test.in, got)
		}
		if err != nil && !strings.HasSuffix(err.Error(), possible) {
			t.Errorf("%q: %v does not say what is possible", test.in, err)
		}
	}
}

func TestLettersNeed(t *testing.T) {
	for _, test := range []struct {
		letters                                         string
		frequencies, stopWords, sentences, sentenceWise bool
	}{
		{letters: "none"},
		{letters: "A", frequencies: true},
		{letters: "M", frequencies: true},
		{letters: "Z", frequencies: true},
		{letters: "S", sentenceWise: true},
		{letters: "W", frequencies: true},
		{letters: "U", frequencies: true},
		{letters: "R", sentences: true},
		{letters: "P", sentences: true},
		{letters: "C", sentences: true, stopWords: true},
		{letters: "SWC", frequencies: true, stopWords: true, sentences: true, sentenceWise: true},
	} {
		l := parse(t, test.letters)
		if l.NeedsFrequencies() != test.frequencies || l.NeedsStopWords() != test.stopWords ||
			l.NeedsSentences() != test.sentences || l.SentenceWise() != test.sentenceWise {
			t.Errorf("%s: frequencies %v, stop words %v, sentences %v, sentence-wise %v", l,
				l.NeedsFrequencies(), l.NeedsStopWords(), l.NeedsSentences(), l.SentenceWise())
		}
	}
}

func TestLettersAsText(t *testing.T) {
	data, err := json.Marshal(parse(t, "RWA"))
	if err != nil || string(data) != `"AWR"` {
		t.Errorf("%s, %v", data, err)
	}
	var l Letters
	if err := json.Unmarshal([]byte(`"CUS"`), &l); err != nil || l != parse(t, "SUC") {
		t.Errorf("%s, %v", l, err)
	}
	if err := json.Unmarshal([]byte(`"CUR"`), &l); err == nil {
		t.Error("CUR is no error")
	}
}

func parse(t testing.TB, letters string) Letters {
	t.Helper()
	l, err := ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// allLetters are the 60 combinations that there are.
func allLetters(t testing.TB) []Letters {
	var all []Letters
	for _, f1 := range []string{"", "A", "M", "S", "Z"} {
		for _, alpha2 := range []string{"", "W", "U"} {
			for _, f3 := range []string{"", "R", "P", "C"} {
				all = append(all, parse(t, f1+alpha2+f3))
			}
		}
	}
	return all
}
