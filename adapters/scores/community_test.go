package scores_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric/inspection"
)

const marotHeader = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"

// Files as evaluation campaigns and their tools leave them, with other texts and numbers.
func TestCommunityFiles(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		preset              rows.Preset
		systems             []string
		segments, column    string
		want                []float64 // the grid, -99 for no number
		notices             []string
	}{
		{"COMET's lines", "x", "hyp/a.txt\tSegment 0\tscore: 0.8275\nhyp/b.txt\tSegment 0\tscore: 0.5\n" +
			"hyp/a.txt\tSegment 1\tscore: -0.7000\nhyp/b.txt\tSegment 1\tscore: 0.25\nhyp/a.txt\tscore: 0.0638\n" +
			"hyp/b.txt\tscore: 0.3750\nPredictions saved in: x.json.\n",
			rows.COMET, []string{"a", "b"}, "1 2", "COMET", []float64{0.8275, -0.7, 0.5, 0.25}, nil},
		{"COMET's lines with variances", "x.txt", "a\tSegment 0\tscore: 0.8\tvariance: 0.0121\n",
			rows.COMET, []string{"a"}, "1", "COMET", []float64{0.8}, nil},
		{"COMET's lines of systems", "x", "a.txt\tscore: 0.7638\nb.txt\tscore: 0.7\n",
			rows.COMET, []string{"a", "b"}, "1", "COMET", []float64{0.7638, 0.7}, nil},
		{"comet-compare", "x.json", `{
    "model": "m",
    "statistical_results": [{"x_name": "a.txt", "y_name": "b.txt", "paired_t-test": {"p_value": 0.5}}],
    "source": ["q", "r"],
    "translations": [
        {"name": "a.txt", "mt": ["x", "y"], "scores": [0.81, 0.7]},
        {"name": "b.txt", "mt": ["z", "w"], "scores": [0.71, NaN]}
    ],
    "reference": ["e", "f"]
}`, rows.COMET, []string{"a", "b"}, "1 2", "COMET", []float64{0.81, 0.7, 0.71, -99}, nil},
		{"averages between blanks", "x.tsv", "system mqm_avg_score seg_id\nA.1 -5.666667 1\nA.1 -0.000000 2\nB None 1\nB -1.5 2\n",
			rows.MQM, []string{"A.1", "B"}, "1 2", "mqm", []float64{-5.666667, 0, -99, -1.5}, nil},
		{"averages between blanks and TABs", "x", "system mqm_avg_score seg_id\nA\t-1.000000 1\nA\tNone 2\n",
			rows.MQM, []string{"A"}, "1 2", "mqm", []float64{-1, -99}, nil},
		{"a mark that is not closed", "x.tsv", "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n" +
			"A\td\t1\t1\tr\tq\tA cat <v>?\tFluency/Punctuation\tMinor\n" +
			"A\td\t1\t1\tr\tq\tA <v>cat</v>?\tStyle/Awkward\tMinor\n" +
			"A\td\t2\t2\tr\tq\tA</v> dog.\tAccuracy/Omission\tMajor\n", rows.MQM, []string{"A"}, "1 2", "mqm", []float64{-1.1, -5},
			[]string{"x.tsv: counted 2 rows without the place of the error (line 2: found <v> at character 6 without </v>, " +
				"expected both)"}},
		{"Marot, with a comment in the header", "x.tsv", marotHeader + "\t# Documentation: a link\n" +
			"A\td\t1\t7\tr\tq\tA cat.\tAccuracy/Omission\tMajor\t{}\n" +
			"A\td\t1\t7\t\tq\tA cat.\t\t\t{\"segment\":{}}\n" +
			"B\td\t1\t7\tr\tq\tA cat.\tNo-error\tno_error\t{}\n", rows.MQM, []string{"A", "B"}, "7", "mqm", []float64{-5, 0}, nil},
		{"Marot without a header", "x.tsv", "A\td\t1\t7\tr\tq\tA cat.\tFluency/Grammar\tMinor\t{}\n" +
			"B\td\t1\t7\tr\tq\tA cat.\tNon-translation!\tMajor\t{}\n", rows.MQM, []string{"A", "B"}, "7", "mqm", []float64{-1, -25}, nil},
		{"Marot with a constant for numbers", "x.tsv", marotHeader + "\n" +
			"A\td\t1\t0\tr\tq\tA cat.\tFluency/Grammar\tMinor\t{}\nA\td\t2\t0\tr\tq\tA cat.\tStyle/Awkward\tMajor\t{}\n" +
			"A\td\t2\t0\tr\tq\tA cat.\tStyle/Awkward\tMinor\t{}\n", rows.MQM, []string{"A"}, "d/1 d/2", "mqm", []float64{-1, -6}, nil},
		{"Appraise", "x.csv", "ed1,A,s_#_1,TGT,eng,deu,80,d1,False,[],1.0,2.0\n" +
			"ed1,A,s_#_2,TGT,eng,deu,70,d1#incomplete,False,\"[{\"\"start_i\"\": 0}]\",1.0,2.0\n" +
			"ed1,A,s_#_2,BAD,eng,deu,5,d1#bad1,False,[],1.0,2.0\ned2,A,s_#_2,TGT,eng,deu,90,d1,False,[],1.0,2.0\n",
			rows.Appraise, []string{"A"}, "s_#_1 s_#_2", "human", []float64{80, 80},
			[]string{"x.csv: read 1 row of documents marked #incomplete, #bad or #dup as those of the documents themselves",
				"x.csv: left out 1 judgment of a kind other than TGT, with which raters are tested"}},
		{"Appraise, direct assessment", "x", "ed1,A,1,TGT,eng,deu,80,1.5,2.5\ned1,B,1,TGT,eng,deu,70,1.5,2.5\n",
			rows.Appraise, []string{"A", "B"}, "1", "human", []float64{80, 70}, nil},
		{"WMT25, judgments of documents", "x.jsonl", `{"doc_id":"en-de_#_news_#_1","src_text":"q","tgt_text":{"A":"a","G-4":"b","G-4.1":"c","refA":"r"},` +
			`"scores":{"A":[{"human":80,"errors":[]},{"human":70}],"G-4":[{"human":60}],"G-4.1":{"human":50}}}` + "\n" +
			`{"doc_id":"en-de_#_news_#_2","src_text":"q","tgt_text":{"A":"a","G-4":"b","G-4.1":"c"},"scores":{"A":[],"G-4":[{"human":65}],"G-4.1":[{"human":null}]}}`,
			rows.WMT25, []string{"A", "G-4", "G-4.1"}, "en-de_#_news_#_1 en-de_#_news_#_2", "human", []float64{75, -99, 60, 65, 50, -99}, nil},
		{"WMT25, parts of a document", "x.jsonl", `{"doc_id":"d","src_text":["p","q"],"tgt_text":{"A":["a","b"]},"scores":{"A":[{"human":1},{"human":2}]}}`,
			rows.WMT25, []string{"A"}, "d d/2", "human", []float64{1, 2}, nil},
	} {
		for _, preset := range []rows.Preset{"", c.preset} {
			t.Run(c.name+" "+string(preset), func(t *testing.T) {
				var notices []string
				tab, err := readFile(t, []byte(c.content), c.file, scores.Options{Preset: preset}, func(s string) { notices = append(notices, s) })
				if err != nil {
					t.Fatal(err)
				}
				var ids []string
				for _, s := range tab.Segments {
					ids = append(ids, s.ID)
				}
				if got := strings.Join(ids, " "); !slices.Equal(tab.Systems, c.systems) || got != c.segments {
					t.Errorf("systems %q, segments %q, want %q, %q", tab.Systems, got, c.systems, c.segments)
				}
				checkGrid(t, tab, c.column, c.want)
				if !slices.Equal(notices, c.notices) {
					t.Errorf("notices %q, want %q", notices, c.notices)
				}
			})
		}
	}
}

// checkGrid compares a column with numbers, of which -99 is none.
func checkGrid(t *testing.T, tab *scores.Table, column string, want []float64) {
	t.Helper()
	grid, err := tab.Grid(column)
	if err != nil {
		t.Fatal(err)
	}
	var got []float64
	for i := range tab.Systems {
		for k := range tab.Segments {
			v := grid.At(i, k)
			if v != v {
				v = -99
			}
			got = append(got, v)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", column, got, want)
	}
}

// The texts of such files are those of the table.
func TestCommunityTexts(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"comet-compare", `{"model":"m","statistical_results":[],"source":["q"],"translations":[{"name":"a.txt","mt":["x"],"scores":[0.5]}],"reference":["r"]}`,
			[]string{"a 1 q x r"}},
		{"WMT25", `{"doc_id":"d","src_text":"q","tgt_text":{"A":"a cat","refA":"r"},"scores":{"A":[{"human":1,"errors":[{"start_i":2,"end_i":4,"severity":"minor"}]}]}}`,
			[]string{"A d q a cat r cat minor"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := readFile(t, []byte(c.content), "x.json", scores.Options{}, func(string) {}); err != nil {
				t.Fatal(err)
			}
			var got []string
			err := eachText(t, "x.json", func(o inspection.OutputTexts) {
				said := []string{o.System, o.Segment.String(), o.Source, o.Candidate, strings.Join(o.References, "|")}
				for _, s := range o.Spans {
					said = append(said, o.Candidate[s.Start:s.End], s.Severity)
				}
				got = append(got, strings.Join(said, " "))
			})
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// Of several judgments by one rater the last or the mean counts, as it is asked; raters count alike.
func TestJudgments(t *testing.T) {
	const content = "system,segment,rater,x,y\nA,1,r,10,1\nA,1,s,50,2\nA,1,r,20,3\nA,1,r,60,\nB,1,r,5,4\n"
	for _, c := range []struct {
		judgments scores.Judgments
		x, y      []float64
		notice    string
	}{
		{scores.LastJudgment, []float64{55, 5}, []float64{2.5, 4}, "f: found 2 repeated judgments of one output by one rater: the last one counts"},
		{scores.MeanJudgments, []float64{40, 5}, []float64{2, 4}, "f: found 2 repeated judgments of one output by one rater: their mean counts"},
	} {
		t.Run(string(c.judgments), func(t *testing.T) {
			var notices []string
			tab, err := readFile(t, []byte(content), "f", scores.Options{Judgments: c.judgments}, func(s string) { notices = append(notices, s) })
			if err != nil {
				t.Fatal(err)
			}
			checkGrid(t, tab, "x", c.x)
			checkGrid(t, tab, "y", c.y)
			if !slices.Equal(notices, []string{c.notice}) {
				t.Errorf("notices %q, want %q", notices, c.notice)
			}
		})
	}
	if _, err := scores.ParseJudgments("first"); err == nil || err.Error() != `found "first", expected last or mean` {
		t.Errorf("first: %v", err)
	}
}

// The texts of a table with repeated judgments are those of the rows that count.
func TestJudgedTexts(t *testing.T) {
	const content = "system,segment,rater,x,candidate\nA,1,r,10,one\nA,1,r,20,two\nA,2,r,30,three\n"
	for judgments, want := range map[scores.Judgments]string{scores.LastJudgment: "two three", scores.MeanJudgments: "one three"} {
		input := scores.File{Path: "f", Options: scores.Options{Judgments: judgments}}
		tab, err := readFile(t, []byte(content), "f", input.Options, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = textsOf(tab, input, func(o inspection.OutputTexts) { got = append(got, o.Candidate) })
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: got %q, %v, want %s", judgments, got, err, want)
		}
	}
}

// Numbers in another notation, errors of spreadsheets and other separators are called what they are.
func TestOtherNotations(t *testing.T) {
	const comma = `, a number with a comma, expected a decimal point, such as 0.5, and no marks of thousands`
	for _, c := range []struct {
		name, file, content string
		o                   scores.Options
		want                string
	}{
		{"decimal commas of people", "f.csv", "system,segment,human\nA,1,\"0,5\"\nA,2,\"-0,6\"\n", scores.Options{},
			`f.csv:2: column "human": found "0,5"` + comma},
		{"one among others", "f.tsv", "system\tsegment\tx\nA\t1\t0.5\nA\t2\t1.234,5\n", scores.Options{},
			`f.tsv:3: column "x": found "1.234,5"` + comma},
		{"in a column that is asked for", "f.tsv", "system\tsegment\tx\nA\t1\t1,234.5\n", scores.Options{Columns: []string{"x"}},
			`f.tsv:2: column "x": found "1,234.5"` + comma},
		{"in JSON", "f.json", `[{"system":"A","segment":1,"x":"0,5"}]`, scores.Options{Columns: []string{"x"}},
			`f.json:1: column "x": found "0,5"` + comma},
		{"errors of a spreadsheet", "f.csv", "system,segment,x\nA,1,#N/A\nA,2,#DIV/0!\nA,3,0.1\n", scores.Options{},
			`f.csv:2: column "x": found "#N/A", an error of a spreadsheet, expected a finite number, or nothing where there is none`},
		{"errors alone", "f.csv", "system,segment,x\nA,1,#NAME?\n", scores.Options{Columns: []string{"x"}},
			`f.csv:2: column "x": found "#NAME?", an error of a spreadsheet, expected a finite number, or nothing where there is none`},
		{"a line about the separator", "f.csv", "sep=;\nsystem;segment;x\nA;1;0.5\n", scores.Options{},
			`f.csv:1: found "sep=;", which tells a spreadsheet what stands between fields, expected the names of columns: remove ` +
				`the line, and write commas or TABs between fields`},
		{"semicolons", "f.csv", "system;segment;x\nA;1;0.5\n", scores.Options{},
			"f.csv: found the columns system, segment, x between semicolons, expected commas or TABs between them"},
		{"no header", "f.csv", "A,1,0.5\nA,2,0.7\n", scores.Options{},
			"f.csv:1: found numbers among the names of columns (A, 1, 0.5), expected a line of names before the first row"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readFile(t, []byte(c.content), c.file, c.o, func(string) {})
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// A column that nobody asked for is left out with a notice, and says why when it is asked for later.
func TestIgnoredNotation(t *testing.T) {
	const why = `f:2: column "places": found "1,2", a number with a comma, expected a decimal point, such as 0.5, and no marks of thousands`
	var notices []string
	tab, err := readFile(t, []byte("system\tsegment\tplaces\tx\nA\t1\t1,2\t0.5\n"), "f", scores.Options{}, func(s string) { notices = append(notices, s) })
	if err != nil || !slices.Equal(tab.Columns(), []string{"x"}) || !slices.Equal(notices, []string{why + "; ignored the column"}) {
		t.Fatalf("%v, %q", err, notices)
	}
	if _, err := tab.Grid("places"); err == nil || err.Error() != why {
		t.Errorf("got %v, want %s", err, why)
	}
}

// A table with columns for each system is one with a row for each.
func TestWideScores(t *testing.T) {
	wide := layout(t, "human=*.human", "bleu=bleu_*")
	for _, c := range []struct{ name, file, content string }{
		{"CSV", "f.csv", "segment,A.human,B.human,bleu_A,bleu_B\n1,80,60,0.5,0.25\n2,70,,0.75,1\n"},
		{"JSON", "f.jsonl", `{"segment":1,"A":{"human":80},"B":{"human":60},"bleu_A":0.5,"bleu_B":0.25}` + "\n" +
			`{"segment":2,"A":{"human":70},"bleu_A":0.75,"bleu_B":1}`},
		{"JSON, a system that comes late", "f.jsonl", `{"segment":1,"A":{"human":80},"bleu_A":0.5,"bleu_B":0.25}` + "\n" +
			`{"segment":2,"A":{"human":70},"bleu_A":0.75,"bleu_B":1,"B":{"human":60}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab, err := readFile(t, []byte(c.content), c.file, scores.Options{Layout: wide}, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			human := []float64{80, 70, 60, -99}
			if strings.Contains(c.name, "late") {
				human = []float64{80, 70, -99, 60}
			}
			if !slices.Equal(tab.Systems, []string{"A", "B"}) {
				t.Errorf("systems %q", tab.Systems)
			}
			checkGrid(t, tab, "human", human)
			checkGrid(t, tab, "bleu", []float64{0.5, 0.75, 0.25, 1})
		})
	}
	ignored, err := readFile(t, []byte("segment,system,bleu_A,A.human\n1,z,0.5,80\n"), "f",
		scores.Options{Layout: layout(t, "human=*.human", "bleu=bleu_*", "system=")}, func(string) {})
	if err != nil || !slices.Equal(ignored.Systems, []string{"A"}) {
		t.Errorf("an ignored column of systems: %v", err)
	}
	for content, want := range map[string]string{
		"segment,x\n1,2\n":                         `f: found no column "bleu_*", expected one for each system; the columns are: segment, x`,
		"system,segment,A.human,bleu_A\nA,1,2,3\n": "f: found a column of systems and columns for each system, expected one or the other",
	} {
		if _, err := readFile(t, []byte(content), "f", scores.Options{Layout: wide}, func(string) {}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
