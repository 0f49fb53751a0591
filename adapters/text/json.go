package text

import (
	"bytes"

	"github.com/wordrotator/wrd/internal/lazy"
)

// The beginning of a JSON object, of an array of objects, or of one of texts, on a line of its own or with what
// follows. Prose may begin with a bracket, too.
var (
	objectStart = lazy.Regexp(`^\s*\{\s*("(?:[^"\\]|\\.)*("\s*(:|$)|$)|\}|$)`)
	arrayStart  = lazy.Regexp(`^\s*\[\s*($|\{\s*("(?:[^"\\]|\\.)*("\s*(:|$)|$)|\}|$)|"(?:[^"\\]|\\.)*"\s*(,|\][ \t\r]*(\n|$)))`)
)

// IsJSON says whether a file that begins like this holds JSON objects or arrays rather than prose.
func IsJSON(start []byte) bool {
	if first := bytes.TrimLeft(start, " \t\r\n\f"); len(first) == 0 || first[0] != '{' && first[0] != '[' {
		return false // as nearly always: no pattern has to be compiled
	}
	return objectStart().Match(start) || arrayStart().Match(start)
}
