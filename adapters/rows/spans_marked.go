package rows

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The marks around an error in a text, as WMT's tables of MQM have them.
const (
	spanBegins = "<v>"
	spanEnds   = "</v>"
)

// unmarked returns a text without its marks, and what they are around.
func unmarked(text string) (string, []Span, error) {
	var out strings.Builder
	var spans []Span
	at, open, from := 0, -1, 0 // characters, and the byte that belongs to open
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		at += utf8.RuneCountInString(text[:i])
		text = text[i:]
		switch {
		case strings.HasPrefix(text, spanBegins) && open < 0:
			open, from, text = at, out.Len(), text[len(spanBegins):]
		case strings.HasPrefix(text, spanEnds) && open >= 0:
			spans = append(spans, Span{Start: open, End: at, Text: out.String()[from:]})
			open, text = -1, text[len(spanEnds):]
		case strings.HasPrefix(text, spanBegins), strings.HasPrefix(text, spanEnds):
			return "", nil, fmt.Errorf("found %s at character %d where none can be, expected <v> and </v> in turn",
				text[:strings.IndexByte(text, '>')+1], at)
		default:
			out.WriteByte('<')
			at, text = at+1, text[1:]
		}
	}
	if open >= 0 {
		return "", nil, fmt.Errorf("found <v> at character %d without </v>, expected both", open)
	}
	out.WriteString(text)
	return out.String(), spans, nil
}
