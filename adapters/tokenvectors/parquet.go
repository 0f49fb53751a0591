package tokenvectors

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// openParquet reads the schema and the first segment, whose texts every other one must have too.
func openParquet(in io.ReaderAt, size int64, name string) (layout, iter.Seq2[metric.Line, error], error) {
	file, err := parquet.OpenFile(in, size, pq.SkipPageIndex(true), pq.SkipBloomFilters(true))
	if err != nil {
		return layout{}, nil, err
	}
	rows, err := newRowReader(file, name)
	if err != nil {
		return layout{}, nil, err
	}
	defer rows.close()
	first, err := rows.segment(0)
	if err == io.EOF {
		err = errors.New("found no rows, expected one for each text")
	}
	if err != nil {
		return layout{}, nil, err
	}
	l, err := layoutOf(first)
	return l, func(yield func(metric.Line, error) bool) { eachSegment(file, name, l, yield) }, err
}

// eachSegment yields the segments of a file from the first one.
func eachSegment(file *pq.File, name string, l layout, yield func(metric.Line, error) bool) {
	rows, err := newRowReader(file, name)
	if err != nil {
		yield(metric.Line{}, err)
		return
	}
	defer rows.close()
	for n := int64(0); ; n++ {
		texts, err := rows.segment(n)
		if err == io.EOF {
			return
		}
		var line metric.Line
		if err == nil {
			line, err = l.line(texts)
		}
		if !yield(line, err) || err != nil {
			return
		}
	}
}

// layoutOf returns which texts the first segment has.
func layoutOf(first []text) (l layout, err error) {
	for i := range first {
		if first[i].reference == noReference {
			l.systems = append(l.systems, first[i].system)
		} else {
			l.references++
		}
	}
	slices.Sort(l.systems)
	if len(l.systems) == 0 || l.references == 0 {
		return l, fmt.Errorf("found %d candidates and %d references in segment 0, expected at least one of each",
			len(l.systems), l.references)
	}
	_, err = l.line(first)
	return l, err
}

// line puts the texts of a segment in order. There must be those of the first segment, no more and no less.
func (l *layout) line(texts []text) (line metric.Line, err error) {
	line.CandidateVectors = make([]metric.TokenVectors, len(l.systems))
	line.ReferenceVectors = make([]metric.TokenVectors, l.references)
	for i := range texts {
		t := &texts[i]
		if t.reference != noReference {
			if t.reference >= l.references {
				return line, fmt.Errorf("row %d: found %v in segment %d, expected references 0 to %d as in segment 0",
					t.row, t,
					t.segment, l.references-1)
			}
			line.ReferenceVectors[t.reference] = t.vectors
			continue
		}
		k, ok := slices.BinarySearch(l.systems, t.system)
		if !ok {
			return line, fmt.Errorf("row %d: found a %v in segment %d, expected the systems of segment 0: %s", t.row, t,
				t.segment, wording.List(l.systems))
		}
		line.CandidateVectors[k] = t.vectors
	}
	if found, expected := len(texts), len(l.systems)+l.references; found != expected {
		last := &texts[found-1]
		return line, fmt.Errorf("row %d: found the end of segment %d after %d texts, expected %d as in segment 0",
			last.row,
			last.segment, found, expected)
	}
	return line, nil
}
