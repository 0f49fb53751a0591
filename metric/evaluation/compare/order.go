package compare

import (
	"cmp"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// Leaders are the systems that nothing shows to be worse than the one with the best mean: that one first. Clusters puts
// all systems in order, the best first, and parts them where every system before is shown to be better than every one
// after, as WMT does. Both are nil where not all pairs were compared.
func (c *ColumnReport) Leaders() (names []string) {
	order := c.ByMean()
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
func (c *ColumnReport) Clusters() (clusters [][]string) {
	order, shown := c.ByMean(), c.shown()
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

// Significant counts the pairs of which one system is shown to be better.
func (c *ColumnReport) Significant() (n int) {
	for i := range c.Pairs {
		if c.Pairs[i].Verdict != significance.Undecided {
			n++
		}
	}
	return n
}

// ByMean returns the systems, the best mean first; nil unless all pairs were compared.
func (c *ColumnReport) ByMean() []SystemReport {
	if n := len(c.Systems); n < 2 || len(c.Pairs) != n*(n-1)/2 {
		return nil
	}
	order := slices.Clone(c.Systems)
	slices.SortStableFunc(order, func(a, b SystemReport) int {
		if c.LowerIsBetter {
			return cmp.Compare(a.Mean, b.Mean)
		}
		return cmp.Compare(b.Mean, a.Mean)
	})
	return order
}

// Of returns the comparison of a system with another one, that system first; nil if they were not compared.
func (c *ColumnReport) Of(system, against string) *Pair {
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
func (c *ColumnReport) shown() map[[2]string]bool {
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

// HeadlinePair returns the two systems that a headline holds against each other: of one pair the better one first, of
// all pairs the best system and the next that is shown to be worse, or the second where none is, and else the best system
// and the baseline.
func (c *ColumnReport) HeadlinePair() *Pair {
	order := c.ByMean()
	switch {
	case len(c.Pairs) == 1 && c.Pairs[0].Difference < 0:
		return new(c.Pairs[0].Turned())
	case len(c.Pairs) == 1:
		return &c.Pairs[0]
	case order != nil:
		leaders := c.Leaders()
		next := 1
		if len(leaders) < len(order) {
			next = slices.IndexFunc(order, func(s SystemReport) bool { return !slices.Contains(leaders, s.System) })
		}
		return c.Of(order[0].System, order[next].System)
	}
	best := &c.Pairs[0]
	for i := range c.Pairs {
		if p := &c.Pairs[i]; p.Difference > best.Difference {
			best = p
		}
	}
	return best
}
