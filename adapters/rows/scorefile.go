package rows

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/visible"
)

// isScoreLine says whether a line may be one of a .score file: a system and a score, a domain before them, or a score
// alone.
func isScoreLine(line string) bool {
	f := strings.Fields(line)
	if len(f) == 0 || len(f) > 3 {
		return false
	}
	if _, err := parseNumber(f[len(f)-1]); err != nil {
		return false
	}
	_, err := parseNumber(f[0])
	return len(f) == 1 || err != nil
}

// A scoreFile reads a .score file of mt-metrics-eval: lines of a system and a score, the segments of a system in
// order, or of a domain, a system and a score. None says that there is no score.
type scoreFile struct {
	name   string
	lines  *text.Reader
	row    fields
	column string
	width  int
	first  []string
}

func newScoreFile(lines *text.Reader, name string) (*Rows, error) {
	r := &scoreFile{name: name, lines: lines, column: ScoreFileColumn(name)}
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	r.first = strings.Fields(string(first))
	if r.width = len(r.first); r.width == 0 || r.width > 3 {
		return nil, r.wrongWidth(r.width)
	}
	return &Rows{Columns: r.header(), next: r.next}, r.row.setHeader(r.header(), name)
}

func (r *scoreFile) wrongWidth(n int) error {
	expected := "1 to 3: a score, a system before it, and a domain before that"
	if r.width != n {
		expected = fmt.Sprintf("%d as before", r.width)
	}
	return fmt.Errorf("%s:%d: found %d fields, expected %s", r.name, r.lines.Line(), n, expected)
}

// header returns the columns of lines of so many fields.
func (r *scoreFile) header() []string {
	switch r.width {
	case 1:
		return []string{r.column}
	case 3:
		return []string{string(Domain), string(SegmentID), string(System), r.column}
	}
	return []string{string(System), r.column}
}

func (r *scoreFile) next() (record, error) {
	f := r.first
	if r.first = nil; f == nil {
		line, err := r.lines.Next()
		if err != nil {
			return nil, err
		}
		f = strings.Fields(string(line))
	}
	if len(f) != r.width {
		return nil, r.wrongWidth(len(f))
	}
	if r.width == 3 { // scores of whole domains: each is one segment
		f = []string{f[0], f[0], f[1], f[2]}
	}
	r.row.fields, r.row.lineNumber = f, r.lines.Line()
	return &r.row, nil
}

// languagePair is how the names of files of one language pair begin.
var languagePair = lazy.Regexp(`^[a-z]{2,3}-[a-z]{2,3}\.`)

// LanguagePair returns the language pair in the name of a file or folder of mt-metrics-eval, en-de of
// en-de.mqm.seg.score, "" if it begins with none.
func LanguagePair(name string) string {
	return strings.TrimSuffix(languagePair().FindString(name+"."), ".")
}

// ScoreFileColumn returns what a score file is a score of: BLEU-refA for metric-scores/en-de/BLEU-refA.seg.score, mqm
// for human-scores/en-de.mqm.seg.score.
func ScoreFileColumn(path string) string {
	name := file.Unpacked(filepath.Base(path))
	for _, end := range []string{".score", ".seg", ".doc", ".sys", ".domain"} {
		name = strings.TrimSuffix(name, end)
	}
	if name = strings.TrimPrefix(name, LanguagePair(name)+"."); name == "" || strings.ContainsRune(name, ' ') {
		return "score"
	}
	return visible.UTF8(name)
}
