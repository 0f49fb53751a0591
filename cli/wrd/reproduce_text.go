package main

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/paper"
	"github.com/wordrotator/wrd/internal/visible"
)

// A reproduction is written for people.
type reproduction paper.Reproduction

// A reproducedBlock is one set of vectors of it.
type reproducedBlock paper.Block

// A layout writes the parts of a reproduction for people.
type layout struct {
	heading func(w io.Writer, level int, text string)
	table   func(w io.Writer, rows [][]string) error
	verdict func(text string) string
	line    string // before each line of text
	deeper  string // before each line below such a line
}

// note writes a line of text.
func (l layout) note(w io.Writer, text string) { fmt.Fprintln(w, l.line+visible.Text(text)) }

func (r reproduction) writeText(w io.Writer) error {
	return r.write(w, layout{
		heading: func(w io.Writer, _ int, text string) { fmt.Fprintf(w, "%s\n\n", visible.Text(text)) },
		table:   func(w io.Writer, rows [][]string) error { return render.Columns(w, rows, 1) },
		verdict: func(text string) string { return fmt.Sprintf("%-13s", text) },
		deeper:  "    ",
	})
}

func (r reproduction) writeMarkdown(w io.Writer) error {
	return r.write(w, layout{
		heading: func(w io.Writer, level int, text string) {
			fmt.Fprintf(w, "%s %s\n\n", strings.Repeat("#", level), visible.Text(text))
		},
		table:   markdownTable,
		verdict: func(text string) string { return "**" + text + "**" },
		line:    "- ",
		deeper:  "  - ",
	})
}

// markdownTable writes rows of which the first is the header.
func markdownTable(w io.Writer, rows [][]string) error {
	out := bufio.NewWriter(w)
	for i, row := range rows {
		fmt.Fprintf(out, "| %s |\n", visible.Text(strings.Join(row, " | ")))
		if i == 0 {
			fmt.Fprintf(out, "|---|%s\n", strings.Repeat("---:|", len(row)-1))
		}
	}
	return out.Flush()
}

func (r reproduction) write(w io.Writer, as layout) error {
	out := render.NewPage(w)
	for _, block := range r.Vectors {
		if err := reproducedBlock(block).write(out, as); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	for _, block := range r.Encoders {
		if err := reproducedEncoder(block).write(out, as); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	if err := r.writeExternal(out, as); err != nil {
		return err
	}
	as.heading(out, 2, "Left out")
	for _, file := range r.Absent {
		as.note(out, fmt.Sprintf("absent below %s: %s", r.Data, file))
	}
	for _, other := range r.Without {
		as.note(out, other.Name+": "+other.Hint)
	}
	return out.Flush()
}

func (b reproducedBlock) write(out *render.Page, as layout) error {
	as.heading(out, 2, fmt.Sprintf("%s: %s, %d words, %d dimensions, %s",
		b.Name, b.Source, b.Words, b.Dim, b.frequencies()))
	if b.ComparedTo != b.Name {
		fmt.Fprintf(out, "%sThe paper has no numbers for %s, %s: those of %s are shown for comparison, "+
			"unless a heading names others.\n\n", as.line, b.Name, b.Origin, b.ComparedTo)
	}
	for _, table := range b.Tables {
		if err := b.writeTable(out, as, table); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	as.heading(out, 3, "Claims of the paper, with "+b.Name)
	writeVerdicts(out, as, b.Claims)
	return nil
}

// writeVerdicts writes claims with the numbers that decide.
func writeVerdicts(out *render.Page, as layout, verdicts []paper.Verdict) {
	for _, verdict := range verdicts {
		held := verdict.Held()
		reported := "the paper has no numbers"
		if verdict.Paper.Total > 0 {
			reported = fmt.Sprintf("paper: %d of %d", verdict.Paper.Held, verdict.Paper.Total)
		}
		fmt.Fprintf(out, "%s%s  %s: %s (%s; %d of %d; %s)\n", as.line, as.verdict(verdictOf(verdict)),
			verdict.Claim, verdict.Statement, verdict.Table, held.Held, held.Total, reported)
		for _, c := range verdict.Comparisons {
			sign := ">"
			if !c.Holds {
				sign = "not >"
			}
			fmt.Fprintf(out, "%s%s: %s %s %s %s %s\n", as.deeper, c.About,
				c.Above.Label, render.Hundredths(&c.Above.Value), sign, c.Below.Label, render.Hundredths(&c.Below.Value))
		}
	}
}

// A reproducedEncoder is the part of an encoder of a reproduction.
type reproducedEncoder paper.EncoderBlock

func (b reproducedEncoder) write(out *render.Page, as layout) error {
	of := fmt.Sprintf("%s: %s, layer %d of %d", b.Name, b.Source, b.Layer, b.Layers)
	if b.Activations != "" {
		of += fmt.Sprintf(", activations %s", b.Activations)
	}
	as.heading(out, 2, of)
	fmt.Fprintf(out, "%sThe paper's claim is of BERT and RoBERTa, which were trained on texts alone; an encoder that was "+
		"trained for\n%ssimilarity or retrieval, or distilled from such a one, is another matter.\n\n", as.line,
		strings.Repeat(" ", len(as.line)))
	as.heading(out, 3, fmt.Sprintf("%s (%s)", b.Table.Title, b.Table.Label))
	filled := b.Table.Filled()
	header := []string{""}
	for _, i := range filled {
		header = append(header, b.Table.Columns[i])
	}
	rows := [][]string{header}
	for _, row := range b.Table.Rows {
		cells := []string{row.Name}
		for _, i := range filled {
			cells = append(cells, render.Hundredths(row.Cells[i].Ours))
		}
		rows = append(rows, cells)
	}
	if len(filled) == 0 {
		as.note(out, "no number: "+strings.Join(reasons(b.Table), "; "))
	} else if err := as.table(out, rows); err != nil {
		return err
	}
	fmt.Fprintln(out)
	as.heading(out, 3, "The claim of the paper's appendix, with "+b.Name)
	writeVerdicts(out, as, b.Claims)
	return nil
}

func (b reproducedBlock) frequencies() string {
	if b.Frequencies == nil {
		return "no frequencies"
	}
	return "frequencies " + *b.Frequencies
}

func verdictOf(v paper.Verdict) string {
	switch {
	case v.Holds == nil:
		return "not tested"
	case *v.Holds:
		return "holds"
	}
	return "does not hold"
}

// writeTable writes the columns of a table in which there is a number of ours, each with the paper's number and the
// difference.
func (b reproducedBlock) writeTable(out *render.Page, as layout, table paper.Table) error {
	heading := fmt.Sprintf("%s (%s)", table.Title, table.Label)
	if table.Paper != b.ComparedTo {
		heading += ", paper: " + table.Paper
	}
	as.heading(out, 3, heading)
	filled := table.Filled()
	if len(filled) == 0 {
		as.note(out, "no number: "+strings.Join(reasons(table), "; "))
		return nil
	}
	header := []string{""}
	for _, i := range filled {
		header = append(header, table.Columns[i], "paper", "diff")
	}
	rows := [][]string{header}
	quoted, missing, leftOut := false, []string{}, 0
	for _, row := range table.Rows {
		cells, empty := []string{row.Name}, true
		for _, i := range filled {
			cell := row.Cells[i]
			if cell == nil {
				cells = append(cells, "", "", "")
				continue
			}
			empty = false
			quoted = quoted || cell.Quoted && cell.Paper != nil
			leftOut = max(leftOut, cell.LeftOut)
			for _, file := range cell.Missing {
				missing = append(missing, table.Columns[i]+" is without "+strings.TrimSuffix(path.Base(file), ".tsv"))
			}
			cells = append(cells, render.Hundredths(cell.Ours), reported(cell), render.SignedHundredths(cell.Difference))
		}
		if !empty {
			rows = append(rows, cells)
		}
	}
	if err := as.table(out, rows); err != nil {
		return err
	}
	var notes []string
	if quoted {
		notes = append(notes, "* quoted by the paper from others")
	}
	slices.Sort(missing)
	notes = append(notes, slices.Compact(missing)...)
	if leftOut > 0 {
		notes = append(notes, fmt.Sprintf("left out in a cell because a side has no known word: up to %d pairs",
			leftOut))
	}
	notes = append(notes, reasons(table)...)
	if len(notes) > 0 {
		fmt.Fprintln(out)
	}
	for _, note := range notes {
		as.note(out, note)
	}
	return nil
}

// reasons lists why numbers of ours are absent, each once with the columns it is about.
func reasons(table paper.Table) []string {
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

// writeExternal writes the tables of the systems of which other programs gave the scores.
func (r reproduction) writeExternal(out *render.Page, as layout) error {
	as.heading(out, 2, "Systems whose numbers the paper quotes from others")
	fmt.Fprintf(out, "%s--scores NAME=DIR shows the correlations of given scores next to them.\n\n", as.line)
	for _, table := range r.External {
		as.heading(out, 3, fmt.Sprintf("%s (%s)", table.Title, table.Label))
		rows, notes := externalRows(table)
		if err := as.table(out, rows); err != nil {
			return err
		}
		fmt.Fprintln(out)
		for _, note := range notes {
			as.note(out, note)
		}
		if len(notes) > 0 {
			fmt.Fprintln(out)
		}
	}
	return nil
}

// externalRows lays a table out, a header first, and says what to know of it. A column for which no scores are given is
// the paper's alone, and one without any number is left out.
func externalRows(table paper.Table) (rows [][]string, notes []string) {
	filled := table.Filled()
	header := []string{""}
	for i, column := range table.Columns {
		switch {
		case slices.Contains(filled, i):
			header = append(header, column, "paper", "diff")
		case table.Reports(i):
			header = append(header, column+" paper")
		}
	}
	rows = [][]string{header}
	quoted := false
	for _, row := range table.Rows {
		cells := []string{row.Name}
		for i, cell := range row.Cells {
			quoted = quoted || cell.Paper != nil
			switch {
			case slices.Contains(filled, i):
				cells = append(cells, render.Hundredths(cell.Ours), reported(cell), render.SignedHundredths(cell.Difference))
				for _, file := range cell.Missing {
					if cell.Ours != nil {
						notes = append(notes, fmt.Sprintf("%s, %s is without %s",
							row.Name, table.Columns[i], strings.TrimSuffix(path.Base(file), ".tsv")))
					}
				}
			case table.Reports(i):
				cells = append(cells, reported(cell))
			}
		}
		rows = append(rows, cells)
	}
	if quoted {
		notes = append([]string{"* quoted by the paper from others"}, notes...)
	}
	return rows, notes
}
