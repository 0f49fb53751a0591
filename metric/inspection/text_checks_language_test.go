package inspection_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

// uncompared are settings of an inspection that only looks at texts.
var uncompared = inspection.Contents{Alignments: -1, Compared: &compare.Report{}}

// foreign returns which outputs of the first system are found to be in another language.
func foreign(t *testing.T, systems ...[]inspected) (places []int) {
	t.Helper()
	in, err := inspection.Inspect(t.Context(), uncompared, inspectInput(t, systems...))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range in.Rows {
		if row.Outputs[0].Findings&inspection.FoundLanguage != 0 {
			places = append(places, i)
		}
	}
	language := slices.Index(inspection.FindingNames(), "another language than the references")
	if counted := in.Systems[0].Findings[language]; counted != len(places) {
		t.Errorf("counted %d, listed %d", counted, len(places))
	}
	return places
}

func testdataLines(t testing.TB, name string) []string {
	t.Helper()
	content, err := os.ReadFile("../../testdata/mt/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(content)), "\n")
}

// Outputs in other languages of the same script are found; English ones are not, whatever else is odd about them.
func TestLanguage(t *testing.T) {
	references, outputs := testdataLines(t, "reference.txt"), testdataLines(t, "system-a.txt")
	for _, c := range []struct {
		name, candidate string
		want            bool
	}{
		{"German", "Der Ausschuss hat beschlossen, die Abstimmung auf die nächste Woche zu verschieben.", true},
		{"French", "Le comité a décidé de reporter le vote à la semaine prochaine.", true},
		{"Spanish", "El comité ha decidido aplazar la votación hasta la próxima semana.", true},
		{"Polish", "Komisja postanowiła przełożyć głosowanie na przyszły tydzień.", true},
		{"Turkish", "Komite oylamayı gelecek haftaya ertelemeye karar verdi.", true},
		{"a short text", "Das ist so.", false},
		{"names", "Kirill Ladygin, Dmitry Bragin and Alexei Dudukalo were the leaders.", false},
		{"words left untranslated", "George Websteriä was accused of the Pitlochryn hotelliraiskaukset in the north.", false},
		{"misspelt", "Teh comittee hass desided too postpone the voot untill nekst week.", false},
		{"other words", "Astronomers photographed interstellar comets orbiting beyond the farthest planets.", false},
		{"numbers", "1,204.5 kg; 38 %; 12:30 to 14:45; +49 30 901820; 2021-11-22; 3/4; 100,000.", false},
		{"an address", "https://www.example.org/index.html?lang=en", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list []inspected
			for i, reference := range references {
				list = append(list, inspected{"", outputs[i], []string{reference}, 0.5, nil})
			}
			list[7].candidate = c.candidate
			var want []int
			if c.want {
				want = []int{7}
			}
			if got := foreign(t, list); !slices.Equal(got, want) {
				t.Errorf("found %v, expected %v", got, want)
			}
			list[30].references = []string{"تساقط المطر طوال اليوم في المدينة"}
			if got := foreign(t, list); !slices.Equal(got, want) {
				t.Errorf("found %v with a reference in another language, expected %v", got, want)
			}
			for i := range 20 {
				list[i].references = []string{references[0]}
			}
			if got := foreign(t, list); got != nil {
				t.Errorf("found %v with references that are too few", got)
			}
		})
	}
}

// Of WMT17's outputs, translated into English, hardly one is found; of the sources in their place nearly all are.
func TestLanguageOfTranslations(t *testing.T) {
	if testing.Short() {
		t.Skip("inspects thousands of texts")
	}
	pairs := map[string][]inspected{}
	lines := bufio.NewScanner(bytes.NewReader(shareddata.Read(t, "data/mt/wmt17_da.jsonl")))
	for lines.Scan() {
		var row struct{ LP, Source, Candidate, Reference string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		pairs[row.LP] = append(pairs[row.LP], inspected{row.Source, row.Candidate, []string{row.Reference}, 0.5, nil})
	}
	for _, c := range []struct {
		pair    string
		allowed int // outputs that are more Turkish or Finnish than English
	}{{"cs-en", 0}, {"de-en", 0}, {"fi-en", 1}, {"lv-en", 0}, {"tr-en", 3}} {
		list := pairs[c.pair]
		if got := foreign(t, list); len(got) > c.allowed {
			t.Errorf("%s: found %d outputs, expected %d", c.pair, len(got), c.allowed)
		}
		planted, found := 0, 0
		for i := 0; i < len(list); i += 10 {
			list[i].candidate = list[i].source
			planted++
		}
		for _, i := range foreign(t, list) {
			if i%10 == 0 {
				found++
			}
		}
		if 10*found < 8*planted {
			t.Errorf("%s: found %d of %d sources in place of outputs", c.pair, found, planted)
		}
	}
}

// What is found does not depend on the order of systems, nor on whether a text comes before or after the references
// that are learned from.
func TestLanguageInAnyOrder(t *testing.T) {
	words := strings.Fields(strings.Join(testdataLines(t, "reference.txt"), " "))
	random := rand.New(rand.NewPCG(1, 2))
	sentence := func() string {
		var list []string
		for range 60 {
			list = append(list, words[random.IntN(len(words))])
		}
		return strings.Join(list, " ")
	}
	const planted = "Der Ausschuss hat beschlossen, die Abstimmung auf die nächste Woche zu verschieben."
	var a, b []inspected
	var want []int
	for i := range 1500 {
		references := []string{sentence()}
		a = append(a, inspected{"", sentence(), references, 0.5, nil})
		b = append(b, inspected{"", sentence(), references, 0.5, nil})
		if i%250 == 7 {
			want = append(want, i)
			a[i].candidate = fmt.Sprint(planted, i)
		}
	}
	for name, got := range map[string][]int{"alone": foreign(t, a), "first": foreign(t, a, b)} {
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %v, expected %v", name, got, want)
		}
	}
	in, err := inspection.Inspect(t.Context(), uncompared, inspectInput(t, b, a))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range in.Rows {
		if found := row.Outputs[1].Findings&inspection.FoundLanguage != 0; found != slices.Contains(want, i) {
			t.Errorf("last, row %d: found %t", i, found)
		}
	}
}
