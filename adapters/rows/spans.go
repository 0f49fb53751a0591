package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
)

// A Span is a part of an output in which people or a metric found an error.
type Span struct {
	Start    int    `json:"start"` // in characters
	End      int    `json:"end"`   // the first character behind it
	Severity string `json:"severity"`
	Category string `json:"category"`
	Text     string `json:"text"` // what stands there, "" if that is not known
	// Units says that Start and End count UTF-16 units, as browsers do, instead of characters; see Of.
	Units bool `json:"-"`
}

// Of returns the span in characters of the text that it is in.
func (s Span) Of(text string) Span {
	if !s.Units {
		return s
	}
	start, end, at, unit := -1, -1, 0, 0
	for _, r := range text {
		if start < 0 && unit >= s.Start {
			start = at
		}
		if end < 0 && unit >= s.End {
			end = at
		}
		at, unit = at+1, unit+utf16.RuneLen(r)
	}
	if start < 0 {
		start = at + s.Start - unit
	}
	if end < 0 {
		end = at + s.End - unit
	}
	if end == at+1 { // a metric's suggestion, whose end_i is behind the last character
		end = at
	}
	s.Start, s.End, s.Units = start, end, false
	return s
}

// Placed returns spans of a column in characters of the output that they are in, and fails if one ends behind it.
func (r Row) Placed(column string, spans []Span, output string) ([]Span, error) {
	letters := utf8.RuneCountInString(output)
	placed := make([]Span, 0, len(spans))
	for _, s := range spans {
		s = s.Of(output)
		if s.End > letters {
			return nil, r.Errorf("column %s: found a span from %d to %d, expected its end at %d or before, where the candidate ends",
				wording.Quote(column), s.Start, s.End, letters)
		}
		placed = append(placed, s)
	}
	return placed, nil
}

// errSpans says what a column of spans may hold.
var errSpans = errors.New(`expected a text with <v> and </v> around errors, or a list such as ` +
	`[{"start": 0, "end": 4, "severity": "major"}]`)

// CheckSpans fails if an object, whose members are columns, stands in the place of spans.
func CheckSpans(columns []string) error {
	for _, usual := range Spans.usualNames() {
		if slices.ContainsFunc(columns, func(c string) bool { return strings.HasPrefix(c, usual+".") }) {
			return fmt.Errorf("found an object in the column %s, %w", wording.Quote(usual), errSpans)
		}
	}
	return nil
}

// Spans returns the spans in a column: those of a text with marks, which is returned without them, or those of a list of
// JSON.
func (r Row) Spans(column string) (text string, spans []Span, err error) {
	found := r.record.cell(column)
	if m, ok := found.(*jsonMember); ok && m.kind == jsontext.KindBeginArray {
		if err := checkElements(m.content); err != nil {
			return "", nil, r.wrong(column, err)
		}
	}
	if d, ok := found.(decoded); ok {
		if list, ok := d.decoded().([]any); ok {
			spans, err = spansOf(list)
			return "", spans, r.wrong(column, err)
		}
	}
	if texts, ok, err := found.texts(); ok && err == nil && len(texts) == 0 {
		return "", nil, nil
	}
	text, _, err = found.text()
	if err != nil {
		return "", nil, r.wrong(column, err)
	}
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "[") && strings.HasSuffix(trimmed, "]") {
		if err := checkElements(trimmed); err != nil {
			return "", nil, r.wrong(column, err)
		}
		value, err := jsonvalue.Parse([]byte(trimmed))
		if list, ok := value.([]any); ok && err == nil {
			spans, err = spansOf(list)
			return "", spans, r.wrong(column, err)
		}
		if !strings.Contains(text, spanBegins) {
			return "", nil, r.wrong(column, fmt.Errorf("found %s, %w", wording.Quote(text), errSpans))
		}
	}
	text, spans, err = unmarked(text)
	return text, spans, r.wrong(column, err)
}

// spansOf reads a list of objects.
func spansOf(list []any) (spans []Span, err error) {
	for _, value := range list {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("found %s in a list, %w", kindOf(value), errSpans)
		}
		var s Span
		// In ESA, end_i is the last character of the span, not the first behind it, and characters are those of
		// JavaScript, UTF-16 units: Appraise colours those from start_i to end_i, both of them included
		// (redraw_mqm in EvalView/static/EvalView/js/direct-assessment-document-mqm-esa.js), and WMT24's
		// wmt24_esa.jsonl has what it saved.
		_, given := object["end"]
		_, s.Units = object["end_i"]
		s.Units = s.Units && !given
		missing := 0 // ends; ESA says so of both where the output lacks something, which has no place in it
		for _, end := range []struct {
			names []string
			to    *int
		}{{[]string{"start", "start_i"}, &s.Start}, {[]string{"end", "end_i"}, &s.End}} {
			given, ok := object[end.names[0]]
			if !ok {
				given = object[end.names[1]]
			}
			if given == any("missing") {
				missing++
				continue
			}
			number, _ := given.(json.Number)
			if *end.to, err = strconv.Atoi(numberName(number.String())); err != nil || *end.to < 0 {
				return nil, fmt.Errorf("found %s as %s of a span, expected a count of characters", kindOf(given), end.names[0])
			}
		}
		if missing == 1 {
			return nil, errors.New(`found one end of a span that is "missing", expected both or none`)
		}
		if s.Units && missing == 0 {
			s.End++
		}
		if s.End < s.Start {
			return nil, fmt.Errorf("found a span from %d to %d, expected its end behind its start", s.Start, s.End)
		}
		s.Severity, _ = object["severity"].(string)
		s.Category, _ = object["category"].(string)
		s.Text, _ = object["text"].(string)
		if missing == 0 {
			spans = append(spans, s)
		}
	}
	return spans, nil
}
