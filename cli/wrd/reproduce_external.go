package main

import (
	"bufio"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/paper"
	"github.com/wordrotator/wrd/internal/scores"
)

// externalSystems are the systems whose scores --scores gives.
type externalSystems struct {
	names []string
	dirs  map[string]string    // of a system: a folder with PART.txt
	files map[[2]string]string // of a system and a part
}

// externalToReproduce reads --scores.
func externalToReproduce(c *cli.Context) (*externalSystems, error) {
	sources, err := scoreSources(c)
	if err != nil {
		return nil, err
	}
	o := &externalSystems{names: scores.Names(sources), dirs: map[string]string{}, files: map[[2]string]string{}}
	parts := paper.Parts()
	for _, source := range sources {
		info, err := os.Stat(source.Path)
		switch {
		case err != nil:
			return nil, fmt.Errorf("--scores: %w", err)
		case source.Part == "" && !info.IsDir():
			return nil, fmt.Errorf("--scores: found the file %s for %s, expected a folder with %s.txt and so on, or %s@%s=FILE", source.Path, source.Name, parts[0], source.Name, parts[0])
		case source.Part == "":
			o.dirs[source.Name] = source.Path
		case !slices.Contains(parts, source.Part):
			return nil, fmt.Errorf("--scores: found %s@%s, expected one of: %s", source.Name, source.Part, strings.Join(parts, ", "))
		default:
			o.files[[2]string{source.Name, source.Part}] = source.Path
		}
	}
	return o, nil
}

// find returns the path of the scores of a system for a part, "" if there are none.
func (o *externalSystems) find(system, part string) string {
	if path := o.files[[2]string{system, part}]; path != "" {
		return path
	}
	if dir := o.dirs[system]; dir != "" {
		return filepath.Join(dir, filepath.FromSlash(part)+".txt")
	}
	return ""
}

// reproduce computes the numbers of all systems that the paper quotes or --scores names.
func (o *externalSystems) reproduce(dir string, notify func(string)) ([]paper.Table, error) {
	entries := paper.ExternalWith(o.names)
	numbers, err := paper.RecomputeExternal(dir, paper.Keys(entries), o.find, notify)
	if err != nil {
		return nil, err
	}
	return paper.Compare(entries, numbers), nil
}

// writeExternal writes the tables of the systems of which other programs gave the scores.
func (r reproduction) writeExternal(out *bufio.Writer, as layout) error {
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
			fmt.Fprintf(out, "%s%s\n", as.line, note)
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
				cells = append(cells, hundredths(cell.Ours), reported(cell), signedHundredths(cell.Difference))
				for _, file := range cell.Missing {
					if cell.Ours != nil {
						notes = append(notes, fmt.Sprintf("%s, %s is without %s", row.Name, table.Columns[i], strings.TrimSuffix(path.Base(file), ".tsv")))
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
