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
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
)

// Options say how files are read. The zero value is ready to use.
type Options struct {
	Stdin  io.Reader   // what the path "-" means; nil for none
	Layout rows.Layout // of the tables
	// References is the layout of the files of references in Open, if it is another; nil for Layout.
	References *rows.Layout
	// Common makes Open take only the segments that all inputs have, by their ids. They must be tables with ids.
	Common bool
	// Called is what messages call some of the files, by their paths.
	Called map[string]string
	// Sources is the file of the sources of Open, one for each segment, "" for none; otherwise those of the tables go
	// along. NeedSources is for measures that read them: there must be some, the same in all tables.
	Sources     string
	NeedSources bool
	// ReadSpans makes Open read the errors that are marked in tables of candidates, for Corpus.Spans.
	ReadSpans bool
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

// ErrNoSources is returned for files of lines without one of sources, where Options.NeedSources asks for them.
var ErrNoSources = errors.New("found no sources, expected some")

// Open opens the files of systems and of references. A table names its systems in the column system; one that has no
// such column, or one system only and a name given to it, holds the candidates of the system that it is given as. Its
// references count where no files of references are given, or the same file; otherwise they are rejected. Errors about
// columns that are needed are *NoTextsError; without any references the error is ErrNoReferences.
func Open(ctx context.Context, systems []text.SystemFile, references []string, o Options) (_ *Corpus, err error) {
	c := &Corpus{openFiles: openFiles{common: o.Common, called: o.Called, needSources: o.NeedSources}, options: o}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	given := references
	if o.Sources != "" {
		given = append(slices.Clip(references), o.Sources)
	}
	if err := checkStdin(systems, given); err != nil {
		return nil, err
	}
	ofCandidates := []rows.Role{rows.Source}
	if o.ReadSpans {
		ofCandidates = append(ofCandidates, rows.Spans)
	}
	var candidates, ofReferences []*TextTable
	for _, system := range systems {
		t, err := c.open(system.Path, o.Stdin, o.Layout, rows.Candidate, ofCandidates...)
		if err != nil {
			return nil, err
		}
		candidates = append(candidates, t)
	}
	for _, path := range references {
		if has(candidates, rows.Reference, path) {
			continue
		}
		layout := o.Layout
		if o.References != nil {
			layout = *o.References
		}
		t, err := c.open(path, o.Stdin, layout, rows.Reference, rows.Source)
		if err != nil {
			return nil, err
		}
		ofReferences = append(ofReferences, t)
	}
	var sources *TextTable // of a file of their own
	if path := o.Sources; path != "" && !has(candidates, rows.Source, path) {
		if sources, err = c.open(path, o.Stdin, o.Layout, rows.Source); err != nil {
			return nil, err
		}
	}
	for _, t := range candidates {
		if err := checkColumns(t, len(ofReferences) > 0, sources != nil); err != nil {
			return nil, err
		}
	}
	for _, t := range ofReferences {
		if err := t.Need(rows.Reference); err != nil {
			return nil, err
		}
	}
	return c, c.withNear(c.take(ctx, systems, candidates, ofReferences, sources))
}

// withNear says with an error of rows, which may be none of one segment, which columns were read by near names.
func (c *Corpus) withNear(err error) error {
	if _, columns := errors.AsType[*NoTextsError](err); err == nil || columns || errors.Is(err, context.Canceled) {
		return err
	}
	for _, t := range c.texts {
		if took := t.layout.Took(t.columns, t.roles); took != "" {
			return fmt.Errorf("%w (%s; --columns says otherwise)", err, took)
		}
	}
	return err
}

// checkStdin fails if standard input is given twice.
func checkStdin(systems []text.SystemFile, references []string) error {
	paths := slices.Clone(references)
	for _, s := range systems {
		paths = append(paths, s.Path)
	}
	if i := slices.Index(paths, file.Stdin); i >= 0 && slices.Contains(paths[i+1:], file.Stdin) {
		return errors.New("standard input is given twice, expected at most one -")
	}
	return nil
}

// has says whether a path leads to one of tables that has a role.
func has(tables []*TextTable, role rows.Role, path string) bool {
	return path != file.Stdin && slices.ContainsFunc(tables, func(t *TextTable) bool {
		return t.Has(role) && file.Same(path, t.path)
	})
}

// checkColumns fails if a table has not what it is given for, or references or sources besides those of other files.
func checkColumns(t *TextTable, references, sources bool) error {
	const twice = "%s: found %s in this table and in files of their own, expected one or the other"
	if references && t.Has(rows.Reference) {
		return fmt.Errorf(twice, t.Name, "references")
	}
	if sources && t.Has(rows.Source) {
		return fmt.Errorf(twice, t.Name, "sources")
	}
	return t.Need(rows.Candidate)
}

// take reads the tables among the files.
func (c *Corpus) take(ctx context.Context, systems []text.SystemFile, candidates, references []*TextTable, sources *TextTable) (
	err error) {
	var systemSides, others []side
	for i, t := range candidates {
		if systemSides, err = c.addCandidates(ctx, systemSides, t, systems[i]); err != nil {
			return err
		}
	}
	for _, t := range references {
		list, err := c.openFiles.sides(ctx, t, rows.Reference, true)
		if err != nil {
			return err
		}
		others = append(others, list...)
	}
	c.systems, c.references = len(systemSides), len(others)
	if c.sourced = c.sourced || sources != nil; sources != nil {
		list, err := c.openFiles.sides(ctx, sources, rows.Source, false)
		if err != nil {
			return err
		}
		others = append(others, list...)
	}
	c.sides, c.given = append(systemSides, others...), append(c.given, others...)
	if c.references == 0 && c.own == nil && !c.options.WithoutReferences {
		return needed(rows.Reference, candidates, ErrNoReferences)
	}
	if c.options.NeedSources && !c.sourced {
		return needed(rows.Source, candidates, ErrNoSources)
	}
	if err := c.pair(ctx, c.given); err != nil {
		return err
	}
	return c.checkLengths()
}

// needed is the error of files of which none has a column that is needed: that of the first table, or of the first one
// that holds no text, or else ofLines.
func needed(role rows.Role, candidates []*TextTable, ofLines error) error {
	for _, t := range candidates {
		if !t.AreLines() {
			return t.Need(role)
		}
	}
	for _, t := range candidates { // an archive or a spreadsheet may be a table; somebody may have to type what a pipe has
		if t.path == file.Stdin {
			continue
		}
		if _, err := t.rows.Next(); err != nil && err != io.EOF {
			return err
		}
	}
	return ofLines
}

// addCandidates puts the systems of a file in their places.
func (c *Corpus) addCandidates(ctx context.Context, systems []side, t *TextTable, system text.SystemFile) ([]side, error) {
	list, err := c.openFiles.sides(ctx, t, rows.Candidate, !c.options.WithoutReferences)
	if err != nil {
		return nil, err
	}
	usual, err := text.ParseSystem("./" + t.path)
	given := t.path != file.Stdin && (err != nil || usual.Name != system.Name) ||
		t.path == file.Stdin && system.Name != "stdin"
	for _, s := range list {
		switch {
		case s.name == "" || given && len(list) == 1:
			s.name = system.Name
		case given:
			var names []string
			for _, s := range list {
				names = append(names, s.name)
			}
			return nil, fmt.Errorf("%s: found %d systems (%s), expected one, as the file is given the name %s", t.Name,
				len(list), wording.List(names), system.Name)
		}
		s.name = visible.UTF8(s.name)
		c.given = append(c.given, s)
		if s.stream != nil && s.stream.most > 0 && c.own == nil {
			c.own = s.stream
		}
		c.sourced = c.sourced || s.sourced()
		i, twice := slices.BinarySearchFunc(systems, s.name, func(s side, name string) int {
			return strings.Compare(s.name, name)
		})
		if twice {
			return nil, fmt.Errorf("two systems are called %q (%s and %s), expected different names: write name=file", s.name,
				systems[i].path, s.path)
		}
		systems = slices.Insert(systems, i, s)
	}
	return systems, nil
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
func readTable(ctx context.Context, t *TextTable, kept *streams, references bool) ([]*stream, []string, error) {
	var list []*stream
	var names []string
	at := map[string]*stream{}
	var row TextRow
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		err := t.Next(&row)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if references && row.References == nil && len(t.memory) > 0 {
			row.References = t.memory // empty ones
		}
		if references && t.Has(rows.Reference) && len(row.References) == 0 {
			return nil, nil, fmt.Errorf("%s:%d: found no reference, expected at least one, which may be empty", t.Name,
				row.Line)
		}
		st, ok := at[row.System]
		if !ok {
			name := strings.Clone(row.System)
			st = &stream{of: kept, name: t.Name, table: t.Name, whole: len(list) == 0}
			at[name] = st
			list, names = append(list, st), append(names, name)
			if err := limit.Check(len(list), "systems"); err != nil {
				return nil, nil, fmt.Errorf("%s:%d: %w", t.Name, row.Line, err)
			}
		}
		if len(row.Spans) > 0 {
			st.spans = append(st.spans, Spans{ID: strings.Clone(row.ID), Place: st.rows, List: row.Spans})
		}
		st.sourced = st.sourced || t.Has(rows.Source) // rows of JSON may have no column before
		if err := st.add(&row); err != nil {
			return nil, nil, err
		}
	}
	judged := t.judgedBy()
	for i, st := range list {
		if err := st.flush(); err != nil {
			return nil, nil, err
		}
		st.humans = judged
		if len(list) > 1 {
			st.name += ", system " + wording.Quote(names[i])
		}
		if i > 0 && st.ids.same(&list[0].ids) {
			continue
		}
		if err := st.checkRepeated(ctx); err != nil {
			return nil, nil, err
		}
	}
	return list, names, nil
}
