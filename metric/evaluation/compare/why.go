package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// ColumnReport.Why names at most so many domains, each of at least so many segments, as for a kind of text.
const mostDomains, fewestOfDomain = 6, 20

// withoutTexts is said where nobody can look at the segments that Why names.
const withoutTexts = "Compare texts, or a file with them, to see an example."

// explain says of each measure where the two systems of its headline differ, and shows it by an example.
func (r *Report) explain(scores *evaluation.Scores) error {
	asked := make([]evaluation.Contrast, len(r.Measures))
	for i := range r.Measures {
		pair := r.Measures[i].HeadlinePair()
		first, second := pair.System, pair.Against
		if pair.Difference < 0 || pair.Difference == 0 && slices.Index(r.Systems, first) > slices.Index(r.Systems, second) {
			first, second = second, first // equal means: as they are given
		}
		asked[i] = evaluation.Contrast{Column: i, First: slices.Index(scores.Systems, first),
			Second: slices.Index(scores.Systems, second)}
	}
	examples, hint := make([]*evaluation.Example, len(asked)), withoutTexts
	if scores.Examples != nil {
		switch found, err := scores.Examples(asked); {
		case err == nil:
			examples, hint = found, ""
		case !errors.Is(err, evaluation.ErrNoTexts):
			return err
		}
	}
	for i := range r.Measures {
		c := &r.Measures[i]
		c.Why, c.Example = byDomain(scores, asked[i]), examples[i]
		if said := furthest(scores, asked[i]); said != "" && c.Example == nil {
			c.Why = append(c.Why, strings.TrimSpace(said+" "+hint))
		}
	}
	return nil
}

// byDomain says on what kind of text the first system is ahead, where segments are of several domains.
func byDomain(scores *evaluation.Scores, pair evaluation.Contrast) (said []string) {
	type domain struct {
		name string
		sum  float64
		n    int
	}
	var domains []domain
	places := map[string]int{}
	for k, segment := range scores.Segments {
		d := scores.Ahead(pair, k)
		if math.IsNaN(d) {
			continue
		}
		place, known := places[segment.Domain]
		if !known {
			place = len(domains)
			places[segment.Domain], domains = place, append(domains, domain{name: segment.Domain})
		}
		domains[place].sum += d
		domains[place].n++
	}
	domains = slices.DeleteFunc(domains, func(d domain) bool { return d.n < fewestOfDomain })
	if len(domains) < 2 {
		return nil
	}
	slices.SortStableFunc(domains, func(a, b domain) int { return cmp.Compare(b.sum/float64(b.n), a.sum/float64(a.n)) })
	shown := domains
	if len(domains) > mostDomains { // the ends of the list say most
		shown = slices.Concat(domains[:mostDomains/2], domains[len(domains)-mostDomains/2:])
	}
	var lead, behind []string
	for _, d := range shown {
		mean := d.sum / float64(d.n)
		part := fmt.Sprintf("%s %s", cmp.Or(d.name, "none"), wording.Signed(mean))
		if mean < 0 {
			behind = append(behind, part)
		} else {
			lead = append(lead, part)
		}
	}
	first, second := scores.Systems[pair.First], scores.Systems[pair.Second]
	if lead != nil {
		said = append(said, fmt.Sprintf("%s's lead over %s by domain: %s.", first, second, strings.Join(lead, ", ")))
	}
	if behind != nil {
		said = append(said, fmt.Sprintf("%s is behind %s in the domains: %s.", first, second, strings.Join(behind, ", ")))
	}
	return said
}

// furthest names the segments in which the first system is furthest ahead and furthest behind; "" where it is never ahead.
func furthest(scores *evaluation.Scores, pair evaluation.Contrast) string {
	ahead, behind := -1, -1
	for k := range scores.Segments {
		d := scores.Ahead(pair, k)
		if math.IsNaN(d) {
			continue
		}
		if ahead < 0 || d > scores.Ahead(pair, ahead) {
			ahead = k
		}
		if behind < 0 || d < scores.Ahead(pair, behind) {
			behind = k
		}
	}
	if ahead < 0 || !(scores.Ahead(pair, ahead) > 0) {
		return ""
	}
	grid := scores.Columns[pair.Column].Grid
	at := func(k int) string {
		return fmt.Sprintf("segment %s (%s, %s)", scores.Segments[k], wording.Score(grid.At(pair.First, k)),
			wording.Score(grid.At(pair.Second, k)))
	}
	said := fmt.Sprintf("%s is furthest ahead of %s in %s", scores.Systems[pair.First], scores.Systems[pair.Second], at(ahead))
	if scores.Ahead(pair, behind) < 0 {
		said += " and furthest behind in " + at(behind)
	}
	return said + "."
}
