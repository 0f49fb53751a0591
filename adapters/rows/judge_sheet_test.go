package rows_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
	"pgregory.net/rapid"
)

// What a report puts before cells that a spreadsheet takes for formulas is taken off again, in judge.csv, its key, and
// what is merged from them, and nowhere else.
func TestJudgeSheet(t *testing.T) {
	const judged, key, merged = "segment,doc,reference,output,candidate,human\n", "segment,doc,output,system\n",
		"segment,doc,output,candidate,human,system\n"
	for _, c := range []struct{ name, table, column, want string }{
		{"formula", judged + "1,d,r,A,'=1+1,\n", "candidate", "=1+1"},
		{"every column", judged + "1,d,'@SUM(1),A,x,\n", "reference", "@SUM(1)"},
		{"minus", judged + "1,d,r,A,'- no,\n", "candidate", "- no"},
		{"TAB", judged + "1,d,r,A,'\tx,\n", "candidate", "\tx"},
		{"line end", judged + "1,d,r,A,\"'\nx\",\n", "candidate", "\nx"},
		{"full width", judged + "1,d,r,A,'＝1,\n", "candidate", "＝1"},
		{"a number", judged + "1,d,r,A,-5,\n", "candidate", "-5"},
		{"an apostrophe of its own", judged + "1,d,r,A,''=1,\n", "candidate", "'=1"},
		{"another word", judged + "1,d,r,A,'tis,\n", "candidate", "'tis"},
		{"only apostrophes", judged + "1,d,r,A,'',\n", "candidate", "''"},
		{"key", key + "1,d,A,'=a\n", "system", "=a"},
		{"merged", merged + "1,d,A,'=1,3,a\n", "candidate", "=1"},
		{"another table", "segment,doc,candidate,human\n1,d,'=1,\n", "candidate", "'=1"},
		{"another format", strings.ReplaceAll(judged, ",", "\t") + "1\td\tr\tA\t'=1\t\n", "candidate", "'=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, row := firstRow(t, strings.NewReader(c.table), rows.Options{})
			if got, _, err := row.Text(c.column); err != nil || got != c.want {
				t.Errorf("found %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// guarded is the page's, written again from the documentation: an apostrophe before what begins with one of the signs, or
// with apostrophes and such a sign, and is no number.
func guarded(cell string) string {
	number := strings.Trim(cell, "0123456789") == "-" && len(cell) > 1 && cell[0] == '-'
	if rest := strings.TrimLeft(cell, "'"); number || rest == "" || !strings.ContainsAny(rest[:1], "=+-@\t\r\n") {
		return cell
	}
	return "'" + cell
}

// Whatever an output is, it comes back as it was.
func TestJudgeSheetComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		output := rapid.StringMatching(`'{0,3}[-=+@\t\n]?['=a-c1-3 ,"-]{0,6}`).Draw(t, "output")
		var table strings.Builder
		w := csv.NewWriter(&table)
		w.Write([]string{"segment", "doc", "output", "candidate", "human"})
		w.Write([]string{"1", "d", "A", guarded(output), ""})
		w.Flush()
		r, err := rows.Open("-", strings.NewReader(table.String()), rows.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		row, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := row.Text("candidate"); err != nil || got != output {
			t.Fatalf("found %q, %v, want %q in %q", got, err, output, table.String())
		}
	})
}
