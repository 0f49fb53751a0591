package rows

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"github.com/wordrotator/wrd/adapters/text"
)

// splitObjects returns what split makes of each object of a file: several rows. The columns are known, whatever else the
// objects hold.
func splitObjects(lines *text.Reader, name string, columns []string, split func(*jsonRow) ([]*values, error)) (*Rows,
	error) {
	objects, err := openJSON(lines, name)
	if err != nil {
		return nil, err
	}
	var ready []*values
	return &Rows{Columns: columns, next: func() (record, error) {
		for len(ready) == 0 {
			o, err := objects.next()
			if err != nil {
				return nil, err
			}
			if ready, err = split(o.(*jsonRow)); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, o.line(), err)
			}
		}
		o := ready[0]
		ready = ready[1:]
		return o, nil
	}}, nil
}

// summEvalDimensions are what each rater of SummEval scores from 1 to 5.
var summEvalDimensions = []string{"coherence", "consistency", "fluency", "relevance"}

// newSummEvalReader reads model_annotations.aligned.jsonl of SummEval: a summary a line, with what three experts and
// five crowd workers said. They become raters: expert-1 is the first of the list, who need not be the same person in
// every line.
func newSummEvalReader(lines *text.Reader, name string) (*Rows, error) {
	columns := []string{string(System), string(SegmentID), string(Rater), string(Candidate), string(Reference)}
	for _, prefix := range []string{"", "turker."} {
		for _, d := range summEvalDimensions {
			columns = append(columns, prefix+d)
		}
	}
	return splitObjects(lines, name, columns, splitSummEval)
}

func splitSummEval(o *jsonRow) ([]*values, error) {
	same := map[string]any{
		string(System): o.value("model_id"), string(SegmentID): o.value("id"),
		string(Candidate): o.value("decoded"), string(Reference): o.value("references"),
	}
	var rows []*values
	for _, who := range []struct{ member, rater, prefix string }{
		{"expert_annotations", "expert", ""}, {"turker_annotations", "turker", "turker."},
	} {
		list, ok := o.value(who.member).([]any)
		if !ok && o.value(who.member) != nil {
			return nil, fmt.Errorf("member %q: found %s, expected an array of judgments", who.member,
				kindOf(o.value(who.member)))
		}
		for i, v := range list {
			judgment, ok := v.(map[string]any)
			if !ok {
				return nil, fmt.Errorf("member %q: found %s, expected an object", who.member, kindOf(v))
			}
			row := maps.Clone(same)
			row[string(Rater)] = fmt.Sprintf("%s-%d", who.rater, i+1)
			for _, d := range summEvalDimensions {
				row[who.prefix+d] = judgment[d]
			}
			rows = append(rows, &values{o.lineNumber, row})
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("found no judgments, expected expert_annotations")
	}
	return rows, nil
}

// newDARRReader reads relative judgments: in each line a better and a worse output, which become two rows of one
// segment.
func newDARRReader(lines *text.Reader, name string) (*Rows, error) {
	columns := []string{string(System), string(SegmentID), "lp", string(Candidate), string(Reference), "human"}
	return splitObjects(lines, name, columns, splitDARR)
}

func splitDARR(o *jsonRow) ([]*values, error) {
	var rows []*values
	for i, side := range []string{"worse", "better"} {
		candidate, ok := o.value(side).(string)
		if !ok {
			return nil, fmt.Errorf("member %q: found %s, expected the %s output", side, kindOf(o.value(side)), side)
		}
		rows = append(rows, &values{o.lineNumber, map[string]any{
			string(System): side, string(SegmentID): o.value("id"), "lp": o.value("lp"),
			string(Candidate): candidate, string(Reference): o.value("reference"), "human": json.Number(strconv.Itoa(i)),
		}})
	}
	return rows, nil
}
