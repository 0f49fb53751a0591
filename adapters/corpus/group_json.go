package corpus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// OpenJSONGroups opens a file with a JSON object a line: {"candidates": [text, …], "references": [text, …], "source":
// text}, where the references may be absent, and the source unless sources asks for it. The path may be "-" for stdin.
func OpenJSONGroups(path string, stdin io.Reader, sources bool) (*Groups, error) {
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, err
	}
	r := new(groupRows)
	lines := r.read(in)
	return &Groups{groupRows: r, next: func(int) (metric.Group, error) {
		line, err := lines.Next()
		if err != nil {
			return metric.Group{}, err
		}
		group, err := parseGroup(line, sources)
		if err != nil {
			return group, fmt.Errorf("%s:%d: %w", in.Name, lines.Line(), err)
		}
		return group, nil
	}}, nil
}

const jsonGroupShape = `expected an object {"candidates": ["…"], "references": ["…"], "source": "…"}`

func parseGroup(line []byte, sources bool) (metric.Group, error) {
	var fields struct {
		Candidates *[]string `json:"candidates"`
		References []string  `json:"references"`
		Source     *string   `json:"source"`
	}
	if err := json.Unmarshal(line, &fields); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return metric.Group{}, fmt.Errorf("found a JSON %s at byte %d, %s", wording.Clip(wrong.Value), wrong.Offset,
				jsonGroupShape)
		}
		return metric.Group{}, fmt.Errorf("found no line of JSON (%v), %s", err, jsonGroupShape)
	}
	if err := checkGroup(line); err != nil {
		return metric.Group{}, err
	}
	if fields.Candidates == nil {
		return metric.Group{}, fmt.Errorf("found no candidates, %s", jsonGroupShape)
	}
	if fields.Source == nil && sources {
		return metric.Group{}, fmt.Errorf("found no source, %s", jsonGroupShape)
	}
	group := metric.Group{Candidates: *fields.Candidates, References: fields.References}
	if fields.Source != nil {
		group.Source = *fields.Source
	}
	return group, nil
}

// checkGroup rejects what encoding/json takes silently: a member given twice, or in another spelling, and null for a
// text.
func checkGroup(line []byte) error {
	value, err := jsonvalue.Parse(line)
	if err != nil {
		return err
	}
	members, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("found no object, %s", jsonGroupShape)
	}
	for name, member := range members {
		for _, known := range []string{"candidates", "references", "source"} {
			if name != known && strings.EqualFold(name, known) {
				return fmt.Errorf("found the member %s, %s", wording.Quote(name), jsonGroupShape)
			}
		}
		texts, _ := member.([]any)
		if name == "candidates" || name == "references" {
			if i := slices.Index(texts, nil); i >= 0 {
				return fmt.Errorf("found null as text %d of the %s, %s", i+1, name, jsonGroupShape)
			}
		}
	}
	return nil
}
