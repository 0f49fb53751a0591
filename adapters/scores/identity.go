package scores

import (
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// A table may call its segments by two names: an id that somebody gave them, and a number or place in the column
// segment, as wrd score writes both. By which of them tables are joined shows in what the others have.

// takeIDs calls the segments by ids, if each has one and no two of a group have the same; their former names are kept.
// Ids of rows, which differ between the systems of a segment, are none of segments.
func (t *Table) takeIDs(ids []string) {
	if len(ids) == 0 || slices.Contains(ids, "") {
		return
	}
	seen := map[segmentKey]bool{}
	named := slices.Clone(t.Segments)
	for i, s := range t.Segments {
		key := segmentKey{s.Group, ids[i]}
		if seen[key] {
			return
		}
		seen[key] = true
		named[i].ID, named[i].FromZero = ids[i], false
	}
	t.numbers, t.Segments, t.byID = t.Segments, named, true
}

// byNumber returns the table with its segments called as the column segment does.
func (t *Table) byNumber() *Table {
	if t.numbers == nil {
		return t
	}
	renamed := *t
	renamed.Segments, renamed.numbers, renamed.byID = t.numbers, nil, false
	return &renamed
}

// JoinedBy says by what the rows of the table, or of the tables that it was joined of, are known to be the same.
func (t *Table) JoinedBy() string {
	switch {
	case t.byOrder:
		return "the order of their rows"
	case t.byID:
		return "id"
	}
	return "system and segment"
}

// Alike returns the tables with segments named by ids, or all by numbers if these match more segments of the others.
// Tables whose rows are joined by their order are not considered.
func Alike(tables ...*Table) []*Table {
	var named []*Table // by one name, or all if each has two
	for _, t := range tables {
		if t.numbers == nil && !t.ByLine {
			named = append(named, t)
		}
	}
	if named == nil {
		named = tables[1:]
	}
	byID, byNumber := 0, 0
	for _, t := range tables {
		if t.numbers == nil {
			continue
		}
		for _, other := range named {
			byID += common(t.Segments, other.Segments)
			byNumber += common(t.numbers, other.byNumber().Segments)
		}
	}
	if byNumber <= byID {
		return tables
	}
	renamed := make([]*Table, len(tables))
	for i, t := range tables {
		renamed[i] = t.byNumber()
	}
	return renamed
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
		if slices.ContainsFunc(t.Segments, func(s evaluation.Segment) bool { return s.Group != "" }) {
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
	grouped := func(list []evaluation.Segment) bool {
		return slices.ContainsFunc(list, func(s evaluation.Segment) bool { return s.Group != "" })
	}
	both := grouped(a) && grouped(b)
	key := func(s evaluation.Segment) segmentKey {
		if !both {
			s.Group = ""
		}
		return segmentKey{s.Group, s.ID}
	}
	in := map[segmentKey]bool{}
	for _, s := range a {
		in[key(s)] = true
	}
	for _, s := range b {
		if in[key(s)] {
			n++
		}
	}
	return n
}
