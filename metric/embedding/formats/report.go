package formats

import (
	"fmt"
	"strconv"
)

// A Report says what a reader found, and what it noticed and tolerated.
type Report struct {
	File   string // what the caller called the input
	Format Format // what the input is
	BOM    bool   // a byte order mark was dropped
	CRLF   int    // lines that ended in CRLF

	Duplicates int // rows left out because their word came before
	// DuplicateWord and DuplicateLine are an example, the first such row; empty and 0 without one. Formats that
	// have no lines number their rows, from 1.
	DuplicateWord string
	DuplicateLine int

	// Unusable counts the rows of binary formats left out because their word is empty or not UTF-8, so that no
	// token can equal it. UnusableWord and UnusableRow are the first.
	Unusable     int
	UnusableWord string
	UnusableRow  int

	// Nameless counts the rows for which the vocabulary has no word.
	Nameless int
}

// Warnings returns what was tolerated as sentences for people, each beginning with the file; none if there
// was nothing.
func (r Report) Warnings() []string {
	var w []string
	if r.BOM {
		w = append(w, fmt.Sprintf("%s: byte order mark dropped", r.File))
	}
	if r.CRLF > 0 {
		w = append(w, fmt.Sprintf("%s: carriage return dropped at the end of %s", r.File, count(r.CRLF, "line")))
	}
	if r.Duplicates > 0 {
		w = append(w, fmt.Sprintf("%s: %s left out, the word came before; the first is %q in %s %d",
			r.File, count(r.Duplicates, "row"), r.DuplicateWord, r.Format.unit(), r.DuplicateLine))
	}
	if r.Unusable > 0 {
		w = append(w, fmt.Sprintf("%s: %s left out, the word is empty or not UTF-8; the first is %q in row %d",
			r.File, count(r.Unusable, "row"), r.UnusableWord, r.UnusableRow))
	}
	if r.Nameless > 0 {
		w = append(w, fmt.Sprintf("%s: %s left out, the vocabulary has no word for them", r.File,
			count(r.Nameless, "row")))
	}
	return w
}

func (r *Report) duplicate(word string, at int) {
	if r.Duplicates == 0 {
		r.DuplicateWord, r.DuplicateLine = word, at
	}
	r.Duplicates++
}

func (r *Report) unusable(word string, row int) {
	if r.Unusable == 0 {
		r.UnusableWord, r.UnusableRow = word, row
	}
	r.Unusable++
}

// count says "1 row" or "2 rows".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
