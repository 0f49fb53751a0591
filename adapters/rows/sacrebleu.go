package rows

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// sacreBLEULine is what sacrebleu --sentence-level prints for a segment: the metric, its signature and the score.
var sacreBLEULine = lazy.Regexp(`^((?:BLEU|chrF|TER)[^|= ]*)((?:\|[^|= ]+:[^|= ]*)+) = (-?[0-9.]+)(?: |$)`)

// newSacreBLEULines reads such lines, which must all be of the same metric and signature.
func newSacreBLEULines(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	lines.Unread()
	metric, expected, _, err := parseSacreBLEULine(string(first))
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, lines.Line(), err)
	}
	r, err := rowsOfLines(lines, name, []string{metric}, func(fields []string, line string) ([]string, error) {
		_, signature, score, err := parseSacreBLEULine(line)
		if err == nil && signature != expected {
			err = fmt.Errorf("found the signature %s, expected %s as before", wording.Clip(signature),
				wording.Clip(expected))
		}
		return append(fields, score), err
	})
	if err != nil {
		return nil, err
	}
	r.Signature = expected
	return r, nil
}

// parseSacreBLEULine returns what a line says; the signature begins with the metric.
func parseSacreBLEULine(line string) (metric, signature, score string, err error) {
	parts := sacreBLEULine().FindStringSubmatch(line)
	if parts == nil {
		return "", "", "", fmt.Errorf("found %s, expected a metric, its signature and a score: BLEU|nrefs:1|… = 12.3",
			wording.Quote(line))
	}
	return parts[1], parts[1] + parts[2], parts[3], nil
}

// readerOf returns a reader of rows that are all known.
func readerOf(columns []string, rows []fields, signature string) *Rows {
	return &Rows{Columns: columns, Signature: signature, next: func() (record, error) {
		if len(rows) == 0 {
			return nil, io.EOF
		}
		row := &rows[0]
		rows = rows[1:]
		return row, nil
	}}
}

// pairedScore leads to the score of a metric where it is next to the p-value of a paired test.
const pairedScore = ".score"

// systemColumns are the columns of several systems' scores, without what a paired test says of them.
func systemColumns(header []string) (columns []string) {
	for _, c := range header {
		metric, member, paired := strings.Cut(c, ".")
		if !paired || "."+member == pairedScore {
			columns = append(columns, metric)
		}
	}
	return columns
}

// newSacreBLEUJSON reads system scores: an object or an array of objects with name, score and signature for one
// system, or an array with an object for each of several systems, which are called as their files. They become a
// table of one segment.
func newSacreBLEUJSON(lines *text.Reader, name string) (*Rows, error) {
	objects, err := openJSON(lines, name)
	if err != nil {
		return nil, err
	}
	var columns []string
	var rows []fields
	fullSignature := ""
	at := map[string]int{}
	var single fields
	for {
		o, err := objects.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		var wrong error
		cells := Row{Line: o.line(), file: name, record: o}
		named := func(column string) string {
			cell, err := cells.Name(column)
			if wrong == nil {
				wrong = err
			}
			return cell
		}
		if metric := named("name"); metric != "" {
			score, signature := named("score"), named("signature")
			if wrong != nil {
				return nil, wrong
			}
			columns, at[metric] = append(columns, metric), len(single.fields)
			single.fields, single.lineNumber = append(single.fields, score), o.line()
			fullSignature = metric + "|" + signature
			continue
		}
		if len(columns) == 0 {
			columns = systemColumns(objects.Columns)
			for i, c := range columns {
				at[c] = i
			}
		}
		row := fields{at: at, lineNumber: o.line()}
		for _, c := range columns {
			cell := named(c + pairedScore)
			if cell == "" {
				cell = named(c)
			}
			if wrong != nil {
				return nil, wrong
			}
			if c == string(System) {
				file, err := text.ParseSystem("./" + strings.TrimPrefix(cell, "Baseline: "))
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %w", name, o.line(), err)
				}
				cell = file.Name
			} else {
				cell, _, _ = strings.Cut(cell, " ") // before what --confidence adds
				if _, err := strconv.ParseFloat(cell, 64); err != nil {
					return nil, fmt.Errorf("%s:%d: column %s: found %s, expected a score", name, o.line(),
						wording.Quote(c), wording.Quote(cell))
				}
			}
			row.fields = append(row.fields, cell)
		}
		rows = append(rows, row)
	}
	if single.fields != nil {
		single.at = at
		rows = append(rows, single)
	}
	if len(columns) > 1 {
		fullSignature = "" // of several
	}
	return readerOf(columns, rows, fullSignature), nil
}
