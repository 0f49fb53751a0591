// Package pairs reads gold standards of similarity: pairs of sentences or words with a score that people gave. Files
// have one pair a line and TABs between the fields; there is no quoting, so that a double quote is a character like any
// other. Or they are tables with a header, of any form that package rows reads. Lines, their ends and their encoding are as
// in package text, and a file may be gzipped.
//
// It may change with any version; README lists the packages that do not.
package pairs

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// Open reads the file at path whole, a pair a line or row; "-" is stdin. A pair that nobody judged has the gold score NaN.
// notify is told what was dropped from the file, and how many pairs have no gold score, a sentence at a time. Errors name
// file and line. A file without judged pairs is an error.
func Open(path string, stdin io.Reader, layout Layout, notify func(notice string)) (pairs []similarity.Pair, err error) {
	r, columns, err := layout.open(path, stdin)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	unjudged := 0
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		var pair similarity.Pair
		if pair.Gold, err = row.Number(columns.gold); err != nil {
			found, _ := row.Name(columns.gold)
			return nil, row.Errorf("found %s, expected a number as gold score: %s", wording.Quote(found), columns)
		}
		if math.IsNaN(pair.Gold) {
			unjudged++
		}
		if pair.First, err = row.Candidate([]string{columns.first}); err != nil {
			return nil, err
		}
		if pair.Second, err = row.Candidate([]string{columns.second}); err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	if len(pairs) == unjudged {
		return nil, fmt.Errorf("%s: found no pairs with a gold score, expected lines of %s", r.Name, columns)
	}
	for _, notice := range r.Notices() {
		notify(notice)
	}
	if unjudged > 0 {
		notify(fmt.Sprintf("%s: left out %s without a gold score", r.Name, wording.Counted(unjudged, "pair")))
	}
	return pairs, nil
}

// String names the columns in their order.
func (c columns) String() string {
	list := []string{c.gold, c.first, c.second}
	if c.words {
		list = []string{c.first, c.second, c.gold}
	}
	return strings.Join(list, "⇥")
}
