package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// Headline says in one or two sentences, for a measure that was compared, which system is better, by how much, how
// certain that is, and whether people who judged the outputs agree. If people significantly prefer another system, that
// comes first. It is nil if the measure was not compared.
func (r *Report) Headline(measure string) []wording.Sentence {
	i := slices.IndexFunc(r.Measures, func(c Column) bool { return c.Measure == measure })
	if i < 0 || len(r.Measures[i].Pairs) == 0 {
		return nil
	}
	c := &r.Measures[i]
	var said []wording.Sentence
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
			return o.Among(said)
		}
	}
	return said
}

// Leaders are the systems that nothing shows to be worse than the one with the best mean: that one first. Clusters puts
// all systems in order, the best first, and parts them where every system before is shown to be better than every one
// after, as WMT does. Both are nil where not all pairs were compared.
func (c *Column) Leaders() (names []string) {
	order := c.inOrder()
	if order == nil {
		return nil
	}
	shown := c.shown()
	for _, system := range order {
		if system.System == order[0].System || !shown[[2]string{order[0].System, system.System}] {
			names = append(names, system.System)
		}
	}
	return names
}

// Clusters is explained at Leaders.
func (c *Column) Clusters() (clusters [][]string) {
	order, shown := c.inOrder(), c.shown()
	first, last := 0, 0 // of the cluster; the last is the furthest that one in it is not shown to be better than
	for k, system := range order {
		for below := len(order) - 1; below > max(last, k); below-- {
			if !shown[[2]string{system.System, order[below].System}] {
				last = below
			}
		}
		if last > k {
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
func (c *Column) inOrder() []System {
	if n := len(c.Systems); n < 2 || len(c.Pairs) != n*(n-1)/2 {
		return nil
	}
	order := slices.Clone(c.Systems)
	slices.SortStableFunc(order, func(a, b System) int {
		if c.LowerIsBetter {
			return cmp.Compare(a.Mean, b.Mean)
		}
		return cmp.Compare(b.Mean, a.Mean)
	})
	return order
}

// pair returns the comparison of a system with another one, that system first; nil if they were not compared.
func (c *Column) pair(system, against string) *Pair {
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

// shown returns the pairs of systems of which the first is shown to be better.
func (c *Column) shown() map[[2]string]bool {
	shown := make(map[[2]string]bool, len(c.Pairs))
	for i := range c.Pairs {
		switch p := &c.Pairs[i]; p.Verdict {
		case significance.Better:
			shown[[2]string{p.System, p.Against}] = true
		case significance.Worse:
			shown[[2]string{p.Against, p.System}] = true
		}
	}
	return shown
}

// headlinePair returns the two systems that the headline holds against each other: of one pair the better one first, of
// all pairs the best system and the next that is shown to be worse, or the second where none is, and else the best system
// and the baseline.
func (c *Column) headlinePair() *Pair {
	order := c.inOrder()
	switch {
	case len(c.Pairs) == 1 && c.Pairs[0].Difference < 0:
		return new(c.Pairs[0].Turned())
	case len(c.Pairs) == 1:
		return &c.Pairs[0]
	case order != nil:
		leaders := c.Leaders()
		next := 1
		if len(leaders) < len(order) {
			next = slices.IndexFunc(order, func(s System) bool { return !slices.Contains(leaders, s.System) })
		}
		return c.pair(order[0].System, order[next].System)
	}
	best := &c.Pairs[0]
	for i := range c.Pairs {
		if p := &c.Pairs[i]; p.Difference > best.Difference {
			best = p
		}
	}
	return best
}

// margin says by how much the first system of a pair is better, and how sure that is.
func (r *Report) margin(p *Pair) wording.Sentence {
	interval := ""
	if p.CILow != nil {
		interval = fmt.Sprintf(" (%g %% interval %s to %s)", 100*r.Confidence, wording.Signed(*p.CILow), wording.Signed(*p.CIHigh))
	}
	return wording.Say("%s%s, %s", wording.Signed(p.Difference), interval, wording.PEquals(p.Adjusted))
}

func (r *Report) ofPair(c *Column) wording.Sentence {
	p := c.headlinePair()
	switch {
	case p.Equal == p.Segments:
		return wording.Say("%s and %s have the same %s in each segment.", wording.Name(p.System), wording.Name(p.Against), wording.Name(c.Measure))
	case p.Verdict == significance.Undecided:
		return wording.Say("No difference is shown between %s and %s by %s: %s.", wording.Name(p.System), wording.Name(p.Against),
			wording.Name(c.Measure), r.margin(p))
	}
	return wording.Say("%s is better than %s by %s: %s.", wording.Name(p.System), wording.Name(p.Against), wording.Name(c.Measure),
		r.margin(p))
}

func (r *Report) ofBaseline(c *Column) wording.Sentence {
	counts := map[significance.Verdict]int{}
	for i := range c.Pairs {
		counts[c.Pairs[i].Verdict]++
	}
	best, n := c.headlinePair(), len(c.Pairs)
	const most = "; the best, %s: %s."
	switch {
	case counts[significance.Better] > 0:
		is := "are"
		if counts[significance.Better] == 1 {
			is = "is"
		}
		return wording.Say("%d of %d systems %s better than the baseline %s by %s"+most, counts[significance.Better], n, is,
			wording.Name(*r.Baseline), wording.Name(c.Measure), wording.Name(best.System), r.margin(best))
	case counts[significance.Worse] > 0:
		return wording.Say("No system is shown to be better than the baseline %s by %s, and %d of %d are worse"+most,
			wording.Name(*r.Baseline), wording.Name(c.Measure), counts[significance.Worse], n, wording.Name(best.System), r.margin(best))
	}
	return wording.Say("No system is shown to differ from the baseline %s by %s"+most, wording.Name(*r.Baseline),
		wording.Name(c.Measure), wording.Name(best.System), r.margin(best))
}

func (r *Report) ofMany(c *Column) wording.Sentence {
	order, leaders := c.inOrder(), c.Leaders()
	const rounding = 1e-12
	apart := func(s System) bool { return math.Abs(s.Mean-order[0].Mean) > rounding }
	if !apart(order[1]) && len(order) == len(leaders) {
		tied := slices.DeleteFunc(slices.Clone(order), apart)
		names := make([]string, len(tied))
		for k, system := range tied {
			names[k] = system.System
		}
		return wording.Say("%s have the best %s, and are not shown to be better than any.", wording.NameList(names),
			wording.Name(c.Measure))
	}
	if len(order) == len(leaders) {
		return wording.Say("%s has the best %s of %d systems, and is not shown to be better than any.", wording.Name(order[0].System),
			wording.Name(c.Measure), len(order))
	}
	next := c.headlinePair()
	said := wording.Say("%s is best of %d by %s", wording.Name(order[0].System), len(order), wording.Name(c.Measure))
	if len(leaders) > 1 {
		said = wording.Say("%s, with no difference shown from %s, and", said, wording.NameList(leaders[1:]))
	} else {
		said = wording.Say("%s,", said)
	}
	return wording.Say("%s ahead of %s, the next, by %s.", said, wording.Name(next.Against), r.margin(next))
}
