package scores

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A Gap says which rows some files lack that others have.
type Gap struct {
	Sources  []string // the files, which have the same columns
	Columns  []string // of them
	Missing  int      // how many pairs of a system and a segment they lack
	Of       int      // of how many there are
	Examples []string // the first few of them, such as "system a, segment 3"
}

func (g Gap) String() string {
	examples := strings.Join(g.Examples, "; ")
	if g.Missing > len(g.Examples) {
		examples += "; …"
	}
	return fmt.Sprintf("%s: no row for %d of %d outputs that others have: %s", strings.Join(g.Sources, ", "), g.Missing,
		g.Of, examples)
}

// exampleCount is how many rows a message names.
const exampleCount = 3

// Join puts tables side by side. Rows belong together if they have the same system and the same id of the segment. If
// one of the tables has no ids, segment n of a system is its n-th row in every table, and they must have equally
// many. Groups, documents and domains may be given by any of the tables, and must not contradict each other.
//
// A row that only some of the tables have stays, with no number in the columns of the others, and is counted in the
// gaps. It fails if two tables have a number of the same column for the same row, if they have no row in common, or
// if one counts segments from 0 and another one as many from 1.
func Join(tables ...*Table) (*Table, []Gap, error) {
	if len(tables) == 0 {
		return nil, nil, fmt.Errorf("found no table, expected at least one")
	}
	if len(tables) == 1 {
		return tables[0], nil, nil
	}
	tables = Alike(tables...)
	byOrder := slices.ContainsFunc(tables, func(t *Table) bool { return t.ByLine })
	if byOrder {
		var err error
		if tables, err = aligned(tables); err != nil {
			return nil, nil, err
		}
	}
	if err := checkCounting(tables); err != nil {
		return nil, nil, err
	}
	tables = grouped(tables)
	joined := &Table{ByLine: tables[0].ByLine, byOrder: byOrder,
		byID: slices.ContainsFunc(tables, func(t *Table) bool { return t.byID })}
	for _, t := range tables {
		joined.Systems = append(joined.Systems, t.Systems...)
		joined.Raters = append(joined.Raters, t.Raters...)
		if t.HumanSystems != nil {
			joined.HumanSystems = append(slices.Grow(joined.HumanSystems, 1), t.HumanSystems...)
		}
		joined.ChosenBy = append(joined.ChosenBy, t.ChosenBy...)
	}
	slices.Sort(joined.Systems)
	slices.Sort(joined.Raters)
	slices.Sort(joined.HumanSystems)
	joined.Systems, joined.Raters = slices.Compact(joined.Systems), slices.Compact(joined.Raters)
	joined.HumanSystems = slices.Compact(joined.HumanSystems)
	at := map[segmentKey]int32{}
	for _, t := range tables {
		if err := joined.take(t, at); err != nil {
			return nil, nil, err
		}
	}
	if err := joined.checkRepeated(); err != nil {
		return nil, nil, err
	}
	c := joined.coverage()
	if !c.common() {
		return nil, nil, joined.nothingInCommon(c)
	}
	return joined, joined.gaps(c), nil
}

// take adds the rows of a table whose systems and raters are known.
func (t *Table) take(from *Table, at map[segmentKey]int32) error {
	systems, raters := places(t.Systems, from.Systems), places(t.Raters, from.Raters)
	segments := make([]int32, len(from.Segments))
	for i, s := range from.Segments {
		key := segmentKey{s.Group, s.ID}
		k, ok := at[key]
		if !ok {
			k = int32(len(t.Segments))
			at[key] = k
			t.Segments = append(t.Segments, s)
		}
		segments[i] = k
		known := &t.Segments[k]
		for _, field := range []struct {
			name   string
			ours   *string
			theirs string
		}{{"document", &known.Doc, s.Doc}, {"domain", &known.Domain, s.Domain}} {
			switch {
			case *field.ours == "":
				*field.ours = field.theirs
			case field.theirs != "" && field.theirs != *field.ours:
				return fmt.Errorf("%s: found segment %s in %s %s, elsewhere it is in %s", from.parts[0].source,
					wording.Clip(s.String()), field.name, wording.Quote(field.theirs), wording.Quote(*field.ours))
			}
		}
	}
	for _, p := range from.parts {
		moved := *p
		moved.system, moved.segment = renumbered(p.system, systems), renumbered(p.segment, segments)
		moved.rater = renumbered(p.rater, raters)
		t.parts = append(t.parts, &moved)
	}
	return nil
}

// places returns where each of names stands in all, which is sorted.
func places(all, names []string) []int32 {
	at := make([]int32, len(names))
	for i, name := range names {
		k, _ := slices.BinarySearch(all, name)
		at[i] = int32(k)
	}
	return at
}

// renumbered returns what the numbers become; -1 stays.
func renumbered(numbers, become []int32) []int32 {
	out := make([]int32, len(numbers))
	for i, n := range numbers {
		if out[i] = n; n >= 0 {
			out[i] = become[n]
		}
	}
	return out
}

// aligned returns the tables with the segments called as in the first table that has ids, or by their numbers if none
// has.
func aligned(tables []*Table) ([]*Table, error) {
	model := tables[0]
	if i := slices.IndexFunc(tables, func(t *Table) bool { return !t.ByLine }); i >= 0 {
		model = tables[i]
	}
	out := make([]*Table, len(tables))
	for i, t := range tables {
		if len(t.Segments) != len(model.Segments) {
			return nil, fmt.Errorf("found %d segments in %s and %d in %s, expected equally many: %s has no ids, so "+
				"rows are joined by their order",
				len(model.Segments), model.parts[0].source, len(t.Segments), t.parts[0].source,
				byLineOf(model, t).parts[0].source)
		}
		renamed := *t
		if t.ByLine {
			renamed.Segments, renamed.ByLine = model.Segments, model.ByLine
		}
		out[i] = &renamed
	}
	return out, nil
}

// byLineOf returns the one of two tables that has no ids.
func byLineOf(a, b *Table) *Table {
	if a.ByLine {
		return a
	}
	return b
}

// A coverage says which outputs have a row in which files. Files with the same columns, such as one for each system,
// count as one.
type coverage struct {
	groups [][]*part
	has    [][]bool // of each group, systems × segments
	any    []bool
}

func (t *Table) coverage() coverage {
	var c coverage
	for _, p := range t.parts {
		i := slices.IndexFunc(c.groups, func(g []*part) bool { return slices.Equal(g[0].columns, p.columns) })
		if i < 0 {
			c.groups = append(c.groups, []*part{p})
		} else {
			c.groups[i] = append(c.groups[i], p)
		}
	}
	n := len(t.Segments)
	c.any = make([]bool, len(t.Systems)*n)
	for _, group := range c.groups {
		has := make([]bool, len(c.any))
		for _, p := range group {
			for k := range p.line {
				cell := int(p.system[k])*n + int(p.segment[k])
				has[cell], c.any[cell] = true, true
			}
		}
		c.has = append(c.has, has)
	}
	return c
}

// common says whether some output is in two groups, if there are two.
func (c coverage) common() bool {
	for cell := range c.any {
		groups := 0
		for _, has := range c.has {
			if has[cell] {
				groups++
			}
		}
		if groups > 1 {
			return true
		}
	}
	return len(c.groups) < 2
}

// output names an output by its place in a grid.
func (t *Table) output(cell int) string {
	n := len(t.Segments)
	return fmt.Sprintf("system %s, segment %s", wording.Clip(t.Systems[cell/n]),
		wording.Clip(t.Segments[cell%n].String()))
}

// nothingInCommon shows how the first two groups call their outputs.
func (t *Table) nothingInCommon(c coverage) error {
	return fmt.Errorf("found no row that %s and %s have both, expected the same systems and segments: %s; %s",
		c.groups[0][0].source, c.groups[1][0].source,
		t.output(slices.Index(c.has[0], true)), t.output(slices.Index(c.has[1], true)))
}

// gaps lists the rows that a group lacks and another one has.
func (t *Table) gaps(c coverage) (gaps []Gap) {
	for i, group := range c.groups {
		g := Gap{Columns: group[0].columns}
		for _, p := range group {
			g.Sources = append(g.Sources, p.source)
		}
		for cell, there := range c.any {
			if !there {
				continue
			}
			g.Of++
			if c.has[i][cell] {
				continue
			}
			if g.Missing++; g.Missing <= exampleCount {
				g.Examples = append(g.Examples, t.output(cell))
			}
		}
		if g.Missing > 0 {
			gaps = append(gaps, g)
		}
	}
	return gaps
}
