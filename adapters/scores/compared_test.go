package scores_test

import (
	"errors"
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
