package say

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Judged fills in the sentences of orders by people.
func Judged(orders []evaluation.JudgedOrder) {
	for i := range orders {
		o := order{&orders[i]}
		o.InBrief = o.brief().String()
		o.Sentences = append([]string{o.said(false).String()}, Plain(o.notes())...)
	}
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
		o := order{&orders[i]}
		switch {
		case slices.Index(humans, o.Human) >= mostHumans:
		case len(humans) > 1:
			said = append(said, o.brief())
		case headline && o.known():
			said = append(said, o.notes()...)
		default:
			said = append(append(said, o.said(false)), o.notes()...)
		}
	}
	if more := len(humans) - mostHumans; more > 0 {
		said = append(said, wording.Say("There are human scores in %s more.", wording.Counted(more, "column")))
	}
	return said
}

// An order is the one of people, of which it speaks.
type order struct{ *evaluation.JudgedOrder }

// known says whether people have an order, and the measure, too.
func (o order) known() bool {
	return o.Reason == "" && len(o.BestByPeople) < len(o.Systems) && len(o.BestByMeasure) < len(o.Systems)
}

// preferred says whether people significantly prefer another system than the measure.
func (o order) preferred() bool {
	return o.known() && !o.SameBest && o.Difference.Reason == "" && o.Difference.Verdict == significance.Better
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
	return o.saidBy(wording.Say("By %s people", wording.Name(o.Human)), false)
}

func (o order) saidBy(people wording.Sentence, named bool) wording.Sentence {
	switch {
	case o.Reason != "":
		by := wording.Say("people")
		if o.Human != evaluation.UsualHuman {
			by = wording.Say("people (%s)", wording.Name(o.Human))
		}
		return wording.Say("There is no ranking by %s: %s.", by, o.Reason)
	case len(o.BestByPeople) == len(o.Systems):
		return wording.Say("%s give %s the same mean.", people, o.all())
	case len(o.BestByMeasure) == len(o.Systems):
		return wording.Say("%s rank %s first; %s gives %s the same mean.", people, wording.NameList(o.BestByPeople), o.called(),
			o.all())
	case o.SameBest && len(o.Systems) == 2 && named:
		return wording.Say("%s agree.", people)
	case o.SameBest:
		return wording.Say("%s agree that %s is best%s%s.", people, wording.Name(o.BestByPeople[0]), o.tied(), o.alike())
	}
	best, d := o.BestByPeople[0], o.Difference
	does, sure := "rank %s first", "not significant, "+wording.PEquals(d.Adjusted)
	switch {
	case d.Reason != "":
		sure = "not tested: " + d.Reason
	case d.Verdict == significance.Better:
		does, sure = "prefer %s", wording.PEquals(d.Adjusted)
	case d.Verdict == significance.Worse:
		sure = fmt.Sprintf("but prefer %s on the segments judged of both, %s", d.Against, wording.PEquals(d.Adjusted))
	case d.LeastP > o.Alpha:
		sure = fmt.Sprintf("too few %s to test", o.Unit)
	}
	return wording.Say("%s "+does+", %s of %d by %s (%s)%s.", people, wording.Name(best), o.rank(best), len(o.Systems), o.called(),
		sure, o.alike())
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
	first, parts := o.BestByPeople[0], []any{}
	for _, side := range []struct {
		who   any
		names []string
	}{{"people", o.BestByPeople}, {o.called(), o.BestByMeasure}} {
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
	rank, with := 0, 0
	for i := range o.Systems {
		if o.Systems[i].System == name {
			rank = o.Systems[i].Rank
		}
	}
	for i := range o.Systems {
		if o.Systems[i].Rank == rank {
			with++
		}
	}
	if with > 1 {
		return "tied for " + ordinal(rank)
	}
	return ordinal(rank)
}

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

// alike says how many pairs of several systems both sides order alike.
func (o order) alike() string {
	if o.Pairs < 2 {
		return ""
	}
	share := fmt.Sprintf("%.0f%%", 100**o.Agreement)
	if o.CILow != nil {
		share += fmt.Sprintf(", %g%% interval %.0f%% to %.0f%%", 100*o.Confidence, max(0, 100**o.CILow), 100**o.CIHigh)
	}
	return fmt.Sprintf("; pairs in the same order: %d of %d (%s)", o.Alike, o.Pairs, share)
}

// notes say what people did not judge, and what is left out.
func (o order) notes() (said []wording.Sentence) {
	if o.Reason == "" && o.Outputs < o.Scored {
		said = append(said, wording.Say("People judged %d of %d outputs.", o.Outputs, o.Scored))
	}
	if n := o.Unjudged; len(n) > 0 && o.Reason == "" {
		said = append(said, wording.Say("Not judged: %s.", wording.NameList(n)))
	}
	if n := o.LeftOut; len(n) > 0 {
		said = append(said, wording.Say("Left out as human: %s.", wording.NameList(n)))
	}
	return said
}
