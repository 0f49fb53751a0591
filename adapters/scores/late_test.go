package scores_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
)

// What a row of JSON brings first is not lost, whichever row that is.
func TestLateColumns(t *testing.T) {
	const lines = `{"system":"a","segment":1,"x":1}
{"system":"a","segment":2,"y":{"mean":5},"doc":"d"}
{"system":"b","segment":1,"x":3,"note":"text"}
{"system":"b","segment":2,"y":{"mean":7},"x":null,"doc":"d"}
`
	array := "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",") + "]"
	for _, c := range []struct{ name, content string }{{"JSON Lines", lines}, {"array", array}} {
		t.Run(c.name, func(t *testing.T) {
			tab := read(t, "f", c.content, scores.Options{})
			if got := tab.Columns(); !slices.Equal(got, []string{"x", "y.mean"}) {
				t.Fatalf("columns %q, want x and y.mean", got)
			}
			if got, want := grid(t, tab, "x"), []float64{1, -1, 3, -1}; !slices.Equal(got, want) {
				t.Errorf("x is %v, want %v", got, want)
			}
			if got, want := grid(t, tab, "y.mean"), []float64{-1, 5, -1, 7}; !slices.Equal(got, want) {
				t.Errorf("y.mean is %v, want %v", got, want)
			}
			if tab.Segments[0].Doc != "" || tab.Segments[1].Doc != "d" {
				t.Errorf("segments %v, want the second in document d", tab.Segments)
			}
		})
	}
	t.Run("asked for, by another name", func(t *testing.T) {
		layout, err := rows.ParseLayout([]string{"people=y.mean"})
		if err != nil {
			t.Fatal(err)
		}
		tab := read(t, "f", lines, scores.Options{Layout: layout, Columns: []string{"people"}})
		if got, want := grid(t, tab, "people"), []float64{-1, 5, -1, 7}; !slices.Equal(got, want) {
			t.Errorf("people is %v, want %v", got, want)
		}
		if tab.Has("x") {
			t.Error("found x, which nobody asked for")
		}
	})
	t.Run("COMET", func(t *testing.T) {
		tab := read(t, "f", `{"a.txt": [{"COMET": 1}, {"COMET": 2, "QE": 4}], "b.txt": [{"COMET": 3}, {"COMET": 5}]}`,
			scores.Options{})
		if got, want := grid(t, tab, "QE"), []float64{-1, 4, -1, -1}; !slices.Equal(got, want) {
			t.Errorf("QE is %v, want %v", got, want)
		}
	})
}

// Rows that were read without what tells them apart cannot be told apart later.
func TestLateRoles(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"system", `"segment":1`, `"system":"b","segment":1`,
			`f:2: found "system", which earlier rows do not have, expected it in the first row, too: it is the system`},
		{"segment", `"system":"a"`, `"system":"b","seg_id":1`,
			`f:2: found "seg_id", which earlier rows do not have, expected it in the first row, too: it is the segment`},
		{"rater", `"system":"a","segment":1`, `"system":"a","segment":1,"rater":"r"`,
			`f:2: found "rater", which earlier rows do not have, expected it in the first row, too: it is the rater`},
		{"condition", `"system":"a","segment":1`, `"system":"a","segment":2,"kind":"k"`,
			`f:2: found "kind", which earlier rows do not have, expected it in the first row, too: rows are chosen by it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := "{" + c.first + `,"x":1}` + "\n{" + c.second + `,"x":1}`
			where := []scores.Condition{{Column: "kind", Value: "k"}}
			_, err := readFile(t, []byte(content), "f", scores.Options{Where: where}, func(string) {})
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}
