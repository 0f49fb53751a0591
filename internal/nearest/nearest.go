// Package nearest guesses which known name somebody meant.
package nearest

import (
	"strings"

	"github.com/xrash/smetrics"
)

// enough is how similar, by Jaro and Winkler, two names must be for one to be taken for a slip of the other.
const enough = 0.85

// Of returns the known name that one may have meant, in whatever case, the first of equally near ones, "" for none. A
// single letter may mean anything.
func Of(name string, names []string) (near string) {
	best, name := enough, strings.ToLower(name)
	for _, known := range names {
		if len(name) < 2 || len(known) < 2 {
			continue
		}
		if similarity := smetrics.JaroWinkler(strings.ToLower(known), name, 0.7, 4); similarity > best {
			near, best = known, similarity
		}
	}
	return near
}
