package corpus

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
)

// groupRows are the open files of groups.
type groupRows struct {
	openFiles
	tabled  bool
	own     []*stream // of candidates, in tables that have references too
	missing error     // what the last table has instead of them
}

// ownReferences returns the references in the tables of candidates.
func (r *groupRows) ownReferences() (side, error) {
	if len(r.own) == 0 {
		return side{}, cmp.Or(r.missing, ErrNoReferences)
	}
	common, err := commonReferences(r.own)
	return side{stream: common, role: rows.Reference}, err
}

// open opens a file of candidates or of references, as role says.
func (r *groupRows) open(ctx context.Context, path string, role rows.Role, o Options) ([]side, error) {
	s := &source{path: path}
	var err error
	var others []rows.Role
	if role == rows.Source {
		others = append(others, role)
	}
	if s.table, s.lines, err = OpenTexts(path, o.Stdin, o.Layout, others...); err != nil {
		return nil, err
	}
	if s.table == nil {
		return []side{{path: path, lines: r.read(s.lines), role: role, sources: role == rows.Source}}, nil
	}
	defer r.finish(s.table)
	r.tabled = true
	if err := s.table.Need(role); err != nil {
		return nil, err
	}
	list, names, err := readTable(ctx, s, &r.kept, role == rows.Reference || o.OwnReferences)
	if err != nil {
		return nil, err
	}
	if s.table.Has(rows.Reference) {
		r.own = append(r.own, list...)
	} else {
		r.missing = s.table.Need(rows.Reference)
	}
	if role == rows.Source {
		if len(list) > 1 {
			return nil, severalSources(s.table.Name, len(list))
		}
		return []side{{path: path, stream: list[0], role: role, sources: true}}, nil
	}
	if role == rows.Reference {
		common, err := commonReferences(list)
		if err != nil {
			return nil, err
		}
		return []side{{path: path, stream: common, role: role}}, nil
	}
	var sides []side
	for i, st := range list {
		sides = append(sides, side{name: names[i], path: path, stream: st, role: role})
	}
	slices.SortFunc(sides, func(a, b side) int { return strings.Compare(a.name, b.name) })
	return sides, nil
}

// sideRows are the rows of a side, of which texts of one role are asked for.
type sideRows struct {
	side
	reader *streamReader // nil for lines
	entry  entry
}

func (s side) rows() *sideRows {
	r := &sideRows{side: s}
	if s.stream != nil {
		r.reader = s.stream.reader()
	}
	return r
}

// texts returns the texts of the next row, or io.EOF after the last.
func (r *sideRows) texts() ([]string, error) {
	if err := r.next(r.reader, &r.entry); err != nil {
		return nil, err
	}
	switch r.role {
	case rows.Source:
		return []string{r.entry.source}, nil
	case rows.Reference:
		return r.entry.references, nil
	}
	return []string{r.entry.candidate}, nil
}

// take returns the texts of the next group, none at the end of the file.
func (r *sideRows) take(size GroupSize, group int) (texts []string, err error) {
	if size == WholeFile && group > 1 {
		return nil, nil
	}
	rows := 0
	for ; size == WholeFile || rows < int(size); rows++ {
		row, err := r.texts()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		texts = append(texts, row...)
	}
	if size != WholeFile && rows > 0 && rows < int(size) {
		return nil, fmt.Errorf("%s:%d: found the end of the file after %d lines of group %d, expected %d lines in "+
			"each group",
			r.called(), r.entry.line, rows, group, size)
	}
	return texts, nil
}
