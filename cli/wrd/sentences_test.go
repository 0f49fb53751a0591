package main

import (
	"encoding/xml"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Scores of 40 segments: those that others are held against, a little worse ones, and such that chance explains.
var (
	flat  = shifted(0, 0)
	worse = shifted(0.02, 0.01)
	noise = shifted(0.001, 0.2)
)

// A situation is what somebody asks about scores. testdata/sentences.txt has every sentence that code puts together there,
// and where it stands first, to be read as a stranger reads it. Whoever writes a sentence adds the situations in which it could be
// false to situations, runs -update, and reads.
type situation struct {
	name   string
	of     string       // the column, wrd if it is ""; COMET is a column of which higher is better
	scores systemScores // of compare and report or, next to those before, of check
	before systemScores
	people systemScores // human scores beside them, perhaps of some systems and of their first segments
	docs   int          // how many segments a document has, 0 for none
	texts  []string     // of the first segments of this run, of which each has a text before; nil for none at all
	flags  []string
}

// systemScores are those of systems.
type systemScores map[string][]float64

// shifted returns 40 scores, all higher by about d than those of shifted(0): by more and less in turn, up to noise.
func shifted(d, noise float64) (list []float64) {
	for i := range 40 {
		list = append(list, 0.2+float64(i*31%17)/100+d+noise*float64(i*7%5-2)/2)
	}
	return list
}

// equal returns n equal scores.
func equal(n int, x float64) []float64 { return slices.Repeat([]float64{x}, n) }

// write writes a table.
func (s systemScores) write(t *testing.T, dir, name string, c *situation) string {
	t.Helper()
	column := "wrd"
	if c.of != "" {
		column = c.of
	}
	var b strings.Builder
	fmt.Fprintf(&b, "system,segment,doc,%s,%shuman\n", column, textColumns(c, "candidate,reference,"))
	for _, system := range slices.Sorted(maps.Keys(s)) {
		for i, x := range s[system] {
			doc, human := "", ""
			if c.docs > 0 {
				doc = fmt.Sprint(i / c.docs)
			}
			if judged := c.people[system]; i < len(judged) {
				human = fmt.Sprint(judged[i])
			}
			text := fmt.Sprint("output ", i+1)
			if name == nowTable && i < len(c.texts) {
				text = c.texts[i]
			}
			text = textColumns(c, fmt.Sprintf("%s,reference %d,", text, i+1))
			fmt.Fprintf(&b, "%s,%d,%s,%v,%s%s\n", system, i+1, doc, x, text, human)
		}
	}
	content := b.String()
	if c.people == nil {
		content = regexp.MustCompile(`(?m),(human)?$`).ReplaceAllString(content, "")
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// nowTable is the table of this run.
const nowTable = "now.csv"

// textColumns returns columns of texts where there are texts.
func textColumns(c *situation, columns string) string {
	if c.texts == nil {
		return ""
	}
	return columns
}

// said returns the sentences of compare and report, or of check everywhere that it has a report: each after where it is.
func (c *situation) said(t *testing.T) (said []string) {
	t.Helper()
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	add := func(where string, lines []string) {
		for _, line := range lines {
			said = append(said, where+": "+line)
		}
	}
	run := func(args ...string) (stdout, stderr string) {
		stdout, stderr, _ = runIn(t, append(args, c.flags...)...)
		if strings.Contains(stderr, "wrd: hint: ") {
			t.Fatalf("%s: %s", args, stderr)
		}
		return stdout, stderr
	}
	now := c.scores.write(t, dir, nowTable, c)
	if c.before == nil {
		if len(c.scores) > 1 {
			out, _ := run("compare", "--table", now)
			first, rest, _ := strings.Cut(out, "\n\n")
			add("compare", strings.Split(first, "\n"))
			_, rest, _ = strings.Cut(rest, "\n\n")
			rest, _, _ = strings.Cut(rest, "compare|test:")
			add("compare", slices.DeleteFunc(lines(rest), func(line string) bool { return strings.Contains(line, "--details shows") }))
		}
		run("report", now, "-o", page)
		add("page", slices.DeleteFunc(verdictOf(t, page), func(line string) bool { return slices.Contains(said, "compare: "+line) }))
		return said
	}
	suite := filepath.Join(dir, "suite.xml")
	out, annotations := run("check", "--results", now, "--baseline", c.before.write(t, dir, "before.csv", c), "--worst", "0",
		"--report", page, "--junit", suite, "--annotations")
	first, out, _ := strings.Cut(out, "\n\n")
	if c.texts != nil {
		add("check", lines(first))
	}
	_, out, _ = strings.Cut(out, "\n\n")
	out, _, _ = strings.Cut(out, "\n\n")
	add("check", lines(out))
	found := foundIn(t, suite)
	add("junit", found)
	for _, line := range lines(annotations) {
		if _, message, _ := strings.Cut(line, "::"); !slices.Contains(found, message[strings.Index(message, "::")+2:]) {
			t.Errorf("GitHub is told %q, JUnit %q", line, found)
		}
	}
	add("page", verdictOf(t, page))
	return said
}

func lines(text string) (list []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			list = append(list, line)
		}
	}
	return list
}

// verdictOf returns the sentences at the top of a page.
func verdictOf(t *testing.T, path string) []string {
	return onPage(t, path, `<p class="(?:headline|say)"[^>]*>(.*?)</p>`)
}

// onPage returns the text of what a pattern finds on a page.
func onPage(t *testing.T, path, pattern string) (list []string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range regexp.MustCompile(pattern).FindAllSubmatch(page, -1) {
		text := strings.ReplaceAll(string(said[1]), "<br>", " / ")
		list = append(list, html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, "")))
	}
	return list
}

// foundIn returns what JUnit XML says of each test.
func foundIn(t *testing.T, path string) (list []string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type message struct {
		Text string `xml:"message,attr"`
	}
	var suites struct {
		Cases []struct {
			Failure message `xml:"failure"`
			Skipped message `xml:"skipped"`
			Output  string  `xml:"system-out"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(content, &suites); err != nil {
		t.Fatal(err)
	}
	for _, c := range suites.Cases {
		list = append(list, c.Failure.Text+c.Skipped.Text+c.Output)
	}
	return list
}

var digits = regexp.MustCompile(`\d+`)

// Sentences about scores are those that were read and found true in each situation.
func TestSentences(t *testing.T) {
	const path = "testdata/sentences.txt"
	var situated []string
	for _, c := range situations {
		situated = append(situated, "# "+c.name+"\n"+strings.Join(c.said(t), "\n")+"\n")
	}
	seen := map[string]bool{} // a sentence is read once
	for _, q := range questions {
		t.Run(q.name, func(t *testing.T) {
			key := func(line string) string { // of what a page says below its tables in other numbers
				if strings.HasPrefix(line, "page: ") {
					return digits.ReplaceAllString(line, "0")
				}
				return line
			}
			said := slices.DeleteFunc(q.said(t), func(line string) bool { return seen[key(line)] })
			for _, line := range said {
				seen[key(line)] = !strings.HasPrefix(q.name, "check: ")
			}
			if len(said) > 0 {
				situated = append(situated, "# "+q.name+"\n"+strings.Join(said, "\n")+"\n")
			}
		})
	}
	said := strings.ReplaceAll(strings.Join(situated, "\n"), "\u00a0", " ")
	if *update {
		if err := os.WriteFile(path, []byte(said), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(read), said); diff != "" {
		t.Errorf("-read +said now (-update writes it):\n%s", diff)
	}
}

var situations = []situation{
	{name: "two systems, a difference is shown", scores: systemScores{"a": flat, "b": worse}},
	{name: "two systems, none is shown", scores: systemScores{"a": flat, "b": noise}},
	{name: "higher is better", of: "COMET", scores: systemScores{"a": flat, "b": worse}},
	{name: "the same scores", scores: systemScores{"a": flat, "b": flat}},
	{name: "three, all differ", scores: systemScores{"a": flat, "b": worse, "c": shifted(0.05, 0.01)}},
	{name: "three, one pair is open", scores: systemScores{"a": flat, "b": noise, "c": shifted(0.3, 0.01)}},
	{name: "not corrected", scores: systemScores{"a": flat, "b": shifted(0.01, 0.06), "c": shifted(0, 0.1)},
		flags: []string{"--correction", "none"}},
	{name: "against a baseline", scores: systemScores{"a": flat, "b": worse, "c": noise, "d": shifted(-0.1, 0.01)},
		flags: []string{"--baseline", "a"}},
	{name: "one document", docs: 40, scores: systemScores{"a": flat, "b": worse}},
	{name: "each score is the same", scores: systemScores{"a": equal(10, 0.2), "b": equal(10, 0.3)}},
	{name: "equal means, uneven ranks",
		scores: systemScores{"a": equal(40, 0.5), "b": append(equal(36, 0.5625), equal(4, -0.0625)...)},
		flags:  []string{"--test", "wilcoxon"}},
	{name: "people agree", scores: systemScores{"a": flat, "b": worse},
		people: systemScores{"a": shifted(1, 0), "b": flat}},
	{name: "people prefer the other", scores: systemScores{"a": flat, "b": worse},
		people: systemScores{"a": flat, "b": shifted(1, 0)}},
	{name: "people judged some segments", docs: 4,
		scores: systemScores{"a": flat, "b": worse, "c": shifted(0.05, 0.01)},
		people: systemScores{"a": flat[:30], "b": shifted(1, 0)[:30], "c": shifted(2, 0)[:20]}},

	{name: "check: a drop of a similarity", of: "COMET", before: systemScores{"a": worse},
		scores: systemScores{"a": flat},
		flags:  []string{"--measure", "COMET", "--margin", "0.01"}},
	{name: "check: a drop within the margin", before: systemScores{"a": flat}, scores: systemScores{"a": worse},
		flags: []string{"--margin", "0.05"}},
	{name: "check: a gain", before: systemScores{"a": worse}, scores: systemScores{"a": flat}},
	{name: "check: the same", before: systemScores{"a": flat}, scores: systemScores{"a": flat}},
	{name: "check: no drop is shown that would show", before: systemScores{"a": flat},
		scores: systemScores{"a": noise}, flags: []string{"--margin", "0.1"}},
	{name: "check: inconclusive documents", docs: 4, before: systemScores{"a": flat},
		scores: systemScores{"a": noise}},
	{name: "check: one segment", before: systemScores{"a": {0.2}}, scores: systemScores{"a": {0.3}}},
	{name: "check: one document", docs: 40, before: systemScores{"a": flat}, scores: systemScores{"a": worse}},
	{name: "check: a large drop of few segments", before: systemScores{"a": flat[:5]},
		scores: systemScores{"a": shifted(0.3, 0)[:5]}, flags: []string{"--margin", "0.1"}},
	{name: "check: equal means, uneven ranks", before: systemScores{"a": equal(40, 0.5)},
		scores: systemScores{"a": append(equal(36, 0.5625), equal(4, -0.0625)...)},
		flags:  []string{"--test", "wilcoxon"}},
	{name: "check: broken outputs", before: systemScores{"a": flat}, scores: systemScores{"a": flat},
		texts: []string{"", " ", "!!", "sorry", "sorry", "sorry", "other", "other", ""}},
	{name: "check: one broken output, and a drop", before: systemScores{"a": flat}, scores: systemScores{"a": worse},
		texts: []string{"***"}},
	{name: "check: as many broken outputs as are allowed", before: systemScores{"a": flat},
		scores: systemScores{"a": flat}, texts: []string{"", ""}, flags: []string{"--max-broken", "5%"}},
	{name: "check: no broken output", before: systemScores{"a": flat}, scores: systemScores{"a": flat},
		texts: []string{"new", "texts"}},
	{name: "check: broken outputs of two systems", before: systemScores{"a": flat, "b": flat},
		scores: systemScores{"a": flat, "b": noise}, texts: []string{"", "", ""}},
	{name: "check: a floor", before: systemScores{"a": flat}, scores: systemScores{"a": worse},
		flags: []string{"--floor", "wrd=0.25"}},
}
