package corpus

import (
	"fmt"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
)

// keepCommon leaves out the segments that some of the sides lack, by their ids.
func (c *Corpus) keepCommon() error {
	sides := c.sides
	count := map[string]int{}
	var most int64
	for i := range sides {
		s := sides[i].stream
		if s == nil {
			return fmt.Errorf("%s: found files of lines, which have no ids, expected tables with a column id: segments "+
				"that all inputs have are known by id", sides[i].path)
		}
		most = max(most, s.rows)
		if err := s.countIDs(count); err != nil {
			return err
		}
	}
	common := map[string]bool{}
	for id, n := range count {
		if n == len(sides) {
			common[id] = true
		}
	}
	if len(common) == 0 {
		return rows.NothingCommon(len(sides))
	}
	for i := range sides {
		if err := sides[i].stream.keep(common); err != nil {
			return err
		}
	}
	c.kept.read.Store(0) // this was no pass over the segments
	if int64(len(common)) < most {
		c.notices = append(c.notices, rows.TookCommon(len(common), int(most)))
	}
	return nil
}

// countIDs counts each id of a stream once.
func (s *stream) countIDs(count map[string]int) error {
	seen := map[string]bool{}
	for e, err := range s.entries() {
		switch {
		case err != nil:
			return err
		case e.ID == "":
			return fmt.Errorf("%s:%d: found no id, expected that of a segment: segments that all inputs have are known by id",
				s.name, e.Line)
		case seen[e.ID]:
			return fmt.Errorf("%s:%d: found segment %s a second time, expected one row for each segment of a system", s.name,
				e.Line, wording.Quote(e.ID))
		}
		seen[e.ID] = true
		count[e.ID]++
	}
	return nil
}

// keep makes the stream one of the rows with some ids.
func (s *stream) keep(ids map[string]bool) error {
	s.only, s.rows = ids, 0
	for e, err := range s.entries() {
		if err != nil {
			return err
		}
		if n := len(e.References); !e.digested {
			if s.rows == 0 {
				s.fewest, s.most = n, n
			}
			s.fewest, s.most = min(s.fewest, n), max(s.most, n)
		}
		s.rows++
	}
	return nil
}
