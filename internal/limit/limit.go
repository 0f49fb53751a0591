// Package limit says how large one thing of the input may be, so that a small file never takes the memory of the machine.
//
// There is one number, [Most]: a table has at most so many columns, a row so many fields, a list so many texts, and two texts
// so many different words each. Where each of many is held against each of others, such as words against words or systems against
// segments, there are at most Most² cells, of 12 bytes at the most. What is larger is refused with an [*Error] before it
// takes memory.
//
// The number is that of the process, as its memory is. The command sets it by --limit.
package limit

import (
	"fmt"
	"sync/atomic"
)

// Default is what Most returns if nobody says otherwise: texts of 10,000 different words take 1.3 GB.
const Default = 10_000

// Highest is the largest limit, whose square is an int of any machine.
const Highest = 1_000_000_000

var most atomic.Int64

func init() { most.Store(Default) }

// Most returns the limit.
func Most() int { return int(most.Load()) }

// Set changes the limit of the process.
func Set(n int) error {
	if n < 1 || n > Highest {
		return fmt.Errorf("found %d, expected a number from 1 to %d", n, Highest)
	}
	most.Store(int64(n))
	return nil
}

// Pairs returns the most cells of one of many held against each of others.
func Pairs() int { return Most() * Most() }

// An Error says that something is larger than the limit.
type Error struct {
	Found string // what there is, with its number
	Most  int    // how many there may be
	Of    string // what Most counts, if Found does not say it
}

func (e *Error) Error() string {
	if e.Of == "" {
		return fmt.Sprintf("found %s, expected at most %d", e.Found, e.Most)
	}
	return fmt.Sprintf("found %s, expected at most %d %s", e.Found, e.Most, e.Of)
}

// Check fails with an *Error if there are more of things, a word in the plural, than the limit.
func Check(n int, things string) error {
	if n <= Most() {
		return nil
	}
	return &Error{Found: fmt.Sprintf("%d %s", n, things), Most: Most()}
}

// CheckPairs fails with an *Error if n things held against m others have more than Pairs cells. found says what they are,
// with verbs for n and m, and of what pairs of them are called.
func CheckPairs(n, m int, found, of string) error {
	if m == 0 || n <= Pairs()/m {
		return nil
	}
	return &Error{fmt.Sprintf(found, n, m), Pairs(), of}
}
