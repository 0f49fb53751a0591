package adapters_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cite"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
)

// Each built-in encoder is cited with what it was made of, and the measures of others with their papers.
func TestCiteWorks(t *testing.T) {
	for _, c := range []struct {
		name, encoder, vectors string
		measures               []string
		want                   string
	}{
		{"the default", "", "distilled-en", []string{"wrd"}, "yokoi-etal-2020-word wrd wrd-distilled-en"},
		{"measures of others", "", "mine.vec", []string{"wmd_without_stopwords", "bertscore"},
			"yokoi-etal-2020-word wrd kusner-etal-2015-word zhang-etal-2020-bertscore"},
		{"another encoder", "LaBSE", "", []string{"wrd"}, "yokoi-etal-2020-word wrd"},
	} {
		var keys []string
		for _, work := range cite.Works(c.measures, c.encoder, c.vectors) {
			keys = append(keys, work.Key)
		}
		if got := strings.Join(keys, " "); got != c.want {
			t.Errorf("%s: found %s, want %s", c.name, got, c.want)
		}
	}
	for _, b := range encoder.BuiltIns() {
		if works := cite.Works(nil, b.Name, ""); len(works) < 5 {
			t.Errorf("%s: found %d works, expected what it was made of and tuned on", b.Name, len(works))
		}
	}
}

// BibTeX has balanced braces and no character that LaTeX would obey, also in the signature.
func TestCiteBibTeX(t *testing.T) {
	var b strings.Builder
	if err := cite.Write(&b, cite.FormatBibTeX, cite.Works([]string{"wrd", "wmd", "bertscore"}, "context-multi", ""), "wrd|vectors:a_b%#{|x"); err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(`\{`, "", `\}`, "").Replace(b.String())
	if strings.Count(text, "{") != strings.Count(text, "}") {
		t.Errorf("braces do not match:\n%s", text)
	}
	for _, want := range []string{"@software{wrd,", `\texttt{wrd$|$\allowbreak vectors:a\_b\%\#\{$|$\allowbreak x}`,
		"journal = {Transactions", "pages = {2944--2960}", "author = {{The wrd project}}", "author = {Liang Wang and others}"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("does not have %s:\n%s", want, b.String())
		}
	}
}

// CITATION.cff is of this version and names the same paper.
func TestCiteCitationFile(t *testing.T) {
	content, err := os.ReadFile("../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	paper := cite.Works(nil, "", "")[0]
	for _, want := range []string{"version: " + metric.Version + "\n", paper.URL, paper.Title} {
		if !strings.Contains(string(content), want) {
			t.Errorf("CITATION.cff lacks %s", want)
		}
	}
}
