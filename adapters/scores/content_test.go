package scores_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
)

// What a file holds is found out by its name and its beginning.
func TestContentOf(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, file, content string
		columns             []string // asked for
		layout              string
		want                scores.Content
	}{
		{"prose", "out.txt", "A cat sat.\nThe dog, too, sat.\n", nil, "", scores.HoldsLines},
		{"one line", "out.txt", "cat", nil, "", scores.HoldsLines},
		{"prose without an ending", "out", "cats, dogs and birds\na,b\n", nil, "", scores.HoldsLines},
		{"the same field count", "out.txt", "Cats,dogs\nbirds,bees\n", nil, "", scores.HoldsLines},
		{"a name of a role as a word", "out.txt", "system\nsegment\n", nil, "", scores.HoldsLines},
		{"names of roles in prose", "out.txt", "id, ego and superego\nreason\n", nil, "", scores.HoldsLines},
		{"begins like a score file", "out.txt", "Chapter 3\nIt was dark.\n", nil, "", scores.HoldsLines},
		{"begins with a bracket", "out.txt", "[Music] plays\nend\n", nil, "", scores.HoldsLines},
		{"begins with a brace", "out.txt", "{name} is here\n", nil, "", scores.HoldsLines},
		{"a blank first line", "out.txt", "\n\na cat sat\n", nil, "", scores.HoldsLines},
		{"blank lines alone", "out.txt", "\n\n", nil, "", scores.HoldsLines},
		{"answers that are numbers, of texts", "out.txt", "18\n3\n70000\n", []string{"wrd"}, "", scores.HoldsLines},
		{"the same numbers, if any will do", "out.txt", "18\n3\n70000\n", nil, "", scores.HoldsScores},
		{"the same numbers, asked for", "wrd", "18\n3\n70000\n", []string{"wrd"}, "", scores.HoldsScores},
		{"a score file", "bleu.score", "a 1\nb 2\n", []string{"wrd"}, "", scores.HoldsScores},
		{"CSV with roles", "out.txt", "system,segment,x\na,1,0.5\n", []string{"wrd"}, "", scores.HoldsScores},
		{"TSV with roles and names of words", "out", "system\tsegment\tmy metric\na\t1\t0.5\n", nil, "", scores.HoldsScores},
		{"a column of numbers", "out.txt", "COMET,BLEU\n0.5,x\n0.7,y\n", nil, "", scores.HoldsScores},
		{"a column that is asked for", "out.txt", "wrd\n0.5\n", []string{"wrd"}, "", scores.HoldsScores},
		{"a column of the layout", "out.txt", "sys,line\na,b\n", nil, "system=sys", scores.HoldsScores},
		{"a name that says CSV", "out.csv", "x\ny\n", nil, "", scores.HoldsScores},
		{"sacreBLEU", "out.txt", "BLEU|nrefs:1|case:mixed = 30.1\n", []string{"wrd"}, "", scores.HoldsScores},
		{"texts as JSONL", "out.txt", `{"candidate": "a", "reference": "b"}` + "\n", nil, "", scores.HoldsTexts},
		{"texts as CSV", "out.csv", "candidate,reference\na,b\n", nil, "", scores.HoldsTexts},
		{"texts with human scores", "out.csv", "candidate,human\na,3\n", nil, "", scores.HoldsTexts},
		{"texts with scores", "out.csv", "candidate,COMET\na,0.5\n", nil, "", scores.HoldsScores},
		{"texts with others than are asked for", "out.csv", "candidate,COMET\na,0.5\n", []string{"wrd"}, "", scores.HoldsTexts},
		{"texts with those asked for", "out.csv", "candidate,wrd\na,0.5\n", []string{"wrd"}, "", scores.HoldsScores},
		{"texts by a layout", "out.csv", "mt,ref\na,b\n", nil, "candidate=mt", scores.HoldsTexts},
		{"COMET's JSON", "out.json", `{"a.txt": [{"mt": "a", "ref": "b", "COMET": 1}]}`, []string{"wrd"}, "", scores.HoldsScores},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l rows.Layout
			if c.layout != "" {
				l = layout(t, c.layout)
			}
			w, err := zstd.NewWriter(nil)
			if err != nil {
				t.Fatal(err)
			}
			for file, content := range map[string]string{c.file: c.content, // plain and compressed
				filepath.Join("zst", c.file): string(w.EncodeAll([]byte(c.content), nil))} {
				if err := os.MkdirAll("zst", 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
				got, err := scores.ContentOf(scores.File{Path: file, Options: scores.Options{Columns: c.columns, Layout: l}})
				if err != nil || got != c.want {
					t.Errorf("%s: got %s (%v), want %s", file, got, err, c.want)
				}
			}
		})
	}
	for _, c := range []struct{ file, content, want string }{
		{"out.parquet", "a cat\n", "out.parquet: found a file that is not Parquet, expected Parquet, as its name says"},
		{"empty.txt", "", "empty.txt: found no rows, expected at least one"},
	} {
		if err := os.WriteFile(c.file, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := scores.ContentOf(scores.File{Path: c.file}); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.file, got, err, c.want)
		}
	}
}

// A Parquet file is looked at as any other table.
func TestContentOfParquet(t *testing.T) {
	t.Chdir(t.TempDir())
	type texts struct {
		Candidate string  `parquet:"candidate"`
		Human     float64 `parquet:"human"`
	}
	type scored struct {
		Candidate string  `parquet:"candidate"`
		COMET     float64 `parquet:"COMET"`
	}
	for _, c := range []struct {
		rows    any
		columns []string
		want    scores.Content
	}{
		{[]texts{{"a", 3}}, nil, scores.HoldsTexts},
		{[]scored{{"a", 0.5}}, nil, scores.HoldsScores},
		{[]scored{{"a", 0.5}}, []string{"wrd"}, scores.HoldsTexts},
		{[]scored{{"a", 0.5}}, []string{"COMET"}, scores.HoldsScores},
	} {
		var err error
		if list, ok := c.rows.([]texts); ok {
			err = pq.WriteFile("x.parquet", list)
		} else {
			err = pq.WriteFile("x.parquet", c.rows.([]scored))
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := scores.ContentOf(scores.File{Path: "x.parquet", Options: scores.Options{Columns: c.columns}})
		if err != nil || got != c.want {
			t.Errorf("%+v, asked for %q: got %s (%v), want %s", c.rows, c.columns, got, err, c.want)
		}
	}
}
