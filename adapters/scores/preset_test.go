package scores_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// The files are as the tools print them: sacreBLEU 2.6.0, unbabel-comet 2.2.7, bert-score 0.3.13 and mt-metrics-eval,
// with other texts and numbers.
func TestPresets(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		preset              rows.Preset // that reads the same when it is asked for
		systems, columns    []string
		segments            string // their ids
		column              string
		want                []float64 // its grid
		signature           string
	}{
		{"sacreBLEU, a line for each segment", "a.bleu",
			"BLEU|nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:2.6.0 = 71.7 100.0/100.0/100.0/0.0 (BP = " +
				"0.717 ratio = 0.750 hyp_len = 3 ref_len = 4)\n" +
				"BLEU|nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:2.6.0 = 42.9 100.0/50.0/0.0/0.0 (BP = " +
				"0.607 ratio = 0.667 hyp_len = 2 ref_len = 3)\n",
			rows.SacreBLEU, []string{"a"}, []string{"BLEU"}, "1 2", "BLEU", []float64{71.7, 42.9},
			"BLEU|nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:2.6.0"},
		{"sacreBLEU's chrF", "a", "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0 = " +
			"66.0\nchrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0 = 39.9\n",
			rows.SacreBLEU, []string{"a"}, []string{"chrF2"}, "1 2", "chrF2", []float64{66, 39.9},
			"chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"},
		{"sacreBLEU, several systems", "x.json", `[
    {
        "system": "hyp.txt",
        "BLEU": "0.0",
        "chrF2": "51.7 (51.6 ± 7.1)",
        "TER": "28.6"
    },
    {
        "system": "hyp2.txt",
        "BLEU": "12.5",
        "chrF2": "51.2 (51.3 ± 7.0)",
        "TER": "42.9"
    }
]`, rows.SacreBLEU, []string{"hyp", "hyp2"}, []string{"BLEU", "TER", "chrF2"}, "1", "chrF2", []float64{51.7, 51.2}, ""},
		{"sacreBLEU, a paired test", "x.json", `[
    {
        "system": "Baseline: out/hyp.txt",
        "BLEU": {
            "score": 79.3468575880278,
            "p_value": null,
            "mean": null,
            "ci": null
        }
    },
    {
        "system": "hyp2.txt",
        "BLEU": {
            "score": 49.25523554536212,
            "p_value": 0.0006999300069993001,
            "mean": 49.1,
            "ci": 3.5
        }
    }
]`, rows.SacreBLEU, []string{"hyp", "hyp2"}, []string{"BLEU"}, "1", "BLEU", []float64{79.3468575880278, 49.25523554536212}, ""},
		{"sacreBLEU, one system", "mine.json", `{
 "name": "BLEU",
 "score": 31.5,
 "signature": "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
 "verbose_score": "100.0/66.7/100.0/0.0 (BP = 0.670 ratio = 0.714 hyp_len = 5 ref_len = 7)",
 "nrefs": "1"
}`, rows.SacreBLEU, []string{"mine"}, []string{"BLEU"}, "1", "BLEU", []float64{31.5}, "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"},
		{"numbers alone, as sacreBLEU -b", "sys1.txt", "71.7\n42.9\n", rows.MTMetricsEval, []string{"sys1"},
			[]string{"sys1.txt"}, "1 2", "sys1.txt", []float64{71.7, 42.9}, ""},
		{"COMET", "comet.json", `{
    "out/b.txt": [
        {
            "src": "eins",
            "mt": "one",
            "ref": "one",
            "COMET": 0.98
        },
        {
            "src": "zwei",
            "mt": "too",
            "ref": "two",
            "COMET": NaN
        }
    ],
    "out/a.txt": [
        {"src": "eins", "mt": "an NaN", "ref": "one", "COMET": 0.5, "errors": [{"text": "an", "severity": "minor"}]},
        {"src": "zwei", "mt": "", "ref": "two", "COMET": 0.25}
    ]
}`, rows.COMET, []string{"a", "b"}, []string{"COMET"}, "1 2", "COMET", []float64{0.5, 0.25, 0.98, -1}, ""},
		{"BERTScore", "a.bs", "roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.30.2) P: 0.957378 R: 0.961325 F1: " +
			"0.959333\n0.950000\t0.960000\t0.955000\n0.96\t0.97\t0.965\n",
			rows.BERTScore, []string{"a"}, []string{"BERTScore_P", "BERTScore_R", "BERTScore_F1"}, "1 2",
			"BERTScore_R", []float64{0.96, 0.97}, "roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.30.2)"},
		{"BERTScore without its summary", "a.bs", "0.95\t0.96\t0.955\n0.96\t0.97\t0.965\n", rows.BERTScore,
			[]string{"a"}, []string{"BERTScore_P", "BERTScore_R", "BERTScore_F1"}, "1 2", "BERTScore_F1",
			[]float64{0.955, 0.965}, ""},
		{"mt-metrics-eval, people", "en-de.mqm.seg.score", "b\t-1.5\nb\tNone\na\t0.0\na\t-25\n", rows.MTMetricsEval,
			[]string{"a", "b"}, []string{"mqm"}, "1 2", "mqm", []float64{0, -25, -1.5, -1}, ""},
		{"mt-metrics-eval, a metric", "BLEU-refA.seg.score", "b 10\nb 20\na 30\na 40\n", rows.MTMetricsEval,
			[]string{"a", "b"}, []string{"BLEU-refA"}, "1 2", "BLEU-refA", []float64{30, 40, 10, 20}, ""},
		{"mt-metrics-eval, domains", "BLEU-refA.domain.score", "news b 10\nnews a 20\nchat b 30\nchat a 40\n",
			rows.MTMetricsEval, []string{"a", "b"}, []string{"BLEU-refA"}, "news chat", "BLEU-refA",
			[]float64{20, 40, 10, 30}, ""},
		{"SummEval", "model_annotations.aligned.jsonl",
			`{"id": "t1", "decoded": "a", "expert_annotations": [{"coherence": 2, "consistency": 1, "fluency": 4, "relevance": 2}, {"coherence": 1, "consistency": 1, "fluency": 2, "relevance": 1}, {"coherence": 1, "consistency": 1, "fluency": 3, "relevance": 2}], "turker_annotations": [{"coherence": 3, "consistency": 3, "fluency": 3, "relevance": 4}], "references": ["x"], "model_id": "M11", "filepath": "f"}
{"id": "t2", "decoded": "a", "expert_annotations": [{"coherence": 2, "consistency": 1, "fluency": 5, "relevance": 2}], "turker_annotations": [], "references": ["x"], "model_id": "M11"}`,
			rows.SummEval, []string{"M11"}, []string{"coherence", "consistency", "fluency", "relevance",
				"turker.coherence", "turker.consistency", "turker.fluency", "turker.relevance"}, "t1 t2", "fluency",
			[]float64{3, 5}, ""},
		{"MQM", "mqm.tsv", "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\n" +
			"b\td1\t1\t7\tr1\ts\t\"t\tFluency/Grammar\tMajor\n" + // 5
			"b\td1\t1\t7\tr1\ts\tt\tFluency/Punctuation\tMinor\n" + // 0.1
			"b\td1\t1\t7\tr1\ts\tt\tFluency/Punctuation\tMajor\n" + // 5
			"b\td1\t1\t7\tr1\ts\tt\tStyle/Awkward\tMinor\n" + // 1: 11.1 together
			"b\td1\t1\t7\tr2\ts\tt\tNo-error\tNo-error\n" + // 0, so the mean is 5.55
			"a\td1\t1\t7\tr1\ts\tt\tNon-translation!\tMajor\n" + // 25
			"a\td1\t2\t8\tr1\ts\tt\tStyle/Awkward\tNeutral\n" + // 0
			"a\td1\t2\t8\tr1\ts\tt\tMissed\tHOTW-test\n" + // a test of the rater
			"b\td1\t2\t8\tr1\ts\tt\tFound\tHOTW-test\n",
			rows.MQM, []string{"a", "b"}, []string{"mqm"}, "7 8", "mqm", []float64{-25, 0, -5.55, -1}, ""},
		{"relative judgments", "darr.jsonl",
			`{"lp": "gu-en", "id": 4, "source": "s", "reference": "r", "better_system": "x", "better": "good", "worse_system": "y", "worse": "bad"}`,
			rows.DARR, []string{"better", "worse"}, []string{"human"}, "4", "human", []float64{1, 0}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, preset := range []rows.Preset{"", c.preset} {
				path := filepath.Join(t.TempDir(), c.file)
				if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
					t.Fatal(err)
				}
				tab, err := scores.Open(path, nil, scores.Options{Preset: preset}, func(s string) { t.Error(s) })
				if err != nil {
					t.Fatal(err)
				}
				var ids []string
				for _, s := range tab.Segments {
					ids = append(ids, s.ID)
				}
				if !slices.Equal(tab.Systems, c.systems) || !slices.Equal(tab.Columns(), c.columns) ||
					strings.Join(ids, " ") != c.segments {
					t.Errorf("preset %q: systems %q, columns %q, segments %q", preset, tab.Systems, tab.Columns(), ids)
				}
				got := grid(t, tab, c.column)
				for i := range got {
					if diff := got[i] - c.want[i]; diff > 1e-12 || diff < -1e-12 {
						t.Errorf("preset %q: %s is %v, want %v", preset, c.column, got, c.want)
						break
					}
				}
				if got := tab.Signature(c.column); got != c.signature {
					t.Errorf("signature %q, want %q", got, c.signature)
				}
			}
		})
	}
}

func TestRaters(t *testing.T) {
	tab := read(t, "f", "system\tsegment\trater\tx\na\t1\tr2\t1\na\t1\tr1\t2\na\t2\tr1\t5\nb\t1\tr2\tNaN\n",
		scores.Options{})
	if !slices.Equal(tab.Raters, []string{"r1", "r2"}) {
		t.Fatalf("raters %q", tab.Raters)
	}
	if got, want := grid(t, tab, "x"), []float64{1.5, 5, -1, -1}; !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
	g, err := tab.RaterGrid("x", "r2")
	if err != nil {
		t.Fatal(err)
	}
	if g.At(0, 0) != 1 || g.At(0, 1) == g.At(0, 1) || g.At(1, 0) == g.At(1, 0) {
		t.Errorf("r2 says %v", g.Values)
	}
	if _, err := tab.RaterGrid("x", "r3"); err == nil {
		t.Error("found what nobody said")
	}
}

func TestLayout(t *testing.T) {
	layout, err := rows.ParseLayout([]string{"system=sys", "segment=doc+line", "group=", "good=scores.a.b", "doc=doc"})
	if err != nil {
		t.Fatal(err)
	}
	tab := read(t, "f", `{"sys":"s","doc":"d","line":3,"lp":"de-en","scores":{"a":{"b":0.5},"a.c":1}}`,
		scores.Options{Layout: layout})
	if got := tab.Segments[0]; got != (evaluation.Segment{ID: "d/3", Doc: "d"}) {
		t.Errorf("segment %#v", got)
	}
	if got := tab.Columns(); !slices.Equal(got, []string{"scores.a.c", "good"}) &&
		!slices.Equal(got, []string{"good", "scores.a.c"}) {
		t.Errorf("columns %q", got)
	}
	if got := grid(t, tab, "good"); got[0] != 0.5 {
		t.Errorf("good is %v", got)
	}
	for _, c := range []struct{ pair, want string }{
		{"system", `found "system", expected name=column`},
		{"=x", `found "=x", expected name=column`},
		{"x=", `found "x=", expected name=column`},
	} {
		if _, err := rows.ParseLayout([]string{c.pair}); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.pair, err, c.want)
		}
	}
	if _, err := rows.ParseLayout([]string{"x=a", "x=b"}); err == nil {
		t.Error("took two columns for one name")
	}
}

func TestWhere(t *testing.T) {
	var notices []string
	content := `{"system":"a","segment":1,"is_human":false,"x":1}` + "\n" +
		`{"system":"b","segment":1,"is_human":true,"x":2}`
	tab, err := readFile(t, []byte(content), "f",
		scores.Options{Where: []scores.Condition{{Column: "is_human", Value: "false"},
			{Column: "elsewhere", Value: "1"}}},
		func(s string) { notices = append(notices, s) })
	if err != nil {
		t.Fatal(err)
	}
	if len(tab.Systems) != 1 || len(tab.ChosenBy) != 1 ||
		!slices.Equal(notices, []string{"f: left out 1 row that is not is_human=false"}) {
		t.Errorf("systems %q, chosen by %v, %q", tab.Systems, tab.ChosenBy, notices)
	}
}

// Which systems people wrote is read of a column, in any format and wherever it first appears.
func TestHumanSystems(t *testing.T) {
	for _, c := range []struct {
		name, content string
		layout        []string
		want          []string // nil: not known
	}{
		{"no column", "system\tx\na\t1\nrefA\t2\n", nil, nil},
		{"words", "system\tis_human\tx\na\tfalse\t1\nb\tTrue\t2\n", nil, []string{"b"}},
		{"numbers", "system,is_human,x\na,0,1\nb,1,2\nc,,3\n", nil, []string{"b"}},
		{"none", `{"system":"a","is_human":false,"x":1}` + "\n" + `{"system":"refA","is_human":false,"x":2}`, nil, []string{}},
		{"late", `{"system":"a","x":1}` + "\n" + `{"system":"b","is_human":true,"x":2}`, nil, []string{"b"}},
		{"another name", "system,people,x\na,false,1\nb,true,2\n", []string{"is_human=people"}, []string{"b"}},
		{"left aside", "system,is_human,x\na,maybe,1\nb,true,2\n", []string{"is_human="}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			layout, err := rows.ParseLayout(c.layout)
			if err != nil {
				t.Fatal(err)
			}
			tab, err := readFile(t, []byte(c.content), "f", scores.Options{Layout: layout}, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(tab.HumanSystems, c.want) || (tab.HumanSystems == nil) != (c.want == nil) {
				t.Errorf("human systems %q, expected %q", tab.HumanSystems, c.want)
			}
			other, err := readFile(t, []byte("system\ty\nz\t1\n"), "g", scores.Options{}, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			other.Systems = tab.Systems[:1]
			if joined, _, err := scores.Join(false, other, tab); err == nil && (!slices.Equal(joined.HumanSystems, c.want) ||
				(joined.HumanSystems == nil) != (c.want == nil)) {
				t.Errorf("human systems %q of joined tables, expected %q", joined.HumanSystems, c.want)
			}
		})
	}
	_, err := readFile(t, []byte("system,is_human,x\na,maybe,1\n"), "f", scores.Options{}, func(string) {})
	want := `f:2: column is_human: found "maybe", expected true or false; --columns is_human= reads the table without it`
	if err == nil || err.Error() != want {
		t.Errorf("found %v, expected %s", err, want)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, content string
		o             scores.Options
		want          string
	}{
		{"empty", "", scores.Options{}, "f: found no rows, expected at least one"},
		{"blank", " \n\n", scores.Options{}, "f: found lines of text, expected a table of scores"},
		{"header alone", "system\tsegment\tx\n", scores.Options{}, "f: found no rows, expected at least one"},
		{"empty array", "[]", scores.Options{}, "f: found no rows, expected at least one"},
		{"repeated", "system\tsegment\tx\na\t1\t1\nb\t1\t1\na\t1\t2\n", scores.Options{},
			`f:4: found system "a", segment "1" a second time, first at f:2; expected one row for each, or --judgments last or mean`},
		{"repeated by a rater", "system\tsegment\trater\tx\na\t1\tr\t1\na\t1\tr\t2\n", scores.Options{},
			`f:3: found system "a", segment "1", rater "r" a second time, first at f:2; expected one row for each, or --judgments last or mean`},
		{"text", "system\tsegment\tx\na\t1\t1\na\t2\tgood\n", scores.Options{Columns: []string{"x"}},
			`f:3: column "x": found "good", expected a finite number, or nothing where there is none`},
		{"text in CSV, after a line break in a field", "system,segment,note,x\na,1,\"two\nlines\",1\na,2,,good\n",
			scores.Options{Columns: []string{"x"}},
			`f:4: column "x": found "good", expected a finite number, or nothing where there is none`},
		{"text in JSON", `{"system":"a","segment":1,"x":"1"}`, scores.Options{Columns: []string{"x"}},
			`f:1: column "x": found the text "1", expected a number, or null where there is none`},
		{"object in JSON", `{"system":"a","segment":1,"x":[1]}`, scores.Options{Columns: []string{"x"}},
			`f:1: column "x": found an array, expected a number, or null where there is none`},
		{"infinity", "system\tsegment\tx\na\t1\tinf\n", scores.Options{Columns: []string{"x"}},
			`f:2: column "x": found "inf", expected a finite number, or nothing where there is none`},
		{"too large", "system\tsegment\tx\na\t1\t-2e100\n", scores.Options{Columns: []string{"x"}},
			`f:2: column "x": found "-2e100", expected a number of at most 1e+100 in size`},
		{"a word among numbers", "system\tsegment\tx\na\t1\t1\na\t2\tgood\nb\t1\t3\n", scores.Options{},
			`f:3: column "x": found "good", expected a finite number, or nothing where there is none`},
		{"infinity among numbers", "system\tsegment\tx\na\t1\t1\na\t2\t-Inf\n", scores.Options{},
			`f:3: column "x": found "-Inf", expected a finite number, or nothing where there is none`},
		{"hexadecimal", "system\tsegment\tx\na\t1\t0x1p3\n", scores.Options{Columns: []string{"x"}},
			`f:2: column "x": found "0x1p3", expected a finite number, or nothing where there is none`},
		{"fields", "system\tsegment\tx\na\t1\n", scores.Options{}, "f:2: found 2 fields, expected 3 as in the header"},
		{"fields in CSV", "system,segment,x\na,1\n", scores.Options{},
			"f:2: found 2 fields, expected 3 as in the header"},
		{"quotes in CSV", "system,segment,x\na,\"1,2\n", scores.Options{},
			`f:2: byte 8 of the line: found extraneous or missing " in quoted-field`},
		{"column twice", "system\tx\tx\n", scores.Options{},
			`f:1: found the column "x" twice, expected different names`},
		{"no id", "system\tsegment\tx\na\t\t1\n", scores.Options{},
			"f:2: found no id in the column segment, expected that of a segment"},
		{"two documents", "system\tsegment\tdoc\tx\na\t1\td\t1\nb\t1\te\t1\n", scores.Options{},
			`f:3: found segment 1 in document "e", domain ""; in an earlier row it is in document "d", domain ""`},
		{"ragged without ids", "system\tx\na\t1\na\t2\nb\t1\n", scores.Options{},
			`f: found 2 rows of system "a" and 1 of system "b", expected the same number: without ids of segments rows are joined by their order`},
		{"no UTF-8", "system\tsegment\tx\na\xff\t1\t1\n", scores.Options{},
			"f:2: found the byte 0xff at byte 1 of the line (byte 18 of the text), expected UTF-8"},
		{"no UTF-8 in JSON", "{\"x\":1}\n{\"x\":\xff}\n{\"x\":2}\n", scores.Options{},
			"f:2: found the byte 0xff at byte 5 of the line (byte 13 of the text), expected UTF-8"},
		{"no UTF-8 between JSON", "{\"x\":1}\n\xff\n{\"x\":2}\n", scores.Options{},
			"f:2: found the byte 0xff at byte 0 of the line (byte 8 of the text), expected UTF-8"},
		{"broken JSON", "{\"system\":\"a\",\"segment\":1,\"x\":1}\n{\"system\"\n", scores.Options{},
			"f:2: found the end in the middle of a value, expected whole JSON: unexpected EOF"},
		{"damaged JSON", "{\"system\":\"a\",\"segment\":1,\"x\":1}\n{\"system\":\"a\",\n\"segment\":2,,\"x\":1}\n",
			scores.Options{}, "f:3: found JSON that breaks off or is damaged: invalid character ',' at start of value"},
		{"no JSON", "{\"system\":\"a\",\"segment\":1,\"x\":1}\nnot JSON\n", scores.Options{},
			"f:2: found JSON that breaks off or is damaged: invalid character 'o' in literal null (expecting 'u')"},
		{"damaged JSON, after many lines", "[" + strings.Repeat("{\n\"x\":1\n},\n\n", 20) + "{\n\"x\"\n 1}]",
			scores.Options{}, "f:83: found JSON that breaks off or is damaged: invalid character '1' after object name " +
				"(expecting ':')"},
		{"array without a comma", "[{\"x\":1},\n{\"x\":1}\n\n{\"x\":1}]", scores.Options{},
			"f:4: found JSON that breaks off or is damaged: invalid character '{' after array element " +
				"(expecting ',' or ']')"},
		{"array of numbers", "[1, 2]", scores.Options{}, "f:1: found the number 1, expected an object"},
		{"after the array", "[{\"x\":1}]\n{\"x\":2}", scores.Options{},
			"f:2: found something after the array, expected the end"},
		{"signatures", "TER|a:1 = 3\nTER|a:2 = 3\n", scores.Options{},
			"f:2: found the signature TER|a:2, expected TER|a:1 as before"},
		{"no score", "TER|a:1 = 3\nTER|a:1 =\n", scores.Options{},
			`f:2: found "TER|a:1 =", expected a metric, its signature and a score: BLEU|nrefs:1|… = 12.3`},
		{"severity", "system\tseg_id\trater\tcategory\tseverity\na\t1\tr\tx\tCritical\n", scores.Options{},
			`f:2: column "severity": found "Critical", expected Major, Minor, Neutral or No-error`},
		{"MQM without ids", "system\trater\tcategory\tseverity\na\tr\tx\tMinor\n", scores.Options{},
			"f:1: found the columns system, rater, category, severity, expected the id of the segment: globalSegId, " +
				"seg_id, or doc and docSegId"},
		{"score file", "a 1\na 1 1\n", scores.Options{Preset: rows.MTMetricsEval}, "f:2: found 3 fields, expected 2 as before"},
		{"wrong preset", "a 1\n", scores.Options{Preset: rows.COMET},
			`f:1: found "a 1", expected what comet-score prints: FILE⇥Segment 0⇥score: 0.8; comet-score --to_json writes a ` +
				"file that is read, too"},
		{"wrong preset of JSON", "a 1\n", scores.Options{Preset: rows.DARR},
			"f: found a file that is not in the format of darr, expected one that is"},
		{"layout", "system\tsegment\tx\na\t1\t1\n", scores.Options{Layout: layout(t, "doc=document")},
			`f: found no column "document", expected one for the role doc; the columns are: system, segment, x`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readFile(t, []byte(c.content), "f", c.o, func(string) {})
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func layout(t *testing.T, pairs ...string) rows.Layout {
	t.Helper()
	l, err := rows.ParseLayout(pairs)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The texts that COMET was given are those of the table.
func TestCOMETTexts(t *testing.T) {
	const content = `{"a.txt": [{"src": "eins", "mt": "on", "ref": "one", "COMET": 0.5}, {"src": "zwei", "mt": "two", "COMET": 0.6}]}`
	path := filepath.Join(t.TempDir(), "comet.json")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := eachText(t, path, func(o inspection.OutputTexts) {
		got = append(got, fmt.Sprint(o.System, o.Segment, o.Source, o.Candidate, o.References))
	})
	if want := []string{"a1einson[one]", "a2zweitwo[]"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, expected %q", got, err, want)
	}
}
