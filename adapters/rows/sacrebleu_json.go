package rows

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/wording"
)

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
			columns = append(columns, metric)
			single.fields, single.lineNumber = append(single.fields, score), o.line()
			fullSignature = metric + "|" + signature
			continue
		}
		if len(columns) == 0 {
			columns = systemColumns(objects.Columns)
		}
		row := fields{lineNumber: o.line()}
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
		rows = append(rows, single)
	}
	if len(columns) > 1 {
		fullSignature = "" // of several
	}
	r, err := rowsOf(name, columns, rows)
	if err != nil {
		return nil, err
	}
	r.Signature = fullSignature
	return r, nil
}
