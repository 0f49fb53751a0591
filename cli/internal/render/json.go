package render

import (
	"encoding/json"
	"io"
)

// JSON writes one indented JSON value as people and programs read it: < and & as they are.
func JSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
