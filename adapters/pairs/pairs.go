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
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
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

func (l Layout) String() string {
	if l == Words {
		return "word⇥word⇥gold"
	}
	return "gold⇥sentence⇥sentence"
}

// Open reads the file at path whole, a pair a line; "-" is stdin. notify is told what was dropped from it, a sentence
// at a time. Errors name file and line. A file without pairs is an error.
func Open(path string, stdin io.Reader, layout Layout, notify func(notice string)) ([]similarity.Pair, error) {
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return Read(in, in.Name, layout, notify)
}

// Read is Open for an open file; name stands at the start of its errors.
func Read(r io.Reader, name string, layout Layout, notify func(notice string)) ([]similarity.Pair, error) {
	lines := text.NewReader(r, name)
	var pairs []similarity.Pair
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		pair, err := parse(string(line), layout)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, lines.Line(), err)
		}
		pairs = append(pairs, pair)
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s: found no pairs, expected lines of %v", name, layout)
	}
	for _, notice := range lines.Notices() {
		notify(notice)
	}
	return pairs, nil
}

func parse(line string, layout Layout) (similarity.Pair, error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return similarity.Pair{}, fmt.Errorf("found %d fields, expected 3: %v", len(fields), layout)
	}
	gold, rest := fields[0], fields[1:]
	if layout == Words {
		gold, rest = fields[2], fields[:2]
	}
	value, err := strconv.ParseFloat(gold, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return similarity.Pair{}, fmt.Errorf("found %s, expected a number as gold score: %v", wording.Quote(gold),
			layout)
	}
	return similarity.Pair{Gold: value, First: rest[0], Second: rest[1]}, nil
}
