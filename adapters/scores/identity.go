package scores

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A table may call its segments by two names: an id that somebody gave them, and a number or place in the column
// segment, as wrd score writes both. Only ids pair where both sides have some, see package pairing.

// takeIDs calls the segments by ids, if each has one and no two of a group have the same; their former names are kept.
// If only some have one, Alike must know. It returns the places of the first two segments of the same id, and whether
// there are none.
func (t *Table) takeIDs(ids []string) (first, second int, distinct bool) {
	if without := slices.Index(ids, ""); without >= 0 || len(ids) == 0 {
		if slices.ContainsFunc(ids, func(id string) bool { return id != "" }) {
			p := t.parts[0]
			t.someIDs, t.unnamed = ids, pairing.NoID(p.called(), p.lineOf(without))
		}
		return 0, 0, true
	}
	seen := map[segmentKey]int{}
	named := slices.Clone(t.Segments)
	for i, s := range t.Segments {
		key := segmentKey{s.Group, ids[i]}
		if at, ok := seen[key]; ok {
			return at, i, false
		}
		seen[key] = i
		named[i].ID, named[i].FromZero = ids[i], false
	}
	t.numbers, t.Segments, t.byID = t.Segments, named, true
	return 0, 0, true
}

// numbered returns the table with its segments called as the column segment does.
func (t *Table) numbered() *Table {
	if t.numbers == nil {
		return t
	}
	renamed := *t
	renamed.Segments, renamed.numbers, renamed.byID = t.numbers, nil, false
	return &renamed
}

// JoinedBy says by what the rows of the table, or of the tables that it was joined of, are known to be the same; "" if
// notices of Join say it.
func (t *Table) JoinedBy() string {
	switch {
	case t.byNumber:
		return ""
	case t.byID:
		return "id"
	}
	return "system and segment"
}

// Alike returns the tables with the same names for the same segments. A table that has numbers only gets the ids that the
// first table with both has for them, if more of its segments are found by these; notices say so. Tables whose rows are
// joined by their order are left as they are. It fails where a table has ids for some of its segments only, or an id for
// several, and another one has ids.
func Alike(tables ...*Table) (alike []*Table, notices []string, err error) {
	if err := checkNamed(tables); err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(tables, func(t *Table) bool { return t.numbers != nil })
	if i < 0 {
		return tables, nil, nil
	}
	model, alike := tables[i], slices.Clone(tables)
	var without []string
	for k, t := range tables {
		if t.isNumbered() && common(model.numbers, t.Segments) > common(model.Segments, t.Segments) {
			if t.repeatedID != nil {
				return nil, nil, t.repeatedID
			}
			alike[k] = t.named(model)
			without = append(without, t.parts[0].called())
		}
	}
	if without != nil {
		notices = append(notices, pairing.ByNumber(model.parts[0].called(), without...))
	}
	return alike, notices, nil
}

// checkNamed fails if a table has ids for some of its segments only and another one has ids that are not just these.
func checkNamed(tables []*Table) error {
	for i, t := range tables {
		for k, other := range tables {
			if i != k && t.unnamed != nil && (other.byID || other.unnamed != nil && !slices.Equal(t.someIDs, other.someIDs)) {
				return t.unnamed
			}
		}
	}
	return nil
}

// checkPlaced fails if a table of ours whose segments are only known by their places has another number of them than
// another one of ours: there is no telling which are missing.
func checkPlaced(tables []*Table) error {
	for i, t := range tables {
		if !t.placed && !t.Segments[0].FromZero {
			continue
		}
		for k, other := range tables {
			ours := other.placed || other.Segments[0].FromZero || other.numbers != nil && other.numbers[0].FromZero
			if first, second := tables[min(i, k)], tables[max(i, k)]; ours && len(t.Segments) != len(other.Segments) {
				return fmt.Errorf("%w: %s has no ids", pairing.OtherCount(len(first.Segments), first.parts[0].called(),
					len(second.Segments), second.parts[0].called()), t.parts[0].called())
			}
		}
	}
	return nil
}

// called returns what messages call the file.
func (p *part) called() string { return cmp.Or(p.name, p.source) }

// isNumbered says whether the segments are called by numbers, which nobody said to be ids.
func (t *Table) isNumbered() bool {
	return !t.ByLine && !t.byID && !slices.ContainsFunc(t.Segments, func(s evaluation.Segment) bool {
		n, err := strconv.Atoi(s.ID)
		return err != nil || n < 0
	})
}

// named returns the table, which has numbers, with the ids that a model has for the same numbers.
func (t *Table) named(model *Table) *Table {
	both := areGrouped(t.Segments) && areGrouped(model.numbers)
	ids := map[segmentKey]string{} // "" for several
	for i, s := range model.numbers {
		key := keyOf(s, both)
		if _, twice := ids[key]; twice {
			ids[key] = ""
		} else {
			ids[key] = model.Segments[i].ID
		}
	}
	renamed := *t
	renamed.Segments, renamed.byNumber, renamed.placed = slices.Clone(t.Segments), true, t.Segments[0].FromZero
	for i, s := range t.Segments {
		if id := ids[keyOf(s, both)]; id != "" {
			renamed.Segments[i].ID, renamed.Segments[i].FromZero = id, false
		}
	}
	return &renamed
}

// grouped returns the tables with the segments of those without groups in the groups in which the others have them, as
// far as their names are those of one group only.
func grouped(tables []*Table) []*Table {
	of := map[string]string{} // the group of a name, "" for several
	for _, t := range tables {
		for _, s := range t.Segments {
			if s.Group == "" {
				continue
			}
			if group, ok := of[s.ID]; ok && group != s.Group {
				of[s.ID] = ""
			} else if !ok {
				of[s.ID] = s.Group
			}
		}
	}
	if len(of) == 0 {
		return tables
	}
	out := slices.Clone(tables)
	for i, t := range tables {
		if areGrouped(t.Segments) {
			continue
		}
		renamed := *t
		renamed.Segments = slices.Clone(t.Segments)
		for k := range renamed.Segments {
			renamed.Segments[k].Group = of[renamed.Segments[k].ID]
		}
		out[i] = &renamed
	}
	return out
}

// common returns how many segments two lists have in common, by id, and by group where both have some.
func common(a, b []evaluation.Segment) (n int) {
	both := areGrouped(a) && areGrouped(b)
	in := map[segmentKey]bool{}
	for _, s := range a {
		in[keyOf(s, both)] = true
	}
	for _, s := range b {
		if in[keyOf(s, both)] {
			n++
		}
	}
	return n
}

func areGrouped(list []evaluation.Segment) bool {
	return slices.ContainsFunc(list, func(s evaluation.Segment) bool { return s.Group != "" })
}

// keyOf returns the key of a segment, without its group unless grouped says so.
func keyOf(s evaluation.Segment, grouped bool) segmentKey {
	if !grouped {
		s.Group = ""
	}
	return segmentKey{s.Group, s.ID}
}
