package corpus

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
)

// openFiles are what a corpus or groups are read from: files that are read as they come, and what was kept of tables.
type openFiles struct {
	kept    streams
	texts   []*TextTable // all that were opened
	reading []*rows.Rows // files that are read as they come
	tabled  bool         // whether there is a table
	common  bool         // whether only the segments that all have are taken
	called  map[string]string
	notices []string // about what was kept

	needSources bool // see Options
}

// open opens a file of texts. The files are the openFiles' to close.
func (o *openFiles) open(path string, stdin io.Reader, layout rows.Layout, role rows.Role, others ...rows.Role) (*TextTable,
	error) {
	t, err := OpenTexts(path, stdin, layout, role, others...)
	if err != nil {
		return nil, err
	}
	t.needSource = o.needSources || role == rows.Source
	if name, ok := o.called[path]; ok {
		t.Name = name
	}
	o.texts = append(o.texts, t)
	o.tabled = o.tabled || !t.AreLines()
	return t, nil
}

// sides returns what a file says of the segments in a role: of candidates a side for each system, in the order of their
// first rows, otherwise one. referenced says that each row of a table with references must have one.
func (o *openFiles) sides(ctx context.Context, t *TextTable, role rows.Role, referenced bool) (sides []side, err error) {
	if err := t.Need(role); err != nil {
		return nil, err
	}
	if t.AreLines() {
		o.reading = append(o.reading, t.rows)
		return []side{{path: t.path, role: role, lines: t}}, nil
	}
	list, names, err := readTable(ctx, t, &o.kept, referenced)
	if err != nil {
		return nil, err
	}
	o.notices = append(o.notices, t.Notices()...)
	t.Close()
	switch {
	case role == rows.Source && len(list) > 1:
		return nil, fmt.Errorf("%s: found the sources of %d systems, expected each source once", t.Name, len(list))
	case role == rows.Reference:
		if len(list) > 1 {
			if err := o.pairStreams(ctx, list); err != nil {
				return nil, err
			}
		}
		common, err := commonReferences(list)
		if err != nil {
			return nil, err
		}
		list = []*stream{common}
	}
	for i, st := range list {
		sides = append(sides, side{name: names[i], path: t.path, role: role, stream: st})
	}
	return sides, nil
}

// Tabled says whether a table is among the files, so that segments are rows, not lines.
func (o *openFiles) Tabled() bool { return o.tabled }

// Notices returns a sentence for each thing that was dropped from the files so far.
func (o *openFiles) Notices() []string {
	notices := slices.Clone(o.notices)
	for _, r := range o.reading {
		notices = append(notices, r.Notices()...)
	}
	return notices
}

// Progress returns how many bytes were read so far, of files and of what was kept of tables, and of how many, 0 if that
// is not known. It may be called from any goroutine.
func (o *openFiles) Progress() (done, total int64) {
	for _, r := range o.reading {
		read, size := r.Progress()
		if size == 0 {
			return 0, 0
		}
		done += read
		total += size
	}
	return done + o.kept.read.Load(), total + o.kept.size()
}

// Close closes the files.
func (o *openFiles) Close() {
	for _, t := range o.texts {
		t.Close()
	}
	for _, r := range o.reading {
		r.Close()
	}
	o.kept.held.Close()
}
