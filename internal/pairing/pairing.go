// Package pairing has the rule of which rows of several inputs belong to the same segment, and the sentences about it, for
// texts, scores and baselines alike.
//
// Where inputs have ids, only ids pair, in the order of the first such input. Inputs with different ids are an error,
// unless somebody asks for the segments that all have. An input without ids pairs by the numbers of its rows, with the
// segments of the first that has ids, and that is said. Rows of one segment have the same references. No input has an
// id twice.
//
// Texts need not fit into memory, so adapters/corpus sorts them; adapters/scores and package check look ids up.
package pairing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// few is how many segments of each side a message names.
const few = 3

// An OtherSegmentsError says that inputs do not cover the same segments. Those who read them can take the segments that
// all inputs have.
type OtherSegmentsError struct{ Difference error }

func (e *OtherSegmentsError) Error() string { return e.Difference.Error() }

// A Difference collects the segments that only one of two inputs has.
type Difference struct{ sides [2]only }

// only are the segments that one side has, of which the first few are kept.
type only struct {
	name  string
	count int
	first []segment
}

type segment struct {
	place, line int64
	id          string
}

// Between returns the difference of two inputs, so far none.
func Between(first, other string) *Difference {
	return &Difference{[2]only{{name: first}, {name: other}}}
}

// Only adds a segment that only the first (0) or the other input (1) has, at a place among its segments, in a line of the
// file, 0 if that is not known. Segments come in any order.
func (d *Difference) Only(side int, place, line int64, id string) {
	s := &d.sides[side]
	s.count++
	if len(s.first) > few && place > s.first[few].place {
		return
	}
	i, _ := slices.BinarySearchFunc(s.first, place, func(a segment, b int64) int { return cmp.Compare(a.place, b) })
	s.first = slices.Insert(s.first, i, segment{place, line, strings.Clone(id)})
	s.first = s.first[:min(len(s.first), few+1)]
}

// None says whether both inputs have the same segments.
func (d *Difference) None() bool { return d.sides[0].count+d.sides[1].count == 0 }

// String says how many segments only one input has, and names the first.
func (d *Difference) String() string {
	var found []string
	for i := range d.sides {
		s := &d.sides[i]
		if s.count == 0 {
			continue
		}
		var names []string
		for _, segment := range s.first[:min(few, len(s.first))] {
			names = append(names, wording.Clip(segment.id))
		}
		if s.count > few {
			names = append(names, "…")
		}
		where := ""
		if line := s.first[0].line; line > 0 {
			where = fmt.Sprintf(", from line %d on", line)
		}
		found = append(found, fmt.Sprintf("%d only in %s (segment %s%s)", s.count, s.name, strings.Join(names, ", "), where))
	}
	return strings.Join(found, ", ")
}

// Err returns an *OtherSegmentsError if there is a difference.
func (d *Difference) Err() error {
	if d.None() {
		return nil
	}
	return &OtherSegmentsError{errors.New("found different segments, expected the same ids in all inputs: " + d.String())}
}

// TookCommon says how many segments all inputs have; most is how many one of them has at most.
func TookCommon(n, most int) string {
	return fmt.Sprintf("took the %d segments that all inputs have, of up to %d in one", n, most)
}

// NothingCommon is the error of inputs without a common segment.
func NothingCommon(inputs int) error {
	return fmt.Errorf("found no segment, by id, that all of %d inputs have, expected some", inputs)
}

// OtherCount is the error of two inputs with different numbers of segments, of which one has no ids.
func OtherCount(n int, name string, others int, other string) error {
	return fmt.Errorf("found %s in %s and %d in %s, expected the same number", wording.Counted(n, "segment"), name, others,
		other)
}

// ByNumber says that inputs without ids are paired by the numbers of their segments, with another one unless it is "".
func ByNumber(with string, without ...string) string {
	has, their := "has", "its"
	if len(without) > 1 {
		has, their = "have", "their"
	}
	if with != "" {
		with = " with those of " + with
	}
	return fmt.Sprintf("%s %s no ids: %s segments are paired%s by number", strings.Join(without, ", "), has, their, with)
}

// Repeated is the error of an id that stands in a line after it stood in another one.
func Repeated(name string, line int64, id string, first int64) error {
	return fmt.Errorf("%s:%d: found segment %s a second time, first in line %d; expected one row for each segment of a system",
		name, line, wording.Quote(id), first)
}

// NoID is the error of a row without an id among rows that are paired by id.
func NoID(name string, line int64) error {
	return fmt.Errorf("%s:%d: found no id, expected that of a segment: rows are paired by id", name, line)
}

// OtherTexts says that so many segments have other references, say, in two inputs, and names the first of different.
func OtherTexts[T fmt.Stringer](what string, different []T, of int, first, other string) string {
	return fmt.Sprintf("the %s of %d of %d segments differ between %s and %s (segment %s)", what, len(different), of, first,
		other, wording.FirstFew(different))
}
