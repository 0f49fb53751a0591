package scores_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// seeds are a table of each kind.
var seeds = []string{
	"system\tsegment\tx\na\t1\t1\na\t2\t\n", "system,segment,x\na,1,\"1\"\n", "x\n1\n2\n",
	`{"system":"a","segment":1,"x":NaN,"y":{"z":1}}` + "\n" + `{"system":"a","segment":2}`, `[{"x":1},{"x":2}]`,
	"BLEU|nrefs:1|case:mixed = 71.7 100.0/100.0\n", `[{"system":"a","BLEU":"1.0"}]`,
	`{"name":"BLEU","score":1,"signature":"a:b"}`,
	`{"a.txt":[{"mt":"x","COMET":0.5}],"b.txt":[{"mt":"y","COMET":0.5}]}`,
	"roberta-large P: 0.9 R: 0.9 F1: 0.9\n0.1\t0.2\t0.3\n", "system-name\tdomain\tdoc\tseg-id\tx:seg\na\tn\td\t1\t2\n", "a\t1\nb\tNone\n", "news a 1\nchat a 2\n", "1.5\n2.5\n",
	`{"id":"t","model_id":"M","expert_annotations":[{"fluency":1}],"turker_annotations":[]}`,
	"system\tdoc\tdocSegId\trater\tcategory\tseverity\na\td\t1\tr\tx\tMinor\n",
	"segment,doc,output,system\n1,d,A,'=a\n",
	"a.txt\tSegment 0\tscore: 0.5\na.txt\tSegment 1\tscore: nan\na.txt\tscore: 0.5\n",
	`{"model":"m","statistical_results":[],"source":["x"],"translations":[{"name":"a","mt":["y"],"scores":[0.5]}]}`,
	"system mqm_avg_score seg_id\na\t-1.0 1\na None 2\n",
	"a\td\t1\t1\tr\tx\t<v>y\tStyle/Awkward\tMinor\t{}\n",
	"r,a,1,TGT,eng,deu,90,d#incomplete,True,[],1.0,2.0\nr,a,1,BAD,eng,deu,9,d,True,[],1.0,2.0\n",
	`{"doc_id":"en-de_#_news_#_1","src_text":["x","y"],"tgt_text":{"A":["a","b"],"refA":["r","s"]},"scores":{"A":[{"human":1},{"human":2}]}}`,
	"system;segment;x\na;1;0,5\n", "system,segment,x\na,1,\"0,5\"\na,2,#N/A\n",
	"system\tid\treference\tx\na\twmt22-0\tr\t1\nb\twmt23-0\tq\t2\n", "system\tid\tx\na\t1\t1\nb\t2\t2\n",
	"system\tsegment\tid\treferences\tx\na\t0\tn\t[\"r\"]\t1\na\t1\tn\t['r']\t2\n",
	"system\tsegment\tid\tx\na\t0\tn0\t1\na\t1\t\t2\n", "system\tsegment\tid\tx\na\t0\tn0\t1\na\t1\tn1\t2\nb\t0\tn1\t1\nb\t1\tn0\t2\n",
	`{"id":1,"better_system":"a","better":"x","worse_system":"b","worse":"y"}`,
}

// Whatever the bytes, a table is read or rejected with the name of the file: no panic, no infinite number.
func FuzzRead(f *testing.F) {
	presets := append(rows.Presets(), "")
	for i := range seeds {
		for p := range presets {
			f.Add([]byte(seeds[i]), byte(p))
		}
	}
	many := strings.Repeat(",", limit.Default)
	for _, wide := range []string{"system,id" + many + "\n", "system,id,wrd\na,1,1" + many + "\n",
		strings.ReplaceAll("system,id"+many+"\n", ",", "\t")} {
		f.Add([]byte(wide), byte(0))
	}
	f.Fuzz(func(t *testing.T, content []byte, preset byte) {
		o := scores.Options{Preset: presets[int(preset)%len(presets)]}
		tab, err := scores.Open("-", bytes.NewReader(content), o, func(string) {})
		checkRead(t, tab, err)
	})
}

func checkRead(t *testing.T, tab *scores.Table, err error) {
	if err != nil {
		if !strings.HasPrefix(err.Error(), "standard input") {
			t.Errorf("found the error %q, expected the name of the file", err)
		}
		return
	}
	for _, column := range tab.Columns() {
		g, err := tab.Grid(column)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range g.Values {
			if math.IsInf(v, 0) {
				t.Errorf("column %q has %v", column, v)
			}
		}
	}
}

// Damaged Parquet is rejected, not a panic.
func FuzzParquet(f *testing.F) {
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "s"},
		outcome.Shape{Measures: []metric.Column{metric.WRD}, Alignments: true})
	for i := range 3 {
		r := metric.Result{Alignment: []metric.Move{{CandidateToken: "a", ReferenceToken: "b", Mass: 1, Cost: 1}},
			Missing: []string{"b"}}
		if i > 0 {
			r.SetValue(metric.WRD, 0.5)
		}
		if err := w.Write(outcome.Row{System: "s", Number: int64(i), Candidate: "c", References: []string{"r", "r"},
			Result: r}); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes(), 0, byte(0))
	for at := 0; at < file.Len(); at += 97 {
		f.Add(file.Bytes(), at, byte(0xff))
	}
	f.Fuzz(func(t *testing.T, content []byte, at int, flip byte) {
		if at >= 0 && at < len(content) {
			content = bytes.Clone(content)
			content[at] ^= flip
		}
		tab, err := scores.Open("-", bytes.NewReader(content), scores.Options{}, func(string) {})
		checkRead(t, tab, err)
	})
}
