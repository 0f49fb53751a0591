package rows

import (
	"fmt"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// sacreBLEULine is what sacrebleu --sentence-level prints for a segment: the metric, its signature and the score.
var sacreBLEULine = lazy.Regexp(`^((?:BLEU|chrF|TER)[^|= ]*)((?:\|[^|= ]+:[^|= ]*)+) = (-?[0-9.]+)(?: |$)`)

// newSacreBLEULines reads such lines, which must all be of the same metric and signature.
func newSacreBLEULines(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	lines.Unread()
	metric, expected, _, err := parseSacreBLEULine(string(first))
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, lines.Line(), err)
	}
	r, err := rowsOfLines(lines, name, []string{metric}, func(fields []string, line string) ([]string, error) {
		_, signature, score, err := parseSacreBLEULine(line)
		if err == nil && signature != expected {
			err = fmt.Errorf("found the signature %s, expected %s as before", wording.Clip(signature),
				wording.Clip(expected))
		}
		return append(fields, score), err
	})
	if err != nil {
		return nil, err
	}
	r.Signature = expected
	return r, nil
}

// parseSacreBLEULine returns what a line says; the signature begins with the metric.
func parseSacreBLEULine(line string) (metric, signature, score string, err error) {
	parts := sacreBLEULine().FindStringSubmatch(line)
	if parts == nil {
		return "", "", "", fmt.Errorf("found %s, expected a metric, its signature and a score: BLEU|nrefs:1|… = 12.3",
			wording.Quote(line))
	}
	return parts[1], parts[1] + parts[2], parts[3], nil
}
