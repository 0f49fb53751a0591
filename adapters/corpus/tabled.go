package corpus

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A tabledCorpus is a Corpus with a table among its files.
type tabledCorpus struct {
	openFiles
	systems []side // in the order of their names
	// references are the files of references; empty where tables of candidates have them, the first of which is own.
	references []side
	own        *stream
	sources    []side // the file of sources; empty where there is none, or tables of candidates have them
	sourced    bool   // whether anything has them
	options    Options
	readers    []*streamReader // of the sides that are streams, where rest has come to
	ahead      ahead[metric.Line]
	looked     int64 // how many bytes of streams were read ahead
}

// openTabled reads the tables among the files.
func openTabled(ctx context.Context, candidates, others []*source, sources *source, o Options) (
	_ *tabledCorpus, err error) {
	c := &tabledCorpus{options: o}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	for _, s := range candidates {
		if err := c.checkColumns(s, len(others) > 0, sources != nil); err != nil {
			return nil, err
		}
	}
	for _, s := range others {
		if s.table != nil {
			if err := s.table.Need(rows.Reference); err != nil {
				return nil, err
			}
		}
	}
	for _, s := range candidates {
		if err := c.addCandidates(ctx, s); err != nil {
			return nil, err
		}
	}
	for _, s := range others {
		if err := c.addReferences(ctx, s); err != nil {
			return nil, err
		}
	}
	if err := c.addSources(ctx, sources); err != nil {
		return nil, err
	}
	if len(c.references) == 0 && c.own == nil && !o.WithoutReferences {
		return nil, needed(rows.Reference, candidates)
	}
	if o.ReadSources && !c.sourced {
		return nil, needed(rows.Source, candidates)
	}
	if o.Common {
		if err := c.keepCommon(); err != nil {
			return nil, err
		}
	}
	return c, c.checkLengths()
}

// needed is the error of files of which none has a column that is needed: that of the first table.
func needed(role rows.Role, candidates []*source) error {
	for _, s := range candidates {
		if s.table != nil {
			return s.table.Need(role)
		}
	}
	if role == rows.Source {
		return ErrNoSources
	}
	return ErrNoReferences
}

// checkColumns fails if a table has not what it is given for, or references or sources besides those of other files.
func (c *tabledCorpus) checkColumns(s *source, references, sources bool) error {
	if s.table == nil {
		return nil
	}
	const twice = "%s: found %s in this table and in files of their own, expected one or the other"
	if references && s.table.Has(rows.Reference) {
		return fmt.Errorf(twice, s.table.Name, "references")
	}
	if sources && s.table.Has(rows.Source) {
		return fmt.Errorf(twice, s.table.Name, "sources")
	}
	return s.table.Need(rows.Candidate)
}

// addCandidates takes the systems of a file.
func (c *tabledCorpus) addCandidates(ctx context.Context, s *source) error {
	if s.table == nil {
		return c.addSystem(s.system.Name, side{path: s.path, lines: c.read(s.lines)})
	}
	list, names, err := readTable(ctx, s, &c.kept, !c.options.WithoutReferences)
	if err != nil {
		return err
	}
	c.finish(s.table)
	usual, err := text.ParseSystem("./" + s.path)
	given := s.path != file.Stdin && (err != nil || usual.Name != s.system.Name) ||
		s.path == file.Stdin && s.system.Name != "stdin"
	for i, st := range list {
		name := visible.UTF8(names[i])
		switch {
		case name == "" || given && len(list) == 1:
			name = s.system.Name
		case given:
			return fmt.Errorf("%s: found %d systems (%s), expected one, as the file is given the name %s", s.table.Name,
				len(list), wording.List(names), s.system.Name)
		}
		if st.most > 0 && c.own == nil {
			c.own = st
		}
		c.sourced = c.sourced || st.sourced
		if err := c.addSystem(name, side{path: s.path, stream: st}); err != nil {
			return err
		}
	}
	return nil
}

// addSystem puts a system in its place.
func (c *tabledCorpus) addSystem(name string, s side) error {
	s.name = name
	i, twice := slices.BinarySearchFunc(c.systems, name, func(s side, name string) int {
		return strings.Compare(s.name, name)
	})
	if twice {
		return fmt.Errorf("two systems are called %q (%s and %s), expected different names: write name=file", name,
			c.systems[i].path, s.path)
	}
	c.systems = slices.Insert(c.systems, i, s)
	return nil
}

// addReferences takes the references of a file.
func (c *tabledCorpus) addReferences(ctx context.Context, s *source) error {
	if s.table == nil {
		c.references = append(c.references, side{path: s.path, lines: c.read(s.lines)})
		return nil
	}
	list, _, err := readTable(ctx, s, &c.kept, true)
	if err != nil {
		return err
	}
	c.finish(s.table)
	common, err := commonReferences(list)
	if err != nil {
		return err
	}
	c.references = append(c.references, side{path: s.path, stream: common})
	return nil
}

// addSources takes the sources of a file, nil for none.
func (c *tabledCorpus) addSources(ctx context.Context, s *source) error {
	if s == nil {
		return nil
	}
	c.sourced = true
	if s.table == nil {
		c.sources = []side{{path: s.path, lines: c.read(s.lines), sources: true}}
		return nil
	}
	if err := s.table.Need(rows.Source); err != nil {
		return err
	}
	list, _, err := readTable(ctx, s, &c.kept, false)
	if err != nil {
		return err
	}
	c.finish(s.table)
	if len(list) > 1 {
		return severalSources(s.table.Name, len(list))
	}
	c.sources = []side{{path: s.path, stream: list[0], sources: true}}
	return nil
}

// severalSources is the error of a file of sources that has those of several systems.
func severalSources(name string, systems int) error {
	return fmt.Errorf("%s: found the sources of %d systems, expected each source once", name, systems)
}

// sides returns all sides: those of the systems, then those of the references, then that of the sources.
func (c *tabledCorpus) sides() []side { return slices.Concat(c.systems, c.references, c.sources) }

// checkLengths fails if tables have different numbers of segments.
func (c *tabledCorpus) checkLengths() error {
	var first *stream
	for _, s := range c.sides() {
		switch {
		case s.stream == nil:
		case first == nil:
			first = s.stream
		case s.stream.rows != first.rows:
			return otherLengths(first, s.stream)
		}
	}
	return nil
}

// otherLengths is the error of tables with different numbers of segments: where their ids part, if they have ids, by
// which those that both have can be taken.
func otherLengths(first, other *stream) error {
	err := fmt.Errorf("found %s in %s and %d in %s, expected the same number",
		wording.Counted(first.rows, "segment"), first.name, other.rows, other.name)
	a, b := first.reader(), other.reader()
	var of, with entry
	for {
		endA, endB := a.next(&of), b.next(&with)
		for _, end := range []error{endA, endB} {
			if end != nil && end != io.EOF {
				return end
			}
		}
		switch {
		case endA == nil && of.id == "" || endB == nil && with.id == "":
			return fmt.Errorf("%w; a column id in both would say which segments both have", err)
		case endA == nil && endB == nil && of.id != with.id:
			err = fmt.Errorf("%w; the ids first differ at %s:%d (%s) and %s:%d (%s)", err, first.name, of.line,
				wording.Quote(of.id), other.name, with.line, wording.Quote(with.id))
		case endA == nil && endB == nil:
			continue
		case endA == nil:
			err = fmt.Errorf("%w; %s goes on at line %d (%s)", err, first.name, of.line, wording.Quote(of.id))
		case endB == nil:
			err = fmt.Errorf("%w; %s goes on at line %d (%s)", err, other.name, with.line, wording.Quote(with.id))
		}
		return &rows.OtherSegmentsError{Difference: err}
	}
}

func (c *tabledCorpus) Systems() (names []string) {
	for _, s := range c.systems {
		names = append(names, s.name)
	}
	return names
}

func (c *tabledCorpus) Files() map[string]string {
	files := map[string]string{}
	for _, s := range c.systems {
		files[s.name] = s.path
	}
	return files
}

func (c *tabledCorpus) Tabled() bool { return true }

func (c *tabledCorpus) Sources() bool { return c.sourced }

func (c *tabledCorpus) Humans() (names []string) {
	for _, s := range c.systems {
		if s.stream == nil {
			continue
		}
		for _, name := range s.stream.humans {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (c *tabledCorpus) References() int {
	return c.count(func(s *stream) int { return s.most })
}

func (c *tabledCorpus) FewestReferences() int {
	return c.count(func(s *stream) int { return s.fewest })
}

// count adds up references, of which a file of lines has one for each segment.
func (c *tabledCorpus) count(of func(*stream) int) (n int) {
	if len(c.references) == 0 {
		if c.own == nil {
			return 0
		}
		return of(c.own)
	}
	for _, s := range c.references {
		if s.stream != nil {
			n += of(s.stream)
		} else {
			n++
		}
	}
	return n
}

func (c *tabledCorpus) Length() (int64, error) {
	for _, s := range c.sides() {
		if s.stream != nil {
			return s.stream.rows, nil
		}
	}
	return -1, nil
}

func (c *tabledCorpus) Sentences() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if len(c.references) == 0 {
			if c.own != nil {
				c.own.sentences(yield)
			}
			return
		}
		for _, s := range c.references {
			if s.stream == nil && !c.options.sentences(s.path, yield) || s.stream != nil && !s.stream.sentences(yield) {
				return
			}
		}
	}
}
