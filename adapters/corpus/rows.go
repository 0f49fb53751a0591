package corpus

import (
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

func (c *tabledCorpus) Lines() iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		c.kept.read.Store(c.looked) // Sentences may have read everything since
		c.ahead.before(c.rest)(yield)
	}
}

func (c *tabledCorpus) FirstReferences(most int) []string {
	c.kept.read.Store(c.looked)
	list := c.ahead.first(c.rest, most, referencesOfLine)
	c.looked = c.kept.read.Load()
	return list
}

// rest yields the segments, and goes on where it ended.
func (c *tabledCorpus) rest(yield func(metric.Line, error) bool) {
	sides := c.sides()
	if c.readers == nil {
		c.readers = make([]*streamReader, len(sides))
		for i, s := range sides {
			if s.stream != nil {
				c.readers[i] = s.stream.reader()
			}
		}
	}
	humans := c.Humans()
	judged := make([][]int, len(humans)) // by name and system, the place in entry.humans, -1 for none
	for k, name := range humans {
		for _, s := range c.systems {
			at := -1
			if s.stream != nil {
				at = slices.Index(s.stream.humans, name)
			}
			judged[k] = append(judged[k], at)
		}
	}
	entries := make([]entry, len(sides))
	for {
		ended, going := -1, -1
		for i := range sides {
			switch err := sides[i].next(c.readers[i], &entries[i]); {
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
			err = fmt.Errorf("found %s in %s and %s in %s, which goes on at line %d, expected the same number of segments in both",
				sides[ended].length(true), sides[ended].called(), sides[going].length(false), sides[going].called(),
				entries[going].line)
		} else {
			line, err = c.line(sides, entries, judged)
		}
		if !yield(line, err) || err != nil {
			return
		}
	}
}

// line puts together what the sides say of a segment.
func (c *tabledCorpus) line(sides []side, entries []entry, judged [][]int) (line metric.Line, err error) {
	named, documented, inDomain, sourced := -1, -1, -1, -1
	for i := range entries {
		e := &entries[i]
		if named, err = c.agree("segment", sides, entries, named, i, func(e *entry) string { return e.id }); err != nil {
			return line, err
		}
		documented, err = c.agree("document", sides, entries, documented, i, func(e *entry) string { return e.doc })
		if err != nil {
			return line, err
		}
		inDomain, err = c.agree("domain", sides, entries, inDomain, i, func(e *entry) string { return e.domain })
		if err != nil {
			return line, err
		}
		if e.sourced {
			if sourced >= 0 && e.source != entries[sourced].source {
				return line, otherSource(&sides[i], e, &sides[sourced], &entries[sourced])
			}
			sourced, line.Source = i, e.source
		}
		switch {
		case i >= len(c.systems)+len(c.references):
			continue
		case i >= len(c.systems):
			line.References = append(line.References, e.references...)
			continue
		}
		line.Candidates = append(line.Candidates, e.candidate)
	}
	for _, places := range judged {
		for i, at := range places {
			x := math.NaN()
			if at >= 0 && at < len(entries[i].humans) {
				x = entries[i].humans[at]
			}
			line.Human = append(line.Human, x)
		}
	}
	if named >= 0 {
		line.ID = entries[named].id
	}
	if documented >= 0 {
		line.Doc = entries[documented].doc
	}
	if inDomain >= 0 {
		line.Domain = entries[inDomain].domain
	}
	if len(c.references) == 0 && c.own != nil {
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
		err := fmt.Errorf("%s:%d: found %s %s, expected %s as in the same place of %s, line %d: the rows of each "+
			"system must be in the same order", sides[i].called(), entries[i].line, what, wording.Quote(said),
			wording.Quote(expected), sides[first].called(), entries[first].line)
		if what == "segment" {
			err = &rows.OtherSegmentsError{Difference: err}
		}
		return first, err
	}
	return first, nil
}

// ownReferences returns the references in the tables of candidates, which must agree.
func (c *tabledCorpus) ownReferences(sides []side, entries []entry) ([]string, error) {
	own := slices.IndexFunc(sides, func(s side) bool { return s.stream == c.own })
	references := entries[own].references
	if len(references) == 0 && c.options.WithoutReferences {
		return nil, nil
	}
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
		if e.digestOf(&c.kept) != d {
			return nil, otherReferences(sides[i].called(), e, sides[own].called(), &entries[own])
		}
	}
	return references, nil
}

// otherSource is the error of a row whose source is not that of the same segment elsewhere.
func otherSource(s *side, e *entry, elsewhere *side, expected *entry) error {
	return fmt.Errorf("%s:%d: found the source %s, expected %s as in the same place of %s, line %d: the rows of each "+
		"system must be in the same order", s.called(), e.line, wording.Quote(e.source), wording.Quote(expected.source),
		elsewhere.called(), expected.line)
}

// otherReferences is the error of a row whose references are not those of the same segment elsewhere.
func otherReferences(name string, e *entry, elsewhere string, expected *entry) error {
	return fmt.Errorf("%s:%d: found other references than those of the same segment in %s, line %d, expected the same "+
		"in each system: the rows of each system must be in the same order", name, e.line, elsewhere, expected.line)
}
