package corpus

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/metric"
)

// A GroupSize is how many consecutive lines of a file belong to one group; WholeFile means all of them.
type GroupSize int

// WholeFile makes one group of each whole file.
const WholeFile GroupSize = 0

// ParseGroupSize reads a positive number, or "all" for WholeFile.
func ParseGroupSize(s string) (GroupSize, error) {
	if s == "all" {
		return WholeFile, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("found %q, expected all or a number of lines from 1", s)
	}
	return GroupSize(n), nil
}

// Groups are groups of texts in files. They must not be shared between goroutines, except for Progress.
type Groups struct {
	*openFiles
	// Files is how many files of candidates there are, where each system of a table counts; 0 for groups that stand in one
	// file.
	Files int

	// next returns the group of a number, from 1, or io.EOF where the files end instead.
	next   func(number int) (metric.Group, error)
	number int // of groups that next returned
	ahead  ahead[metric.Group]

	learned []side // what Sentences yields
	options Options
}

// OpenGroups opens files of candidates, in order of their names, and of references, of which there may be none. A group is
// made of so many consecutive lines of every file: first all those of the first file, then those of the next. Every file
// must hold the same number of whole groups, and any may be a table. Of the files of candidates a table gives its
// candidates, each of its systems as a file of its own, in the order of their names; of the files of references it
// gives the references of each row, as if they stood in one line. With Options.OwnReferences the tables of candidates
// may have the references too; without any the error is then ErrNoReferences, or a *NoTextsError. A line of the file
// Options.Sources is the source of a group.
func OpenGroups(ctx context.Context, systems []text.SystemFile, references []string,
	perCandidate, perReference GroupSize, o Options) (_ *Groups, err error) {
	r := new(openFiles)
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	given := references
	if o.Sources != "" {
		given = append(slices.Clip(references), o.Sources)
	}
	if err := checkStdin(systems, given); err != nil {
		return nil, err
	}
	order, err := text.SortSystems(systems)
	if err != nil {
		return nil, err
	}
	var candidates, others []*sideRows
	var learned []side
	var single []side         // those with a row for each group
	of := map[string][]side{} // of each system
	own := ownReferences{missing: ErrNoReferences}
	open := func(path string, role rows.Role) ([]side, error) {
		t, err := r.open(path, o.Stdin, o.Layout, role)
		if err != nil {
			return nil, err
		}
		sides, err := r.sides(ctx, t, role, role == rows.Reference || o.OwnReferences)
		if err != nil {
			return nil, err
		}
		if role == rows.Candidate {
			own.look(t, sides)
		}
		slices.SortFunc(sides, func(a, b side) int { return strings.Compare(a.name, b.name) })
		if role != rows.Source {
			learned = append(learned, sides...)
		}
		if role == rows.Candidate && perCandidate == 1 || role == rows.Reference && perReference == 1 || role == rows.Source {
			single = append(single, sides...)
		}
		return sides, nil
	}
	for _, system := range systems {
		if of[system.Name], err = open(system.Path, rows.Candidate); err != nil {
			return nil, err
		}
	}
	for _, system := range order {
		for _, s := range of[system.Name] {
			candidates = append(candidates, s.rows())
		}
	}
	if len(references) > 0 {
		learned = nil // the references instead of the candidates
	}
	for _, path := range references {
		sides, err := open(path, rows.Reference)
		if err != nil {
			return nil, err
		}
		for _, s := range sides {
			others = append(others, s.rows())
		}
	}
	parallel := &parallelGroups{candidates, others, nil, perCandidate, perReference}
	if o.Sources != "" {
		sides, err := open(o.Sources, rows.Source)
		if err != nil {
			return nil, err
		}
		parallel.sources = []*sideRows{sides[0].rows()}
	}
	if err := r.pair(ctx, single); err != nil {
		return nil, err
	}
	if o.OwnReferences && len(references) == 0 {
		s, err := own.side()
		if err != nil {
			return nil, err
		}
		parallel.references, learned = []*sideRows{s.rows()}, []side{s}
	}
	return &Groups{openFiles: r, Files: len(candidates), next: parallel.next, learned: learned, options: o}, nil
}

// ownReferences are the references in tables of candidates.
type ownReferences struct {
	streams []*stream
	missing error // what the last table has instead of them
}

// look takes those of a table, with its systems in the order of their first rows.
func (own *ownReferences) look(t *TextTable, sides []side) {
	if t.AreLines() {
		return
	}
	if err := t.Need(rows.Reference); err != nil {
		own.missing = err
		return
	}
	for _, s := range sides {
		own.streams = append(own.streams, s.stream)
	}
}

// side returns the references, which must be the same in all tables.
func (own *ownReferences) side() (side, error) {
	if len(own.streams) == 0 {
		return side{}, own.missing
	}
	common, err := commonReferences(own.streams)
	return side{stream: common, role: rows.Reference}, err
}

// FirstReferences returns the references of the first groups, at most so many; the candidates of a group that has none,
// which are compared with each other. All still yields these groups, and an error among them.
func (g *Groups) FirstReferences(most int) []string {
	return g.ahead.first(g.rest, most, func(group metric.Group) []string {
		if len(group.References) == 0 {
			return group.Candidates
		}
		return group.References
	})
}

// All yields the groups until the files end, or an error that names file and line.
func (g *Groups) All() iter.Seq2[metric.Group, error] { return g.ahead.before(g.rest) }

// rest yields the groups, and goes on where it ended.
func (g *Groups) rest(yield func(metric.Group, error) bool) {
	for {
		group, err := g.next(g.number + 1)
		if err == io.EOF {
			return
		}
		if g.number++; !yield(group, err) || err != nil {
			return
		}
	}
}

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
				texts, err := rows.texts()
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

// parallelGroups reads groups that stand side by side in files.
type parallelGroups struct {
	candidates, references     []*sideRows
	sources                    []*sideRows // one at the most, with a row for each group
	perCandidate, perReference GroupSize
}

// next reads a group, or returns io.EOF where all files end instead.
func (g *parallelGroups) next(number int) (group metric.Group, err error) {
	var ended, going *sideRows // a file that is at its end, and one that is not
	take := func(to *[]string, files []*sideRows, size GroupSize) error {
		for _, r := range files {
			texts, err := r.take(size, number)
			if err != nil {
				return err
			}
			if len(texts) == 0 {
				ended = r
			} else {
				going = r
			}
			*to = append(*to, texts...)
		}
		return nil
	}
	if err := take(&group.Candidates, g.candidates, g.perCandidate); err != nil {
		return group, err
	}
	if err := take(&group.References, g.references, g.perReference); err != nil {
		return group, err
	}
	var sources []string
	if err := take(&sources, g.sources, 1); err != nil {
		return group, err
	}
	if len(sources) > 0 {
		group.Source = sources[0]
	}
	switch {
	case ended != nil && number == 1:
		return group, fmt.Errorf("%s: found an empty file, expected at least one text", ended.called())
	case going == nil:
		return group, io.EOF
	case ended != nil:
		return group, fmt.Errorf("%s ends after %d groups, and %s goes on; expected the same number of groups in each "+
			"file: set how many lines a group has", ended.called(), number-1, going.called())
	}
	return group, nil
}
