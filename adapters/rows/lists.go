package rows

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/wording"
)

// listIn returns the texts that a text in a column of lists stands for: those of a JSON list, as CSV and TSV must write
// one, or else the text itself. What other programs print for a list, as Python ['a', 'b'] and DuckDB [a, b], is
// rejected: nobody can tell where one text ends and the next begins, and it must not be scored as one.
func listIn(text string) ([]string, error) {
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "[") || !strings.HasSuffix(trimmed, "]") {
		return []string{text}, nil
	}
	if err := checkElements(trimmed); err != nil {
		return nil, err
	}
	value, err := jsonvalue.Parse([]byte(trimmed))
	if err != nil {
		return nil, fmt.Errorf(`found %s, which looks like a list that is not JSON, expected ["…", "…"], as json.dumps in `+
			`Python and to_json in DuckDB write it; a text in brackets is written ["[laughs]"], or stands in a column reference: %w`,
			wording.Quote(text), err)
	}
	texts, _, err := member{value}.texts()
	return texts, err
}

// elementOf splits the name of an element of a column of lists: resps.0 is the first of resps.
func elementOf(column string) (list string, i int, ok bool) {
	dot := strings.LastIndexByte(column, '.')
	if dot < 1 {
		return "", 0, false
	}
	n, err := strconv.ParseUint(column[dot+1:], 10, 16)
	return column[:dot], int(n), err == nil
}

// columnFor returns the column that holds what a name asks for: one of that name, or one of lists that has it as an
// element; false if there is neither.
func columnFor(columns []string, name string) (string, bool) {
	for {
		if slices.Contains(columns, name) {
			return name, true
		}
		list, _, ok := elementOf(name)
		if !ok {
			return "", false
		}
		name = list
	}
}

// checkElements fails if a list of JSON has more elements, those of lists and objects in it too, than may be in memory.
func checkElements(list string) error {
	if strings.Count(list, ",") < limit.Most() { // nearly always
		return nil
	}
	decoder, n := jsontext.NewDecoder(strings.NewReader(list), jsontext.AllowDuplicateNames(true)), 0
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			break // at the end, or where jsonvalue.Parse says what is wrong
		}
		if kind := token.Kind(); kind != jsontext.KindEndArray && kind != jsontext.KindEndObject {
			n++
		}
	}
	return limit.Check(n-1, "texts in a list")
}
