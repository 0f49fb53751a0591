package internal_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// pairs are the agreement of one measure on two sets, and its mean.
func pairs() *jobs.SimilarityFound {
	signature := "wrd|vectors:v@12345678|convert:none|version:1"
	return &jobs.SimilarityFound{PairReport: &similarity.PairReport{
		Rows: []similarity.PairRow{
			{Data: "a.tsv", Vectors: "v", Measure: "wrd", Convert: "none", Pearson: new(50.), Spearman: new(60.), Pairs: 3,
				Signature: signature},
			{Data: "b|c.tsv", Vectors: "v", Measure: "wrd", Convert: "none", Pairs: 1, Reason: "too few pairs",
				Signature: strings.Replace(signature, "none", "A", 1), Set: 1},
		},
		Means: []similarity.PairMean{{Vectors: "v", Measure: "wrd", Convert: "none", Files: 2}},
	}}
}

func TestShowSimilarity(t *testing.T) {
	for format, want := range map[string]string{
		"text": `data             measure  convert  Pearson r × 100  Spearman ρ × 100  pairs
a.tsv            wrd      none               50.00             60.00      3
b|c.tsv          wrd      none                   -                 -      1
mean of 2 files  wrd      none                   -                 -

wrd|vectors:v@12345678|convert:several|version:1
`,
		"markdown": `| data | measure | convert | Pearson r × 100 | Spearman ρ × 100 | pairs |
|---|---|---|---:|---:|---:|
| a.tsv | wrd | none | 50.00 | 60.00 | 3 |
| b\|c.tsv | wrd | none | - | - | 1 |
| mean of 2 files | wrd | none | - | - |  |

` + "`wrd|vectors:v@12345678|convert:several|version:1`\n",
	} {
		var got bytes.Buffer
		if err := show.Similarity(&got, format, pairs()); err != nil || got.String() != want {
			t.Errorf("%s: got %v\n%s\nwant\n%s", format, err, got.String(), want)
		}
	}
	var got bytes.Buffer
	if err := show.Similarity(&got, "json", pairs()); err != nil || !json.Valid(got.Bytes()) {
		t.Errorf("%v: %s", err, got.String())
	}
}

// choice is the choice of the second of two candidates.
func choice(number int64, best string) jobs.Choice {
	return jobs.Choice{Group: number, Best: 1, Text: best, Utility: new(0.5), Utilities: []*float64{nil, new(0.5)}}
}

func TestShowChoices(t *testing.T) {
	var text, object bytes.Buffer
	run := parquet.Run{Signature: "wrd|version:1", Settings: "{}"}
	for format, out := range map[string]*bytes.Buffer{"text": &text, "json": &object} {
		printed := show.NewChoices(out, format, run)
		for number, best := range []string{"b", "c d"} {
			if err := printed.Write(choice(int64(number), best)); err != nil {
				t.Fatal(err)
			}
		}
		if err := printed.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if text.String() != "b\nc d\n" {
		t.Errorf("printed %q", text.String())
	}
	var got struct {
		Signature string
		Choices   []struct {
			Group, Best int
			Text        string
			Utilities   []*float64
		}
	}
	if err := json.Unmarshal(object.Bytes(), &got); err != nil {
		t.Fatal(err, object.String())
	}
	if got.Signature != run.Signature || len(got.Choices) != 2 || got.Choices[1].Text != "c d" ||
		got.Choices[1].Group != 1 || got.Choices[0].Utilities[0] != nil || *got.Choices[0].Utilities[1] != 0.5 {
		t.Errorf("got %+v", got)
	}
	if err := show.NewChoices(&text, "text", run).Write(choice(7, "two\nlines")); err == nil ||
		!strings.Contains(err.Error(), "group 8: the chosen text has several lines") {
		t.Errorf("got %v", err)
	}
}

// What cannot be seen is written visibly, and a text stays on its line.
func TestShowExplanation(t *testing.T) {
	scorer, err := metric.NewScorer(metric.Options{Tokenizer: "whitespace"})
	if err != nil {
		t.Fatal(err)
	}
	e, err := scorer.Explain("cat\x1b[31m", "cat")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	record := jobs.ExplainedOf(e, "wrd|version:1", "{}", scorer.Columns())
	record.ExplainedLine = &jobs.ExplainedLine{Files: []string{"a\x1b.txt", "r.txt"}, Unit: "line", Line: 2, Lines: 3, Number: 2,
		References: 2, CandidateText: "cat\x1b[31m", ReferenceText: new("cat")}
	if err := show.Explanation(&got, "text", record, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`line 2 of 3 of a\x1b.txt and r.txt, reference 2 of 2; --line N explains another`,
		`candidate  cat\x1b[31m`, `without a vector: cat\x1b[31m in the candidate`, "\nwrd|version:1\n"} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("found no %q in\n%s", want, got.String())
		}
	}
	if strings.Contains(got.String(), "\x1b") {
		t.Errorf("printed as it is: %q", got.String())
	}
}
