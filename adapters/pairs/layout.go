package pairs

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
)

// A Layout says where the parts of a pair stand in a file. The zero value is Sentences.
type Layout struct {
	words bool
	given map[string]string // the columns of parts, by name or number; nil for the usual ones
}

var (
	// Sentences is gold⇥sentence⇥sentence, or a table with the columns gold or score, sentence1 and sentence2.
	Sentences = Layout{}
	// Words is word⇥word⇥gold, or a table with the columns word1, word2, and gold or score.
	Words = Layout{words: true}
)

// columns are those of the parts of a pair.
type columns struct {
	gold, first, second string
	words               bool
}

// usual are the names of the columns in lines without a header, in their order.
func (l Layout) usual() []string {
	if l.words {
		return []string{"word1", "word2", "gold"}
	}
	return []string{"gold", "sentence1", "sentence2"}
}

// alsoCalled are other names of parts in headers: those of STS-B, SICK and their copies.
var alsoCalled = map[string][]string{
	"gold":      {"score", "human", "Human (mean)", "label", "similarity", "similarity_score", "relatedness_score"},
	"sentence1": {"sentence_1", "sentence_A", "s1", "text1"},
	"sentence2": {"sentence_2", "sentence_B", "s2", "text2"},
}

// With returns the layout with columns of a file, NAME=COLUMN: the name is gold, sentence1 and sentence2, or word1 and word2;
// the column is one of a header, or the number of a field of lines, from 1. Either all of them are numbers, or none.
func (l Layout) With(list []string) (Layout, error) {
	l.given = map[string]string{}
	numbers := 0
	for _, pair := range list {
		name, column, ok := strings.Cut(pair, "=")
		if !ok || column == "" || !slices.Contains(l.usual(), name) {
			return l, fmt.Errorf("found %q, expected one of: %s=COLUMN", pair, strings.Join(l.usual(), "=COLUMN, "))
		}
		if l.given[name] != "" {
			return l, fmt.Errorf("found %s= twice, expected it once", name)
		}
		if n, err := strconv.Atoi(column); err == nil && n > 0 && n <= mostFields {
			numbers++
		}
		l.given[name] = column
	}
	if numbers > 0 && numbers < len(l.usual()) {
		return l, fmt.Errorf("found the number of a field and not that of each, expected %s=NUMBER",
			strings.Join(l.usual(), "=NUMBER, "))
	}
	return l, nil
}

// mostFields is how many fields of a line can be told by number.
const mostFields = 1000

// numbered says whether the columns are given by number.
func (l Layout) numbered() bool {
	_, err := strconv.Atoi(l.given[l.usual()[0]])
	return err == nil
}

// find returns the columns among those of a header; false, with the part that is missing, if one is not there.
func (l Layout) find(header []string) (c columns, missing string, ok bool) {
	found := map[string]string{}
	for _, name := range l.usual() {
		names := append([]string{name}, alsoCalled[name]...)
		if l.given[name] != "" {
			names = []string{l.given[name]}
		}
		i := slices.IndexFunc(names, func(name string) bool { return slices.Contains(header, name) })
		switch near := l.near(names, header); {
		case i >= 0:
			found[name] = names[i]
		case near != "" && l.given[name] == "":
			found[name] = near
		default:
			return c, names[0], false
		}
	}
	return l.columnsOf(found), "", true
}

// near returns the column of a header whose letters and numbers are those of one of some names, "" for none and for several.
func (l Layout) near(names, header []string) (near string) {
	bare := func(name string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, name)
	}
	for _, column := range header {
		if !slices.ContainsFunc(names, func(name string) bool { return bare(name) == bare(column) }) {
			continue
		}
		if near != "" {
			return ""
		}
		near = column
	}
	return near
}

func (l Layout) columnsOf(found map[string]string) columns {
	if l.words {
		return columns{found["gold"], found["word1"], found["word2"], true}
	}
	return columns{found["gold"], found["sentence1"], found["sentence2"], false}
}

// open opens a file of pairs.
func (l Layout) open(path string, stdin io.Reader) (*rows.Rows, columns, error) {
	byName := l.given != nil && !l.numbered()
	if byName || rows.IsNamed(path) && !strings.EqualFold(filepath.Ext(file.Unpacked(path)), ".tsv") && !l.numbered() {
		r, err := rows.Open(path, stdin, rows.Options{Preset: rows.Plain})
		if err != nil {
			return nil, columns{}, err
		}
		c, missing, ok := l.find(r.Columns)
		if !ok {
			r.Close()
			hint := ""
			if l.given == nil {
				hint = fmt.Sprintf(": --columns %s=COLUMN names them, or of fields between TABs without a header their numbers",
					strings.Join(l.usual(), "=COLUMN,"))
			}
			return nil, columns{}, fmt.Errorf("%s: found no column %s, expected one; the columns are: %s%s", r.Name,
				wording.Quote(missing), wording.List(r.Columns), hint)
		}
		r.Restrict(c.gold, c.first, c.second)
		return r, c, nil
	}
	var c columns
	r, err := rows.OpenFields(path, stdin, func(first []string) (names []string, header, further bool) {
		if l.numbered() {
			names, found := []string{}, map[string]string{}
			for _, name := range l.usual() {
				found[name] = l.given[name]
				for n, _ := strconv.Atoi(l.given[name]); len(names) < n; {
					names = append(names, strconv.Itoa(len(names)+1))
				}
			}
			c = l.columnsOf(found)
			return names, false, true
		}
		var ok bool
		if c, _, ok = l.find(first); ok {
			return first, true, false
		}
		own := map[string]string{}
		for _, name := range l.usual() {
			own[name] = name
		}
		c = l.columnsOf(own)
		return l.usual(), false, false
	})
	return r, c, err
}
