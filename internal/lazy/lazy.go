// Package lazy makes regular expressions at their first use, so that a command starts without those that it does not
// need.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the expression when it is first called, which panics if it is none. It may be
// called by several goroutines.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
