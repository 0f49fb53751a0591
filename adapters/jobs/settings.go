package jobs

import (
	"encoding/json"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// Settings are those by which scores were made: setup.Settings of a run, StoredSettings of tables, or nil if nobody knows.
// JSON has them as they are, and String as one line of it.
type Settings interface{ String() string }

// StoredSettings are those of columns of tables, by the column.
type StoredSettings map[string]json.RawMessage

// SettingsOf returns StoredSettings, nil if no file has any.
func SettingsOf(columns []evaluation.Column) Settings {
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
