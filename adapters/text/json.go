package text

import "regexp"

// The beginning of a JSON object, of an array of objects, or of one of texts, on a line of its own or with what
// follows. Prose may begin with a bracket, too.
var (
	objectStart = regexp.MustCompile(`^\s*\{\s*("(?:[^"\\]|\\.)*("\s*(:|$)|$)|\}|$)`)
	arrayStart  = regexp.MustCompile(`^\s*\[\s*($|\{\s*("(?:[^"\\]|\\.)*("\s*(:|$)|$)|\}|$)|"(?:[^"\\]|\\.)*"\s*(,|\][ \t\r]*(\n|$)))`)
)

// IsJSON says whether a file that begins like this holds JSON objects or arrays rather than prose.
func IsJSON(start []byte) bool { return objectStart.Match(start) || arrayStart.Match(start) }
