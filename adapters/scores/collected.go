package scores

import (
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// Collected returns the table of scores that evaluation.Collect returned and wrote to a segments.parquet at path, as Open
// would read it. Nothing is read but by Texts. Messages call it s.Name.
func Collected(s *evaluation.Scores, path string) *Table {
	p := &part{source: path, name: s.Name, values: make([][]float64, len(s.Columns))}
	for _, column := range s.Columns {
		p.columns, p.signature = append(p.columns, column.Name), column.Signature
	}
	p.offered = p.columns
	t := &Table{Systems: slices.Sorted(slices.Values(s.Systems)), Segments: slices.Clone(s.Segments), parts: []*part{p}}
	systems := placesIn(t.Systems, s.Systems)
	ids := make([]string, len(s.Segments))
	for k, segment := range s.Segments {
		if !segment.FromZero {
			ids[k] = segment.ID
			t.Segments[k].ID, t.Segments[k].FromZero = strconv.Itoa(k), true
		}
		for i, system := range systems {
			p.system, p.segment, p.rater = append(p.system, system), append(p.segment, int32(k)), append(p.rater, -1)
			p.line = append(p.line, int64(len(p.line)+1))
			for m := range s.Columns {
				p.values[m] = append(p.values[m], s.Columns[m].Grid.At(i, k))
			}
		}
	}
	if s.SomeIDs != nil {
		ids = s.SomeIDs
	}
	t.takeIDs(ids)
	return t
}
