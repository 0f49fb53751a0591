package corpus_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
)

// Lines of text that are a table without a header are an error; a TAB or a quote here and there is part of a text.
func TestTabular(t *testing.T) {
	var many strings.Builder
	for i := range 300 {
		fmt.Fprintf(&many, "s%d\ta text\n", i)
	}
	for _, c := range []struct{ name, content, want string }{
		{"ids and texts", "1\ta text\n2\tanother\n3\tone more\n", "found 1 TAB in 3 of 3 lines, expected one text per line, or a table " +
			"with a header such as id⇥candidate; cut -f 2 FILE >NEW takes the last field"},
		{"two TABs", "a\tb\tc\nd\te\tf\n", "found 2 TABs in 2 of 2 lines"},
		{"many lines", many.String(), "found 1 TAB in 100 of 100 lines"},
		{"quotes", "\"a text\"\n\"an \"\"other\"\"\"\n", "found 2 of 2 lines in quotes, expected one text per line, or a CSV file"},
		{"a first field in quotes", "\"a text, long\",x\n\"another\",y\n", "found 2 of 2 lines in quotes"},
		{"a last field in quotes", "1,\"a text, long\"\n2,\"another\"\n", "found 2 of 2 lines in quotes"},
		{"what people say", "\"Yes,\" he said.\n\"No\", she said.\nHe said, \"well.\"\nAnd: \"Oh,\"\n", ""},
		{"a TAB in one line", "a\ttext\nanother\nmore\n", ""},
		{"other numbers of TABs", "a\ttext\nan\tot\ther\nm\t\to\tre\n", ""},
		{"one line", "a\ttext\n", ""},
		{"one in quotes", "\"a text\"\nanother\n", ""},
	} {
		got, err := readRole(c.content, rows.Candidate)
		if c.want == "" && (err != nil || len(got) != strings.Count(c.content, "\n")) ||
			c.want != "" && (err == nil || !strings.Contains(err.Error(), "standard input: "+c.want)) {
			t.Errorf("%s: got %d rows, %v, want %q", c.name, len(got), err, c.want)
		}
	}
}
