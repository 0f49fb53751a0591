package corpus

import (
	"cmp"
	"context"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
)

// Groups are groups of texts, as text.Groups are, of files of lines and of tables.
type Groups struct {
	*text.Groups
	// Files is how many files of candidates there are, where each system of a table counts.
	Files int

	tabled bool

	learned []side // what Sentences yields
	options Options
}

// OpenGroups is text.OpenGroups for files any of which may be a table. Of the files of candidates a table gives its
// candidates, each of its systems as a file of its own, in the order of their names; of the files of references it
// gives the references of each row, as if they stood in one line. With Options.OwnReferences the tables of candidates
// may have the references too; without any the error is then ErrNoReferences, or a *NoTextsError.
func OpenGroups(ctx context.Context, systems []text.System, references []string,
	perCandidate, perReference text.GroupSize, o Options) (_ *Groups, err error) {
	r := &groupRows{kept: new(streams)}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	if err := checkStdin(systems, references); err != nil {
		return nil, err
	}
	order, err := text.SortSystems(systems)
	if err != nil {
		return nil, err
	}
	var candidates, others []text.Rows
	var learned []side
	of := map[string][]side{} // of each system
	for _, system := range systems {
		sides, err := r.open(ctx, system.Path, rows.Candidate, o)
		if err != nil {
			return nil, err
		}
		of[system.Name] = sides
		learned = append(learned, sides...)
	}
	for _, system := range order {
		for _, s := range of[system.Name] {
			candidates = append(candidates, s.rows())
		}
	}
	for i, path := range references {
		sides, err := r.open(ctx, path, rows.Reference, o)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			learned = nil // the references instead of the candidates
		}
		for _, s := range sides {
			others = append(others, s.rows())
		}
		learned = append(learned, sides...)
	}
	if o.OwnReferences && len(references) == 0 {
		own, err := r.ownReferences()
		if err != nil {
			return nil, err
		}
		others, learned = []text.Rows{own.rows()}, []side{own}
	}
	return &Groups{text.NewGroups(r, candidates, others, perCandidate, perReference), len(candidates), r.tabled, learned, o},
		nil
}

// Tabled says whether a table is among the files.
func (g *Groups) Tabled() bool { return g.tabled }

// Sentences yields the references, or the candidates if there are none, file by file. It is nil for groups that stand
// in one file.
func (g *Groups) Sentences() iter.Seq2[string, error] {
	if g.learned == nil {
		return nil
	}
	return func(yield func(string, error) bool) {
		for _, s := range g.learned {
			if s.stream == nil {
				if !g.options.sentences(s.path, yield) {
					return
				}
				continue
			}
			rows := s.rows()
			for {
				texts, err := rows.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					yield("", err)
					return
				}
				for _, text := range texts {
					if !yield(text, nil) {
						return
					}
				}
			}
		}
	}
}

// groupRows are the open files of groups.
type groupRows struct {
	kept    *streams
	inputs  []*file.Input
	readers []*text.Reader
	notices []string
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
	if s.table, s.lines, err = OpenTexts(path, o.Stdin, o.Layout); err != nil {
		return nil, err
	}
	if s.table == nil {
		lines := text.NewReader(s.lines, s.lines.Name)
		r.inputs, r.readers = append(r.inputs, s.lines), append(r.readers, lines)
		return []side{{path: path, lines: lines, role: role}}, nil
	}
	defer s.table.Close()
	r.tabled = true
	if err := s.table.Need(role); err != nil {
		return nil, err
	}
	list, names, err := readTable(ctx, s, r.kept, role == rows.Reference || o.OwnReferences)
	if err != nil {
		return nil, err
	}
	if s.table.Has(rows.Reference) {
		r.own = append(r.own, list...)
	} else {
		r.missing = s.table.Need(rows.Reference)
	}
	r.notices = append(r.notices, s.table.Notices()...)
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

func (r *groupRows) Notices() []string {
	notices := slices.Clone(r.notices)
	for _, lines := range r.readers {
		notices = append(notices, lines.Notices()...)
	}
	return notices
}

func (r *groupRows) Progress() (done, total int64) { return progress(r.inputs, r.kept) }

func (r *groupRows) Close() {
	for _, in := range r.inputs {
		in.Close()
	}
	r.kept.held.Close()
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

func (r *sideRows) Next() ([]string, error) {
	if err := r.next(r.reader, &r.entry); err != nil {
		return nil, err
	}
	if r.role == rows.Reference {
		return r.entry.references, nil
	}
	return []string{r.entry.candidate}, nil
}

func (r *sideRows) Name() string { return r.called() }

func (r *sideRows) Line() int64 { return r.entry.line }
