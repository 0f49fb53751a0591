package evaluation

import (
	"fmt"
	"math"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// Said returns what there is to say of an order, the headline first: it names a winner only where people have the same.
func (o *JudgedOrder) Said() (said []wording.Sentence) {
	switch {
	case o.Reason != "":
		said = append(said, wording.Say("The order in which %s have the systems is not known: %s.", o.people(), o.Reason))
	case len(o.BestByPeople) == len(o.Systems):
		said = append(said, wording.Say("%s give %s the same mean: they do not say which is %s.", o.people().Capital(), o.all(),
			o.better()))
	case len(o.BestByMeasure) == len(o.Systems):
		said = append(said, wording.Say("%s gives %s the same mean; %s is %s by %s.", o.called(), o.all(),
			o.best(o.BestByPeople), o.better(), o.people()))
	case o.SameBest && len(o.Systems) == 2:
		said = append(said, wording.Say("%s order the two systems as %s does: %s before %s.", o.people().Capital(),
			o.called(), wording.Name(o.Systems[0].System), wording.Name(o.Systems[1].System)))
	case o.SameBest:
		said = append(said, wording.Say("%s and %s have the same best system, %s; %s.", o.people().Capital(), o.called(),
			o.shared(), o.alike()))
	case len(o.Systems) == 2:
		said = append(said, wording.Say("%s order the two systems the other way round than %s: %s is better by people, %s by %s.",
			o.people().Capital(), o.called(), wording.Name(o.BestByPeople[0]), wording.Name(o.BestByMeasure[0]), o.called()),
			o.difference())
	default:
		said = append(said, o.apart(), o.difference(), wording.Say("%s.", o.alike()))
	}
	return append(said, o.judged()...)
}

// Brief is Said in one sentence, for one of several columns of human scores.
func (o *JudgedOrder) Brief() wording.Sentence {
	if o.Reason != "" || len(o.BestByPeople) == len(o.Systems) || len(o.BestByMeasure) == len(o.Systems) {
		return o.Said()[0]
	}
	alike := wording.Say("")
	if o.Pairs > 1 {
		alike = wording.Say("; %.0f %% of pairs alike", 100**o.Agreement)
	}
	if o.SameBest {
		return wording.Say("By %s people have %s first, as %s has%s.", wording.Name(o.Human), o.shared(), o.called(), alike)
	}
	have := "have %s first"
	if o.Difference.Verdict == significance.Better {
		have = "prefer %s"
	}
	return wording.Say("By %s people "+have+", %s of %d by %s%s.", wording.Name(o.Human), o.best(o.BestByPeople),
		o.rank(o.find(o.BestByPeople[0]).Rank, false), len(o.Systems), o.called(), alike)
}

// say fills in the sentences.
func (o *JudgedOrder) say() {
	o.Sentences, o.InBrief = []string{}, o.Brief().String()
	for _, s := range o.Said() {
		o.Sentences = append(o.Sentences, s.String())
	}
}

// people is what the people are called when they are first named: by the column of their scores, where it has a name of its
// own.
func (o *JudgedOrder) people() wording.Sentence {
	if o.Human == UsualHuman {
		return wording.Say("people")
	}
	return wording.Say("people (%s)", wording.Name(o.Human))
}

// called is what the measure is called.
func (o *JudgedOrder) called() any {
	if o.Measure == "" {
		return "the measure"
	}
	return wording.Name(o.Measure)
}

func (o *JudgedOrder) all() string {
	if len(o.Systems) == 2 {
		return "both systems"
	}
	return fmt.Sprintf("all %d systems", len(o.Systems))
}

func (o *JudgedOrder) better() string {
	if len(o.Systems) == 2 {
		return "better"
	}
	return "best"
}

// best names the first of the best systems, and those with an equal mean.
func (o *JudgedOrder) best(names []string) wording.Sentence {
	if len(names) == 1 {
		return wording.Say("%s", wording.Name(names[0]))
	}
	return wording.Say("%s (as is %s)", wording.Name(names[0]), wording.NameList(names[1:]))
}

// shared names the system that both sides have best, and what they have beside it.
func (o *JudgedOrder) shared() wording.Sentence {
	first := wording.Name(o.BestByPeople[0]) // of those of people's that the measure ranks highest
	byPeople, byMeasure := others(o.BestByPeople, string(first)), others(o.BestByMeasure, string(first))
	switch {
	case byPeople == nil && byMeasure == nil:
		return wording.Say("%s", first)
	case byMeasure == nil:
		return wording.Say("%s (by people with the same mean as %s)", first, wording.NameList(byPeople))
	case byPeople == nil:
		return wording.Say("%s (by %s with the same mean as %s)", first, o.called(), wording.NameList(byMeasure))
	}
	return wording.Say("%s (by people with the same mean as %s, by %s as %s)", first, wording.NameList(byPeople), o.called(),
		wording.NameList(byMeasure))
}

// others returns the names but one.
func others(names []string, but string) (rest []string) {
	for _, name := range names {
		if name != but {
			rest = append(rest, name)
		}
	}
	return rest
}

// apart says that the two sides have different bests, and where each has the other's.
func (o *JudgedOrder) apart() wording.Sentence {
	people, measure := o.find(o.BestByPeople[0]), o.find(o.BestByMeasure[0])
	headline := wording.Say("%s and %s have different best systems", o.people().Capital(), o.called())
	if o.Difference.Verdict == significance.Better {
		headline = wording.Say("%s prefer another system than %s does", o.people().Capital(), o.called())
	}
	return wording.Say("%s: %s is best by people and %s of %d by %s; %s is best by %s and %s of %d by people.", headline,
		o.best(o.BestByPeople), o.rank(people.Rank, false), len(o.Systems), o.called(),
		o.best(o.BestByMeasure), o.called(), o.rank(measure.HumanRank, true), len(o.Systems))
}

func (o *JudgedOrder) find(system string) *JudgedSystem {
	for i := range o.Systems {
		if o.Systems[i].System == system {
			return &o.Systems[i]
		}
	}
	return nil
}

// rank writes a rank, and whether several systems have it.
func (o *JudgedOrder) rank(rank int, human bool) string {
	with := 0
	for i := range o.Systems {
		if s := &o.Systems[i]; human && s.HumanRank == rank || !human && s.Rank == rank {
			with++
		}
	}
	written := ordinal(rank)
	if with > 1 {
		return "joint " + written
	}
	return written
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

// difference says whether people's own difference between the two bests is shown.
func (o *JudgedOrder) difference() wording.Sentence {
	d := o.Difference
	if d.Reason != "" {
		return wording.Say("Whether people's difference between %s and %s is shown cannot be said: %s.", wording.Name(d.System),
			wording.Name(d.Against), d.Reason)
	}
	interval := ""
	if d.CILow != nil {
		interval = fmt.Sprintf(" (%g %% interval %+.4f to %+.4f)", 100*o.Confidence, *d.CILow, *d.CIHigh)
	}
	numbers := wording.Say("a difference of %+.4f in %s%s, %s", d.Difference, wording.Name(o.Human), interval,
		wording.PEquals(d.Adjusted))
	switch d.Verdict {
	case significance.Better:
		return wording.Say("That people prefer %s to %s is shown: %s.", wording.Name(d.System), wording.Name(d.Against), numbers)
	case significance.Worse:
		return wording.Say("Yet of the segments on which both were judged, people are shown to prefer %s: %s.", wording.Name(d.Against),
			numbers)
	}
	if !(d.Difference > 0) { // the means of each are of other segments, too
		return wording.Say("Yet of the segments on which both were judged, people do not prefer %s to %s: %s.",
			wording.Name(d.System), wording.Name(d.Against), numbers)
	}
	few := ""
	if d.LeastP > o.Alpha {
		few = fmt.Sprintf(", and cannot be with so few %s", o.Unit)
	}
	return wording.Say("That people prefer %s to %s is not shown%s: %s.", wording.Name(d.System), wording.Name(d.Against), few, numbers)
}

// alike says how many pairs of systems both sides order alike.
func (o *JudgedOrder) alike() wording.Sentence {
	share := fmt.Sprintf("%.0f %%", 100**o.Agreement)
	if o.CILow != nil {
		share += fmt.Sprintf(", %g %% interval %s to %s %%", 100*o.Confidence, percentOf(*o.CILow), percentOf(*o.CIHigh))
	}
	return wording.Say("%s orders %d of the %d pairs of systems as people do (%s)", o.called(), o.Alike, o.Pairs, share)
}

// percentOf writes a share that is 0 or more, if not by rounding.
func percentOf(share float64) string { return fmt.Sprintf("%.0f", math.Abs(100*share)) }

// judged says what people did not judge, and what is left out.
func (o *JudgedOrder) judged() (said []wording.Sentence) {
	if o.Reason == "" && o.Outputs < o.Scored {
		said = append(said, wording.Say("People judged %d of the %d outputs of these systems; both orders are those of the outputs "+
			"that they judged.", o.Outputs, o.Scored))
	}
	number := func(names []string, one, several string) string {
		if len(names) == 1 {
			return one
		}
		return several
	}
	if n := o.Unjudged; len(n) > 0 && o.Reason == "" {
		said = append(said, wording.Say("%s %s left out: people judged none of %s outputs that %s scored.",
			wording.NameList(n), number(n, "is", "are"), number(n, "its", "their"), o.called()))
	}
	if n := o.LeftOut; len(n) > 0 {
		said = append(said, wording.Say("%s %s left out, taken to be human.", wording.NameList(n),
			number(n, "is", "are")))
	}
	return said
}

// Among says beside what a measure says whether people agree, if that is known.
func (o *JudgedOrder) Among(said []wording.Sentence) []wording.Sentence {
	if o.Reason != "" || len(o.BestByPeople) == len(o.Systems) || len(o.BestByMeasure) == len(o.Systems) {
		return said
	}
	d := o.Difference
	switch {
	case len(o.Systems) == 2 && o.SameBest:
		return append(said, wording.Say("%s agree.", o.people().Capital()))
	case o.SameBest:
		return append(said, wording.Say("%s agree that %s is best, and on %.0f %% of all pairs.", o.people().Capital(),
			o.shared(), 100**o.Agreement))
	}
	best, rank := wording.Name(o.BestByPeople[0]), o.rank(o.find(o.BestByPeople[0]).Rank, false)
	if d.Reason == "" && d.Verdict == significance.Better {
		return append([]wording.Sentence{wording.Say("%s prefer %s, %s of %d by %s.", o.people().Capital(), best, rank, len(o.Systems),
			o.called())}, said...)
	}
	return append(said, wording.Say("%s have %s first, %s of %d by %s; that they prefer it is not shown.", o.people().Capital(),
		best, rank, len(o.Systems), o.called()))
}
