package show

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/paper"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/visible"
)

// Reproduction writes what paper.Reproduce found, as text, Markdown or JSON.
func Reproduction(w io.Writer, format string, r *paper.Reproduction) error {
	as := layout{
		heading: func(_ int, text string) string { return text },
		table:   func(w io.Writer, rows [][]string) error { return render.Columns(w, rows, 1) },
		verdict: func(text string) string { return fmt.Sprintf("%-13s", text) },
		deeper:  "    ",
	}
	switch format {
	case "json":
		return render.JSON(w, r)
	case "markdown":
		as = layout{
			heading: func(level int, text string) string { return strings.Repeat("#", level) + " " + text },
			table:   paperMarkdown,
			verdict: func(text string) string { return "**" + text + "**" },
			line:    "- ",
			deeper:  "  - ",
		}
	}
	out := render.NewPage(w)
	as.Writer = out
	for _, block := range r.Vectors {
		if err := as.block(&block); err != nil {
			return err
		}
	}
	for _, block := range r.Encoders {
		if err := as.encoder(&block); err != nil {
			return err
		}
	}
	if err := as.external(r.External); err != nil {
		return err
	}
	as.head(2, "Left out")
	for _, file := range r.Absent {
		as.note("absent below %s: %s", r.Data, file)
	}
	for _, other := range r.Without {
		as.note("%s: %s", other.Name, other.Hint)
	}
	return out.Flush()
}

// A layout writes the parts of a reproduction for people.
type layout struct {
	io.Writer
	heading func(level int, text string) string
	table   func(w io.Writer, rows [][]string) error
	verdict func(text string) string
	line    string // before each line of text
	deeper  string // before each line below such a line
}

// paperMarkdown writes rows of which the first is the header.
func paperMarkdown(w io.Writer, rows [][]string) error {
	out := bufio.NewWriter(w)
	for i, row := range rows {
		fmt.Fprintf(out, "| %s |\n", visible.Text(strings.Join(row, " | ")))
		if i == 0 {
			fmt.Fprintf(out, "|---|%s\n", strings.Repeat("---:|", len(row)-1))
		}
	}
	return out.Flush()
}

// head writes a heading.
func (l layout) head(level int, format string, args ...any) {
	fmt.Fprintf(l, "%s\n\n", l.heading(level, visible.Text(fmt.Sprintf(format, args...))))
}

// note writes a line of text.
func (l layout) note(format string, args ...any) {
	fmt.Fprintln(l, l.line+visible.Text(fmt.Sprintf(format, args...)))
}

// block writes the part of one set of vectors.
func (l layout) block(b *paper.Block) error {
	frequencies := "no frequencies"
	if b.Frequencies != nil {
		frequencies = "frequencies " + *b.Frequencies
	}
	l.head(2, "%s: %s, %d words, %d dimensions, %s", b.Name, b.Source, b.Words, b.Dim, frequencies)
	if b.ComparedTo != b.Name {
		fmt.Fprintf(l, "%sThe paper has no numbers for %s, %s: those of %s are shown for comparison, "+
			"unless a heading names others.\n\n", l.line, b.Name, b.Origin, b.ComparedTo)
	}
	for _, table := range b.Tables {
		heading := fmt.Sprintf("%s (%s)", table.Title, table.Label)
		if table.Paper != b.ComparedTo {
			heading += ", paper: " + table.Paper
		}
		l.head(3, "%s", heading)
		rows, notes := paperRows(&table, false)
		if err := l.tableWithNotes(rows, append(notes, reasons(&table)...)); err != nil {
			return err
		}
		fmt.Fprintln(l)
	}
	l.head(3, "Claims of the paper, with %s", b.Name)
	l.verdicts(b.Claims)
	return nil
}

// encoder writes the part of an encoder.
func (l layout) encoder(b *paper.EncoderBlock) error {
	of := fmt.Sprintf("%s: %s, layer %d of %d", b.Name, b.Source, b.Layer, b.Layers)
	if b.Activations != "" {
		of += fmt.Sprintf(", activations %s", b.Activations)
	}
	l.head(2, "%s", of)
	fmt.Fprintf(l, "%sThe paper's claim is of BERT and RoBERTa, which were trained on texts alone; an encoder that was "+
		"trained for\n%ssimilarity or retrieval, or distilled from such a one, is another matter.\n\n", l.line,
		strings.Repeat(" ", len(l.line)))
	l.head(3, "%s (%s)", b.Table.Title, b.Table.Label)
	filled := b.Table.Filled()
	rows := [][]string{{""}}
	for _, i := range filled {
		rows[0] = append(rows[0], b.Table.Columns[i])
	}
	for _, row := range b.Table.Rows {
		cells := []string{row.Name}
		for _, i := range filled {
			cells = append(cells, render.Hundredths(row.Cells[i].Ours))
		}
		rows = append(rows, cells)
	}
	var absent []string
	if len(filled) == 0 {
		rows, absent = nil, reasons(&b.Table)
	}
	if err := l.tableWithNotes(rows, absent); err != nil {
		return err
	}
	fmt.Fprintln(l)
	l.head(3, "The claim of the paper's appendix, with %s", b.Name)
	l.verdicts(b.Claims)
	return nil
}

// verdicts writes claims with the numbers that decide, and an empty line.
func (l layout) verdicts(verdicts []paper.Verdict) {
	for _, verdict := range verdicts {
		held := verdict.Held()
		reported := "the paper has no numbers"
		if verdict.Paper.Total > 0 {
			reported = fmt.Sprintf("paper: %d of %d", verdict.Paper.Held, verdict.Paper.Total)
		}
		how := "not tested"
		if holds := verdict.Holds; holds != nil && *holds {
			how = "holds"
		} else if holds != nil {
			how = "does not hold"
		}
		fmt.Fprintf(l, "%s%s  %s: %s (%s; %d of %d; %s)\n", l.line, l.verdict(how), verdict.Claim, verdict.Statement,
			verdict.Table, held.Held, held.Total, reported)
		for _, c := range verdict.Comparisons {
			sign := ">"
			if !c.Holds {
				sign = "not >"
			}
			fmt.Fprintf(l, "%s%s: %s %s %s %s %s\n", l.deeper, c.About,
				c.Above.Label, render.Hundredths(&c.Above.Value), sign, c.Below.Label, render.Hundredths(&c.Below.Value))
		}
	}
	fmt.Fprintln(l)
}

// external writes the tables of the systems of which other programs gave the scores.
func (l layout) external(tables []paper.Table) error {
	l.head(2, "Systems whose numbers the paper quotes from others")
	fmt.Fprintf(l, "%s--scores NAME=DIR shows the correlations of given scores next to them.\n\n", l.line)
	for _, table := range tables {
		l.head(3, "%s (%s)", table.Title, table.Label)
		rows, notes := paperRows(&table, true)
		if err := l.tableWithNotes(rows, notes); err != nil {
			return err
		}
		fmt.Fprintln(l)
	}
	return nil
}

// tableWithNotes writes a table, if it has rows, and what to know of it.
func (l layout) tableWithNotes(rows [][]string, notes []string) error {
	if rows == nil {
		l.note("no number: %s", strings.Join(notes, "; "))
		return nil
	}
	if err := l.table(l, rows); err != nil {
		return err
	}
	if len(notes) > 0 {
		fmt.Fprintln(l)
	}
	for _, note := range notes {
		l.note("%s", note)
	}
	return nil
}

// paperRows lays a table out, a header first, and says what to know of it: for each column in which there is a number
// of ours, that, the paper's and the difference. Of the tables of others' systems, a column without a number of ours
// has the paper's alone, if there is one; of our own it is left out, as is a row without cells, and there are no rows
// where nothing is left.
func paperRows(table *paper.Table, others bool) (rows [][]string, notes []string) {
	filled := table.Filled()
	if len(filled) == 0 && !others {
		return nil, nil
	}
	rows = [][]string{{""}}
	for i, column := range table.Columns {
		switch {
		case slices.Contains(filled, i):
			rows[0] = append(rows[0], column, "paper", "diff")
		case others && table.Reports(i):
			rows[0] = append(rows[0], column+" paper")
		}
	}
	quoted, missing, leftOut := false, []string{}, 0
	for _, row := range table.Rows {
		cells, empty := []string{row.Name}, true
		for i, cell := range row.Cells {
			shown := slices.Contains(filled, i)
			switch {
			case shown && cell == nil:
				cells = append(cells, "", "", "")
				continue
			case shown:
				cells = append(cells, render.Hundredths(cell.Ours), reported(cell), render.SignedHundredths(cell.Difference))
			case others && table.Reports(i):
				cells = append(cells, reported(cell))
			}
			if cell == nil || !shown && !others {
				continue
			}
			empty = false
			quoted = quoted || cell.Paper != nil && (cell.Quoted || others)
			leftOut = max(leftOut, cell.LeftOut)
			for _, file := range cell.Missing {
				without := table.Columns[i] + " is without " + strings.TrimSuffix(path.Base(file), ".tsv")
				if !others {
					missing = append(missing, without)
				} else if shown && cell.Ours != nil {
					missing = append(missing, row.Name+", "+without)
				}
			}
		}
		if !empty {
			rows = append(rows, cells)
		}
	}
	if quoted {
		notes = append(notes, "* quoted by the paper from others")
	}
	if !others {
		slices.Sort(missing)
		missing = slices.Compact(missing)
	}
	notes = append(notes, missing...)
	if leftOut > 0 && !others {
		notes = append(notes, fmt.Sprintf("left out in a cell because a side has no known word: up to %d pairs", leftOut))
	}
	return rows, notes
}

// reasons lists why numbers of ours are absent, each once with the columns it is about.
func reasons(table *paper.Table) []string {
	var all []string
	columns := map[string][]string{}
	for _, row := range table.Rows {
		for i, cell := range row.Cells {
			if cell == nil || cell.Reason == "" {
				continue
			}
			if columns[cell.Reason] == nil {
				all = append(all, cell.Reason)
			}
			if !slices.Contains(columns[cell.Reason], table.Columns[i]) {
				columns[cell.Reason] = append(columns[cell.Reason], table.Columns[i])
			}
		}
	}
	for i, reason := range all {
		all[i] = strings.Join(columns[reason], ", ") + ": " + reason
	}
	return all
}

func reported(cell *paper.Cell) string {
	text := render.Hundredths(cell.Paper)
	if cell.Quoted && cell.Paper != nil {
		text += "*"
	}
	return text
}
