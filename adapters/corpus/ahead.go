package corpus

import (
	"iter"

	"github.com/wordrotator/wrd/metric"
)

// An ahead holds segments or groups that were looked at before they are asked for. All files are read side by side then,
// too: who writes them to pipes is not kept waiting for one while another is full.
type ahead[T any] struct {
	held []T
	err  error
}

// first returns the references of the first elements of rest, at most so many. rest goes on where it ended.
func (a *ahead[T]) first(rest iter.Seq2[T, error], most int, references func(T) []string) []string {
	list := []string{}
	for _, element := range a.held {
		list = append(list, references(element)...)
	}
	enough := func() bool { return len(list) >= most || len(a.held) >= most }
	if !enough() && a.err == nil {
		for element, err := range rest {
			if a.err = err; err != nil {
				break
			}
			a.held, list = append(a.held, element), append(list, references(element)...)
			if enough() {
				break
			}
		}
	}
	return list[:min(most, len(list))]
}

func referencesOfLine(line metric.Line) []string { return line.References }

// before returns what is held, and then the rest after it.
func (a *ahead[T]) before(rest iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for len(a.held) > 0 {
			element := a.held[0]
			if a.held = a.held[1:]; !yield(element, nil) {
				return
			}
		}
		if a.err != nil {
			yield(*new(T), a.err)
			return
		}
		rest(yield)
	}
}
