package corpus

import (
	"fmt"
	"io"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
)

// sideRows are the rows of a side, of which texts of its role are asked for.
type sideRows struct {
	side
	entry entry
}

// rows returns the rows of the side, of a table from the beginning.
func (s side) rows() *sideRows {
	s.reader = nil
	return &sideRows{side: s}
}

// texts returns the texts of the next row, or io.EOF after the last.
func (r *sideRows) texts() ([]string, error) {
	if err := r.next(&r.entry); err != nil {
		return nil, err
	}
	switch r.role {
	case rows.Source:
		return []string{r.entry.Source}, nil
	case rows.Reference:
		if references := r.entry.References; !allBlank(references) {
			return slices.DeleteFunc(references, isBlank), nil
		}
		return r.entry.References[:1], nil
	}
	return []string{r.entry.Candidate}, nil
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
			r.called(), r.entry.Line, rows, group, size)
	}
	return texts, nil
}
