package rows

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
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

// newScoreFile reads a .score file of mt-metrics-eval: lines of a system and a score, the segments of a system in order,
// or of a domain, a system and a score. None says that there is no score.
func newScoreFile(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	lines.Unread()
	firstFields := strings.Fields(string(first))
	width := len(firstFields)
	columns := []string{ScoreFileColumn(name)}
	switch width {
	case 1:
	case 2:
		columns = slices.Insert(columns, 0, string(System))
	case 3: // scores of whole domains: each is one segment
		if _, err := parseNumber(firstFields[1]); err == nil { // such as the averages of MQM without their header
			return nil, fmt.Errorf("%s:%d: %w", name, lines.Line(), &AskError{fmt.Sprintf("found %s, expected a domain, a system "+
				"and a score: a first line \"system seg_id %s\", in the order of the fields, says that it is a score of a segment",
				wording.Quote(strings.Join(firstFields, " ")), averagedMQM)})
		}
		columns = slices.Insert(columns, 0, string(Domain), string(SegmentID), string(System))
	default:
		return nil, fmt.Errorf("%s:%d: found %d fields, expected 1 to 3: a score, a system before it, and a domain before "+
			"that", name, lines.Line(), width)
	}
	return rowsOfLines(lines, name, columns, func(_ []string, line string) ([]string, error) {
		fields := strings.Fields(line)
		if len(fields) != width {
			return nil, fmt.Errorf("found %d fields, expected %d as before", len(fields), width)
		}
		if width == 3 {
			fields = slices.Insert(fields, 0, fields[0])
		}
		return fields, nil
	})
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
