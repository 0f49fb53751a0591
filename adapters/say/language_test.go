package say_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Sentences in two languages.
var (
	english = []string{"The minister said on Monday that 35 people were hurt in the accident.", "The road was closed for several hours.",
		"Nobody knows yet how the fire in the cellar began.", "Yesterday it rained all day, so we stayed at home.",
		"His grandmother sold vegetables from her garden at the market."}
	german = []string{"Der Minister sagte am Montag, dass bei dem Unfall 35 Menschen verletzt wurden.",
		"Die Straße blieb mehrere Stunden lang gesperrt.", "Noch weiß niemand, wie das Feuer im Keller entstehen konnte.",
		"Gestern hat es den ganzen Tag geregnet, deshalb blieben wir zu Hause.",
		"Seine Großmutter verkaufte Gemüse aus ihrem Garten auf dem Markt."}
)

func TestBecause(t *testing.T) {
	look := func(n, of int, language string) reading.InLanguage {
		return reading.InLanguage{Language: language, Texts: n, Read: of}
	}
	for _, c := range []struct {
		name  string
		found reading.Language
		want  string
	}{
		{"nothing to say", reading.Language{Code: "en", Name: "English", Script: "Latin"}, ""},
		{"letters", reading.Language{Code: "ja", Name: "Japanese", Why: reading.WhyLetters, Script: "Japanese"},
			"most letters of the references are Japanese"},
		{"other letters", reading.Language{Code: "mis", Why: reading.WhyLetters, Script: "of another script"},
			"most letters of the references are of another script"},
		{"letters of most", reading.Language{Code: "zh", Name: "Chinese", Why: reading.WhyReferences, Script: "Chinese"},
			"the letters of most references are Chinese"},
		{"looks", reading.Language{Code: "cs", Name: "Czech", Why: reading.WhyLooks, Looks: []reading.InLanguage{look(3, 5, "Czech")}},
			"3 of 5 references look Czech"},
		{"not English", reading.Language{Code: "und", Why: reading.WhyLooks, Looks: []reading.InLanguage{look(5, 5, "")}},
			"5 of 5 references do not look English"},
		{"two", reading.Language{Code: "de", Name: "German", Why: reading.WhyMixed,
			Looks: []reading.InLanguage{look(60, 90, "German"), look(30, 90, "English")}},
			"of 90 references, 60 look German and 30 English, and all are taken as German"},
		{"three, taken as none", reading.Language{Code: "und", Why: reading.WhyMixed,
			Looks: []reading.InLanguage{look(47, 100, "German"), look(30, 100, "Czech"), look(23, 100, "French")}},
			"of 100 references, 47 look German, 30 Czech and 23 French, and all are taken as one that is not English"},
		{"some not English", reading.Language{Code: "en", Name: "English", Why: reading.WhyMixed,
			Looks: []reading.InLanguage{look(30, 40, "English"), look(10, 40, "")}},
			"of 40 references, 30 look English and 10 do not, and all are taken as English"},
		{"some in letters", reading.Language{Code: "cs", Name: "Czech", Why: reading.WhyMixed,
			Looks: []reading.InLanguage{look(70, 100, "Czech"), {Script: "Cyrillic", Texts: 30, Read: 100}}},
			"of 100 references, 70 look Czech and 30 have Cyrillic letters, and all are taken as Czech"},
		{"some in other letters, taken as none", reading.Language{Code: "und", Why: reading.WhyMixed,
			Looks: []reading.InLanguage{{Script: "of another script", Texts: 30, Read: 100}}},
			"of 100 references, 30 have other letters, and all are taken as one that is not English"},
	} {
		if got := say.Because(&c.found); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAsEnglish(t *testing.T) {
	for _, c := range []struct {
		name       string
		references []string
		encodes    bool
		want       string // what the notice begins with, "" for none
	}{
		{"English", english, true, ""},
		{"German", german, true, ""},
		{"two German sentences", german[:2], true, "only "},
		{"the scores say so", german[:2], false, ""},
		{"a third German", slices.Concat(slices.Repeat(english, 12), slices.Repeat(german, 6)), false,
			"of 90 references, 60 look English and 30 German, and all are taken as English: score each language by itself, or " +
				"set one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := reading.LanguageOf(c.references)
			said := say.AsEnglish(&found, c.references, c.encodes)
			if len(said) > 1 || !strings.HasPrefix(strings.Join(said, ""), c.want) || (c.want == "") != (said == nil) {
				t.Errorf("found %q", said)
			}
		})
	}
}

// Candidates in another language than the references are told, with why, unless an encoder knows both.
func TestOtherLanguages(t *testing.T) {
	system := func(name, signature string, candidates, references []string) reading.SystemReading {
		r := reading.SystemReading{System: name, Signature: signature}
		for i, candidate := range candidates {
			r.AddTexts(candidate, references[i:i+1])
		}
		return r
	}
	two := slices.Concat(slices.Repeat(german, 11), english)
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    string // "" for none
	}{
		{"the same", []reading.SystemReading{system("a", "", german, german)}, ""},
		{"English in place of German", []reading.SystemReading{system("a", "", english, german)},
			"5 of 5 candidates look English, 5 of 5 references German: few words of two languages match"},
		{"one of two systems", []reading.SystemReading{system("a", "", german, german), system("b", "", english, german)},
			"5 of 5 candidates of b look English, 5 of 5 references German: few words of two languages match"},
		{"a few of one, all of the other", []reading.SystemReading{system("a", "", two, slices.Repeat(german, 12)),
			system("b", "", slices.Repeat(english, 12), slices.Repeat(german, 12))},
			"5 of 60 candidates of a look English and 60 of 60 candidates of b look English, 50 of 50 references German: few words of " +
				"two languages match"},
		{"with the encoder for many languages", []reading.SystemReading{system("a",
			"wrd|encoder:context-multi@7031795e|layer:8|refs:1|version:0.1.0", english, german)},
			"5 of 5 candidates look English, 5 of 5 references German"},
		{"with that for English", []reading.SystemReading{system("a", "wrd|encoder:context-en@c2bc2766|layer:3|refs:1|version:0.1.0",
			german, english)}, "5 of 5 candidates look German, 5 of 5 references English: few words of two languages match"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if said := strings.Join(say.Reading(c.systems...), " "); said != c.want {
				t.Errorf("found %q\nwant  %q", said, c.want)
			}
		})
	}
}
