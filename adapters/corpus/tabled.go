package corpus

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A tabledCorpus is a Corpus with a table among its files.
type tabledCorpus struct {
	kept    *streams
	systems []side // in the order of their names
	// references are the files of references; empty where tables of candidates have them, the first of which is own.
	references []side
	own        *stream
	options    Options
	notices    []string
	lines      []*text.Reader // of the sides that are files of lines
	inputs     []*file.Input  // of these
}

// A side is what one file says of the segments, in their order: candidates of a system, or references.
type side struct {
	name   string // of the system
	path   string
	stream *stream      // nil for lines
	lines  *text.Reader // nil for a stream
	role   table.Role   // of groups: candidates or references
}

// openTabled reads the tables among the files.
func openTabled(ctx context.Context, candidates, others []*source, o Options) (_ *tabledCorpus, err error) {
	c := &tabledCorpus{kept: new(streams), options: o}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	for _, s := range candidates {
		if err := c.checkColumns(s, len(others) > 0); err != nil {
			return nil, err
		}
	}
	for _, s := range others {
		if s.table != nil {
			if err := s.table.Need(table.Reference); err != nil {
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
	if len(c.references) == 0 && c.own == nil {
		for _, s := range candidates {
			if s.table != nil {
				return nil, s.table.Need(table.Reference)
			}
		}
	}
	return c, c.checkLengths()
}

// checkColumns fails if a table has not what it is given for, or references besides those of other files.
func (c *tabledCorpus) checkColumns(s *source, others bool) error {
	if s.table == nil {
		return nil
	}
	if others && s.table.Has(table.Reference) {
		return fmt.Errorf("%s: found references in this table and in files of their own, expected one or the other",
			s.table.Name)
	}
	return s.table.Need(table.Candidate)
}

// addCandidates takes the systems of a file.
func (c *tabledCorpus) addCandidates(ctx context.Context, s *source) error {
	if s.table == nil {
		return c.addSystem(s.system.Name, c.sideOf(s))
	}
	list, names, err := readTable(ctx, s, c.kept, true)
	if err != nil {
		return err
	}
	c.finish(s)
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
		c.references = append(c.references, c.sideOf(s))
		return nil
	}
	list, names, err := readTable(ctx, s, c.kept, true)
	if err != nil {
		return err
	}
	c.finish(s)
	if err := oneSystem(s, names); err != nil {
		return err
	}
	c.references = append(c.references, side{path: s.path, stream: list[0]})
	return nil
}

// oneSystem fails if a table of references has rows of several systems.
func oneSystem(s *source, names []string) error {
	if len(names) > 1 {
		return fmt.Errorf("%s: found %d systems (%s) in a table of references, expected one row for each segment",
			s.table.Name, len(names), wording.List(names))
	}
	return nil
}

// sideOf returns the side of a file of lines.
func (c *tabledCorpus) sideOf(s *source) side {
	lines := text.NewReader(s.lines, s.lines.Name)
	c.lines, c.inputs = append(c.lines, lines), append(c.inputs, s.lines)
	return side{path: s.path, lines: lines}
}

// finish lets go of a table that is read.
func (c *tabledCorpus) finish(s *source) {
	c.notices = append(c.notices, s.table.Notices()...)
	s.table.Close()
}

// sides returns all sides: those of the systems, then those of the references.
func (c *tabledCorpus) sides() []side { return slices.Concat(c.systems, c.references) }

// checkLengths fails if tables have different numbers of segments.
func (c *tabledCorpus) checkLengths() error {
	var first *stream
	for _, s := range c.sides() {
		switch {
		case s.stream == nil:
		case first == nil:
			first = s.stream
		case s.stream.rows != first.rows:
			return fmt.Errorf("found %d segments in %s and %d in %s, expected equally many", first.rows, first.name,
				s.stream.rows, s.stream.name)
		}
	}
	return nil
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

func (c *tabledCorpus) References() int {
	return c.count(func(s *stream) int { return s.most })
}

func (c *tabledCorpus) FewestReferences() int {
	return c.count(func(s *stream) int { return s.fewest })
}

// count adds up references, of which a file of lines has one for each segment.
func (c *tabledCorpus) count(of func(*stream) int) (n int) {
	if len(c.references) == 0 {
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

func (c *tabledCorpus) Lines() iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		c.kept.read.Store(0)
		sides := c.sides()
		readers := make([]*streamReader, len(sides))
		hasHuman := false
		for i, s := range sides {
			if s.stream != nil {
				readers[i] = s.stream.reader()
				hasHuman = hasHuman || i < len(c.systems) && s.stream.hasHuman
			}
		}
		entries := make([]entry, len(sides))
		for {
			ended, going := -1, -1
			for i := range sides {
				switch err := sides[i].next(readers[i], &entries[i]); {
				case err == io.EOF:
					ended = i
				case err != nil:
					yield(metric.Line{}, err)
					return
				default:
					going = i
				}
			}
			if going < 0 {
				return
			}
			var line metric.Line
			var err error
			if ended >= 0 {
				err = fmt.Errorf("%s ends where %s goes on, expected equally many segments in both",
					sides[ended].called(), sides[going].called())
			} else {
				line, err = c.line(sides, entries, hasHuman)
			}
			if !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// called returns what messages call a side.
func (s *side) called() string {
	switch {
	case s.stream != nil:
		return s.stream.name
	case s.path == file.Stdin:
		return "standard input"
	}
	return s.path
}

// next reads what the side says of the next segment.
func (s *side) next(r *streamReader, e *entry) error {
	if r != nil {
		return r.next(e)
	}
	line, err := s.lines.Next()
	if err != nil {
		return err
	}
	*e = entry{line: s.lines.Line(), candidate: string(line), human: math.NaN()}
	e.references = []string{e.candidate} // if it is a side of references
	return nil
}

// line puts together what the sides say of a segment.
func (c *tabledCorpus) line(sides []side, entries []entry, hasHuman bool) (line metric.Line, err error) {
	named, documented := -1, -1
	for i := range entries {
		e := &entries[i]
		if named, err = c.agree("segment", sides, entries, named, i, func(e *entry) string { return e.id }); err != nil {
			return line, err
		}
		documented, err = c.agree("document", sides, entries, documented, i, func(e *entry) string { return e.doc })
		if err != nil {
			return line, err
		}
		if i >= len(c.systems) {
			line.References = append(line.References, e.references...)
			continue
		}
		line.Candidates = append(line.Candidates, e.candidate)
		if hasHuman {
			line.Human = append(line.Human, e.human)
		}
	}
	if named >= 0 {
		line.ID = entries[named].id
	}
	if documented >= 0 {
		line.Doc = entries[documented].doc
	}
	if len(c.references) == 0 {
		line.References, err = c.ownReferences(sides, entries)
	}
	return line, err
}

// agree returns the first side that says something of a segment, where so far it is first, or -1, and fails if side i
// says something else.
func (c *tabledCorpus) agree(what string, sides []side, entries []entry, first, i int,
	of func(*entry) string) (int, error) {
	said := of(&entries[i])
	if said == "" || first < 0 {
		if said != "" {
			return i, nil
		}
		return first, nil
	}
	if expected := of(&entries[first]); said != expected {
		return first, fmt.Errorf("%s:%d: found %s %s, expected %s as in the same place of %s, line %d: the rows of each "+
			"system must be in the same order", sides[i].called(), entries[i].line, what, wording.Quote(said),
			wording.Quote(expected), sides[first].called(), entries[first].line)
	}
	return first, nil
}

// ownReferences returns the references in the tables of candidates, which must agree.
func (c *tabledCorpus) ownReferences(sides []side, entries []entry) ([]string, error) {
	own := slices.IndexFunc(sides, func(s side) bool { return s.stream == c.own })
	references := entries[own].references
	if len(references) == 0 {
		return nil, fmt.Errorf("%s:%d: found no reference, expected at least one", sides[own].called(),
			entries[own].line)
	}
	var d digest
	for i := range sides {
		e := &entries[i]
		if i == own || sides[i].stream == nil || e.references == nil && !e.digested {
			continue
		}
		if d == (digest{}) {
			d = c.kept.digest(references)
		}
		other := e.digest
		if !e.digested {
			other = c.kept.digest(e.references)
		}
		if other != d {
			return nil, fmt.Errorf("%s:%d: found other references than those of the same segment in %s, line %d, expected "+
				"the same in each system: the rows of each system must be in the same order", sides[i].called(), e.line,
				sides[own].called(), entries[own].line)
		}
	}
	return references, nil
}

func (c *tabledCorpus) Sentences() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if len(c.references) == 0 {
			c.own.sentences(yield)
			return
		}
		for _, s := range c.references {
			if s.stream == nil && !c.options.sentences(s.path, yield) || s.stream != nil && !s.stream.sentences(yield) {
				return
			}
		}
	}
}

// sentences yields the first reference of each row, then the second, and so on, and returns whether to go on.
func (s *stream) sentences(yield func(string, error) bool) bool {
	for k := range s.most {
		r := s.reader()
		for {
			var e entry
			err := r.next(&e)
			if err == io.EOF {
				break
			}
			if err != nil {
				yield("", err)
				return false
			}
			if k < len(e.references) && !yield(e.references[k], nil) {
				return false
			}
		}
	}
	return true
}

func (c *tabledCorpus) Progress() (done, total int64) { return progress(c.inputs, c.kept) }

// progress counts the bytes of files of lines and of what was kept of tables.
func progress(inputs []*file.Input, kept *streams) (done, total int64) {
	for _, in := range inputs {
		if in.Size == 0 {
			return 0, 0
		}
		done += in.Consumed()
		total += in.Size
	}
	return done + kept.read.Load(), total + kept.held.Size()
}

func (c *tabledCorpus) Notices() []string {
	notices := slices.Clone(c.notices)
	for _, lines := range c.lines {
		notices = append(notices, lines.Notices()...)
	}
	return notices
}

func (c *tabledCorpus) Close() {
	for _, in := range c.inputs {
		in.Close()
	}
	c.kept.held.Close()
}
