package scores

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A row is what a file says about one output, besides its scores.
type row struct {
	line                                       int64
	system, group, segment, doc, domain, rater string
	human                                      bool

	id         string // another name of the segment, "" for none
	references digests
}

// A builder makes a table of rows.
type builder struct {
	part     *part
	byLine   bool
	byID     bool // ids are the only names of segments
	fromZero bool // the file is one of ours, which number segments from 0
	systems  index
	raters   index
	segments map[segmentKey]int32
	list     []evaluation.Segment
	seen     map[lineKey]int // by line: rows so far
	order    []lineKey       // of seen
	human    map[string]bool // the systems of rows that people wrote; nil if no column says so
	ids      []string        // other names of the segments, "" for none; nil if two rows of one segment differ
	rowNames []uint64        // digests of the other names of rows; nil if no row has one
	err      error

	rowIDs bool // whether ids were those of rows

	references []digests // of the first segments; the others have none
	referenced []int64   // the lines that have them
}

type segmentKey struct{ group, id string }

// A lineKey is what rows without ids are counted within.
type lineKey struct {
	system, rater int32
	group         string
}

// An index numbers names in the order in which they come.
type index struct {
	names []string
	of    map[string]int32
}

func (x *index) at(name string) int32 {
	if i, ok := x.of[name]; ok {
		return i
	}
	if x.of == nil {
		x.of = map[string]int32{}
	}
	i := int32(len(x.names))
	x.names = append(x.names, strings.Clone(name))
	x.of[x.names[i]] = i
	return i
}

func newBuilder(source string, raters bool) *builder {
	return &builder{part: &part{source: source, raters: raters}, segments: map[segmentKey]int32{},
		seen: map[lineKey]int{}, ids: []string{}}
}

// addColumn adds a column of scores, and returns false if it is there already. The rows so far have no number in it.
func (b *builder) addColumn(name string) bool {
	if slices.Contains(b.part.columns, name) {
		return false
	}
	b.part.columns = append(b.part.columns, name)
	b.part.values = append(b.part.values, slices.Repeat([]float64{math.NaN()}, len(b.part.line)))
	return true
}

// add adds a row and returns what sets its scores, by the number of the column; those not set are absent.
func (b *builder) add(r row) (set func(column int, value float64)) {
	p := b.part
	system := b.systems.at(r.system)
	if r.human {
		b.human[b.systems.names[system]] = true
	}
	rater := int32(-1)
	if p.raters {
		rater = b.raters.at(r.rater)
	}
	if b.byLine {
		key := lineKey{system, rater, strings.Clone(r.group)}
		if b.seen[key]++; b.seen[key] == 1 {
			b.order = append(b.order, key)
		}
		r.segment = strconv.Itoa(b.seen[key])
	}
	key := segmentKey{r.group, r.segment}
	segment, ok := b.segments[key]
	if !ok {
		segment = int32(len(b.list))
		s := evaluation.Segment{Group: strings.Clone(r.group), ID: strings.Clone(r.segment), Doc: strings.Clone(r.doc),
			Domain: strings.Clone(r.domain), FromZero: b.fromZero}
		b.list = append(b.list, s)
		if b.ids != nil {
			b.ids = append(b.ids, strings.Clone(r.id))
		}
		b.segments[segmentKey{s.Group, s.ID}] = segment
	} else if known := b.list[segment]; b.err == nil && (known.Doc != r.doc || known.Domain != r.domain) {
		b.err = fmt.Errorf("%s:%d: found segment %s in document %s, domain %s; in an earlier row it is in document "+
			"%s, domain %s",
			p.source, r.line, wording.Clip(known.String()), wording.Quote(r.doc), wording.Quote(r.domain),
			wording.Quote(known.Doc), wording.Quote(known.Domain))
	}
	if b.ids != nil && b.ids[segment] != r.id {
		if b.fromZero && b.err == nil { // ours call the segment, not the row
			b.err = fmt.Errorf("%s:%d: found the id %s of segment %s, which has the id %s in an earlier row: these are rows of "+
				"several results", p.source, r.line, wording.Quote(r.id), wording.Clip(b.list[segment].String()),
				wording.Quote(b.ids[segment]))
		}
		b.ids = nil
	}
	if r.id != "" || b.rowNames != nil {
		b.rowNames = append(b.rowNames, make([]uint64, len(p.line)-len(b.rowNames))...)
		b.rowNames = append(b.rowNames, maphash.String(seed, r.id))
	}
	b.addReferences(segment, &r)
	p.system = append(p.system, system)
	p.segment = append(p.segment, segment)
	p.rater = append(p.rater, rater)
	p.line = append(p.line, r.line)
	for i := range p.values {
		p.values[i] = append(p.values[i], math.NaN())
	}
	last := len(p.line) - 1
	return func(column int, value float64) { p.values[column][last] = value }
}

// keep leaves out the columns that are not to be kept.
func (b *builder) keep(keep []bool) {
	p := b.part
	columns, values := p.columns, p.values
	p.columns, p.values = nil, nil
	for i, c := range columns {
		if keep[i] {
			p.columns = append(p.columns, c)
			p.values = append(p.values, values[i])
		}
	}
}

// table returns the table of the rows, which must differ in system, segment or rater.
func (b *builder) table() (*Table, error) {
	p := b.part
	switch {
	case b.err != nil:
		return nil, b.err
	case len(p.line) == 0:
		return nil, fmt.Errorf("%s: found no rows, expected at least one", p.source)
	}
	if b.byID && len(b.systems.names) > 1 && len(b.list) == len(p.line) {
		if err := b.numberRows(); err != nil {
			return nil, err
		}
	}
	if err := b.checkCounts(); err != nil {
		return nil, err
	}
	t := &Table{Segments: b.list, ByLine: b.byLine, byID: b.byID, parts: []*part{p}}
	if b.references != nil {
		t.references = append(b.references, make([]digests, len(b.list)-len(b.references))...)
	}
	if b.ids == nil {
		if err := b.checkRowIDs(); err != nil {
			return nil, err
		}
	}
	if first, second, ok := t.takeIDs(b.ids); !ok {
		t.repeatedID = pairing.Repeated(p.source, p.lineOf(second), b.ids[second], p.lineOf(first))
		if b.fromZero {
			return nil, t.repeatedID
		}
	}
	t.Systems = sorted(b.systems.names, p.system)
	if b.human != nil {
		t.HumanSystems = slices.AppendSeq([]string{}, maps.Keys(b.human))
		slices.Sort(t.HumanSystems)
	}
	if p.raters {
		t.Raters = sorted(b.raters.names, p.rater)
	}
	return t, t.checkRepeated()
}

// checkRowIDs fails if the ids of rows of one segment differ, but most are those of rows of several systems: they are ids of
// segments, and say otherwise than the column segment which rows belong together. Others are ids of rows.
func (b *builder) checkRowIDs() error {
	type name struct {
		group string
		id    uint64
	}
	type output struct {
		system int32
		name
	}
	p := b.part
	seen, first, shared := map[output]bool{}, map[name]int{}, map[name]int{}
	wrong := -1
	for k, id := range b.rowNames {
		called := name{b.list[p.segment[k]].Group, id}
		if o := (output{p.system[k], called}); seen[o] {
			return nil
		} else {
			seen[o] = true
		}
		row, ok := first[called]
		if !ok {
			first[called] = k
			continue
		}
		shared[called]++
		if wrong < 0 && p.segment[row] != p.segment[k] {
			wrong = k
		}
	}
	if wrong < 0 || 2*len(shared) < len(first) {
		return nil
	}
	row := first[name{b.list[p.segment[wrong]].Group, b.rowNames[wrong]}]
	return fmt.Errorf("%s:%d: found the id of segment %s, line %d, in segment %s, expected one id for each segment: leave out the "+
		"ids or the numbers of segments", p.source, p.line[wrong], wording.Clip(b.list[p.segment[row]].String()), p.line[row],
		wording.Clip(b.list[p.segment[wrong]].String()))
}

// lineOf returns the line of the first row of a segment.
func (p *part) lineOf(segment int) int64 { return p.line[slices.Index(p.segment, int32(segment))] }

// numberRows calls segments by the number of the row within its system, where no two systems have the same id and ids
// rise from row to row, as those that number rows do. Other ids are of different segments, which is an error.
func (b *builder) numberRows() error {
	p, named := b.part, b.list
	last := -1
	for k := range p.segment {
		n, err := strconv.Atoi(named[k].ID) // each row has a segment of its own
		if err != nil || n <= last {
			return b.otherSegments()
		}
		last = n
	}
	references := b.references
	b.references, b.rowIDs = nil, true
	b.byLine, b.byID, b.list, b.segments = true, false, nil, map[segmentKey]int32{}
	for k, i := range p.segment {
		s := named[i]
		key := lineKey{p.system[k], p.rater[k], s.Group}
		if b.seen[key]++; b.seen[key] == 1 {
			b.order = append(b.order, key)
		}
		s.ID = strconv.Itoa(b.seen[key])
		at, ok := b.segments[segmentKey{s.Group, s.ID}]
		if !ok {
			at = int32(len(b.list))
			b.segments[segmentKey{s.Group, s.ID}] = at
			b.list = append(b.list, s)
		}
		p.segment[k] = at
		if k < len(references) {
			b.addReferences(at, &row{line: p.line[k], references: references[k]})
		}
	}
	return b.err
}

// otherSegments is the error of systems of which each has segments of its own.
func (b *builder) otherSegments() error {
	p := b.part
	d := pairing.Between("system "+wording.Quote(b.systems.names[0]), "system "+wording.Quote(b.systems.names[1]))
	for k, system := range p.system {
		if system < 2 {
			d.Only(int(system), int64(k), p.line[k], b.list[p.segment[k]].String())
		}
	}
	return fmt.Errorf("%s: found ids that no two systems share, expected the same in all: %v", p.source, d)
}

// checkCounts fails if the segments have no ids and systems differ in the number of rows: there is no
// telling which row is missing.
func (b *builder) checkCounts() error {
	first := map[string]lineKey{} // of each group
	for _, key := range b.order {
		model, ok := first[key.group]
		if !ok {
			first[key.group] = key
			continue
		}
		if b.seen[key] != b.seen[model] {
			return fmt.Errorf("%s: found %d rows of system %s and %d of system %s, expected the same number: without "+
				"ids of segments rows are joined by their order",
				b.part.source, b.seen[model], wording.Quote(b.systems.names[model.system]), b.seen[key],
				wording.Quote(b.systems.names[key.system]))
		}
	}
	return nil
}

// sorted returns names in order, and renumbers the places that point to them.
func sorted(names []string, places []int32) []string {
	ordered := slices.Sorted(slices.Values(names))
	at := placesIn(ordered, names)
	for i, place := range places {
		places[i] = at[place]
	}
	return ordered
}

// A place is a row of a part, for finding rows that say the same thing twice.
type place struct {
	part *part
	row  int32
}

func (a place) compare(b place) int {
	return cmp.Or(cmp.Compare(a.part.system[a.row], b.part.system[b.row]),
		cmp.Compare(a.part.segment[a.row], b.part.segment[b.row]),
		cmp.Compare(a.part.rater[a.row], b.part.rater[b.row]))
}

// checkRepeated fails if a file has two rows, or a column two numbers, for one system, segment and rater. A file
// whose column is empty there, such as one of ours that waits for human scores, says nothing.
func (t *Table) checkRepeated() error {
	unlike := map[string]bool{} // sets of parts without a row in common: most columns are in the same ones
	for _, column := range t.Columns() {
		var rows []place
		var parts strings.Builder
		for i, p := range t.parts {
			if !slices.Contains(p.columns, column) {
				continue
			}
			fmt.Fprintf(&parts, "%d ", i)
			rows = slices.Grow(rows, len(p.line))
			for k := range p.line {
				rows = append(rows, place{p, int32(k)})
			}
		}
		if unlike[parts.String()] {
			continue
		}
		a, b, ok := twice(rows)
		if !ok {
			unlike[parts.String()] = true
			continue
		}
		if a.part != b.part {
			rows = slices.DeleteFunc(rows, func(r place) bool { return math.IsNaN(r.number(column)) })
			rows = slices.CompactFunc(rows, func(a, b place) bool { // what two files say alike is said once
				return a.part != b.part && a.compare(b) == 0 && a.number(column) == b.number(column)
			})
			if a, b, ok = twice(rows); !ok {
				continue
			}
		}
		return t.repeated(a, b)
	}
	return nil
}

// number returns what the row has in a column of its part.
func (a place) number(column string) float64 {
	return a.part.values[slices.Index(a.part.columns, column)][a.row]
}

// twice sorts rows and returns two of one output, of one file if there are such.
func twice(rows []place) (a, b place, ok bool) {
	slices.SortStableFunc(rows, place.compare)
	for i := 1; i < len(rows); i++ {
		if first, second := rows[i-1], rows[i]; first.compare(second) == 0 {
			if first.part == second.part {
				return first, second, true
			}
			if !ok {
				a, b, ok = first, second, true
			}
		}
	}
	return a, b, ok
}

// repeated says which two rows are of the same output.
func (t *Table) repeated(a, b place) error {
	p := b.part
	what := fmt.Sprintf("system %s, segment %s", wording.Quote(t.Systems[p.system[b.row]]),
		wording.Quote(t.Segments[p.segment[b.row]].String()))
	if rater := p.rater[b.row]; rater >= 0 {
		what += ", rater " + wording.Quote(t.Raters[rater])
	}
	way := ""
	if a.part == b.part {
		way = ", or --judgments last or mean"
	}
	return fmt.Errorf("%s:%d: found %s a second time, first at %s:%d; expected one row for each%s", p.source,
		p.line[b.row], what, a.part.source, a.part.line[a.row], way)
}
