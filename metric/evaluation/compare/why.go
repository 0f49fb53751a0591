package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// mostDomains is how many domains Column.Why names.
const mostDomains = 6

// why says of the two systems of the headline on what kind of text they differ, where segments are of several domains, and
// in which segments the first is furthest ahead and furthest behind.
func (r *Report) why(c *Column, grid agreement.Grid, segments []evaluation.Segment) (said []string) {
	pair := *c.headlinePair()
	first, second := slices.Index(r.Systems, pair.System), slices.Index(r.Systems, pair.Against)
	if pair.Difference < 0 || pair.Difference == 0 && first > second { // equal means: as they are given
		pair, first, second = pair.Turned(), second, first
	}
	sign := 1.0
	if c.LowerIsBetter {
		sign = -1
	}
	type domain struct {
		name string
		sum  float64
		n    int
	}
	var domains []domain
	places := map[string]int{}
	ahead, behind := -1, -1
	difference := func(k int) float64 { return sign * (grid.At(first, k) - grid.At(second, k)) }
	for k, segment := range segments {
		d := difference(k)
		if math.IsNaN(d) {
			continue
		}
		if ahead < 0 || d > difference(ahead) {
			ahead = k
		}
		if behind < 0 || d < difference(behind) {
			behind = k
		}
		place, known := places[segment.Domain]
		if !known {
			place = len(domains)
			places[segment.Domain], domains = place, append(domains, domain{name: segment.Domain})
		}
		domains[place].sum += d
		domains[place].n++
	}
	if len(domains) > 1 {
		slices.SortStableFunc(domains, func(a, b domain) int { return cmp.Compare(b.sum/float64(b.n), a.sum/float64(a.n)) })
		shown := domains
		if len(domains) > mostDomains { // the ends of the list say most
			shown = slices.Concat(domains[:mostDomains/2], domains[len(domains)-mostDomains/2:])
		}
		var parts []string
		for _, d := range shown {
			parts = append(parts, fmt.Sprintf("%s %s", cmp.Or(d.name, "none"), wording.Signed(d.sum/float64(d.n))))
		}
		said = append(said, fmt.Sprintf("By domain, %s against %s: %s.", pair.System, pair.Against, strings.Join(parts, ", ")))
	}
	if ahead < 0 || !(difference(ahead) > 0) {
		return said
	}
	at := func(k int) string {
		return fmt.Sprintf("segment %s (%s, %s)", segments[k], wording.Score(grid.At(first, k)), wording.Score(grid.At(second, k)))
	}
	furthest := fmt.Sprintf("%s is furthest ahead of %s in %s", pair.System, pair.Against, at(ahead))
	if difference(behind) < 0 {
		furthest += " and furthest behind in " + at(behind)
	}
	return append(said, furthest+".")
}
