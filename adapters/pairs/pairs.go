// Package pairs reads gold standards of similarity: pairs of sentences or words with a score that people gave. Files
// have one pair a line and TABs between the fields; there is no quoting, so that a double quote is a character like any
// other. Lines, their ends and their encoding are as in package text, and a file may be gzipped.
//
// It may change with any version; README lists the packages that do not.
package pairs

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// A Layout says in which order the fields of a line stand.
type Layout int

const (
	// Sentences is gold⇥sentence⇥sentence.
	Sentences Layout = iota
	// Words is word⇥word⇥gold.
	Words
)

// gold is the column of what people said.
const gold = "gold"

// columns returns the columns in their order, and those of the texts.
func (l Layout) columns() (all []string, first, second string) {
	if l == Words {
		return []string{"word1", "word2", gold}, "word1", "word2"
	}
	return []string{gold, "sentence1", "sentence2"}, "sentence1", "sentence2"
}

// Open reads the file at path whole, a pair a line; "-" is stdin. notify is told what was dropped from it, a sentence
// at a time. Errors name file and line. A file without pairs is an error.
func Open(path string, stdin io.Reader, layout Layout, notify func(notice string)) (pairs []similarity.Pair, err error) {
	columns, first, second := layout.columns()
	r, err := rows.OpenLines(path, stdin, columns...)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		var pair similarity.Pair
		if pair.Gold, err = row.Number(gold); err != nil || math.IsNaN(pair.Gold) {
			found, _ := row.Name(gold)
			return nil, row.Errorf("found %s, expected a number as gold score: %s", wording.Quote(found),
				strings.Join(columns, "⇥"))
		}
		pair.First, _ = row.Name(first) // a field is one
		pair.Second, _ = row.Name(second)
		pairs = append(pairs, pair)
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s: found no pairs, expected lines of %s", r.Name, strings.Join(columns, "⇥"))
	}
	for _, notice := range r.Notices() {
		notify(notice)
	}
	return pairs, nil
}
