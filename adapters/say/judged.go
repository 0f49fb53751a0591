package say

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// Judged fills in the sentences of orders by people.
func Judged(orders []evaluation.JudgedOrder) {
	for i := range orders {
		order{&orders[i], orders[i].BestByMeasure}.fill()
	}
}

func (o order) fill() {
	o.Reason, o.IntervalReason = o.noOrder(), Undefined(o.NoInterval)
	if o.Difference != nil {
		o.Difference.Reason = untested(o.Difference)
	}
	o.InBrief = o.brief().String()
	o.Sentences = append(Plain(append([]wording.Sentence{o.said(false)}, o.sharing()...)), Plain(o.notes())...)
}

// noOrder says why people have no order.
func (o order) noOrder() string {
	switch o.NoOrder {
	case evaluation.NoOrderUnjudged:
		return fmt.Sprintf("people judged no output that %s scored", cmp.Or(o.Measure, "the measure"))
	case evaluation.NoOrderOfOne:
		return fmt.Sprintf("people judged one system only, %s", o.Systems[0].System)
	case evaluation.NoOrderTooMany:
		return "there are too many human scores to keep in memory"
	}
	return ""
}

// untested says why a difference was not tested.
func untested(d *evaluation.JudgedDifference) string {
	switch d.Untested {
	case evaluation.UntestedSystems:
		return "people judged too many systems to test each against each"
	case evaluation.UntestedExact:
		return fmt.Sprintf("an exact test takes too long with %d differences that are not zero", d.NotZero)
	case evaluation.UntestedApart:
		return "no segment was judged of both"
	}
	return ""
}

// Humans lists the columns of human scores of some orders.
func Humans(orders []evaluation.JudgedOrder) (names []string) {
	for i := range orders {
		if !slices.Contains(names, orders[i].Human) {
			names = append(names, orders[i].Human)
		}
	}
	return names
}

// mostHumans is of how many columns of human scores people are told.
const mostHumans = 4

// JudgedNotes say beside a headline what it does not say of people: of one column of human scores what is missing, and
// without a headline whether people agree; of several a sentence each. It returns nil without human scores.
func JudgedNotes(orders []evaluation.JudgedOrder, headline bool) (said []wording.Sentence) {
	humans := Humans(orders)
	for i := range orders {
		o := order{&orders[i], orders[i].BestByMeasure}
		switch {
		case slices.Index(humans, o.Human) >= mostHumans:
		case len(humans) > 1:
			said = append(said, o.brief())
		case headline && o.known():
			said = append(said, o.notes()...)
		default:
			said = slices.Concat(said, []wording.Sentence{o.said(false)}, o.sharing(), o.notes())
		}
	}
	if more := len(humans) - mostHumans; more > 0 {
		said = append(said, wording.Say("There are human scores in %s more.", wording.Counted(more, "column")))
	}
	return said
}

// An order is the one of people, of which it speaks, with the systems that the measure has first: those that its test does
// not part or, without a test, those of the best mean.
type order struct {
	*evaluation.JudgedOrder
	leaders []string
}

// ledBy returns an order with the leaders by a column of a comparison, as far as people judged them.
func ledBy(o *evaluation.JudgedOrder, c *compare.ColumnReport) order {
	led := order{o, nil}
	for _, name := range c.Leaders() {
		if slices.ContainsFunc(o.Systems, func(s evaluation.JudgedSystem) bool { return s.System == name }) {
			led.leaders = append(led.leaders, name)
		}
	}
	if led.leaders == nil {
		led.leaders = o.BestByMeasure
	}
	return led
}

// known says whether people have an order, and the measure, too.
func (o order) known() bool {
	return o.NoOrder == "" && len(o.BestByPeople) < len(o.Systems) && len(o.BestByMeasure) < len(o.Systems)
}

// preferred says whether people significantly prefer another system than the measure.
func (o order) preferred() bool {
	return o.known() && !o.SameBest && o.Difference.Untested == "" && o.Difference.Verdict == significance.Better
}

// said says in one sentence whether people have the same best system; the two are named where they are not known
// already.
func (o order) said(named bool) wording.Sentence {
	people := wording.Say("People")
	if o.Human != evaluation.UsualHuman {
		people = wording.Say("People (%s)", wording.Name(o.Human))
	}
	return o.saidBy(people, named)
}

// brief is said for one of several columns of human scores.
func (o order) brief() wording.Sentence {
	said := o.saidBy(wording.Say("By %s people", wording.Name(o.Human)), false)
	if sharing := o.sharing(); sharing != nil {
		return wording.Say("%s %s", said, sharing[0])
	}
	return said
}

func (o order) saidBy(people wording.Sentence, named bool) wording.Sentence {
	switch {
	case o.NoOrder != "":
		by := wording.Say("people")
		if o.Human != evaluation.UsualHuman {
			by = wording.Say("people (%s)", wording.Name(o.Human))
		}
		return wording.Say("There is no ranking by %s: %s.", by, o.noOrder())
	case len(o.BestByPeople) == len(o.Systems):
		return wording.Say("%s give %s the same mean.", people, o.all())
	case len(o.BestByMeasure) == len(o.Systems):
		return wording.Say("%s rank %s first; %s gives %s the same mean.", people, wording.NameList(o.BestByPeople), o.called(),
			o.all())
	case o.SameBest && len(o.TiedByPeople) == len(o.Systems):
		best := wording.Say("%s", wording.Name(o.BestByPeople[0]))
		if named && len(o.Systems) == 2 {
			best = wording.Say("it")
		}
		return wording.Say("%s rank %s first, too, but not significantly%s.", people, best, o.tied())
	case o.SameBest && len(o.Systems) == 2 && named:
		return wording.Say("%s agree.", people)
	case o.SameBest:
		return wording.Say("%s agree that %s is best%s.", people, wording.Name(o.BestByPeople[0]), o.tied())
	}
	if o.preferred() {
		return wording.Say("%s put %s first, %s by %s; %s puts %s first, %s by people.", people, wording.NameList(o.TiedByPeople),
			o.ranks(o.TiedByPeople, byMeasure), o.called(), o.called(),
			wording.NameList(o.leaders), o.ranks(o.leaders, byPeople))
	}
	best, d := o.BestByPeople[0], o.Difference
	sure := "not significant, " + wording.PEquals(d.Adjusted)
	switch {
	case d.Untested != "":
		sure = "not tested: " + untested(d)
	case d.Verdict == significance.Worse:
		sure = fmt.Sprintf("but prefer %s on the segments judged of both, %s", d.Against, wording.PEquals(d.Adjusted))
	case d.LeastP > o.Alpha:
		sure = fmt.Sprintf("too few %s to test", o.Unit)
	}
	return wording.Say("%s rank %s first, %s of %d by %s (%s).", people, wording.Name(best),
		o.rank(best), len(o.Systems), o.called(), sure)
}

// ranks writes the ranks of the systems that a list names, and of how many.
func (o order) ranks(names []string, of func(*evaluation.JudgedSystem) int) string {
	var ranks []string
	for _, name := range wording.NamesShown(names) {
		rank, _ := o.place(name, of)
		ranks = append(ranks, ordinal(rank))
	}
	return fmt.Sprintf("%s of %d", wording.AllListed(ranks), len(o.Systems))
}

func (o order) all() string {
	if len(o.Systems) == 2 {
		return "both systems"
	}
	return fmt.Sprintf("all %d systems", len(o.Systems))
}

// called is what the measure is called.
func (o order) called() any {
	if o.Measure == "" {
		return "the measure"
	}
	return wording.Name(o.Measure)
}

// tied names what each side ties with the best system of both.
func (o order) tied() wording.Sentence {
	first, parts, tied := o.BestByPeople[0], []any{}, o.TiedByPeople
	if len(tied) == len(o.Systems) {
		tied = o.BestByPeople
	}
	for _, side := range []struct {
		who   any
		names []string
	}{{"people", tied}, {o.called(), o.BestByMeasure}} {
		if tied := slices.DeleteFunc(slices.Clone(side.names), func(name string) bool { return name == first }); len(tied) > 0 {
			parts = append(parts, wording.Say("with %s by %s", wording.NameList(tied), side.who))
		}
	}
	switch len(parts) {
	case 0:
		return wording.Say("")
	case 1:
		return wording.Say(" (tied %s)", parts...)
	}
	return wording.Say(" (tied %s, %s)", parts...)
}

// rank writes the rank of a system by the measure.
func (o order) rank(name string) string {
	rank, with := o.place(name, byMeasure)
	if with > 1 {
		return "tied for " + ordinal(rank)
	}
	return ordinal(rank)
}

// place returns one of the ranks of a system, and how many have it.
func (o order) place(name string, of func(*evaluation.JudgedSystem) int) (rank, with int) {
	for i := range o.Systems {
		if o.Systems[i].System == name {
			rank = of(&o.Systems[i])
		}
	}
	for i := range o.Systems {
		if of(&o.Systems[i]) == rank {
			with++
		}
	}
	return rank, with
}

func byMeasure(s *evaluation.JudgedSystem) int { return s.Rank }
func byPeople(s *evaluation.JudgedSystem) int  { return s.HumanRank }

// ordinal writes 1st, 2nd, 3rd, 4th, … 11th, … 21st.
func ordinal(n int) string {
	ending := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprint(n) + ending
}

// sharing says how many pairs of several systems both sides order alike.
func (o order) sharing() []wording.Sentence {
	if !o.known() || o.Pairs < 2 {
		return nil
	}
	return []wording.Sentence{wording.Say("Pairs of systems in the same order: %s.", Alike(o.JudgedOrder))}
}

// Alike writes how many pairs of systems a measure and people order alike: 84 of 105, 80% (95% interval 75% to 84%).
func Alike(o *evaluation.JudgedOrder) string {
	share := func(x float64) string { return fmt.Sprintf("%.0f%%", 100*max(0, x)) }
	return fmt.Sprintf("%d of %d, %s%s", o.Alike, o.Pairs, share(*o.Agreement), interval(o.Confidence, o.CILow, o.CIHigh, share))
}

// notes say what people did not judge, and what is left out.
func (o order) notes() (said []wording.Sentence) {
	if o.NoOrder == "" && o.Outputs < o.Scored {
		said = append(said, wording.Say("People judged %d of %d outputs.", o.Outputs, o.Scored))
	}
	if n := o.Unjudged; len(n) > 0 && o.NoOrder == "" {
		said = append(said, wording.Say("Not judged: %s.", wording.NameList(n)))
	}
	if n := o.LeftOut; len(n) > 0 {
		said = append(said, wording.Say("Left out as human: %s.", wording.NameList(n)))
	}
	return said
}
