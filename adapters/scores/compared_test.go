package scores_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
)

// What to compare by is the column wrd, or the only one, and which columns go down is known.
func TestCompared(t *testing.T) {
	for _, c := range []struct {
		name, header string
		names, lower []string
		want         []string // the columns, with - before those that go down
	}{
		{"wrd among others", "bleu\twrd", nil, nil, []string{"-wrd"}},
		{"the only one", "bleu", nil, nil, []string{"bleu"}},
		{"those that are named", "bleu\tTER\tcost", []string{"cost", "TER", "bleu"}, []string{"cost"},
			[]string{"-cost", "-TER", "bleu"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := strings.Repeat("\t1", strings.Count(c.header, "\t")+1)
			table := read(t, "t", "system\tsegment\t"+c.header+"\na\t1"+values+"\nb\t1"+values+"\n", scores.Options{})
			found, notices, err := table.Compared(c.names, c.lower)
			if err != nil || len(notices) > 0 {
				t.Fatal(notices, err)
			}
			var got []string
			for _, column := range found.Columns {
				name := column.Name
				if column.LowerIsBetter {
					name = "-" + name
				}
				got = append(got, name)
			}
			if !slices.Equal(got, c.want) || !slices.Equal(found.Systems, []string{"a", "b"}) {
				t.Errorf("got %q of %q, want %q", got, found.Systems, c.want)
			}
		})
	}
}

// Names of columns that go down must be those of a table, read or not, or of known distances.
func TestLowerColumns(t *testing.T) {
	table := read(t, "t", "system\tsegment\tbleu\tpenalty\na\t1\t1\t2\nb\t1\t1\t2\n", scores.Options{Columns: []string{"bleu"}})
	for _, c := range []struct{ name, lower, want string }{
		{"none", "", ""},
		{"one that is compared", "bleu", ""},
		{"one that is not read", "penalty", ""},
		{"a known distance", "TER", ""},
		{"no such", "penalties", `t: found no column "penalties" of scores, expected one of: bleu, penalty; did you mean penalty?`},
	} {
		_, _, err := table.Compared([]string{"bleu"}, []string{c.lower})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// A column with a name near to that of human scores is one, with a notice, unless it is asked for, or another is human.
func TestNearHuman(t *testing.T) {
	for _, c := range []struct {
		name, column string
		asked        []string
		human        []string
		notice       bool
	}{
		{"in capitals", "Human", nil, []string{"Human"}, true},
		{"with what it holds", "human_scores", nil, []string{"human_scores"}, true},
		{"asked for", "Human", []string{"Human", "m"}, []string{"Human"}, false},
		{"beside human", "human\tHuman", nil, []string{"human"}, false},
		{"another name", "humanity", nil, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := strings.Repeat("\t1", strings.Count(c.column, "\t")+2) + "\n"
			var notices []string
			path := filepath.Join(t.TempDir(), "t.tsv")
			content := "system\tsegment\tm\t" + c.column + "\na\t1" + values + "b\t1" + values
			if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
			table, err := scores.Open(path, nil, scores.Options{Columns: c.asked}, func(said string) { notices = append(notices, said) })
			if err != nil {
				t.Fatal(err)
			}
			j, err := table.Judgments(nil, []string{"m"}, nil, nil)
			var human []string
			if err == nil {
				for _, column := range j.Humans {
					human = append(human, column.Name)
				}
			}
			said := slices.ContainsFunc(notices, func(said string) bool { return strings.Contains(said, "as human scores") })
			if !slices.Equal(human, c.human) || said != c.notice {
				t.Errorf("got %q, %v, notices %q, want %q", human, err, notices, c.human)
			}
		})
	}
}

func TestComparedOfSeveral(t *testing.T) {
	table := read(t, "t", "system\tsegment\tbleu\tchrf\na\t1\t1\t2\n", scores.Options{})
	_, _, err := table.Compared(nil, nil)
	many, ok := errors.AsType[*scores.ManyColumnsError](err)
	if !ok || !slices.Equal(many.Columns, []string{"bleu", "chrf"}) {
		t.Errorf("got %v", err)
	}
	many.Columns = slices.Repeat([]string{"c"}, 5000)
	if got := many.Error(); !strings.HasSuffix(got, "c, c, … (5000)") || len(got) > 300 {
		t.Errorf("of many columns: got %q", got)
	}
}
