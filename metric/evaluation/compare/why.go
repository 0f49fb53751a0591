package compare

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Lead has at most so many domains, each of at least so many segments, as for a kind of text.
const mostDomains, fewestOfDomain = 6, 20

// A Lead says where the first system of a headline is ahead of the second one, and where it is behind.
type Lead struct {
	First, Second string
	Domains       []DomainLead // the furthest ahead first; nil where segments are not of several
	Ahead, Behind *Standing    // where it is furthest ahead, and furthest behind; nil where it never is
	NoTexts       bool         // nobody can look at the segments
}

// A DomainLead is by how much a system is ahead in a domain on average, below 0 where it is behind.
type DomainLead struct {
	Name string
	Mean float64
}

// A Standing is how two systems stand in a segment.
type Standing struct {
	Segment       evaluation.Segment
	First, Second float64 // their scores
}

// explain finds out for each measure where the two systems of its headline differ, and an example of it.
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
	examples, noTexts := make([]*evaluation.Example, len(asked)), true
	if scores.Examples != nil {
		switch found, err := scores.Examples(asked); {
		case err == nil:
			examples, noTexts = found, false
		case !errors.Is(err, evaluation.ErrNoTexts):
			return err
		}
	}
	for i := range r.Measures {
		c := &r.Measures[i]
		c.Example = examples[i]
		c.Lead = Lead{First: scores.Systems[asked[i].First], Second: scores.Systems[asked[i].Second],
			Domains: byDomain(scores, asked[i]), NoTexts: noTexts}
		c.Lead.Ahead, c.Lead.Behind = furthest(scores, asked[i])
	}
	return nil
}

// byDomain finds out on what kind of text the first system is ahead, where segments are of several domains.
func byDomain(scores *evaluation.Scores, pair evaluation.Contrast) (leads []DomainLead) {
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
	for _, d := range shown {
		leads = append(leads, DomainLead{d.name, d.sum / float64(d.n)})
	}
	return leads
}

// furthest finds the segments in which the first system is furthest ahead and furthest behind; nil where it never is ahead.
func furthest(scores *evaluation.Scores, pair evaluation.Contrast) (most, least *Standing) {
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
		return nil, nil
	}
	grid := scores.Columns[pair.Column].Grid
	at := func(k int) *Standing {
		return &Standing{scores.Segments[k], grid.At(pair.First, k), grid.At(pair.Second, k)}
	}
	if scores.Ahead(pair, behind) < 0 {
		return at(ahead), at(behind)
	}
	return at(ahead), nil
}
