package metric

import "github.com/wordrotator/wrd/internal/fault"

// scoreLine is score for a whole line, with panics as errors.
func (w *worker) scoreLine(line *Line, results []Result) (failed int, err error) {
	defer fault.Recover(&err)
	return w.score(line, results)
}

// encodeLines is encodeAhead, with panics as errors.
func (w *worker) encodeLines(lines []Line) (err error) {
	defer fault.Recover(&err)
	w.encodeAhead(lines)
	return nil
}
