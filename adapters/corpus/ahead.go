package corpus

import (
	"iter"

	"github.com/wordrotator/wrd/metric"
)

// An ahead holds segments that were looked at before they are asked for. All files are read side by side then, too: who
// writes them to pipes is not kept waiting for one while another is full.
type ahead struct {
	held []metric.Line
	err  error
}

// first returns the references of the first of lines, at most so many. lines go on where they ended.
func (a *ahead) first(lines iter.Seq2[metric.Line, error], most int) []string {
	list := []string{}
	for _, line := range a.held {
		list = append(list, line.References...)
	}
	if len(list) < most && a.err == nil {
		for line, err := range lines {
			if a.err = err; err != nil {
				break
			}
			a.held = append(a.held, line)
			if list = append(list, line.References...); len(list) >= most {
				break
			}
		}
	}
	return list[:min(most, len(list))]
}

// before returns what is held, and then the lines after it.
func (a *ahead) before(lines iter.Seq2[metric.Line, error]) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		for len(a.held) > 0 {
			line := a.held[0]
			if a.held = a.held[1:]; !yield(line, nil) {
				return
			}
		}
		if a.err != nil {
			yield(metric.Line{}, a.err)
			return
		}
		lines(yield)
	}
}
