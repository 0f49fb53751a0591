package jobs

import (
	"slices"

	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
)

// Tables say which tables of scores are read and joined.
type Tables struct {
	Tables []scores.File
	Common bool     // take the segments that all of them have
	Lower  []string // columns that go down as texts get better
}

// Paths are those of the tables.
func (t Tables) Paths() (paths []string) {
	for _, table := range t.Tables {
		paths = append(paths, table.Path)
	}
	return paths
}

// WithPeople reads the columns of human scores, too, see scores.Options.
func (t Tables) WithPeople() Tables {
	t.Tables = slices.Clone(t.Tables)
	for i := range t.Tables {
		t.Tables[i].People = true
	}
	return t
}

// OpenTable opens a table with columns of scores, nil for all.
func (h Host) OpenTable(t scores.File, columns []string) (*scores.Table, error) {
	t.Columns, t.Progress = columns, h.Progress
	return scores.Open(t.Path, h.Stdin, t.Options, h.notify)
}

// JoinTables opens tables and joins them. columns are the columns of scores that are needed, nil for all; each must be in
// one of the tables. Rows that some tables lack are reported; missing segments are an error without Tables.Common.
func (h Host) JoinTables(t Tables, columns []string) (*scores.Table, error) {
	var tables []*scores.Table
	for _, table := range t.Tables {
		opened, err := h.OpenTable(table, columns)
		if err != nil {
			return nil, err
		}
		tables = append(tables, opened)
	}
	joined, notices, err := scores.Join(t.Common, tables...)
	if err != nil {
		return nil, err
	}
	for _, column := range columns {
		if _, err := joined.Grid(column); err != nil {
			return nil, err
		}
	}
	for _, w := range t.Tables[0].Where {
		if !slices.Contains(joined.ChosenBy, w) {
			return nil, setup.Errorf("%v %s=%s: found no column %q in any table", setup.Name("where"), w.Column, w.Value, w.Column)
		}
	}
	h.Tell(notices)
	return joined, nil
}
