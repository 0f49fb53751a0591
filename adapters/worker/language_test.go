package worker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// scorerOf opens the scorer of settings.
func scorerOf(t *testing.T, settings setup.Settings) (*metric.Scorer, setup.Opened) {
	t.Helper()
	var e setup.Environment
	opened, err := e.Open(t.Context(), settings, setup.Material{})
	if err != nil {
		t.Fatal(err)
	}
	return scorer(t, opened.Options), opened
}

// Where nobody named the language, each request is scored in that of its references, as if it were named, and says so;
// candidates do not count, and the next request decides for itself.
func TestLanguageOfReferences(t *testing.T) {
	english, opened := scorerOf(t, setup.Settings{})
	japanese, inJapanese := scorerOf(t, setup.Settings{Language: new("ja")})
	kept, err := worker.OpenScores(cache.Open(t.TempDir(), nil), english, opened.Options)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	auto := worker.Config{Undecided: &setup.Settings{}, Scores: kept}
	const notice = "most letters of the references are Japanese: language ja, tokenizer written, vectors ngrams; "
	for _, c := range []struct{ method, params string }{
		{"score", `{"candidates": ["雨だ", "a"], "references": ["雨が降った", ["猫が好き", "cat"]]}`},
		{"explain", `{"candidate": "a cat", "reference": "雨が降った"}`},
		{"matrix", `{"groups": [{"candidates": ["雨だ"], "references": []}, {"candidates": ["a"], "references": ["雨が降った"]}]}`},
		{"mbr", `{"groups": [{"candidates": ["雨だ", "雨が降った"]}]}`},
		{"mbr", `{"groups": [{"candidates": ["rain", "it rained"], "references": ["雨が降った"]}]}`},
		{"compare", `{"systems": {"a": ["雨だ", "b"], "b": ["a", "c"]}, "references": ["雨が降った", "猫が好き"]}`},
	} {
		t.Run(c.method, func(t *testing.T) {
			request := fmt.Sprintf(`{"method": %q, "params": %s}`, c.method, c.params) + "\n"
			const mostlyEnglish = `{"method": "score", "params": {"candidates": ["雨だ"], "references": ["the cat 猫"]}}` + "\n"
			got := serve(t, english, auto, strings.Repeat(request+mostlyEnglish, 2))
			want := serve(t, japanese, worker.Config{Scoring: inJapanese.Settings}, request)[0]
			asEnglish := serve(t, english, worker.Config{}, mostlyEnglish)[0]
			for i, answer := range got {
				if i%2 == 1 {
					if string(answer.Result) != string(asEnglish.Result) {
						t.Errorf("got %s, want %s", answer.Result, asEnglish.Result)
					}
					continue
				}
				if answer.Error != nil {
					t.Fatal(answer.Error)
				}
				var result, expected map[string]any
				for from, into := range map[*json.RawMessage]*map[string]any{&answer.Result: &result, &want.Result: &expected} {
					if err := json.Unmarshal(*from, into); err != nil {
						t.Fatal(err)
					}
				}
				warnings, _ := result["warnings"].([]any)
				if len(warnings) == 0 || !strings.HasPrefix(warnings[0].(string), notice) {
					t.Fatalf("warnings %q", warnings)
				}
				if result["warnings"] = warnings[1:]; len(warnings) == 1 {
					delete(result, "warnings")
				}
				if fmt.Sprint(result) != fmt.Sprint(expected) {
					t.Errorf("got %v\nwant %v", result, expected)
				}
			}
		})
	}
	packed := pack([]string{"雨だ"}, [][]string{{"雨が降った"}}, nil)
	var out bytes.Buffer
	err = worker.Serve(t.Context(), english, auto, strings.NewReader(fmt.Sprintf(
		"{\"method\": \"score\", \"frame\": %d}\n%s", len(packed), packed)), &out)
	if err != nil || !strings.Contains(out.String(), notice) || !strings.Contains(out.String(), japanese.Signature(1).String()) {
		t.Errorf("frame: %q, %v", out.String(), err)
	}
}

// A notice is about the references of its own request, also where the scorer is that of an earlier one.
func TestLanguageInLatinLetters(t *testing.T) {
	english, _ := scorerOf(t, setup.Settings{})
	german, _ := scorerOf(t, setup.Settings{Language: new("de")})
	auto := worker.Config{Undecided: &setup.Settings{}}
	sentences := []string{"Gestern hat es den ganzen Tag geregnet, also blieben wir zu Hause.",
		"Niemand weiß bisher, wie das Feuer im Keller entstehen konnte.",
		"Ihre Großmutter verkaufte auf dem Markt Gemüse aus dem Garten.", "Die Straße war für mehrere Stunden gesperrt."}
	const about = "%d of %d references look German: language de, tokenizer written, vectors ngrams; purpose translation takes "
	var requests strings.Builder
	counts := []int{2, 3, 4, 3, 2}
	for _, n := range counts {
		references := make([][]string, n)
		for i := range references {
			references[i] = sentences[i : i+1]
		}
		requests.WriteString(request(t, n, sentences[:n], references))
	}
	for i, answer := range serve(t, english, auto, requests.String()) {
		n := counts[i]
		var read struct {
			Warnings  []string
			Signature string
		}
		if err := json.Unmarshal(answer.Result, &read); err != nil {
			t.Fatal(err, answer.Error)
		}
		warning, signature := fmt.Sprintf(about, n, n), german.Signature(1).String()
		if n == 2 {
			warning, signature = "only ", english.Signature(1).String()
		}
		if len(read.Warnings) != 1 || !strings.HasPrefix(read.Warnings[0], warning) || read.Signature != signature {
			t.Errorf("%d: found %q with %s", n, read.Warnings, read.Signature)
		}
	}
	translation := setup.Settings{Purpose: new("translation")}
	translations, _ := scorerOf(t, translation)
	candidates, references := sentences[:3], [][]string{sentences[:1], sentences[1:2], sentences[2:3]}
	answer := serve(t, translations, worker.Config{Undecided: &translation}, request(t, 1, candidates, references))[0]
	if got := string(answer.Result); !strings.Contains(got, `"warnings":["3 of 3 references look German: language de, encoder context-multi"]`) ||
		!strings.Contains(got, `wrd|encoder:context-multi@`) {
		t.Errorf("translations: found %s", got)
	}
	for _, c := range []struct {
		references []string
		want       string
	}{
		{sentences, `{"language":"de","notice":"4 of 4 references look German: language de, tokenizer written, vectors ngrams; ` +
			`purpose translation takes the encoder context-multi, which sees words in context"}`},
		{sentences[:2], `{"language":"en"}`},
		{nil, `{"language":"en"}`},
	} {
		asked, err := json.Marshal(c.references)
		if err != nil {
			t.Fatal(err)
		}
		asking := fmt.Sprintf(`{"method": "language", "params": {"references": %s}}`, asked) + "\n"
		if got := serve(t, english, auto, asking)[0]; string(got.Result) != c.want {
			t.Errorf("found %s, want %s", got.Result, c.want)
		}
	}
}

// TestScoresOfLanguagesAreKept puts other scores under the settings of Japanese: a worker takes them for Japanese
// references, and makes its own for English ones.
func TestScoresOfLanguagesAreKept(t *testing.T) {
	english, opened := scorerOf(t, setup.Settings{})
	japanese, openedJapanese := scorerOf(t, setup.Settings{Language: new("ja")})
	c := cache.Open(t.TempDir(), nil)
	inJapanese := request(t, 1, []string{"雨だ"}, [][]string{{"雨が降った"}})
	inEnglish := request(t, 2, []string{"a cat sat"}, [][]string{{"the cat slept there"}})
	scores := func(s *metric.Scorer, settings worker.Config, input string) string {
		var read worker.Score
		if err := json.Unmarshal(serve(t, s, settings, input)[0].Result, &read); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(*read.Scores["wrd"][0])
	}
	own := scores(japanese, worker.Config{}, inJapanese)
	kept := openScores(t, c, japanese, openedJapanese.Options)
	other := scores(english, worker.Config{Scores: kept}, inJapanese)
	kept.Close()
	if own == other {
		t.Fatal("both scorers give the same: the test is blind")
	}
	kept = openScores(t, c, english, opened.Options)
	defer kept.Close()
	auto := worker.Config{Undecided: &setup.Settings{}, Scores: kept}
	if got := scores(english, auto, inJapanese); got != other {
		t.Errorf("Japanese: found %s, expected %s, which is kept", got, other)
	}
	if got, want := scores(english, auto, inEnglish), scores(english, worker.Config{}, inEnglish); got != want {
		t.Errorf("English: found %s, expected %s", got, want)
	}
}
