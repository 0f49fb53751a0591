package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/parts"
)

// A span that cannot be is an error that names its line, in a list of JSON, of ESA, or as marks in the text; one that can
// be is none. Marks around another text are counted.
func TestAttackSpans(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "spans that cannot be")
	dir := t.TempDir()
	path, page := filepath.Join(dir, "t.jsonl"), filepath.Join(dir, "page.html")
	for i := range a.most(120) {
		numbers := a.numbers(i)
		output := randomOutput(numbers)
		spans, possible, shown := randomSpans(numbers, output)
		good := map[string]any{"system": "x", "id": 1, "candidate": "fine", "reference": "fine"}
		row := map[string]any{"system": "x", "id": 2, "candidate": output, "reference": "good"}
		for name, value := range spans {
			row[name] = value
		}
		var table []byte
		for _, row := range []any{good, row} {
			line, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			table = append(append(table, line...), '\n')
		}
		if err := os.WriteFile(path, table, 0o666); err != nil {
			t.Fatal(err)
		}
		os.Remove(page)
		what := fmt.Sprintf("seed %d, attack %d: %s", a.seed, i, table)
		o := a.run(what, []string{"report", "--vectors", "ngrams", path, "-o", page})
		html, err := os.ReadFile(page)
		switch {
		case possible && (o.status != exitDone || err != nil):
			t.Errorf("%sexit status %d: %s", what, o.status, o.stderr)
		case possible && shown == strings.Contains(string(html), "marked errors that are not shown"):
			t.Errorf("%sthe page counts marks that are not shown: %v, expected %v", what, shown, !shown)
		case !possible && (o.status != exitBadInput || err == nil || !strings.Contains(o.stderr, "t.jsonl:2: column ")):
			t.Errorf("%sexit status %d, expected an error in line 2: %s", what, o.status, o.stderr)
		}
	}
}

// randomOutput returns a text of letters that need one, two and four bytes, or two units of JavaScript.
func randomOutput(numbers *rand.Rand) string {
	letters := []rune("ab c d😀é中")
	text := make([]rune, 1+numbers.IntN(12))
	for i := range text {
		text[i] = letters[numbers.IntN(len(letters))]
	}
	return "x" + string(text)
}

// randomSpans returns the columns of spans of an output, whether such can be, and whether the page shows them all.
func randomSpans(numbers *rand.Rand, output string) (columns map[string]any, possible, shown bool) {
	letters := utf8.RuneCountInString(output)
	units := len(utf16.Encode([]rune(output)))
	if numbers.IntN(3) == 0 { // marks
		tokens := []string{"<v>", "</v>", "a", " b", "<", "é"}
		var text strings.Builder
		open, possible := false, true
		for range numbers.IntN(9) {
			token := tokens[numbers.IntN(len(tokens))]
			text.WriteString(token)
			switch token {
			case "<v>":
				possible, open = possible && !open, true
			case "</v>":
				possible, open = possible && open, false
			}
		}
		return map[string]any{"candidate": strings.NewReplacer("<v>", "", "</v>", "").Replace(text.String()), "spans": text.String()},
			possible && !open, true
	}
	possible, shown = true, true
	esa := numbers.IntN(2) == 0
	list := []any{}
	for range 1 + numbers.IntN(3) {
		from := numbers.IntN(letters)
		last := letters // the first character behind the last, or ESA's last one
		if esa {
			last = units - 1
		}
		to := from
		if last > from {
			to = from + numbers.IntN(last-from+1)
		}
		start, end := any(from), any(to)
		switch numbers.IntN(14) {
		case 0:
			start, possible = -1-numbers.IntN(9), false
		case 1:
			end, possible = last+2+numbers.IntN(99), false
		case 2:
			start, end, possible = from+2, from, false
		case 3:
			end, possible = float64(to)+0.5, false
		case 4:
			end, possible = nil, false
		case 5:
			end, possible = "3", false
		case 6:
			start, possible = true, false
		case 7:
			end, possible = 1e300, false
		}
		span := map[string]any{"start": start, "end": end, "severity": "major"}
		if esa {
			span = map[string]any{"start_i": start, "end_i": end, "severity": "major"}
			switch numbers.IntN(9) {
			case 0:
				if possible {
					span["start_i"], possible = "missing", false
				}
			case 1:
				if possible {
					span["start_i"], span["end_i"] = "missing", "missing"
				}
			}
		} else if possible && numbers.IntN(8) == 0 {
			span["text"], shown = "what stands nowhere", false
		}
		list = append(list, span)
	}
	column := "spans"
	if esa {
		column = "esa_spans"
	}
	return map[string]any{column: list}, possible, shown || !possible
}

// Whatever outputs, references and systems begin with, sheets for people to judge come back as what they were: the cells that a
// spreadsheet would take for formulas have an apostrophe there, and numbers have none.
func TestAttackSheets(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "sheets for people to judge")
	dir := t.TempDir()
	sheet, key, plain := filepath.Join(dir, "judge.csv"), filepath.Join(dir, "judge-key.csv"), filepath.Join(dir, "plain.jsonl")
	for i := range a.most(40) {
		numbers := a.numbers(i)
		judge := [][]string{{"segment", "doc", "reference", "output", "candidate", "human"}}
		systems := [][]string{{"segment", "doc", "output", "system"}}
		var want strings.Builder
		for k := range 4 {
			id, doc, reference := fmt.Sprint("n", k), randomCell(numbers), randomCell(numbers)
			for m, output := range []string{"A", "B"} {
				candidate, system := randomCell(numbers), []string{"=one", "-two"}[(k+m)%2]
				judge = append(judge, []string{sheetCell(id), sheetCell(doc), sheetCell(reference), output, sheetCell(candidate),
					fmt.Sprint(numbers.IntN(5))})
				systems = append(systems, []string{sheetCell(id), sheetCell(doc), output, sheetCell(system)})
				line, err := json.Marshal(map[string]string{"system": output, "id": id, "doc": doc, "candidate": candidate, "reference": reference})
				if err != nil {
					t.Fatal(err)
				}
				want.Write(append(line, '\n'))
			}
		}
		for path, cells := range map[string][][]string{sheet: judge, key: systems} {
			var table strings.Builder
			if err := csv.NewWriter(&table).WriteAll(cells); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(table.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(plain, []byte(want.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("seed %d, attack %d: %q", a.seed, i, judge)
		args := []string{"score", "--vectors", "ngrams", "--format", "jsonl", "--columns", "system=output"}
		got, expected := a.run(what, append(args, sheet)), a.run(what, []string{"score", "--vectors", "ngrams", "--format", "jsonl", plain})
		if got.status != expected.status || withoutHuman(t, got.stdout) != withoutHuman(t, expected.stdout) {
			t.Errorf("%s: exit status %d and\n%s%sexpected\n%s%s", what, got.status, got.stdout, got.stderr, expected.stdout, expected.stderr)
		}
		named := a.run(what, []string{"correlate", "--table", key, "--human", "output", "--measure", "output"})
		if named.status != exitBadInput { // there are no numbers, but it was read
			t.Errorf("%s: the key: exit status %d, %s", what, named.status, named.stderr)
		}
	}
}

// withoutHuman returns lines of JSON without their human scores.
func withoutHuman(t *testing.T, lines string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		delete(row, "human")
		fmt.Fprintln(&out, row)
	}
	return out.String()
}

// randomCell returns a text that a spreadsheet may take for a formula.
func randomCell(numbers *rand.Rand) string {
	begin := []string{"", "=", "+", "-", "@", "'", "''", "'=", "''-", "\t", "\n", "＝", "－", "- ", "-1", "+1.5"}
	middle := []string{"SUM(A1)", "a cat", "cmd|' /C calc'!A0", "1+1", "no, \"yes\"", "x"}
	return begin[numbers.IntN(len(begin))] + middle[numbers.IntN(len(middle))]
}

// sheetCell is a cell as a report writes it, after docs/report.md.
func sheetCell(text string) string {
	rest := []rune(strings.TrimLeft(text, "'"))
	if len(rest) > 0 && slices.Contains([]rune("=+-@\t\r\n＝＋－＠"), rest[0]) {
		return "'" + text
	}
	return text
}
