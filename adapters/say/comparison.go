package say

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// Comparison fills in the sentences of a report of compare.Run.
func Comparison(r *compare.Report) {
	Compared(r)
	r.Warnings = append(Plain(Dependence(r.Dependence)), r.Warnings...)
	for i := range r.Judged {
		order := order{&r.Judged[i], r.Judged[i].BestByMeasure}
		if k := slices.IndexFunc(r.Measures, func(c compare.ColumnReport) bool { return c.Measure == order.Measure }); k >= 0 {
			order = ledBy(order.JudgedOrder, &r.Measures[k])
		}
		order.fill()
	}
	for i := range r.Measures {
		c := &r.Measures[i]
		c.Sentences = Plain(Headline(r, c.Measure))
	}
}

// Plain writes sentences with their names as they are.
func Plain(said []wording.Sentence) []string {
	lines := []string{}
	for _, sentence := range said {
		lines = append(lines, sentence.String())
	}
	return lines
}

// Headline says for a measure that was compared which system is better, by how much, how certain that is, and whether
// people agree: those who judged the outputs or, where nobody did, those who judged translations of WMT with such a
// difference. If people significantly prefer other systems, it names both groups and claims nothing else. It is nil if the
// measure was not compared.
func Headline(r *compare.Report, measure string) []wording.Sentence {
	i := slices.IndexFunc(r.Measures, func(c compare.ColumnReport) bool { return c.Measure == measure })
	if i < 0 || len(r.Measures[i].Pairs) == 0 {
		return nil
	}
	c := verdict{r, &r.Measures[i]}
	var said wording.Sentence
	switch {
	case len(c.Pairs) == 1:
		said = c.ofPair()
	case r.Baseline != nil:
		said = c.ofBaseline()
	default:
		said = c.ofMany()
	}
	k := slices.IndexFunc(r.Judged, func(o evaluation.JudgedOrder) bool { return o.Measure == measure }) // of the first human scores
	if k >= 0 {
		switch o := ledBy(&r.Judged[k], c.ColumnReport); {
		case o.preferred():
			return append([]wording.Sentence{o.said(false)}, o.sharing()...)
		case o.known():
			return append([]wording.Sentence{said, o.said(len(c.Pairs) == 1)}, o.sharing()...)
		}
		return []wording.Sentence{said}
	}
	if p := c.HeadlinePair(); p.Agree != nil && p.Verdict != significance.Undecided {
		measured := ""
		if p.Measured.Many {
			measured = " (" + onSeveral + ")"
		}
		return []wording.Sentence{said,
			wording.Say("At WMT, people agreed with %.0f%% of such differences%s.", 100**p.Agree, measured)}
	}
	return []wording.Sentence{said}
}

// A verdict is what a report says by one measure.
type verdict struct {
	*compare.Report
	*compare.ColumnReport
}

func (c verdict) measure() wording.Name { return wording.Name(c.Measure) }

// margin says by how much the first system of a pair is better, and how sure that is.
func (c verdict) margin(p *compare.Pair) wording.Sentence {
	return wording.Say("%s%s, %s", wording.Signed(p.Difference), interval(c.Confidence, p.CILow, p.CIHigh, wording.Signed),
		wording.PEquals(p.Adjusted))
}

// interval writes one after what it is of, if there is one.
func interval(confidence float64, low, high *float64, write func(float64) string) string {
	if low == nil || high == nil {
		return ""
	}
	return fmt.Sprintf(" (%g%% interval %s to %s)", 100*confidence, write(*low), write(*high))
}

func (c verdict) ofPair() wording.Sentence {
	p := c.HeadlinePair()
	first, second := wording.Name(p.System), wording.Name(p.Against)
	switch {
	case p.Equal == p.Segments:
		return wording.Say("%s and %s have the same %s in each segment.", first, second, c.measure())
	case p.Significant && p.Verdict == significance.Undecided:
		return wording.Say("%s and %s have the same mean %s, though the test finds the ranks of the differences uneven.", first,
			second, c.measure())
	case p.Verdict == significance.Undecided:
		return wording.Say("%s and %s do not differ significantly by %s: %s.", first, second, c.measure(), c.margin(p))
	}
	return wording.Say("%s is significantly better than %s by %s: %s.", first, second, c.measure(), c.margin(p))
}

func (c verdict) ofBaseline() wording.Sentence {
	counts := map[significance.Verdict]int{}
	for i := range c.Pairs {
		counts[c.Pairs[i].Verdict]++
	}
	best, n := c.HeadlinePair(), len(c.Pairs)
	baseline, most := wording.Name(*c.Baseline), wording.Say("the best is %s, %s", wording.Name(best.System), c.margin(best))
	switch better, worse := counts[significance.Better], counts[significance.Worse]; {
	case better > 0:
		return wording.Say("%d of %d systems %s significantly better than %s by %s: %s.", better, n, are(better), baseline,
			c.measure(), most)
	case worse > 0:
		return wording.Say("No system is significantly better than %s by %s, and %d of %d %s worse: %s.", baseline, c.measure(),
			worse, n, are(worse), most)
	}
	return wording.Say("No system differs significantly from %s by %s: %s.", baseline, c.measure(), most)
}

// are is what so many systems do: they are, or it is.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func (c verdict) ofMany() wording.Sentence {
	leaders := c.Leaders()
	if len(leaders) == len(c.ColumnReport.Systems) {
		return wording.Say("%s tie for first by %s.", wording.NameList(leaders), c.measure())
	}
	next := c.HeadlinePair()
	if len(leaders) == 1 {
		return wording.Say("%s is best of %d systems by %s, significantly better than %s, the next: %s.",
			wording.Name(leaders[0]), len(c.ColumnReport.Systems), c.measure(), wording.Name(next.Against), c.margin(next))
	}
	return wording.Say("%s tie for first of %d systems by %s; %s is significantly better than %s, the next: %s.",
		wording.NameList(leaders), len(c.ColumnReport.Systems), c.measure(), wording.Name(leaders[0]), wording.Name(next.Against),
		c.margin(next))
}

// Summary says of several systems which has the best mean by the first measure, and which is next; nothing of one system.
// A summary has no test of the difference, which a comparison makes.
func Summary(s *evaluation.Summary) []wording.Sentence {
	main := s.Measures[0].Main()
	name := wording.Name(main.String())
	order := s.Ranked()
	if len(order) < 2 {
		return nil
	}
	value := func(i int) float64 { return *order[i].Scores[main.String()].Mean }
	mean := func(i int) string { return wording.Score(value(i)) }
	var tied []string
	for i := range order {
		if value(i) == value(0) {
			tied = append(tied, order[i].System)
		}
	}
	first, second := wording.Name(order[0].System), wording.Name(order[1].System)
	switch {
	case len(tied) > 1:
		return []wording.Sentence{wording.Say("%s have the best mean %s, %s.", wording.NameList(tied), name, mean(0))}
	case len(order) == 2:
		return []wording.Sentence{wording.Say("%s has the better mean %s: %s, against %s of %s.", first, name, mean(0), mean(1), second)}
	}
	return []wording.Sentence{wording.Say("%s has the best mean %s of %d systems: %s; the next is %s, %s.", first, name,
		len(order), mean(0), second, mean(1))}
}
