package markup

import (
	"strings"
	"testing"
)

// Names that are commands elsewhere are names in each format; a row that begins with [ is no argument of the one before.
func TestTable(t *testing.T) {
	table := Table{Header: []string{"system", "m ↓"}, Caption: []string{"50% of a_b."}, Code: []string{"x|y_z"},
		Rows: [][]Cell{{{Text: `[a_1&%#$~^{}\<|`}, {Text: "−1.0", Bold: true}}, {{Text: "*b,\"\x1b"}, {Text: "2"}}}}
	for _, c := range []struct {
		write func(*strings.Builder) error
		want  []string
	}{
		{func(b *strings.Builder) error { return table.LaTeX(b) }, []string{
			`\caption{50\% of a\_b. \texttt{x$|$\allowbreak y\_z}}`, `system & m $\downarrow$ \\`,
			`{}[a\_1\&\%\#\$\textasciitilde{}\textasciicircum{}\{\}\textbackslash{}$<$$|$ & \textbf{$-$1.0} \\`,
			`{}*b,"\textbackslash{}x1b & 2 \\`}},
		{func(b *strings.Builder) error { return table.Markdown(b) }, []string{
			"| system | m ↓ |\n|---|---:|\n", `| \[a\_1\&%#&#8203;$\~^{}\\\<\| | **−1.0** |`, "\n50% of a\\_b.  \n`x|y_z`\n"}},
		{func(b *strings.Builder) error { return table.CSV(b) }, []string{"system,m ↓\n", `"*b,""\x1b",2` + "\n"}},
	} {
		var b strings.Builder
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("does not have %s:\n%s", want, b.String())
			}
		}
	}
}
