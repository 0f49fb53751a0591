package main

import (
	"encoding/json"
	"io"
)

// writeJSON writes one indented JSON value as people and programs read it: < and & as they are.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
