package say

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Scored fills in the sentences of a summary of evaluation.Score.
func Scored(s *evaluation.Summary) {
	Judged(s.Judged)
	s.Warnings = append(Plain(Dependence(s.Dependence)), Reading(s.Read...)...)
}

// Dependence says which systems are nearly one, and which the reference may come from; nil if d is.
func Dependence(d *reading.Dependence) (said []wording.Sentence) {
	if d == nil {
		return nil
	}
	percent := func(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }
	for _, group := range d.Alike {
		share := percent(group.Least)
		if most := percent(group.Most); most != share {
			share += " to " + most
		}
		others := wording.Say("")
		if group.Others > 0 {
			others = wording.Say(" (any other two in %s at most)", percent(group.Others))
		}
		said = append(said, wording.Say("%s give the same text in %s of the segments%s: they are not independent of each other.",
			wording.NameList(group.Systems), share, others))
	}
	if c := d.Copies; c != nil {
		var counts []string
		for _, n := range c.Equal[:len(wording.NamesShown(c.Systems))] {
			counts = append(counts, wording.Count(n))
		}
		equal, others, them := "equal", wording.Count(c.Least), "them"
		if c.Least < c.Most {
			others += " to " + wording.Count(c.Most)
		}
		if len(c.Systems) == 1 {
			equal, them = "equals", "it"
		}
		said = append(said, wording.Say("%s %s the reference in %s of %s, any other in %s: the reference may not be independent of %s.",
			wording.NameList(c.Systems), equal, wording.AllListed(counts), wording.Counted(c.Segments, "segment"), others, them))
	}
	return said
}
