package metric

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// A Fault is a mistake of this program, not of its input: a panic on a goroutine of Stream, where the caller
// could not have caught it.
type Fault struct {
	Value any    // what was panicked with
	Stack []byte // where
}

func (f *Fault) Error() string { return fmt.Sprintf("a fault of wrd: %v", f.Value) }

// recoverFault is to be deferred; it turns a panic into a *Fault in err.
func recoverFault(err *error) {
	if value := recover(); value != nil {
		*err = &Fault{Value: value, Stack: debug.Stack()}
	}
}

// scoreLine is score for a whole line, with panics as errors.
func (w *worker) scoreLine(line *Line, results []Result) (failed int, err error) {
	defer recoverFault(&err)
	return w.score(line, results)
}

// encodeLines is encodeAhead, with panics as errors.
func (w *worker) encodeLines(lines []Line) (err error) {
	defer recoverFault(&err)
	w.encodeAhead(lines)
	return nil
}

// caught yields what lines yields, and a panic of lines as its last error.
func caught[T any](lines iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		stopped := false
		err := func() (err error) {
			defer recoverFault(&err)
			lines(func(line T, err error) bool {
				stopped = !yield(line, err)
				return !stopped
			})
			return nil
		}()
		if err != nil && !stopped {
			var none T
			yield(none, err)
		}
	}
}
