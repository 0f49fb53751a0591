package scores_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
)

// read reads a table of text, telling nobody what was left out.
func read(t *testing.T, name, content string, o scores.Options) *scores.Table {
	t.Helper()
	tab, err := readFile(t, []byte(content), name, o, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// grid returns the numbers of a column, with -1 where there is none.
func grid(t *testing.T, tab *scores.Table, column string) []float64 {
	t.Helper()
	g, err := tab.Grid(column)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range g.Values {
		if math.IsNaN(v) {
			g.Values[i] = -1
		}
	}
	return g.Values
}

func TestFormats(t *testing.T) {
	for _, c := range []struct{ name, content string }{
		{"TSV", "system\tsegment\tnote\tx\nb\t7\ttext\t3\na\t7\t\"\t1\na\t8\tz\t\n"},
		{"CSV", "system,segment,note,x\nb,7,\"te,x\"\"t\",3\na,7,,1\na,8,,NaN\n"},
		{"CSV with CRLF and a byte-order mark", "\ufeffsystem,segment,x\r\nb,7,3\r\na,7,1\r\na,8,none\r\n"},
		{"JSON Lines", `{"system":"b","segment":7,"x":3}` + "\n" + `{"system":"a","segment":"7","x":1.0}` + "\n" +
			`{"x":null,"system":"a","segment":8.0}` + "\n"},
		{"Python's JSON", `{"system":"b","segment":7,"x":3}` + "\n" + `{"system":"a","segment":7,"x":1}` + "\n" +
			`{"system":"a","segment":8,"x":NaN}`},
		{"array",
			"[\n{\"system\":\"b\",\"segment\":7,\n\"x\":3},{\"system\":\"a\",\"segment\":7,\"x\":1},\n{\"system\":\"a\",\"segment\":8}]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := read(t, "f", c.content, scores.Options{})
			if !slices.Equal(tab.Systems, []string{"a", "b"}) || len(tab.Segments) != 2 || tab.Segments[0].ID != "7" ||
				tab.Segments[1].ID != "8" {
				t.Errorf("systems %q, segments %v", tab.Systems, tab.Segments)
			}
			if got := tab.Columns(); !slices.Equal(got, []string{"x"}) {
				t.Errorf("columns %q, want x alone", got)
			}
			if got, want := grid(t, tab, "x"), []float64{1, -1, 3, -1}; !slices.Equal(got, want) {
				t.Errorf("x is %v, want %v", got, want)
			}
		})
	}
}

// A message about a column that is not there names those that are, asked for or not.
// A dot in the name of a column is part of a name or leads into an object, wherever it stands.
func TestDots(t *testing.T) {
	tab := read(t, "f", `{"system":"a","segment":1,"u.v":1,"x":{"y":2,"z.w":3},"p.q":{"r":4},"p":{"q.s":5}}`,
		scores.Options{})
	for column, want := range map[string]float64{"u.v": 1, "x.y": 2, "x.z.w": 3, "p.q.r": 4, "p.q.s": 5} {
		if got := grid(t, tab, column); !slices.Equal(got, []float64{want}) {
			t.Errorf("%s is %v, want %v", column, got, want)
		}
	}
}

func TestNoColumn(t *testing.T) {
	const content = "system\tsegment\tempty\tx\tnote\na\t1\t\t1\tfew 1\na\t2\tNA\t2\tmany\n"
	for _, c := range []struct {
		name, column string
		columns      []string
		want         string
	}{
		{"of all", "y", nil, `f: found no column "y" of scores, expected one of: empty, x, note`},
		{"of those asked for", "y", []string{"y"}, `f: found no column "y" of scores, expected one of: empty, x, note`},
		{"without numbers", "empty", nil, `f: found no number in the column "empty", expected scores`},
		{"of words", "note", nil, `f: found no number in the column "note", expected scores`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(t, "f", content, scores.Options{Columns: c.columns}).Grid(c.column)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
	t.Run("notice", func(t *testing.T) {
		var notices []string
		if _, err := readFile(t, []byte(content), "f", scores.Options{},
			func(s string) { notices = append(notices, s) }); err != nil {
			t.Fatal(err)
		}
		if want := "f: found no row with a number in: empty"; !slices.Equal(notices, []string{want}) {
			t.Errorf("notices %q, want %q", notices, want)
		}
	})
}
