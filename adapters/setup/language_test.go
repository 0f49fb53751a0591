package setup_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/encoder"
)

// A language stands for settings of words, over which whatever is said wins.
func TestLanguage(t *testing.T) {
	pair := func(said string) string {
		return `language: found "` + said + `", which looks like a language pair, expected the language of the references`
	}
	const ngrams = `"tokenizer": "written", "vectors": "ngrams", "context_weight": 0.5`
	for _, c := range []struct{ name, in, host, want, err string }{
		{"English", `{"language": "en"}`, `{}`, `{"tokenizer": "usif", "case": "lower", "vectors": "distilled-en"}`, ""},
		{"nobody says", `{}`, `{}`, `{"tokenizer": "usif", "vectors": "distilled-en"}`, ""},
		{"auto without references", `{"language": "auto"}`, `{}`, `{"tokenizer": "usif", "vectors": "distilled-en"}`, ""},
		{"another", `{"language": "ja"}`, `{}`, `{"case": "lower", ` + ngrams + `}`, ""},
		{"any other", `{"language": "und"}`, `{}`, `{` + ngrams + `}`, ""},
		{"with a country", `{"language": "zh_TW"}`, `{}`, `{` + ngrams + `}`, ""},
		{"of bert_score", `{"language": "en-sci"}`, `{}`, `{"vectors": "distilled-en"}`, ""},
		{"of three letters", `{"language": "ENG"}`, `{}`, `{"vectors": "distilled-en"}`, ""},
		{"Turkish", `{"language": "tr"}`, `{}`, `{"case": "turkic", ` + ngrams + `}`, ""},
		{"Azerbaijani", `{"language": "aze-Latn"}`, `{}`, `{"case": "turkic"}`, ""},
		{"case beside it", `{"language": "tr", "case": "keep"}`, `{}`, `{"case": "keep"}`, ""},
		{"vectors beside it", `{"language": "de", "vectors": "de.vec"}`, `{}`,
			`{"tokenizer": "unicode", "vectors": "de.vec", "context_weight": 0}`, ""},
		{"vectors of the host", `{"language": "de"}`, `{"vectors": "de.vec"}`,
			`{"tokenizer": "unicode", "vectors": "de.vec"}`, ""},
		{"a tokenizer beside it", `{"language": "ja", "tokenizer": "whitespace"}`, `{}`,
			`{"tokenizer": "whitespace", "vectors": "ngrams"}`, ""},
		{"for translation", `{"language": "ja", "purpose": "translation"}`, `{}`,
			`{"encoder": "context-multi", "spelling": "none", "spelling_weight": 0, "surface_weight": 0.1}`, ""},
		{"its spelling in another way", `{"language": "ja", "purpose": "translation", "spelling": "all"}`, `{}`,
			`{"encoder": "context-multi", "spelling": "all", "spelling_weight": 0, "surface_weight": 0}`, ""},
		{"without its spelling", `{"language": "ja", "purpose": "translation", "spelling": "none"}`, `{}`,
			`{"encoder": "context-multi", "spelling": "none", "surface_weight": 0}`, ""},
		{"the spelling of its pieces", `{"language": "ja", "purpose": "translation", "spelling_weight": 0.1}`, `{}`,
			`{"encoder": "context-multi", "spelling": "none", "spelling_weight": 0.1, "surface_weight": 0}`, ""},
		{"all that it sets, said", `{"language": "ja", "purpose": "translation", "surface_weight": 0.1}`, `{}`,
			`{"encoder": "context-multi", "spelling": "none", "spelling_weight": 0, "surface_weight": 0.1}`, ""},
		{"spelling of unknown words in another way", `{"purpose": "similarity", "spelling_weight": 0.2}`, `{}`,
			`{"spelling": "none", "spelling_weight": 0.2}`, ""},
		{"a language that no encoder knows", `{"language": "mi", "purpose": "translation"}`, `{}`, `{` + ngrams + `}`, ""},
		{"any other for translation", `{"language": "und", "purpose": "translation"}`, `{"vectors": "de.vec"}`,
			`{"encoder": "context-multi"}`, ""},
		{"vectors for translation", `{"language": "tr", "purpose": "translation", "vectors": "ngrams"}`, `{}`,
			`{"case": "turkic", ` + ngrams + `}`, ""},
		{"a tokenizer for translation", `{"language": "cs", "purpose": "translation", "tokenizer": "unicode"}`, `{}`,
			`{"tokenizer": "unicode", "vectors": "ngrams"}`, ""},
		{"English for translation", `{"language": "en", "purpose": "translation"}`, `{}`, `{"encoder": "context-en-large"}`, ""},
		{"for summaries", `{"language": "ja", "purpose": "summary"}`, `{}`,
			`{"measure": "wrd_recall", "vectors": "ngrams4-6"}`, ""},
		{"for similarity, without the English converter", `{"language": "ja", "purpose": "similarity"}`, `{}`,
			`{"measure": "relaxed", "vectors": "ngrams", "convert": "none"}`, ""},
		{"an encoder beside it", `{"language": "zh", "encoder": "bge-small-zh-v1.5"}`, `{}`,
			`{"encoder": "bge-small-zh-v1.5"}`, ""},
		{"an English encoder", `{"language": "zh", "encoder": "context-en"}`, `{}`, "",
			"found language zh and encoder context-en, which is English"},
		{"the encoder of many languages", `{"language": "cze", "encoder": "context-multi"}`, `{}`,
			`{"encoder": "context-multi"}`, ""},
		{"the same and any other language", `{"language": "und", "encoder": "context-multi"}`, `{}`,
			`{"encoder": "context-multi"}`, ""},
		{"the same and English", `{"language": "en", "encoder": "context-multi"}`, `{}`, `{"encoder": "context-multi"}`, ""},
		{"a language that it does not know", `{"language": "mri", "encoder": "context-multi"}`, `{}`, "",
			"found language mri and encoder context-multi, which does not know it: expected an encoder of that language"},
		{"token vectors", `{"language": "zh", "token_vectors": "x"}`, `{}`, "", "found language and token_vectors"},
		{"a pair", `{"language": "zh-en"}`, `{}`, "", pair("zh-en")},
		{"a pair whose second language is a country, too", `{"language": "cs-uk"}`, `{}`, "", pair("cs-uk")},
		{"a pair with English first", `{"language": "en-de"}`, `{}`, "", pair("en-de")},
		{"a pair in capitals", `{"language": "EN-DE"}`, `{}`, "", pair("EN-DE")},
		{"a pair with a country", `{"language": "en-ja_JP"}`, `{}`, "", pair("en-ja_JP")},
		{"a pair with two countries", `{"language": "zh_CN-en_US"}`, `{}`, "", pair("zh_CN-en_US")},
		{"a pair of three letters each", `{"language": "eng-deu"}`, `{}`, "", pair("eng-deu")},
		{"a pair with scripts", `{"language": "eng_Latn-zho_Hans"}`, `{}`, "", pair("eng_Latn-zho_Hans")},
		{"a pair with an arrow", `{"language": "en→de"}`, `{}`, "", pair("en→de")},
		{"a pair without anything between", `{"language": "ende"}`, `{}`, "", pair("ende")},
		{"a pair with a 2", `{"language": "en2de"}`, `{}`, "", pair("en2de")},
		{"a pair with to", `{"language": "en-to-de"}`, `{}`, "", pair("en-to-de")},
		{"Tongan of Tonga", `{"language": "to-TO"}`, `{}`, `{` + ngrams + `}`, ""},
		{"a country in small letters", `{"language": "pt-br"}`, `{}`, `{` + ngrams + `}`, ""},
		{"a country that is a language, too", `{"language": "zh-tw"}`, `{}`, `{` + ngrams + `}`, ""},
		{"a country with a script", `{"language": "zh-Hant-TW"}`, `{}`, `{` + ngrams + `}`, ""},
		{"a country of several languages", `{"language": "fr-CA"}`, `{}`, `{` + ngrams + `}`, ""},
		{"English of a country", `{"language": "en-us"}`, `{}`, `{"vectors": "distilled-en"}`, ""},
		{"one of several Chinese languages", `{"language": "zh-yue"}`, `{}`, `{` + ngrams + `}`, ""},
		{"Spanish of Latin America", `{"language": "es-419"}`, `{}`, `{` + ngrams + `}`, ""},
		{"a name", `{"language": "german"}`, `{}`, "", `language: found "german", expected auto or a code of ISO 639`},
		{"nothing", `{"language": ""}`, `{}`, "", `language: found ""`},
		{"a code of no language", `{"language": "xx"}`, `{}`, "", `language: found "xx", expected auto or a code of ISO 639`},
		{"a longer one of no language", `{"language": "xxx-Latn"}`, `{}`, "", `language: found "xxx-Latn"`},
		{"German in three letters", `{"language": "ger"}`, `{}`, `{"case": "lower", ` + ngrams + `}`, ""},
		{"Swahili, as a part of it", `{"language": "swh", "encoder": "context-multi"}`, `{}`, `{"encoder": "context-multi"}`, ""},
		{"Tagalog", `{"language": "tl", "encoder": "context-multi"}`, `{}`, `{"encoder": "context-multi"}`, ""},
		{"Norwegian", `{"language": "nob", "encoder": "context-multi"}`, `{}`, `{"encoder": "context-multi"}`, ""},
		{"Mandarin", `{"language": "cmn"}`, `{}`, `{` + ngrams + `}`, ""},
		{"digits", `{"language": "d3"}`, `{}`, "", `language: found "d3"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, err := setup.Parse([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			host, err := setup.Parse([]byte(c.host))
			if err != nil {
				t.Fatal(err)
			}
			got, err := said.Complete(host)
			if c.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), c.err) {
					t.Fatalf("got %v, want %s…", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want, err := setup.Parse([]byte(c.want))
			if err != nil {
				t.Fatal(err)
			}
			if got.Language != nil {
				t.Errorf("the language is left, though it is spelled out: %s", got)
			}
			for _, name := range setup.Names() {
				if value := want.Said(name); value != nil && !cmp.Equal(got.Said(name), value) {
					t.Errorf("%s: found %v, want %v", name, got.Said(name), value)
				}
			}
		})
	}
}

// Auto follows the references and is reported once; they are not looked at where it decides nothing.
func TestAuto(t *testing.T) {
	for _, c := range []struct {
		name, in, references string
		left                 bool
		tokenizer, told      string
	}{
		{"English", `{}`, "a cat sat", true, "usif", ""},
		{"Japanese", `{}`, "猫が好きです", true, "written", "most letters of the references are Japanese: language ja, tokenizer " +
			"written, vectors ngrams; purpose translation takes the encoder context-multi, which sees words in context"},
		{"Japanese summaries", `{"purpose": "summary"}`, "猫が好きです", true, "unicode", "most letters of the references are Japanese: " +
			"language ja, tokenizer unicode, vectors ngrams4-6"},
		{"Russian translations", `{"language": "auto", "purpose": "translation"}`, "Я люблю кошек", true, "",
			"most letters of the references are Cyrillic: language und (any but English), encoder context-multi"},
		{"letters that no encoder knows", `{"purpose": "translation"}`, "ᎠᏂᎩᏚᏩᎩ", true, "written", "most letters of the references are " +
			"of another script: language mis, tokenizer written, vectors ngrams, as no built-in encoder knows it; wrd vectors pull "},
		{"vectors of their own", `{"vectors": "distilled-en"}`, "Я люблю кошек", true, "unicode",
			"most letters of the references are Cyrillic: language und (any but English), tokenizer unicode, vectors distilled-en"},
		{"said", `{"language": "en"}`, "Я люблю кошек", false, "usif", ""},
		{"another said", `{"language": "ja"}`, "a cat sat", false, "written", "language ja, tokenizer written, vectors ngrams; "},
		{"words and vectors said", `{"tokenizer": "nltk", "vectors": "ngrams"}`, "Я люблю кошек", false, "nltk", ""},
		{"an encoder", `{"encoder": "context-en"}`, "Я люблю кошек", false, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := setup.Parse([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			e := &setup.Environment{CacheDir: t.TempDir(), Notify: func(notice string) { told = append(told, notice) }}
			for range 2 {
				opened, err := e.Open(t.Context(), s, setup.Material{References: []string{c.references}})
				if err != nil {
					t.Fatal(err)
				}
				if got := opened.Options.Tokenizer; got != c.tokenizer {
					t.Errorf("tokenizer %s, want %s", got, c.tokenizer)
				}
			}
			if s.LeftToReferences() != c.left {
				t.Errorf("left to references: %v", !c.left)
			}
			if c.told == "" && told != nil || c.told != "" && (len(told) != 1 || !strings.HasPrefix(told[0], c.told)) {
				t.Errorf("told %q, want once %q", told, c.told)
			}
		})
	}
}

// Every language of a built-in encoder is one that a person can name beside it.
func TestLanguagesOfEncoders(t *testing.T) {
	for _, b := range encoder.BuiltIns() {
		for _, code := range b.Languages {
			if _, err := (setup.Settings{Language: &code, Encoder: &b.Name}).Complete(setup.Settings{}); err != nil {
				t.Error(err)
			}
		}
		if b.Knows("xx") || !slices.IsSorted(b.Languages) {
			t.Errorf("%s knows %v", b.Name, b.Languages)
		}
	}
}
