// Package fault makes errors of panics.
package fault

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// A Fault is a mistake of this program, not of its input: a panic on a goroutine where the
// caller could not have caught it, for example.
type Fault struct {
	Value any    // what was panicked with
	Stack []byte // where
}

func (f *Fault) Error() string { return fmt.Sprintf("a fault of wrd: %v", f.Value) }

// Recover is to be deferred; it turns a panic into a *Fault in err.
func Recover(err *error) {
	if value := recover(); value != nil {
		*err = &Fault{Value: value, Stack: debug.Stack()}
	}
}

// Caught yields what lines yields, and a panic of lines as its last error.
func Caught[T any](lines iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		stopped := false
		err := func() (err error) {
			defer Recover(&err)
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
