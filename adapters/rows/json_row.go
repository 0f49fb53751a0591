package rows

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
)

// mostPrefix is from how many bytes on what leads to an object stands before the names of no more columns: it would be
// repeated for each.
const mostPrefix = 250

// A jsonRow is an object of JSON. The members of an inner object follow it, with its name and a dot before theirs:
// {"a": {"b": 1}} has an object a and a column a.b. An object that many long names lead to is a value.
type jsonRow struct {
	lineNumber int64
	members    []jsonMember // in the order of the file; the next row uses their memory
	before     int          // how many the row before had
	others     bool         // whether these are not the columns of the row before, in its order
	contents   []byte       // of the members, one after another
	kept       string       // the same
	blocks     blocks
	places     map[string]int // of the members, by column, of an object of many; nil until one is asked for
}

// manyMembers is from how many members on looking at each of them takes longer than a map.
const manyMembers = 64

// clear begins a row.
func (o *jsonRow) clear() {
	o.before, o.members, o.others, o.contents = len(o.members), o.members[:0], false, o.contents[:0]
}

// add appends a member, whose value set gives. A column that the row before had in the same place needs no memory.
func (o *jsonRow) add(column []byte) {
	n := len(o.members)
	o.members = slices.Grow(o.members, 1)[:n+1]
	m := &o.members[n]
	if n >= o.before || m.column != string(column) {
		m.column, o.others = string(column), true
	}
}

// set gives the member that was added last its value, of an object {}.
func (o *jsonRow) set(kind jsontext.Kind, value jsontext.Value) (err error) {
	m := &o.members[len(o.members)-1]
	o.others = o.others || (kind == jsontext.KindBeginObject) != (m.kind == jsontext.KindBeginObject)
	m.kind, m.start = kind, len(o.contents)
	o.contents, err = appendContent(o.contents, value, kind)
	m.end = len(o.contents)
	return err
}

// end ends a row, whose members can be asked for then.
func (o *jsonRow) end(line int64) {
	o.lineNumber, o.kept = line, o.blocks.keep(o.contents)
	if o.others || len(o.members) != o.before {
		o.places = nil
	}
}

// columns returns the names of the columns, sorted, or nil if they are those of the row before. It fails for a name that is
// there twice.
func (o *jsonRow) columns() (names []string, err error) {
	if !o.others {
		return nil, nil
	}
	objects := map[string]bool{}
	for i := range o.members {
		m := &o.members[i]
		names = append(names, m.column)
		if m.kind == jsontext.KindBeginObject {
			objects[m.column] = true
		}
	}
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] != names[i-1] {
			continue
		}
		if strings.Contains(names[i], ".") {
			return nil, fmt.Errorf("found the column %s twice in one object, where a dot leads into inner objects, expected "+
				"different names", wording.Quote(names[i]))
		}
		return nil, &jsonvalue.RepeatedError{Name: names[i]}
	}
	return slices.DeleteFunc(names, func(name string) bool { return objects[name] }), nil
}

func (o *jsonRow) line() int64 { return o.lineNumber }

func (o *jsonRow) cell(column string) cell {
	if m := o.member(column); m != nil {
		return m
	}
	return nothing{}
}

// member returns what is in a column, nil for nothing.
func (o *jsonRow) member(column string) *jsonMember {
	i := o.place(column)
	if i < 0 {
		return nil
	}
	m := &o.members[i]
	m.content = o.kept[m.start:m.end]
	return m
}

// place returns which member is in a column, -1 for none.
func (o *jsonRow) place(column string) int {
	if len(o.members) < manyMembers {
		for i := range o.members {
			if o.members[i].column == column {
				return i
			}
		}
		return -1
	}
	if o.places == nil {
		o.places = make(map[string]int, len(o.members))
		for i, m := range o.members {
			o.places[m.column] = i
		}
	}
	if i, ok := o.places[column]; ok {
		return i
	}
	return -1
}

// value returns what is in a column as package jsonvalue does.
func (o *jsonRow) value(column string) any {
	if m := o.member(column); m != nil {
		return m.decoded()
	}
	return nil
}
