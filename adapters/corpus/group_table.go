package corpus

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// groupColumns are the columns of a table of groups, a group a row.
var groupColumns = []string{"candidates", "references", "source"}

const groupShape = `expected an object {"candidates": ["…"], "references": ["…"], "source": "…"}`

// OpenGroupTable opens a file with a group a row, as JSON Lines {"candidates": [text, …], "references": [text, …],
// "source": text}, where the references may be absent, and the source unless sources asks for it. The path may be "-" for
// stdin.
func OpenGroupTable(path string, stdin io.Reader, sources bool) (*Groups, error) {
	r, err := rows.Open(path, stdin, rows.Options{IsText: func(column string) bool {
		return slices.Contains(groupColumns, column)
	}})
	if err != nil {
		return nil, err
	}
	if r.Prose {
		defer r.Close()
		if _, err := r.Next(); err == io.EOF {
			return nil, rows.NoRows(r.Name)
		}
		return nil, fmt.Errorf("%s: found lines of text, %s", r.Name, groupShape)
	}
	r.Restrict(groupColumns...)
	fresh := r.Columns
	return &Groups{openFiles: &openFiles{reading: []*rows.Rows{r}}, next: func(int) (group metric.Group, err error) {
		row, err := r.Next()
		if err != nil {
			return group, err
		}
		for _, column := range append(fresh, r.Late()...) {
			if known := strings.ToLower(column); column != known && slices.Contains(groupColumns, known) {
				return group, row.Errorf("found the member %s, %s", wording.Quote(column), groupShape)
			}
		}
		fresh = nil
		return groupOf(row, sources)
	}}, nil
}

// groupOf reads a row of a table of groups.
func groupOf(row rows.Row, sources bool) (group metric.Group, err error) {
	for i, list := range []*[]string{&group.Candidates, &group.References} {
		column := groupColumns[i]
		texts, ok, err := row.List(column)
		if absent := errors.Is(err, rows.ErrNullText); err != nil && !(absent && i == 1) {
			return group, err
		}
		if !ok {
			_, there, err := row.Text(column)
			if there || err != nil || i == 0 {
				return group, row.Errorf("found no list of %s, %s", column, groupShape)
			}
		}
		*list = texts
	}
	source, ok, err := row.Text(groupColumns[2])
	if err == nil && !ok && sources {
		err = row.Errorf("found no source, %s", groupShape)
	}
	group.Source = source
	return group, err
}
