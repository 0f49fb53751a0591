package corpus

import (
	"fmt"
	"iter"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/metric"
)

// A Corpus holds the candidates of systems and their references as a stream of segments. It must not be shared between
// goroutines, except for Progress.
type Corpus struct {
	openFiles
	options Options
	// sides are those of the systems, in the order of their names, then those of the files of references, then that of the
	// file of sources if there is one.
	sides               []side
	given               []side  // the same as they were given: the first that has ids has the order of segments
	systems, references int     // how many of the sides are theirs
	own                 *stream // the first of the tables of candidates that has references, where no files do
	sourced             bool    // whether anything has sources
	ahead               ahead[metric.Line]
	blank               int64    // segments without a reference that has text
	firstBlank          string   // where the first of them is
	otherSources        int64    // segments whose tables have different sources, which nothing needs
	firstOther          string   // how those of the first of them differ
	looked              int64    // how many bytes of streams were read ahead
	room                []string // for the lists of texts of further segments
}

// Systems returns the names of the systems in the order of Line.Candidates: sorted.
func (c *Corpus) Systems() (names []string) {
	for _, s := range c.sides[:c.systems] {
		names = append(names, s.name)
	}
	return names
}

// Files returns the file of each system.
func (c *Corpus) Files() map[string]string {
	files := map[string]string{}
	for _, s := range c.sides[:c.systems] {
		files[s.name] = s.path
	}
	return files
}

// Spans are the errors that are marked in one output.
type Spans struct {
	System string
	ID     string // of the segment, "" if it has none
	Place  int64  // of the row among those of the system, from 0: without ids, the place of the segment
	List   []rows.Span
}

// Spans returns the errors that are marked in the candidates, nil unless Options.ReadSpans asks for them.
func (c *Corpus) Spans() (list []Spans) {
	for _, s := range c.sides[:c.systems] {
		if s.stream == nil {
			continue
		}
		for _, spans := range s.stream.spans {
			spans.System = s.name
			list = append(list, spans)
		}
	}
	return list
}

// Place returns file and line, file:2, of a segment, counted from 0: those of the candidate of a system, or of the reference
// or the source, as the first file has it. It fails if what was kept of a table cannot be read.
func (c *Corpus) Place(role rows.Role, system int, segment int64) (string, error) {
	s := &c.sides[system]
	switch {
	case role == rows.Candidate:
	case role == rows.Reference && c.references > 0:
		s = &c.ofReferences()[0]
	default:
		i := slices.IndexFunc(c.sides, func(s side) bool {
			return role == rows.Reference && s.stream != nil && s.stream == c.own || role == rows.Source && s.sourced()
		})
		if i >= 0 {
			s = &c.sides[i]
		}
	}
	file, line := s.called(), segment+1
	if s.stream != nil {
		file = s.stream.table
		var e entry
		for reader, n := s.stream.reader(), int64(0); n <= segment; n++ {
			if err := reader.next(&e); err != nil {
				return "", err
			}
		}
		line = e.Line
	}
	return fmt.Sprintf("%s:%d", file, line), nil
}

// Sources says whether the segments have sources.
func (c *Corpus) Sources() bool { return c.sourced }

// Humans returns the names of the human scores in Line.Human: human, or those of the columns human.… of tables that hold
// numbers, in their order; nil if there are none.
func (c *Corpus) Humans() (names []string) {
	for _, s := range c.sides[:c.systems] {
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

// judged returns, by name of human scores and system, the place in TextRow.Humans, -1 for none.
func (c *Corpus) judged() [][]int {
	names := c.Humans()
	places := make([][]int, len(names))
	for k, name := range names {
		for _, s := range c.sides[:c.systems] {
			at := -1
			if s.stream != nil {
				at = slices.Index(s.stream.humans, name)
			}
			places[k] = append(places[k], at)
		}
	}
	return places
}

// References returns how many references each segment has, or the most of them.
func (c *Corpus) References() int { return c.count(func(s *stream) int { return s.most }) }

// FewestReferences returns how many each segment has at least; as many as References unless rows of a table differ.
func (c *Corpus) FewestReferences() int { return c.count(func(s *stream) int { return s.fewest }) }

// ofReferences are the sides of files of references.
func (c *Corpus) ofReferences() []side { return c.sides[c.systems:][:c.references] }

// count adds up references, of which a file of lines has one for each segment.
func (c *Corpus) count(of func(*stream) int) (n int) {
	if c.references == 0 && c.own != nil {
		return of(c.own)
	}
	for _, s := range c.ofReferences() {
		if s.stream != nil {
			n += of(s.stream)
		} else {
			n++
		}
	}
	return n
}

// Length returns how many segments there are, those read before included, or -1 if that takes long to find out.
func (c *Corpus) Length() (int64, error) {
	for _, s := range c.sides {
		if s.stream != nil {
			return s.stream.rows, nil
		}
	}
	bytes := 0
	for line, err := range c.rest {
		if err != nil {
			return 0, err
		}
		if bytes += len(line.Candidates[0]) + 1; bytes > countedFurther {
			return -1, nil
		}
	}
	return c.sides[0].lines.read, nil
}

// Lines yields the segments, or an error that names file and line. It can be asked for once.
func (c *Corpus) Lines() iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		c.kept.read.Store(c.looked) // Sentences may have read everything since
		c.ahead.before(c.rest)(yield)
	}
}

// FirstReferences returns the references of the first segments, at most so many. Lines still yields these segments,
// and an error among them.
func (c *Corpus) FirstReferences(most int) []string {
	c.kept.read.Store(c.looked)
	list := c.ahead.first(c.rest, most, referencesOfLine)
	c.looked = c.kept.read.Load()
	return list
}

// Sentences yields the references, those of the first file or column before those of the next.
func (c *Corpus) Sentences() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if c.references == 0 && c.own != nil {
			c.own.sentences(yield)
		}
		for _, s := range c.ofReferences() {
			if s.stream == nil && !c.options.sentences(s.path, yield) || s.stream != nil && !s.stream.sentences(yield) {
				return
			}
		}
	}
}

// list returns an empty list with room for n texts, many to a block of memory.
func (c *Corpus) list(n int) []string {
	if len(c.room) < n {
		c.room = make([]string, max(n, 1024))
	}
	list := c.room[:0:n]
	c.room = c.room[n:]
	return list
}

// rest yields the segments, and goes on where it ended.
func (c *Corpus) rest(yield func(metric.Line, error) bool) {
	judged, references := c.judged(), c.References()
	entries := make([]entry, len(c.sides))
	for {
		ended := 0
		for i := range c.sides {
			if err := c.sides[i].next(&entries[i]); err != nil && !c.sides[i].ended {
				yield(metric.Line{}, err)
				return
			} else if err != nil {
				ended++
			}
		}
		if ended == len(c.sides) {
			return
		}
		var line metric.Line
		var err error
		if ended > 0 {
			err = c.differentLengths(entries)
		} else {
			line, err = c.line(entries, references, judged)
		}
		if !yield(line, err) || err != nil {
			return
		}
	}
}
