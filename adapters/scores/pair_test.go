package scores_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"pgregory.net/rapid"
)

// Joined tables do not depend on the order of the rows of any table but the first.
func TestJoinPairsByID(t *testing.T) {
	first := read(t, "first", "system\tid\tx\na\tn2\t2\na\tn1\t1\nb\tn1\t3\nb\tn2\t4\n", scores.Options{})
	lines := []string{"a\tn1\t5", "a\tn2\t6", "b\tn1\t7", "b\tn2\t8"}
	other := func(lines []string) *scores.Table {
		return read(t, "other", "system\tid\ty\n"+strings.Join(lines, "\n")+"\n", scores.Options{})
	}
	said := func(tab *scores.Table) string {
		return fmt.Sprint(tab.Segments, grid(t, tab, "x"), grid(t, tab, "y"))
	}
	joined, _, err := scores.Join(false, first, other(lines))
	if err != nil {
		t.Fatal(err)
	}
	want := said(joined)
	if !strings.HasPrefix(want, "[n2 n1] [2 1 4 3] [6 5 8 7]") {
		t.Errorf("joined %s", want)
	}
	rapid.Check(t, func(t *rapid.T) {
		joined, notices, err := scores.Join(rapid.Bool().Draw(t, "common"), first,
			other(rapid.Permutation(lines).Draw(t, "rows")))
		if err != nil || notices != nil {
			t.Fatalf("told of %q, %v", notices, err)
		}
		if got := said(joined); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

// Where both sides have ids, numbers say nothing; where one has none, they do, and that is said.
func TestJoinRule(t *testing.T) {
	const both = "system\tsegment\tid\twrd\na\t0\tn0\t1\na\t1\tn1\t2\n"
	for _, c := range []struct {
		name, first, second string
		notice, err         string
	}{
		{"other ids of the same numbers", both, "system\tsegment\tid\tx\na\t0\tm0\t1\na\t1\tm1\t2\n", "",
			"found different segments, expected the same ids in all inputs: 2 only in first (segment n0, n1), 2 only in second " +
				"(segment m0, m1)"},
		{"one id renamed, in another order", both, "system\tsegment\tid\tx\na\t1\tn0\t1\na\t0\tm1\t2\n", "",
			"found different segments, expected the same ids in all inputs: 1 only in first (segment n1), 1 only in second (segment m1)"},
		{"other ids of files with the same columns", both, "system\tsegment\tid\twrd\nb\t0\tm0\t1\nb\t1\tn1\t2\n", "",
			"found different segments, expected the same ids in all inputs: 1 only in first (segment n0), 1 only in second (segment m0)"},
		{"the same ids of other numbers", both, "system\tsegment\tid\tx\na\t1\tn0\t1\na\t0\tn1\t2\n", "", ""},
		{"numbers alone", both, "system\tsegment\tx\na\t1\t1\na\t0\t2\n",
			"second has no ids: its segments are paired with those of first by number", ""},
		{"an order alone", both, "system\tx\na\t1\na\t2\n",
			"second has no ids: its segments are paired with those of first by number", ""},
		{"an id is missing", both, "system\tsegment\tid\tx\na\t0\tn1\t1\na\t1\t\t2\n", "",
			"second:3: found no id, expected that of a segment: rows are paired by id"},
		{"ids are missing on both sides, others", "system\tsegment\tid\ty\na\t0\tn0\t1\na\t1\t\t2\n",
			"system\tsegment\tid\tx\na\t0\t\t1\na\t1\tn0\t2\n", "",
			"first:3: found no id, expected that of a segment: rows are paired by id"},
		{"ids are missing on both sides, the same", "system\tsegment\tid\ty\na\t0\tn0\t1\na\t1\t\t2\n",
			"system\tsegment\tid\tx\na\t0\tn0\t1\na\t1\t\t2\n", "", ""},
		{"an id is missing beside an order", "system\tx\na\t1\na\t2\n", "system\tsegment\tid\ty\na\t0\tn1\t1\na\t1\t\t2\n",
			"first has no ids: its segments are paired with those of second by number", ""},
		{"an id twice", both, "system\tsegment\tid\tx\na\t0\tn1\t1\na\t1\tn1\t2\n", "",
			"second:3: found segment \"n1\" a second time, first in line 2; expected one row for each segment of a system"},
		{"other references", "system\tid\treference\tx\na\t1\tr\t1\na\t2\tq\t2\n", "system\tid\treference\ty\na\t2\tr\t1\na\t1\tr\t2\n",
			"", "the references of 1 of 2 segments differ between first and second (segment 2): they are not the same segments"},
		{"other sources", "system\tid\tsource\twrd_source\na\t1\tr\t1\na\t2\tq\t2\n", "system\tid\tsource\twrd_source\nb\t2\tq\t2\nb\t1\tx\t1\n",
			"", "the references or sources of 1 of 2 segments differ between first and second (segment 1): they are not the same segments"},
		{"other sources of scores by references", "system\tid\tsource\twrd\na\t1\tr\t1\n", "system\tid\tsource\twrd\nb\t1\tx\t1\n", "", ""},
		{"one of two references", "system\tid\treference\treference_2\tx\na\t1\tr\tq\t1\n", "system\tid\treference\ty\na\t1\tq\t1\n",
			"", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, second := read(t, "first", c.first, scores.Options{}), read(t, "second", c.second, scores.Options{})
			_, notices, err := scores.Join(false, first, second)
			var want []string
			if c.notice != "" {
				want = []string{c.notice}
			}
			if got := fmt.Sprint(err); err == nil && c.err != "" || err != nil && got != c.err || !slices.Equal(notices, want) {
				t.Errorf("told of %q, error %v; want %q, %s", notices, err, want, c.err)
			}
			_, others := errors.AsType[*pairing.OtherSegmentsError](err)
			if others != strings.Contains(c.err, "different segments") {
				t.Errorf("got a %T", err)
			}
		})
	}
}

// Rows of one segment in one table have the same references, and names of rows are not those of segments.
func TestRowsOfOneSegment(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"other references", "system\tid\treference\tx\na\t1\tr\t1\nb\t1\tq\t2\n",
			"t:3: found other references of segment 1 than in line 2, expected the same"},
		{"no reference beside one", "system\tid\treference\tx\na\t1\tr\t1\nb\t1\t\t2\n", ""},
		{"ids of rows", "system\tid\tx\na\t1\t1\na\t2\t2\nb\t3\t1\nb\t4\t2\n", ""},
		{"ids of rows, with other references", "system\tid\treference\tx\na\t1\tr\t1\nb\t2\tq\t2\n",
			"t:3: found other references of segment 1 than in line 2, expected the same"},
		{"ids of rows beside numbers", "system\tsegment\tid\tx\na\t0\t1\t1\na\t1\t2\t2\nb\t0\t3\t1\nb\t1\t4\t2\n", ""},
		{"ids in another order than numbers", "system\tsegment\tid\tx\na\t0\tn0\t1\na\t1\tn1\t2\nb\t0\tn1\t1\nb\t1\tn0\t2\n",
			"t:4: found the id of segment 1, line 3, in segment 0, expected one id for each segment: leave out the ids or the " +
				"numbers of segments"},
		{"judges beside numbers", "system\tsegment\tid\tx\na\t0\tann\t1\na\t1\tbob\t2\nb\t0\tbob\t1\nb\t1\tbob\t2\n", ""},
		{"other ids of each system", "system\tid\tx\na\tn1\t1\nb\tm1\t2\n", "t: found ids that no two systems share, expected the same in " +
			`all: 1 only in system "a" (segment n1, from line 2 on), 1 only in system "b" (segment m1, from line 3 on)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readFile(t, []byte(c.content), "t", scores.Options{}, func(string) {})
			if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestTakeCommon(t *testing.T) {
	a := read(t, "a", "system\tid\tx\na\tn2\t2\na\tn1\t1\n", scores.Options{})
	b := read(t, "b", "system\tid\tx\nb\tn3\t2\nb\tn2\t1\n", scores.Options{})
	notices, err := scores.TakeCommon(a, b)
	if err != nil || !slices.Equal(notices, []string{pairing.TookCommon(1, 2)}) || !slices.Equal(grid(t, a, "x"), []float64{2}) ||
		!slices.Equal(grid(t, b, "x"), []float64{1}) {
		t.Errorf("told of %q, %v; %v and %v", notices, err, grid(t, a, "x"), grid(t, b, "x"))
	}
	if _, err := scores.TakeCommon(a, read(t, "c", "system\tid\tx\nb\tz\t2\n", scores.Options{})); err == nil {
		t.Error("nothing in common is no error")
	}
}

// Segments that all tables have are known by their ids: places do not tell which of ours are missing. Numbers that somebody
// gave do.
func TestCommonNeedsIDs(t *testing.T) {
	const three = "system\tsegment\tid\twrd\na\t0\tn0\t1\na\t1\tn1\t2\na\t2\tn2\t3\n"
	ours := func(name string, n int) *scores.Table {
		grid, err := agreement.NewGrid(1, n, make([]float64, n))
		if err != nil {
			t.Fatal(err)
		}
		return scores.Collected(&evaluation.Scores{Name: name, Systems: []string{name}, Segments: evaluation.Numbered(n),
			Columns: []evaluation.Column{{Name: "wrd", Grid: grid}}}, name)
	}
	named := &evaluation.Scores{Name: "named", Systems: []string{"n"}, Segments: []evaluation.Segment{{ID: "n0"}, {ID: "n1"}, {ID: "n2"}}}
	grid, err := agreement.NewGrid(1, 3, make([]float64, 3))
	if err != nil {
		t.Fatal(err)
	}
	named.Columns = []evaluation.Column{{Name: "wrd", Grid: grid}}
	for _, c := range []struct {
		name   string
		tables []*scores.Table
		want   string // in the error
	}{
		{"fewer rows of ours", []*scores.Table{ours("a", 3), ours("b", 2)}, "found 3 segments in a and 2 in b, expected the same number"},
		{"fewer rows beside ids", []*scores.Table{scores.Collected(named, "named"), ours("b", 2)},
			"found 3 segments in named and 2 in b, expected the same number: b has no ids"},
		{"as many rows", []*scores.Table{scores.Collected(named, "named"), ours("b", 3)}, ""},
		{"people who judged some", []*scores.Table{read(t, "three", three, scores.Options{}),
			read(t, "people", "system\tsegment\tx\na\t1\t5\n", scores.Options{})}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := scores.Join(true, c.tables...)
			if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(got, c.want)) {
				t.Errorf("joined with %v, want %s", err, c.want)
			}
			alike, _, err := scores.Alike(c.tables...)
			if err != nil {
				t.Fatal(err)
			}
			_, err = scores.TakeCommon(alike...)
			if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(got, c.want)) {
				t.Errorf("took with %v, want %s", err, c.want)
			}
		})
	}
}
