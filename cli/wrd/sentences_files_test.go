package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A question is what somebody asks about files. testdata/sentences.txt has every sentence of the answer; those of
// standard error come first.
type question struct {
	name  string
	files map[string]string
	ask   []string // commands, of which the last answers
}

// said returns what the last command says in lines that are neither rows of a table nor a signature, and, if it writes
// page.html, its verdict, warnings, findings and legends.
func (q *question) said(t *testing.T) (said []string) {
	t.Helper()
	t.Setenv("WRD_CACHE_DIR", t.TempDir())
	t.Chdir(t.TempDir())
	for name, content := range q.files {
		writeTestFile(t, name, content)
	}
	var out, errs string
	for _, command := range q.ask {
		if name, content, ok := strings.Cut(command, " <- "); ok {
			writeTestFile(t, name, content)
			continue
		}
		out, errs, _ = runIn(t, fields(command)...)
	}
	last := q.ask[len(q.ask)-1]
	verb, _, _ := strings.Cut(last, " ")
	add := func(where, text string) {
		for _, line := range lines(text) {
			isRow, isSignature := strings.Contains(line, "  "), strings.Contains(line, "|version:")
			if !isRow && !isSignature && !isTitle.MatchString(line) {
				said = append(said, where+": "+line)
			}
		}
	}
	add("told", strings.ReplaceAll(errs, "wrd: ", ""))
	add(verb, out)
	if strings.Contains(last, "page.html") {
		for _, pattern := range []string{`<p class="(?:headline|say)"[^>]*>(.*?)</p>`, `<p class="warning">(.*?)</p>`,
			`(?s)<li(?: class="neutral")?>(<b>.*?)</li>`, `<p class="legend">(.*?)</p>`} {
			for _, line := range onPage(t, "page.html", pattern) {
				said = append(said, "page: "+line)
			}
		}
	}
	if said == nil {
		said = append(said, verb+": no sentence")
	}
	return said
}

// isTitle finds titles of tables of correlations.
var isTitle = regexp.MustCompile(`^([\w-]+, )?(segment|doc|domain|system) level`)

// fields splits a command at spaces, but for those between quotes.
func fields(command string) (list []string) {
	for i, part := range strings.Split(command, `"`) {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	return list
}

// A table has a column m of scores of systems, and human scores.
func table(scores, people systemScores) string { return tableOf("m", nil, scores, people) }

// documents are those of 40 segments, of which the last few have none.
func documents(each, without int) (of []string) {
	for i := range 40 - without {
		of = append(of, fmt.Sprint("d", i/each))
	}
	return append(of, make([]string, without)...)
}

// tableOf is table of another column, and with the documents of segments.
func tableOf(column string, docs []string, scores, people systemScores) string {
	var b strings.Builder
	fmt.Fprintf(&b, "system,segment,doc,human,%s\n", column)
	for _, system := range slices.Sorted(maps.Keys(people)) {
		for i, human := range people[system] {
			doc, score := "", ""
			if docs != nil {
				doc = docs[i]
			}
			if i < len(scores[system]) {
				score = fmt.Sprint(scores[system][i])
			}
			fmt.Fprintf(&b, "%s,%d,%s,%v,%s\n", system, i+1, doc, human, score)
		}
	}
	return b.String()
}

// six are scores of six systems, each a little further up than the one before or, for a step below 0, down.
func six(step float64) systemScores {
	scores := systemScores{}
	for i, name := range []string{"a", "b", "c", "d", "e", "f"} {
		scores[name] = shifted(step*float64(i), 0.01*float64(i+1))
	}
	return scores
}

// only returns the first n scores of some systems.
func (s systemScores) only(n int, names ...string) systemScores {
	some := systemScores{}
	for _, name := range names {
		some[name] = s[name][:n]
	}
	return some
}

const long = "the committee has decided to postpone the vote until next week."

// texts are files of texts: of one system and its references, unless they say otherwise.
func texts(candidate, reference string) map[string]string {
	return map[string]string{"c.txt": candidate, "r.txt": reference}
}

var scoreFiles = []string{"score -c c.txt -r r.txt"}

var questions = []question{
	{name: "score: one segment", files: texts("a cat sat\n", "a dog lay\n"), ask: scoreFiles},
	{name: "score: two measures of one segment", files: texts("the\n", "the\n"),
		ask: []string{"score -c c.txt -r r.txt --measure wrd,wrd_without_stopwords"}},
	{name: "score: a distance and similarities", files: texts("a cat sat\na dog\n", "a dog lay\na dog\n"),
		ask: []string{"score -c c.txt -r r.txt --measure wrd,bertscore,wmd"}},
	{name: "score: an empty output", files: texts("\n", "a dog lay\n"), ask: scoreFiles},
	{name: "score: an empty reference", files: texts("a cat\nb\n", "\nb\n"), ask: scoreFiles},
	{name: "score: nothing on both sides", files: texts("\n", "\n"), ask: scoreFiles},
	{name: "score: an empty output is left out", files: texts("\n", "a dog lay\n"),
		ask: []string{"score -c c.txt -r r.txt --empty skip"}},
	{name: "score: one of two outputs is left out", files: texts("\na dog\n", "a dog lay\na cat\n"),
		ask: []string{"score -c c.txt -r r.txt --empty skip"}},
	{name: "score: an empty output is an error", files: texts("\n", "a dog lay\n"),
		ask: []string{"score -c c.txt -r r.txt --empty error"}},
	{name: "score: no words in an output", files: texts("!!\n", "a dog lay\n"), ask: scoreFiles},
	{name: "score: no words in a reference", files: texts("a dog\na cat\n", "!!\na cat\n"), ask: scoreFiles},
	{name: "score: no words on both sides", files: texts("!!\n", "!!\n"), ask: scoreFiles},
	{name: "score: words that nobody knows", files: texts("xyzzy plugh\n", "a dog lay\n"), ask: scoreFiles},
	{name: "score: unknown words are left out", files: texts("xyzzy plugh\n", "a dog lay\n"),
		ask: []string{"score -c c.txt -r r.txt --oov skip"}},
	{name: "score: low coverage of many words", files: texts(strings.Repeat("xyzzy plugh a dog\n", 10),
		strings.Repeat("a dog lay there\n", 10)), ask: scoreFiles},
	{name: "score: low coverage of two systems", files: texts(strings.Repeat("xyzzy plugh a dog\n", 10),
		strings.Repeat("a dog lay there\n", 10)), ask: []string{"score -c x=c.txt -c y=c.txt -c good=r.txt -r r.txt"}},
	{name: "score: a byte-order mark and carriage returns", files: texts("\ufeffa cat\r\na dog\r\n", "a cat\na dog\n"),
		ask: scoreFiles},
	{name: "score: one line with a carriage return", files: texts("a cat\r\n", "a cat\n"), ask: scoreFiles},
	{name: "score: several references", files: texts("a cat\na dog\n", "a cat\na bird\n"),
		ask: []string{"score -c c.txt -r r.txt -r c.txt"}},
	{name: "score: a long text", files: texts(strings.Repeat("the cat sat on the mat and ", 200)+"\n", "a cat\n"),
		ask: []string{"score --encoder context-en -c c.txt -r r.txt"}},
	{name: "score: two long texts of two systems",
		files: texts(strings.Repeat(strings.Repeat("the cat sat on the mat and ", 200)+"\n", 2), "a cat\na dog\n"),
		ask:   []string{"score --encoder context-en -c x=c.txt -c y=c.txt -r r.txt"}},
	{name: "score: a proof",
		files: texts("a cat sat\n", "a dog lay\n"), ask: []string{"score -c c.txt -r r.txt --certify"}},

	{name: "explain: other words", ask: []string{`explain "red cars" "the bird sang"`}},
	{name: "explain: the same text", ask: []string{`explain "the cat sat" "the cat sat"`}},
	{name: "explain: one word", ask: []string{`explain cat cat`}},
	{name: "explain: words in another order", ask: []string{`explain "dog bites man" "man bites dog"`}},
	{name: "explain: a word that nobody knows", ask: []string{`explain "xyzzy cat" "a cat"`}},
	{name: "explain: unknown words are left out", ask: []string{`explain "xyzzy cat plugh" "the cat" --oov skip`}},
	{name: "explain: only unknown words", ask: []string{`explain xyzzy plugh --oov skip`}},
	{name: "explain: an empty text", ask: []string{`explain "" "a cat"`}},
	{name: "explain: empty texts", ask: []string{`explain "" ""`}},
	{name: "explain: no words", ask: []string{`explain "!!" "a cat"`}},
	{name: "explain: a text without a score", ask: []string{`explain "" "a cat" --empty skip`}},
	{name: "explain: files of one line", files: texts("a cat\n", "a dog\n"), ask: []string{"explain c.txt r.txt"}},
	{name: "explain: files of more lines", files: texts("a cat\na dog\n", "a dog\na dog\n"),
		ask: []string{"explain c.txt r.txt"}},

	{name: "mbr: a choice", files: texts("a cat\na cat sat\nthe dog\n", ""),
		ask: []string{"mbr c.txt --candidates-per-group 3"}},
	{name: "mbr: one candidate", files: texts("a cat\n", ""), ask: []string{"mbr c.txt --candidates-per-group 1"}},
	{name: "mbr: no words", files: texts("!!\n!!\n", ""), ask: []string{"mbr c.txt --candidates-per-group 2"}},
	{name: "mbr: empty candidates", files: texts("\n\n", ""),
		ask: []string{"mbr c.txt --candidates-per-group 2 --empty skip"}},

	{name: "sts: one pair", files: map[string]string{"p.tsv": "5\ta cat\ta cat\n"}, ask: []string{"sts --data p.tsv"}},
	{name: "sts: equal gold", files: map[string]string{"p.tsv": "5\ta cat\ta dog\n5\ta cat\ta cat\n"},
		ask: []string{"sts --data p.tsv"}},
	{name: "sts: equal scores", files: map[string]string{"p.tsv": "5\ta cat\ta cat\n2\ta dog\ta dog\n"},
		ask: []string{"sts --data p.tsv"}},
	{name: "sts: nothing to compare",
		files: map[string]string{"p.tsv": "5\ta cat\t\n"}, ask: []string{"sts --data p.tsv"}},
	{name: "sts: all is left out", files: map[string]string{"p.tsv": "5\ta cat\t!!\n2\t\ta dog\n"},
		ask: []string{"sts --data p.tsv --empty skip"}},
	{name: "sts: one of two files", files: map[string]string{"p.tsv": "5\ta cat\ta cat\n",
		"q.tsv": "5\ta cat\ta cat\n2\ta dog\ta cat\n"}, ask: []string{"sts --data p.tsv --data q.tsv"}},

	{name: "replay: the same", files: texts("a cat\na dog\n", "a dog\na dog\n"),
		ask: []string{"score -c c.txt -r r.txt -o results", "replay results"}},
	{name: "replay: the same of two systems", files: texts("a cat\n", "a dog\n"),
		ask: []string{"score -c x=c.txt -c y=r.txt -r r.txt -o results", "replay results"}},
	{name: "replay: other vectors", files: map[string]string{"c.txt": "east\n", "r.txt": "north\n",
		"v.vec": "2 2\neast 1 0\nnorth 0 1\n"}, ask: []string{"score -c c.txt -r r.txt --vectors v.vec -o results",
		"v.vec <- 2 2\neast 1 1\nnorth 0 1\n", "replay results"}},
	{name: "replay: other vectors, the same scores", files: map[string]string{"c.txt": "east\n", "r.txt": "north\n",
		"v.vec": "2 2\neast 1 0\nnorth 0 1\n"}, ask: []string{"score -c c.txt -r r.txt --vectors v.vec -o results",
		"v.vec <- 2 2\neast 2 0\nnorth 0 1\n", "replay results"}},

	{name: "correlate: agreement", files: map[string]string{"t.csv": table(six(0.1), six(0.1))}, ask: correlateTable},
	{name: "correlate: reversed order",
		files: map[string]string{"t.csv": table(six(-0.1), six(0.1))}, ask: correlateTable},
	{name: "correlate: a distance", files: map[string]string{"t.csv": tableOf("wrd", nil, six(-0.1), six(0.1))},
		ask: correlateTable},
	{name: "correlate: a distance the wrong way round",
		files: map[string]string{"t.csv": tableOf("wrd", nil, six(0.1), six(0.1))}, ask: correlateTable},
	{name: "correlate: one system",
		files: map[string]string{"t.csv": table(six(0.1).only(40, "b"), six(0.1).only(40, "b"))},
		ask:   []string{"correlate -t t.csv --samples 100 --level segment,system"}},
	{name: "correlate: two systems",
		files: map[string]string{"t.csv": table(six(0.1).only(40, "a", "b"), six(0.2).only(40, "a", "b"))},
		ask:   correlateTable},
	{name: "correlate: one segment", files: map[string]string{"t.csv": table(systemScores{"a": {1}, "b": {2}, "c": {4}},
		systemScores{"a": {2}, "b": {1}, "c": {3}})}, ask: correlateTable},
	{name: "correlate: one score",
		files: map[string]string{"t.csv": table(systemScores{"a": {1}}, systemScores{"a": {1}})},
		ask:   correlateTable},
	{name: "correlate: four segments", files: map[string]string{"t.csv": table(six(0.1).only(4, "a", "b", "c"),
		six(0.2).only(4, "a", "b", "c"))}, ask: correlateTable},
	{name: "correlate: people say the same of all", files: map[string]string{"t.csv": table(six(0.1).only(20, "a", "b"),
		systemScores{"a": equal(20, 1), "b": equal(20, 1)})}, ask: correlateTable},
	{name: "correlate: the measure says the same of all",
		files: map[string]string{"t.csv": table(systemScores{"a": equal(20, 1), "b": equal(20, 1)},
			six(0.1).only(20, "a", "b"))}, ask: correlateTable},
	{name: "correlate: ties everywhere", files: map[string]string{"t.csv": table(
		systemScores{"a": equal(20, 1), "b": equal(20, 1)}, systemScores{"a": equal(20, 1), "b": equal(20, 1)})},
		ask: correlateTable},
	{name: "correlate: equal systems", files: map[string]string{"t.csv": table(
		systemScores{"a": flat, "b": flat, "c": worse, "d": worse},
		systemScores{"a": flat, "b": flat, "c": noise, "d": noise})}, ask: correlateTable},
	{name: "correlate: a person among the systems", files: map[string]string{"t.csv": table(
		systemScores{"a": flat, "b": worse, "c": noise, "refA": worse},
		systemScores{"a": flat, "b": worse, "c": noise, "refA": worse})}, ask: correlateTable},
	{name: "correlate: two people among the systems", files: map[string]string{"t.csv": table(
		systemScores{"a": flat, "b": worse, "refA": noise, "refB": worse},
		systemScores{"a": flat, "b": worse, "refA": noise, "refB": worse})}, ask: correlateTable},
	{name: "correlate: whole documents",
		files: map[string]string{"t.csv": tableOf("m", documents(2, 0), six(0.1), six(0.2))},
		ask:   []string{"correlate -t t.csv --samples 100 --level segment --statistic pearson"}},
	{name: "correlate: one document",
		files: map[string]string{"t.csv": tableOf("m", documents(40, 0), six(0.1), six(0.2))},
		ask:   []string{"correlate -t t.csv --samples 100 --level segment,doc --statistic pearson"}},
	{name: "correlate: segments without a document",
		files: map[string]string{"t.csv": tableOf("m", documents(10, 2), six(0.1), six(0.2))},
		ask:   []string{"correlate -t t.csv --samples 100 --level doc --statistic pearson"}},
	{name: "correlate: one segment without a document",
		files: map[string]string{"t.csv": tableOf("m", documents(10, 1), six(0.1), six(0.2))},
		ask:   []string{"correlate -t t.csv --samples 100 --level doc --statistic pearson"}},
	{name: "correlate: a score is missing", files: map[string]string{"t.csv": table(
		systemScores{"a": flat, "b": worse[:39]}, systemScores{"a": flat, "b": worse})}, ask: correlateTable},
	{name: "correlate: no output has both scores", files: map[string]string{
		"t.csv": "system,segment,human,m\na,1,,2\na,2,1,\na,3,,3\n"}, ask: correlateTable},
	{name: "correlate: two human scores of a system", files: map[string]string{
		"t.csv": "system,segment,human,m\na,1,1,2\na,1,2,2\na,2,3,3\n"}, ask: correlateTable},
	{name: "correlate: two measures", files: map[string]string{"t.csv": table(six(0.1), six(0.2)),
		"u.csv": tableOf("n", nil, six(-0.1), six(0.2))}, ask: compareMeasures},
	{name: "correlate: two equal measures", files: map[string]string{"t.csv": table(six(0.1), six(0.2)),
		"u.csv": tableOf("n", nil, six(0.1), six(0.2))}, ask: compareMeasures},
	{name: "correlate: a measure without a value", files: map[string]string{"t.csv": table(six(0.1), six(0.2)),
		"u.csv": tableOf("n", nil, systemScores{"a": equal(40, 1), "b": equal(40, 1)}, six(0.2))}, ask: compareMeasures},
	{name: "correlate: one measure to compare", files: map[string]string{"t.csv": table(six(0.1), six(0.2))},
		ask: []string{"correlate -t t.csv --compare perm_both"}},

	{name: "correlate: groups", files: map[string]string{
		"t.csv": "group,system,segment,human,m\nde-en,a,1,1,0.5\nde-en,b,1,2,0.6\nfi-en,a,1,1,0.5\n"}, ask: correlateTable},
	{name: "check: copies of the source", files: texts("der Hund schläft im Garten\nein Tag\n",
		"der Hund schläft im Garten\nein Tag\n"), ask: []string{"check -c c.txt -s r.txt --floor wrd_source=0.5 --worst 0"}},
	{name: "check: one line of a file, conclusive or not", files: texts("a cat\n", "a dog\n"),
		ask: []string{"check -c c.txt -r r.txt --baseline r.txt --worst 0 --require-conclusive"}},
	{name: "tables: columns of words and of nothing", files: map[string]string{
		"t.csv": "system,segment,document,note,wrd,COMET\na,1,x,fine,0.2,\nb,1,x,bad,0.3,\n"}, ask: compareTable},
	{name: "tables: no column of segments", files: map[string]string{"t.csv": "system,wrd\na,0.2\nb,0.3\n"},
		ask: compareTable},
	{name: "tables: a system lacks a segment", files: map[string]string{
		"t.csv": "system,segment,wrd\na,1,0.2\na,2,0.2\nb,1,0.3\n"}, ask: compareTable},
	{name: "tables: a row is left out", files: map[string]string{
		"t.csv": "system,segment,wrd\na,1,0.2\na,2,0.2\nb,1,0.3\n"}, ask: []string{"compare -t t.csv --where segment=1"}},
	{name: "tables: rows are left out", files: map[string]string{
		"t.csv": "system,segment,wrd\na,1,0.2\na,2,0.2\nb,1,0.3\nb,2,0.3\n"},
		ask: []string{"compare -t t.csv --where segment=1"}},
	{name: "tables: another table lacks rows", files: map[string]string{
		"t.csv": "system,segment,wrd\na,1,0.2\na,2,0.3\nb,1,0.3\nb,2,0.1\n",
		"u.csv": "system,segment,COMET\na,1,0.2\nb,1,0.3\nb,2,0.1\n"},
		ask: []string{"compare -t t.csv -t u.csv"}},
	{name: "tables: some segments have a document", files: map[string]string{
		"t.csv": "system,segment,doc,wrd\na,1,x,0.2\na,2,,0.2\nb,1,x,0.3\nb,2,,0.1\n"}, ask: compareTable},
	{name: "tables: no row in common", files: map[string]string{"c.txt": "a cat\na dog\n", "r.txt": "a dog\na dog\n",
		"t.csv": "system,segment,wrd\nb,0,0.2\nb,1,0.3\n"},
		ask: []string{"score -c a=c.txt -r r.txt -o results", "compare -t results -t t.csv"}},
	{name: "tables: people judged other segments of each", files: map[string]string{
		"t.csv": "system,segment,human,wrd\na,1,1,0.1\na,2,2,0.1\na,3,,0.1\nb,1,1,0.2\nb,2,2,0.2\nb,3,3,0.2\n"},
		ask: compareTable},

	{name: "report: broken and odd outputs", files: map[string]string{"c.txt": strings.Join([]string{"", long,
		"the committee has decided to post", "it was very very very very good that the vote was postponed.",
		"комитет решил перенести голосование на следующую неделю.", "le vote est reportÃ© Ã\u00a0 la semaine prochaine.",
		"a whole other sentence that says it", "a whole other sentence that says it", long + " " + long + " " + long}, "\n"),
		"r.txt": strings.Join([]string{long, long, long, long, long, long, "the sun rose late this morning.",
			"nobody came to see the game today.", long}, "\n")}, ask: reportTexts},
	{name: "report: one of each of two systems", files: texts("\n"+long+"\n", long+"\n"+long+" again\n"),
		ask: []string{"score -c x=c.txt -c y=r.txt -r r.txt -o results", "report results -o page.html"}},
	{name: "report: copies of the source", files: map[string]string{
		"t.csv": "system,segment,source,candidate,reference,wrd\n" +
			"a,1,le vote est reporté,le vote est reporté,the vote is postponed,0.9\na,2,oui,yes,yes,0\n"},
		ask: []string{"report t.csv -o page.html"}},
	{name: "report: empty references", files: texts("a cat\na dog\n", "\na dog\n"), ask: reportTexts},
	{name: "report: one segment of one system", files: texts("a cat\n", "a dog\n"), ask: reportTexts},
	{name: "report: one segment of two systems", files: texts("a cat\n", "a dog\n"),
		ask: []string{"score -c x=c.txt -c y=r.txt -r r.txt -o results", "report results -o page.html"}},
	{name: "report: two systems alike", files: texts("a cat\na bird sang\n", "a dog\na bird\n"),
		ask: []string{"score -c x=c.txt -c y=c.txt -r r.txt -o results", "report results -o page.html"}},
	{name: "report: nothing is odd", files: texts("a cat sat\na dog\n", "a dog lay\na bird\n"), ask: reportTexts},
	{name: "report: no words", files: texts("!!\na dog\n", "a dog lay\na bird\n"), ask: reportTexts},
	{name: "report: a system without a score", files: map[string]string{
		"t.csv": "system,segment,wrd,COMET\na,1,0.2,1\na,2,0.2,1\nb,1,0.3,\nb,2,0.3,\n"},
		ask: []string{"report t.csv -o page.html"}},
	{name: "report: people judged one of two systems", files: map[string]string{
		"t.csv": "system,segment,human,wrd\na,1,1,0.1\na,2,2,0.1\nb,1,,0.2\nb,2,,0.2\n"},
		ask: []string{"report t.csv -o page.html"}},
	{name: "report: people say the same of all", files: map[string]string{
		"t.csv": "system,segment,human,wrd\na,1,1,0.1\na,2,1,0.1\na,3,1,0.2\n"},
		ask: []string{"report t.csv -o page.html"}},
}

var (
	correlateTable  = []string{"correlate -t t.csv --samples 100"}
	compareMeasures = []string{"correlate -t t.csv -t u.csv --samples 100 --level system --statistic pearson " +
		"--compare perm_both"}
	compareTable = []string{"compare -t t.csv"}
	reportTexts  = []string{"score -c c.txt -r r.txt -o results", "report results -o page.html"}
)
