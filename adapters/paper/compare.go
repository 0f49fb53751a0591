package paper

import "slices"

// A Table is a table of the paper for one set of vectors, with our numbers next to the paper's.
type Table struct {
	Label   string   `json:"label"` // in the paper's source
	Title   string   `json:"title"`
	Paper   string   `json:"paper"` // the vectors whose numbers the paper's are
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// A Row has a cell for each column of its table, nil where the paper's table has no place for one.
type Row struct {
	Name  string  `json:"row"`
	Cells []*Cell `json:"cells"`
}

// A Cell is one number of ours and of the paper. A nil number is absent.
type Cell struct {
	Key
	Ours       *float64 `json:"ours"`
	Paper      *float64 `json:"paper"`
	Difference *float64 `json:"difference"` // ours − paper
	// Reason says why there is no number of ours.
	Reason string `json:"reason,omitempty"`
	// Quoted says that the paper took its number from others.
	Quoted bool `json:"quoted,omitempty"`
	// Pairs is how many pairs count, LeftOut how many do not because a side has no vector, Missing which files are
	// absent.
	Pairs   int      `json:"pairs,omitempty"`
	LeftOut int      `json:"left_out,omitempty"`
	Missing []string `json:"missing,omitempty"`
}

// title says what a table shows.
func title(label string) string {
	switch label {
	case "tb:issue_wmd_cosine":
		return "Cosine distance between words"
	case "tb:issue_wmd_euclidean":
		return "Euclidean distance between words"
	case "subtb:ignoring_norm":
		return "Added vectors with and without norm (STS-B dev, Pearson × 100)"
	case "subtb:ignoring_norm_converted":
		return "The same with converted vectors"
	case "subtb:workings_of_angle_full_cos":
		return "Pairs of words (Spearman × 100)"
	case "subtb:workings_of_angle_full_vc":
		return "Pairs of words with converted vectors (Spearman × 100)"
	case "tb:ablation_full":
		return "WMD and WRD (STS-B dev, Pearson × 100)"
	case "tab:benchmark2", "tab:benchmark3":
		return "Benchmarks (Pearson × 100)"
	case contextTable:
		return "Contextual vectors (Pearson × 100; the paper has no numbers)"
	case othersTable:
		return "Scores of systems that the paper does not have (Pearson × 100)"
	}
	return label
}

// Compare lays numbers out in the tables of entries, next to what the paper reports.
func Compare(entries []Entry, numbers Numbers) []Table {
	var tables []Table
	for _, e := range entries {
		n := len(tables)
		if n == 0 || tables[n-1].Label != e.Table {
			tables = append(tables, Table{Label: e.Table, Title: title(e.Table), Paper: e.Vectors})
			n++
		}
		number, ok := numbers[e.Key]
		if !ok {
			number.Reason = "not computed"
		}
		tables[n-1].put(e, cellOf(e, number))
	}
	for i := range tables {
		for j := range tables[i].Rows {
			row := &tables[i].Rows[j]
			row.Cells = append(row.Cells, make([]*Cell, len(tables[i].Columns)-len(row.Cells))...)
		}
	}
	return tables
}

// put puts a cell where its entry says, and makes the row and the column that it needs.
func (t *Table) put(e Entry, cell *Cell) {
	column := slices.Index(t.Columns, e.Column)
	if column < 0 {
		column = len(t.Columns)
		t.Columns = append(t.Columns, e.Column)
	}
	n := len(t.Rows)
	if n == 0 || t.Rows[n-1].Name != e.Row {
		t.Rows = append(t.Rows, Row{Name: e.Row})
		n++
	}
	row := &t.Rows[n-1]
	for len(row.Cells) <= column {
		row.Cells = append(row.Cells, nil)
	}
	row.Cells[column] = cell
}

func cellOf(e Entry, number Number) *Cell {
	cell := &Cell{
		Key: e.Key, Reason: number.Reason, Quoted: e.Quoted,
		Pairs: number.Pairs, LeftOut: number.LeftOut, Missing: number.Missing,
	}
	if number.Reason == "" {
		cell.Ours = &number.Value
	}
	if e.Reports {
		cell.Paper = &e.Value
	}
	if cell.Ours != nil && cell.Paper != nil {
		cell.Difference = new(*cell.Ours - *cell.Paper)
	}
	return cell
}

// Filled lists the columns in which there is a number of ours.
func (t Table) Filled() (filled []int) {
	for i := range t.Columns {
		if t.has(i, func(cell *Cell) bool { return cell.Ours != nil }) {
			filled = append(filled, i)
		}
	}
	return filled
}

// Reports says whether the paper has a number in a column.
func (t Table) Reports(column int) bool {
	return t.has(column, func(cell *Cell) bool { return cell.Paper != nil })
}

// has says whether some cell of a column is such a one.
func (t Table) has(column int, such func(*Cell) bool) bool {
	return slices.ContainsFunc(t.Rows, func(row Row) bool {
		return row.Cells[column] != nil && such(row.Cells[column])
	})
}
