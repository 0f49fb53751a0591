package rows

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// A flatRow is an object of JSON in a line of its own that holds texts, numbers, words and lists of texts alone, as nearly
// all rows do: it is read without the maps that objects inside one another take. The next row uses its memory.
type flatRow struct {
	lineNumber int64
	members    []flatMember
}

// A flatMember is a cell of a flatRow.
type flatMember struct {
	column string
	kind   flatKind
	value  string   // the text, or the number or word as it is written
	list   []string // of a list of texts
}

type flatKind uint8

const (
	flatNull flatKind = iota
	flatText
	flatNumber
	flatBool
	flatList
)

func (r *flatRow) line() int64 { return r.lineNumber }

func (r *flatRow) cell(column string) cell {
	for i := range r.members {
		if r.members[i].column == column {
			return &r.members[i]
		}
	}
	return nothing
}

// member returns the cell as that of any object, whose errors it has.
func (m *flatMember) member() member {
	switch m.kind {
	case flatText:
		return member{m.value}
	case flatNumber:
		return member{json.Number(m.value)}
	case flatBool:
		return member{m.value == "true"}
	case flatList:
		list := make([]any, len(m.list))
		for i, text := range m.list {
			list[i] = text
		}
		return member{list}
	}
	return nothing
}

func (m *flatMember) name() (string, error) {
	if m.kind == flatText {
		return m.value, nil
	}
	return m.member().name()
}

func (m *flatMember) text() (string, bool, error) {
	if m.kind == flatText {
		return m.value, true, nil
	}
	return m.member().text()
}

func (m *flatMember) texts() ([]string, bool, error) { return m.list, m.kind == flatList, nil }

func (m *flatMember) number() (float64, error) {
	if m.kind == flatNumber {
		return parseNumber(m.value)
	}
	return m.member().number()
}

// read makes r the object in a line, which is UTF-8, and says whether its columns are those of the row before, in the same
// order. ok is false for anything but a flat object of different names: its reader, and its errors, are elsewhere.
func (r *flatRow) read(line string) (same, ok bool) {
	p := flatParser{line, 0}
	before := len(r.members)
	all := r.members[:cap(r.members)]
	n := 0
	r.members = r.members[:0]
	same = true
	if !p.skip('{') {
		return false, false
	}
	for end := p.skip('}'); !end; end = p.skip('}') {
		if n > 0 && !p.skip(',') {
			return false, false
		}
		column, ok := p.text()
		if !ok || !p.skip(':') {
			return false, false
		}
		if n == len(all) {
			all = append(all, flatMember{})
		}
		m := &all[n]
		if n >= before || m.column != column {
			m.column, same = column, false
		}
		if !p.value(m) {
			return false, false
		}
		n++
	}
	p.space()
	if p.at < len(line) {
		return false, false
	}
	r.members = all[:n]
	same = same && n == before
	return same, same || r.different()
}

// different says whether all columns are.
func (r *flatRow) different() bool {
	for i := range r.members {
		for k := range i {
			if r.members[i].column == r.members[k].column {
				return false
			}
		}
	}
	return true
}

// columns appends the names of the columns.
func (r *flatRow) columns(names []string) []string {
	for i := range r.members {
		names = append(names, r.members[i].column)
	}
	return names
}

// A flatParser walks through a line of JSON.
type flatParser struct {
	line string
	at   int
}

func (p *flatParser) space() {
	for p.at < len(p.line) {
		switch p.line[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// skip leaves out the next character that is not space if it is c, and reports whether it is.
func (p *flatParser) skip(c byte) bool {
	p.space()
	if p.at == len(p.line) || p.line[p.at] != c {
		return false
	}
	p.at++
	return true
}

// value reads a value; false for one that is not flat, or damaged.
func (p *flatParser) value(m *flatMember) (ok bool) {
	p.space()
	if p.at == len(p.line) {
		return false
	}
	m.list = nil
	switch c := p.line[p.at]; c {
	case '"':
		m.kind = flatText
		m.value, ok = p.text()
		return ok
	case '[':
		m.kind, m.value = flatList, ""
		p.at++
		for !p.skip(']') {
			if len(m.list) > 0 && !p.skip(',') {
				return false
			}
			text, ok := p.text()
			if !ok {
				return false
			}
			m.list = append(m.list, text)
		}
		return true
	case 'n', 'N':
		m.kind = flatNull
		return p.word(m, "null") || p.word(m, "NaN") // see jsonLines
	case 't', 'f':
		m.kind = flatBool
		return p.word(m, "true") || p.word(m, "false")
	}
	m.kind = flatNumber
	n := numberLength(p.line[p.at:])
	m.value = p.line[p.at:][:n]
	p.at += n
	return n > 0
}

func (p *flatParser) word(m *flatMember, word string) bool {
	if !strings.HasPrefix(p.line[p.at:], word) {
		return false
	}
	m.value = word
	p.at += len(word)
	return true
}

// text reads a text.
func (p *flatParser) text() (string, bool) {
	if !p.skip('"') {
		return "", false
	}
	start, line := p.at, p.line
	at := start
	for at < len(line) && plain[line[at]] {
		at++
	}
	p.at = at
	switch {
	case at == len(line):
		return "", false
	case line[at] == '"':
		p.at++
		return line[start:at], true
	case line[at] == '\\':
		return p.escaped(start)
	}
	return "", false
}

// plain says whether a byte of a text of JSON stands for itself.
var plain = func() (is [256]bool) {
	for c := range is {
		is[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return is
}()

// escaped reads the text that begins at start and has its first escape here.
func (p *flatParser) escaped(start int) (string, bool) {
	text := []byte(p.line[start:p.at])
	for p.at < len(p.line) {
		c := p.line[p.at]
		p.at++
		switch {
		case c == '"':
			return string(text), true
		case c < ' ' || c == '\\' && p.at == len(p.line):
			return "", false
		case c != '\\':
			text = append(text, c)
			continue
		}
		c = p.line[p.at]
		p.at++
		if c == 'u' {
			r, ok := hexRune(p.line[p.at:])
			if !ok {
				return "", false
			}
			text = utf8.AppendRune(text, r)
			p.at += 4
			continue
		}
		at := strings.IndexByte(`"\/bfnrt`, c)
		if at < 0 {
			return "", false
		}
		text = append(text, "\"\\/\b\f\n\r\t"[at])
	}
	return "", false
}

// hexRune returns the character of the four digits at the start of s; false for other digits and halves of surrogate pairs.
func hexRune(s string) (r rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	for _, c := range []byte(s[:4]) {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, utf8.ValidRune(r)
}

// numberLength returns how many bytes at the start of s are a number of JSON, 0 for none.
func numberLength(s string) int {
	digits := func(n int) int {
		for n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		return n
	}
	n := 0
	if n < len(s) && s[n] == '-' {
		n++
	}
	whole := digits(n)
	if whole == n || s[n] == '0' && whole > n+1 {
		return 0
	}
	n = whole
	if n < len(s) && s[n] == '.' {
		if end := digits(n + 1); end > n+1 {
			n = end
		} else {
			return 0
		}
	}
	if n < len(s) && s[n]|0x20 == 'e' {
		n++
		if n < len(s) && (s[n] == '+' || s[n] == '-') {
			n++
		}
		if end := digits(n); end > n {
			return end
		}
		return 0
	}
	return n
}
