package scores

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// exampleCount is how many rows a message names.
const exampleCount = 3

// Join puts tables side by side. Rows belong together if they have the same system and the same id of the segment, see
// package pairing. Segment n of a table without names of segments, which must have as many as the others, is that of the
// first table that has some; notices say so. Groups, documents and domains may be given by any of the tables, and must not
// contradict each other. References of a segment must be the same in all.
//
// Where the tables cover different segments it fails with a *pairing.OtherSegmentsError, or takes the segments that all have
// if common says so. A row of these that only some of the tables have, such as one of a system that nobody judged, stays,
// with no number in the columns of the others. Notices say of both. It also fails if two tables have a number of the same
// column for the same row, if they have no row in common, or if one counts segments from 0 and another one as many from 1.
func Join(common bool, tables ...*Table) (_ *Table, notices []string, err error) {
	if len(tables) == 0 {
		return nil, nil, errors.New("found no table, expected at least one")
	}
	if len(tables) == 1 {
		return tables[0], nil, nil
	}
	tables, notices, err = called(tables)
	if err != nil {
		return nil, nil, err
	}
	if common {
		if err := checkPlaced(tables); err != nil {
			return nil, nil, err
		}
	}
	tables = grouped(tables)
	joined := &Table{ByLine: tables[0].ByLine, byNumber: notices != nil,
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
	numbered := !slices.ContainsFunc(tables, func(t *Table) bool { return !t.ByLine && !t.Segments[0].FromZero })
	for _, t := range tables {
		if err := joined.take(t, at, numbered); err != nil {
			return nil, nil, err
		}
	}
	if err := joined.checkRepeated(); err != nil {
		return nil, nil, err
	}
	if !common {
		if err := joined.checkSegments(); err != nil {
			return nil, nil, err
		}
	}
	if err := joined.checkCells(); err != nil {
		return nil, nil, err
	}
	if c := joined.coverage(); !c.common() {
		return nil, nil, joined.nothingInCommon(c)
	}
	if err := sameReferences(joined, tables); err != nil {
		return nil, nil, err
	}
	if common {
		took, err := joined.takeCommon()
		if err != nil {
			return nil, nil, err
		}
		notices = append(notices, took...)
	}
	return joined, append(notices, joined.gaps(joined.coverage())...), nil
}

// called returns tables whose segments are called alike, with notices if numbers say which they are.
func called(tables []*Table) (alike []*Table, notices []string, err error) {
	counted := slices.Clone(tables)
	if alike, notices, err = Alike(tables...); err != nil {
		return nil, nil, err
	}
	if notices != nil {
		for i, t := range tables {
			counted[i] = t.numbered()
		}
	}
	var without []string // ids
	with := ""
	for _, t := range alike {
		switch {
		case t.ByLine || !t.byNumber && !t.byID && t.Segments[0].FromZero:
			without = append(without, t.parts[0].source)
		case with == "":
			with = t.parts[0].source
		}
	}
	if without != nil {
		notices = append(notices, pairing.ByNumber(with, without...))
	}
	if slices.ContainsFunc(alike, func(t *Table) bool { return t.ByLine }) {
		if alike, err = aligned(alike); err != nil {
			return nil, nil, err
		}
	}
	return alike, notices, checkCounting(counted)
}

// take adds the rows of a table whose systems and raters are known. numbered says that nobody has names for the segments.
func (t *Table) take(from *Table, at map[segmentKey]int32, numbered bool) error {
	systems, raters := placesIn(t.Systems, from.Systems), placesIn(t.Raters, from.Raters)
	segments := make([]int32, len(from.Segments))
	for i, s := range from.Segments {
		key := segmentKey{s.Group, s.ID}
		k, ok := at[key]
		if !ok {
			k = int32(len(t.Segments))
			at[key] = k
			s.FromZero = s.FromZero && numbered
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

// placesIn returns where each of names stands in all, which is sorted.
func placesIn(all, names []string) []int32 {
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
			without := model // ids
			if !model.ByLine {
				without = t
			}
			return nil, fmt.Errorf("%w: %s has no ids, so rows are joined by their order", pairing.OtherCount(len(model.Segments),
				model.parts[0].source, len(t.Segments), t.parts[0].source), without.parts[0].source)
		}
		renamed := *t
		if t.ByLine {
			renamed.Segments, renamed.ByLine = model.Segments, model.ByLine
		}
		out[i] = &renamed
	}
	return out, nil
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
			for k, segment := range p.segment {
				if segment >= 0 {
					cell := int(p.system[k])*n + int(segment)
					has[cell], c.any[cell] = true, true
				}
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

// sides are the files that say of the same outputs, put together: those with the same columns and systems.
func (t *Table) sides() (sides [][]*part) {
	type key struct{ columns, systems string }
	at := map[key]int{}
	for _, p := range t.parts {
		systems := slices.Sorted(maps.Keys(set(p.system)))
		k := key{fmt.Sprintf("%q", p.columns), fmt.Sprint(systems)}
		i, ok := at[k]
		if !ok {
			i = len(sides)
			at[k], sides = i, append(sides, nil)
		}
		sides[i] = append(sides[i], p)
	}
	return sides
}

// set returns the numbers of a list, each once.
func set(list []int32) map[int32]bool {
	in := map[int32]bool{}
	for _, n := range list {
		in[n] = true
	}
	return in
}

// checkSegments fails if a side has other segments than the first.
func (t *Table) checkSegments() error {
	sides := t.sides()
	first := t.hasSegments(sides[0])
	for _, side := range sides[1:] {
		d := pairing.Between(sources(sides[0]), sources(side))
		for k, has := range t.hasSegments(side) {
			if s := t.Segments[k]; has && !first[k] {
				d.Only(1, int64(k), 0, s.String())
			} else if !has && first[k] {
				d.Only(0, int64(k), 0, s.String())
			}
		}
		if err := d.Err(); err != nil {
			return err
		}
	}
	return nil
}

// hasSegments says which segments some rows of files are of.
func (t *Table) hasSegments(side []*part) []bool {
	has := make([]bool, len(t.Segments))
	for _, p := range side {
		for _, k := range p.segment {
			if k >= 0 {
				has[k] = true
			}
		}
	}
	return has
}

// takeCommon leaves out the segments that some sides lack, of which a notice says how many are left.
func (t *Table) takeCommon() (notices []string, err error) {
	sides, most := t.sides(), 0
	have := make([]int, len(t.Segments)) // how many sides
	for _, side := range sides {
		n := 0
		for k, has := range t.hasSegments(side) {
			if has {
				have[k]++
				n++
			}
		}
		most = max(most, n)
	}
	all := len(t.Segments)
	t.keep(func(segment int) bool { return have[segment] == len(sides) })
	switch len(t.Segments) {
	case all:
		return nil, nil
	case 0:
		return nil, pairing.NothingCommon(len(sides))
	}
	return []string{pairing.TookCommon(len(t.Segments), most)}, nil
}

// TakeCommon leaves out the segments, by id, that some of tables that are Alike lack, of which a notice says how many are
// left. It fails if there are none, or if only places tell which segments those of one are.
func TakeCommon(tables ...*Table) (notices []string, err error) {
	if err := checkPlaced(tables); err != nil {
		return nil, err
	}
	have, most := map[segmentKey]int{}, 0 // how many tables
	for _, t := range tables {
		most = max(most, len(t.Segments))
		for _, s := range t.Segments {
			have[segmentKey{s.Group, s.ID}]++
		}
	}
	least := most
	for _, t := range tables {
		segments := t.Segments
		t.keep(func(k int) bool { return have[segmentKey{segments[k].Group, segments[k].ID}] == len(tables) })
		least = len(t.Segments)
	}
	switch least {
	case most:
		return nil, nil
	case 0:
		return nil, pairing.NothingCommon(len(tables))
	}
	return []string{pairing.TookCommon(least, most)}, nil
}

// keep leaves out segments. Their rows stay, of no segment, as the files are read again row by row for the texts.
func (t *Table) keep(chosen func(segment int) bool) {
	become := make([]int32, len(t.Segments))
	var kept []evaluation.Segment
	for i, s := range t.Segments {
		become[i] = -1
		if chosen(i) {
			become[i] = int32(len(kept))
			kept = append(kept, s)
		}
	}
	t.Segments = kept
	for _, p := range t.parts {
		p.segment = renumbered(p.segment, become)
	}
}

// gaps says which rows a group lacks that another one has.
func (t *Table) gaps(c coverage) (notices []string) {
	all := 0
	for _, there := range c.any {
		if there {
			all++
		}
	}
	for i, group := range c.groups {
		var missing []string
		for cell, there := range c.any {
			if there && !c.has[i][cell] {
				missing = append(missing, t.output(cell))
			}
		}
		if len(missing) > 0 {
			notices = append(notices, fmt.Sprintf("%s: no row for %d of %s that others have: %s", sources(group),
				len(missing), wording.Counted(all, "output"), strings.Join(firstFew(missing), "; ")))
		}
	}
	return notices
}

// sources names the files of a group.
func sources(group []*part) string {
	var names []string
	for _, p := range group {
		names = append(names, p.source)
	}
	return strings.Join(names, ", ")
}

// firstFew returns the first few of many.
func firstFew(list []string) []string {
	if len(list) > exampleCount {
		return append(list[:exampleCount:exampleCount], "…")
	}
	return list
}
