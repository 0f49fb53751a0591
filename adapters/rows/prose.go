package rows

import (
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

// A file whose name does not say that it is a table may hold lines of text. Then its beginning decides.

// plainTable returns open if a file that begins like start has a header of columns: names without white space, of which
// one is that of a role, is in the layout or is asked for, or over columns of which one holds numbers alone; a name that
// is near to that of a role alone needs rows of as many fields below it. Between TABs a name may be anything if one is
// that of a role. Otherwise it returns nil: the file holds lines of text.
func (o Options) plainTable(start string, open opener) opener {
	lines := linesInView(start)
	if len(lines) == 0 {
		return nil
	}
	separator := ","
	if strings.Contains(lines[0], "\t") {
		separator = "\t"
	}
	names := strings.Split(lines[0], separator)
	unquote(names)
	roles := len(names) > 1 && slices.ContainsFunc(names, o.Layout.IsKnown)
	if separator == "," {
		roles = roles && o.Layout.isHeader(names, lines)
	}
	switch {
	case roles && separator == "\t":
		return open
	case slices.ContainsFunc(names, isNoName):
		return nil
	case roles || slices.ContainsFunc(names, o.isAsked):
		return open
	case len(names) > 1 && hasNumbers(lines[1:], separator, len(names)):
		return byNumbers(open)
	}
	return nil
}

// IsKnown says whether a column of that name plays a role, or has a name near to that of one.
func (l Layout) IsKnown(column string) bool { return l.IsNear(column, Roles()...) }

// isUsual says whether a column plays a role by its very name.
func (l Layout) isUsual(column string) bool {
	return slices.ContainsFunc(Roles(), func(role Role) bool { return l.isRole(role, column) })
}

// isHeader says whether the first of lines is a header of columns, of which one has the name of a role or one near to it:
// well,output may be a text. So a name that is only near needs other lines with as many fields, but for those with quotes,
// inside which commas are none.
func (l Layout) isHeader(names, lines []string) bool {
	if slices.ContainsFunc(names, l.isUsual) {
		return true
	}
	return len(lines) > 1 && !slices.ContainsFunc(lines[1:], func(line string) bool {
		return line != "" && !strings.Contains(line, `"`) && strings.Count(line, ",")+1 != len(names)
	})
}

// isAsked says whether a column is one of the scores that are asked for.
func (o Options) isAsked(column string) bool {
	return column != "" && (o.Layout.NameOf(column) != column || slices.Contains(o.Scores, o.Layout.NameOf(column)))
}

// hasNumbers says whether lines have so many fields each, and one of these is a number in all of them.
func hasNumbers(lines []string, separator string, fields int) bool {
	numbers := make([]bool, fields)
	for i := range numbers {
		numbers[i] = len(lines) > 0
	}
	for _, line := range lines {
		cells := strings.Split(line, separator)
		if len(cells) != fields {
			return false
		}
		unquote(cells)
		for i, cell := range cells {
			_, err := parseNumber(cell)
			numbers[i] = numbers[i] && err == nil && !isAbsent(strings.TrimSpace(cell))
		}
	}
	return slices.Contains(numbers, true)
}

// onlyScoreLines says whether all lines of a file that begins like start may be those of a .score file.
func onlyScoreLines(start string) bool {
	lines := linesInView(start)
	width := len(strings.Fields(lines[0]))
	return !slices.ContainsFunc(lines, func(line string) bool {
		return !isScoreLine(line) || len(strings.Fields(line)) != width
	})
}

// byNumbers returns open for a file that only numbers show to be a table, see Rows.ByNumbers.
func byNumbers(open opener) opener {
	return func(lines *text.Reader, name string) (*Rows, error) {
		r, err := open(lines, name)
		if r != nil {
			r.ByNumbers = true
		}
		return r, err
	}
}

// linesInView returns the lines of the beginning of a file: whole ones, unless it is one line.
func linesInView(start string) (lines []string) {
	if len(start) >= sniffed-3 { // of a byte-order mark; the last line may be cut off
		if i := strings.LastIndexByte(start, '\n'); i >= 0 {
			start = start[:i]
		}
	}
	for line := range strings.Lines(start) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}

// unquote removes the quotes around fields.
func unquote(cells []string) {
	for i, cell := range cells {
		cells[i] = strings.TrimSuffix(strings.TrimPrefix(cell, `"`), `"`)
	}
}
