package evaluation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
)

// Headline says in a sentence or two, for a measure that was compared, who is better, by how much, how sure that is, and
// whether people who judged the outputs say the same: that first where they are shown to prefer another system. nil if
// the measure was not compared.
func (r *CompareReport) Headline(measure string) []Sentence {
	i := slices.IndexFunc(r.Measures, func(c ComparedColumn) bool { return c.Measure == measure })
	if i < 0 || len(r.Measures[i].Pairs) == 0 {
		return nil
	}
	c := &r.Measures[i]
	var said []Sentence
	switch {
	case len(c.Pairs) == 1:
		said = append(said, r.ofPair(c))
	case r.Baseline != nil:
		said = append(said, r.ofBaseline(c))
	default:
		said = append(said, r.ofMany(c))
	}
	for k := range r.Judged {
		if o := &r.Judged[k]; o.Measure == measure {
			return o.among(said)
		}
	}
	return said
}

// Leaders are the systems that nothing shows to be worse than the one with the best mean: that one first. Clusters puts
// all systems in order, the best first, and parts them where every system before is shown to be better than every one
// after, as WMT does. Both are nil where not all pairs were compared.
func (c *ComparedColumn) Leaders() (names []string) {
	order := c.inOrder()
	if order == nil {
		return nil
	}
	for _, system := range order {
		if system.System == order[0].System || !c.shown(order[0].System, system.System) {
			names = append(names, system.System)
		}
	}
	return names
}

// Clusters is explained at Leaders.
func (c *ComparedColumn) Clusters() (clusters [][]string) {
	order := c.inOrder()
	first := 0
	for k := range order {
		parted := k+1 == len(order) || !slices.ContainsFunc(order[first:k+1], func(a ComparedSystem) bool {
			return slices.ContainsFunc(order[k+1:], func(b ComparedSystem) bool { return !c.shown(a.System, b.System) })
		})
		if !parted {
			continue
		}
		var names []string
		for _, system := range order[first : k+1] {
			names = append(names, system.System)
		}
		clusters, first = append(clusters, names), k+1
	}
	return clusters
}

// inOrder returns the systems, the best mean first; nil unless all pairs were compared.
func (c *ComparedColumn) inOrder() []ComparedSystem {
	if n := len(c.Systems); n < 2 || len(c.Pairs) != n*(n-1)/2 {
		return nil
	}
	order := slices.Clone(c.Systems)
	slices.SortStableFunc(order, func(a, b ComparedSystem) int {
		if c.LowerIsBetter {
			return cmp.Compare(a.Mean, b.Mean)
		}
		return cmp.Compare(b.Mean, a.Mean)
	})
	return order
}

// pair returns the comparison of a system with another one, that system first; nil if they were not compared.
func (c *ComparedColumn) pair(system, against string) *ComparedPair {
	for i := range c.Pairs {
		switch p := &c.Pairs[i]; {
		case p.System == system && p.Against == against:
			return p
		case p.System == against && p.Against == system:
			return new(p.Turned())
		}
	}
	return nil
}

// shown says whether a system is shown to be better than another one.
func (c *ComparedColumn) shown(system, than string) bool {
	p := c.pair(system, than)
	return p != nil && p.Verdict == Better
}

// margin says by how much the first system of a pair is better, and how sure that is.
func (r *CompareReport) margin(p *ComparedPair) Sentence {
	interval := ""
	if p.CILow != nil {
		interval = fmt.Sprintf(" (%g %% interval %s to %s)", 100*r.Confidence, wording.Signed(*p.CILow), wording.Signed(*p.CIHigh))
	}
	return sentence("%s%s, %s", wording.Signed(p.Difference), interval, wording.PEquals(p.Adjusted))
}

func (r *CompareReport) ofPair(c *ComparedColumn) Sentence {
	p := &c.Pairs[0]
	if p.Difference < 0 {
		p = new(p.Turned())
	}
	switch {
	case p.Equal == p.Segments:
		return sentence("%s and %s have the same %s in each segment.", nameOf(p.System), nameOf(p.Against), nameOf(c.Measure))
	case p.Verdict == Undecided:
		return sentence("No difference is shown between %s and %s by %s: %s.", nameOf(p.System), nameOf(p.Against),
			nameOf(c.Measure), r.margin(p))
	}
	return sentence("%s is better than %s by %s: %s.", nameOf(p.System), nameOf(p.Against), nameOf(c.Measure),
		r.margin(p))
}

func (r *CompareReport) ofBaseline(c *ComparedColumn) Sentence {
	counts := map[Verdict]int{}
	best := &c.Pairs[0] // of those with the best verdict the one with the best mean
	for i := range c.Pairs {
		p := &c.Pairs[i]
		counts[p.Verdict]++
		if p.Difference > best.Difference {
			best = p
		}
	}
	n := len(c.Pairs)
	const most = "; the best, %s: %s."
	switch {
	case counts[Better] > 0:
		is := "are"
		if counts[Better] == 1 {
			is = "is"
		}
		return sentence("%d of %d systems %s better than the baseline %s by %s"+most, counts[Better], n, is,
			nameOf(*r.Baseline), nameOf(c.Measure), nameOf(best.System), r.margin(best))
	case counts[Worse] > 0:
		return sentence("No system is shown to be better than the baseline %s by %s, and %d of %d are worse"+most,
			nameOf(*r.Baseline), nameOf(c.Measure), counts[Worse], n, nameOf(best.System), r.margin(best))
	}
	return sentence("No system is shown to differ from the baseline %s by %s"+most, nameOf(*r.Baseline),
		nameOf(c.Measure), nameOf(best.System), r.margin(best))
}

func (r *CompareReport) ofMany(c *ComparedColumn) Sentence {
	order, leaders := c.inOrder(), c.Leaders()
	const rounding = 1e-12
	apart := func(s ComparedSystem) bool { return math.Abs(s.Mean-order[0].Mean) > rounding }
	if !apart(order[1]) && len(order) == len(leaders) {
		tied := slices.DeleteFunc(slices.Clone(order), apart)
		names := make([]string, len(tied))
		for k, system := range tied {
			names[k] = system.System
		}
		return sentence("%s have the best %s, and are not shown to be better than any.", listedNames(names),
			nameOf(c.Measure))
	}
	if len(order) == len(leaders) {
		return sentence("%s has the best %s of %d systems, and is not shown to be better than any.", nameOf(order[0].System),
			nameOf(c.Measure), len(order))
	}
	next := slices.IndexFunc(order, func(s ComparedSystem) bool { return !slices.Contains(leaders, s.System) })
	said := sentence("%s is best of %d by %s", nameOf(order[0].System), len(order), nameOf(c.Measure))
	if len(leaders) > 1 {
		said = sentence("%s, together with %s, from which no difference is shown, and", said, listedNames(leaders[1:]))
	} else {
		said = sentence("%s,", said)
	}
	return sentence("%s ahead of %s, the next, by %s.", said, nameOf(order[next].System),
		r.margin(c.pair(order[0].System, order[next].System)))
}

// among says beside what a measure says whether people agree, if that is known.
func (o *JudgedOrder) among(said []Sentence) []Sentence {
	if o.Reason != "" || len(o.BestByPeople) == len(o.Systems) || len(o.BestByMeasure) == len(o.Systems) {
		return said
	}
	d := o.Difference
	switch {
	case len(o.Systems) == 2 && o.SameBest:
		return append(said, sentence("%s agree.", capital(o.people())))
	case o.SameBest:
		return append(said, sentence("%s agree that %s is best, and on %.0f %% of all pairs.", capital(o.people()),
			o.shared(), 100**o.Agreement))
	}
	best, rank := nameOf(o.BestByPeople[0]), o.rank(o.find(o.BestByPeople[0]).Rank, false)
	if d.Reason == "" && d.Verdict == Better {
		return append([]Sentence{sentence("%s prefer %s, %s of %d by %s.", capital(o.people()), best, rank, len(o.Systems),
			o.called())}, said...)
	}
	return append(said, sentence("%s have %s first, %s of %d by %s; that they prefer it is not shown.", capital(o.people()),
		best, rank, len(o.Systems), o.called()))
}
