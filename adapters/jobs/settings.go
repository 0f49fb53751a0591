package jobs

import (
	"encoding/json"
	"fmt"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// StoredSettings are those by which columns of tables were scored, by the column. A record has them in place of
// setup.Settings, which are those of a run, or nil if nobody knows; String is the same JSON in one line.
type StoredSettings map[string]json.RawMessage

// SettingsOf returns those of columns, nil if no file has any.
func SettingsOf(columns []evaluation.Column) fmt.Stringer {
	s := StoredSettings{}
	for _, column := range columns {
		if json.Valid([]byte(column.Settings)) {
			s[column.Name] = json.RawMessage(column.Settings)
		}
	}
	if len(s) == 0 {
		return nil
	}
	return s
}

func (s StoredSettings) String() string {
	line, err := json.Marshal(s)
	if err != nil { // which valid JSON is not
		return "{}"
	}
	return string(line)
}
