package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A Corpus holds the candidates of systems and their references as a stream of segments. It must not be shared between
// goroutines, except for Progress.
type Corpus interface {
	// Systems returns the names of the systems in the order of Line.Candidates: sorted.
	Systems() []string
	// References returns how many references each segment has, or the most of them.
	References() int
	// FewestReferences returns how many each segment has at least; as many as References unless rows of a table differ.
	FewestReferences() int
	// Lines yields the segments, or an error that names file and line. It can be asked for once.
	Lines() iter.Seq2[metric.Line, error]
	// Sources says whether the segments have sources.
	Sources() bool
	// Humans returns the names of the human scores in Line.Human: human, or those of the columns human.… of tables that hold
	// numbers, in their order; nil if there are none.
	Humans() []string
	// FirstReferences returns the references of the first segments, at most so many. Lines still yields these segments,
	// and an error among them.
	FirstReferences(most int) []string
	// Length returns how many segments there are, those read before included, or -1 if that takes long to find out.
	Length() (int64, error)
	// Sentences yields the references, those of the first file or column before those of the next.
	Sentences() iter.Seq2[string, error]
	// Files returns the file of each system.
	Files() map[string]string
	// Tabled says whether a table is among the files, so that segments are rows, not lines.
	Tabled() bool
	// Progress returns how many bytes were read so far, and of how many, 0 if that is not known. It may be called from
	// any goroutine.
	Progress() (done, total int64)
	// Notices returns a sentence for each thing that was dropped from the files so far.
	Notices() []string
	// Close closes the files.
	Close()
}

// Options say how files are read. The zero value is ready to use.
type Options struct {
	Stdin  io.Reader   // what the path "-" means; nil for none
	Layout rows.Layout // of the tables
	// References is the layout of the files of references in Open, if it is another; nil for Layout.
	References *rows.Layout
	// Common makes Open take only the segments that all inputs have, by their ids. They must be tables with ids.
	Common bool
	// Sources is the file of the sources of Open, one for each segment, "" for none. ReadSources makes Open read them:
	// from that file or else from the tables of candidates, of which one at least must have them then.
	Sources     string
	ReadSources bool
	// WithoutReferences says that references are not needed: there may be none.
	WithoutReferences bool
	// OwnReferences makes OpenGroups take the references from the tables of candidates where no files of references are
	// given. Open always does.
	OwnReferences bool
	// Reread yields the lines of a file of references, for Sentences; nil reads them by text.Lines.
	Reread func(path string) iter.Seq2[string, error]
}

// ErrNoReferences says that no file holds references.
var ErrNoReferences = errors.New("found no references, expected some")

// ErrNoSources is returned for files of lines without one of sources, where Options.ReadSources asks for them.
var ErrNoSources = errors.New("found no sources, expected some")

// Open opens the files of systems and of references. A table names its systems in the column system; one that has no
// such column, or one system only and a name given to it, holds the candidates of the system that it is given as. Its
// references count where no files of references are given, or the same file; otherwise they are rejected. Errors about
// columns that are needed are *NoTextsError; without any references the error is ErrNoReferences.
func Open(ctx context.Context, systems []text.System, references []string, o Options) (_ Corpus, err error) {
	var opened []*source
	defer func() {
		if err != nil {
			for _, s := range opened {
				s.close()
			}
		}
	}()
	tabled := false
	var roles []rows.Role
	if o.ReadSources {
		roles = append(roles, rows.Source)
	}
	open := func(path string, layout rows.Layout) (*source, error) {
		s := &source{path: path}
		s.table, s.lines, err = OpenTexts(path, o.Stdin, layout, roles...)
		if err != nil {
			return nil, err
		}
		opened = append(opened, s)
		tabled = tabled || s.table != nil
		return s, nil
	}
	given := references
	if o.Sources != "" {
		given = append(slices.Clip(references), o.Sources)
	}
	if err := checkStdin(systems, given); err != nil {
		return nil, err
	}
	for _, system := range systems {
		s, err := open(system.Path, o.Layout)
		if err != nil {
			return nil, err
		}
		s.system = system
	}
	candidates := slices.Clone(opened)
	var others []*source
	for _, path := range references {
		if slices.ContainsFunc(candidates, func(s *source) bool { return s.gives(rows.Reference, path) }) {
			continue
		}
		layout := o.Layout
		if o.References != nil {
			layout = *o.References
		}
		s, err := open(path, layout)
		if err != nil {
			return nil, err
		}
		others = append(others, s)
	}
	var sources *source // of a file of their own
	if path := o.Sources; path != "" && !slices.ContainsFunc(candidates, func(s *source) bool {
		return s.gives(rows.Source, path)
	}) {
		if sources, err = open(path, o.Layout); err != nil {
			return nil, err
		}
	}
	if !tabled && o.Common {
		return nil, fmt.Errorf("%s: found files of lines, which have no ids, expected tables with a column id: segments "+
			"that all inputs have are known by id", systems[0].Path)
	}
	if !tabled {
		return openLines(systems, references, candidates, others, sources, o)
	}
	return openTabled(ctx, candidates, others, sources, o)
}

// checkStdin fails if standard input is given twice.
func checkStdin(systems []text.System, references []string) error {
	paths := slices.Clone(references)
	for _, s := range systems {
		paths = append(paths, s.Path)
	}
	if i := slices.Index(paths, file.Stdin); i >= 0 && slices.Contains(paths[i+1:], file.Stdin) {
		return errors.New("standard input is given twice, expected at most one -")
	}
	return nil
}

// A source is an open file: a table or lines.
type source struct {
	path   string
	system text.System // if it holds candidates
	table  *Texts
	lines  *file.Input
}

func (s *source) close() {
	if s.table != nil {
		s.table.Close()
	} else {
		s.lines.Close()
	}
}

// givesReferencesTo says whether a source is a table with references that path leads to as well.
func (s *source) gives(role rows.Role, path string) bool {
	return s.table != nil && s.table.Has(role) && path != file.Stdin && file.Same(path, s.path)
}

// sentences yields the lines of a file again, and returns whether to go on.
func (o *Options) sentences(path string, yield func(string, error) bool) bool {
	reread := o.Reread
	if reread == nil {
		reread = func(path string) iter.Seq2[string, error] {
			return text.Lines([]string{path}, o.Stdin, func(string) {})
		}
	}
	for line, err := range reread(path) {
		if !yield(line, err) || err != nil {
			return false
		}
	}
	return true
}

// readTable keeps the rows of a table and returns a stream for each system, in the order of their first rows. The
// first of them has the references themselves, of which each row must have one if references is set.
func readTable(ctx context.Context, s *source, kept *streams, references bool) ([]*stream, []string, error) {
	var list []*stream
	var names []string
	at := map[string]*stream{}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		row, err := s.table.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if references && s.table.Has(rows.Reference) && len(row.References) == 0 {
			return nil, nil, fmt.Errorf("%s:%d: found no reference, expected at least one, which may be empty", s.table.Name,
				row.Line)
		}
		st, ok := at[row.System]
		if !ok {
			name := strings.Clone(row.System)
			st = &stream{of: kept, name: s.table.Name, whole: len(list) == 0, sourced: s.table.Has(rows.Source)}
			at[name] = st
			list, names = append(list, st), append(names, name)
		}
		if err := st.add(row); err != nil {
			return nil, nil, err
		}
	}
	judged := s.table.judgedBy()
	for i, st := range list {
		if err := st.flush(); err != nil {
			return nil, nil, err
		}
		st.humans = judged
		if len(list) > 1 {
			st.name += ", system " + wording.Quote(names[i])
		}
	}
	return list, names, nil
}
