package rows_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/rows"
)

// Spans come as marks in a text or as a list of JSON, in a table of JSON or in a cell; what is neither is refused with its
// place.
func TestSpans(t *testing.T) {
	read := func(table string) (string, []rows.Span, error) {
		_, row := firstRow(t, strings.NewReader(table), rows.Options{Preset: rows.Plain})
		column := "spans"
		if strings.Contains(table, "esa_spans") {
			column = "esa_spans"
		}
		return row.Spans(column)
	}
	minor := []rows.Span{{Start: 1, End: 3, Severity: "minor"}}
	esa := []rows.Span{{Start: 1, End: 4, Severity: "minor", Units: true}} // with the character of end_i
	for _, test := range []struct {
		table, text string
		want        []rows.Span
	}{
		{`{"spans": "ä <v>bß</v> <c>"}`, "ä bß <c>", []rows.Span{{Start: 2, End: 4, Text: "bß"}}},
		{`{"spans": "no error"}`, "no error", nil},
		{`{"spans": [{"start": 1, "end": 3, "severity": "minor"}]}`, "", minor},
		{`{"spans": [{"start_i": 1, "end_i": 3, "severity": "minor"}, {"start_i": "missing", "end_i": "missing"}]}`, "", esa},
		{`{"spans": [{"start_i": 0, "end_i": 0}]}`, "", []rows.Span{{End: 1, Units: true}}},
		{"system\tspans\na\t[{\"start\": 1, \"end\": 3, \"severity\": \"minor\"}]\n", "", minor},
		{`{"spans": []}`, "", nil},
		{`{"spans": null}`, "", nil},
	} {
		text, got, err := read(test.table)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil || text != test.text {
			t.Errorf("%s: found %q, %v; -want +got:\n%s", test.table, text, err, diff)
		}
	}
	for table, want := range map[string]string{
		`{"spans": "a <v>b"}`:                                 `:1: column "spans": found <v> at character 2 without </v>, expected both`,
		`{"spans": "a</v>"}`:                                  `:1: column "spans": found </v> at character 1 where none can be`,
		`{"spans": [{"start": 3, "end": 1}]}`:                 `:1: column "spans": found a span from 3 to 1, expected its end behind its start`,
		`{"spans": [{"start": "x", "end": 1}]}`:               `:1: column "spans": found the text "x" as start of a span, expected a count`,
		`{"spans": [{"start": {}, "end": []}]}`:               `found an object as start of a span, expected a count`,
		`{"spans": [7]}`:                                      `:1: column "spans": found the number 7 in a list, expected a text with <v>`,
		`{"spans": [{"start": 0, "end": -1}]}`:                `expected a count of characters`,
		`{"spans": [{"start": -1, "end": 1}]}`:                `found the number -1 as start of a span, expected a count`,
		`{"spans": [{"start": 0, "end": 1.5}]}`:               `found the number 1.5 as end of a span, expected a count`,
		`{"spans": [{"start": 0}]}`:                           `found null as end of a span, expected a count`,
		`{"spans": [{"end": 1}]}`:                             `found null as start of a span, expected a count`,
		`{"spans": [[0, 1]]}`:                                 `found an array in a list, expected a text with <v>`,
		`{"spans": "<v>a<v>b</v></v>"}`:                       `found <v> at character 1 where none can be`,
		`{"esa_spans": [{"start_i": "missing", "end_i": 5}]}`: `:1: column "esa_spans": found one end of a span that is "missing", expected both or none`,
		`{"spans": "[{'start': 0, 'end': 1}]"}`:               `expected a text with <v> and </v> around errors, or a list such as`,
	} {
		if _, got, err := read(table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, %v, expected %s", table, got, err, want)
		}
	}
}

// Positions of ESA are those of JavaScript, in which 😀 is two: "😀 bad end" has b at 3 and d at 5.
func TestSpansOfBrowsers(t *testing.T) {
	const text = "😀 bad end"
	for _, c := range []struct{ start, end, wantStart, wantEnd int }{
		{3, 6, 2, 5}, {0, 2, 0, 1}, {7, 10, 6, 9}, {7, 11, 6, 9}, {7, 12, 6, 11}, {10, 10, 9, 9}, {0, 0, 0, 0},
	} {
		if got := (rows.Span{Start: c.start, End: c.end, Units: true}).Of(text); got != (rows.Span{Start: c.wantStart, End: c.wantEnd}) {
			t.Errorf("%d to %d: found %+v, want %d to %d", c.start, c.end, got, c.wantStart, c.wantEnd)
		}
	}
	if s := (rows.Span{Start: 3, End: 6}); s.Of(text) != s {
		t.Errorf("found %+v, want characters as they are", s.Of(text))
	}
}

// A table of MQM gives the spans of each output and rater, with what was marked.
func TestMQMSpans(t *testing.T) {
	r, err := rows.Open("-", strings.NewReader("system\tseg_id\trater\ttarget\tcategory\tseverity\n"+
		"a\t1\tr\tthe <v>cat</v> sat\tAccuracy\tMajor\na\t1\tr\tthe cat <v>sat</v>\tStyle\tMinor\n"), rows.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	row, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := row.Spans("spans")
	want := []rows.Span{{Start: 4, End: 7, Severity: "Major", Category: "Accuracy", Text: "cat"},
		{Start: 8, End: 11, Severity: "Minor", Category: "Style", Text: "sat"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("found %v; -want +got:\n%s", err, diff)
	}
}
