package html

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/findings"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

// A name is that of a system or a column, which stands out in a sentence and keeps its direction.
type name string

// sentence fills in a sentence for people; texts from outside are escaped.
func sentence(format string, values ...any) template.HTML {
	for i, value := range values {
		switch v := value.(type) {
		case name:
			values[i] = "<b><bdi>" + template.HTMLEscapeString(visible.Text(string(v))) + "</bdi></b>"
		case string:
			values[i] = template.HTMLEscapeString(visible.Text(v))
		}
	}
	return template.HTML(fmt.Sprintf(template.HTMLEscapeString(format), values...))
}

// An answer is what there is to say to a question that a reader has.
type answer struct {
	Question string
	Said     []template.HTML
}

// The questions, in the order in which the page answers them.
const (
	whoIsBest = iota
	howSure
	whatWasChecked
	doPeopleAgree
	whatTexts
	showWhy
	questions
)

var questionsAsked = [questions]string{"Who is best?", "Is it certain?", "What was checked?", "Do people agree?",
	"On what kind of text?", "Show me why"}

// say adds a sentence to the answer of a question.
func (v *view) say(question int, format string, values ...any) {
	v.answer(question, sentence(format, values...))
}

func (v *view) answer(question int, said template.HTML) {
	v.said[question] = append(v.said[question], said)
}

// note adds a sentence to what is said below the table of all pairs.
func (v *view) note(format string, values ...any) {
	v.Legend = append(v.Legend, fmt.Sprintf(format, values...))
}

// longestQuote is how many characters of a text are quoted to show why: with more, the answers do not fit on a screen.
const longestQuote = 180

// why quotes the segment on which the first system of the pair is furthest ahead, of those that can be read at a glance.
func (v *view) why(r *Report) {
	for _, i := range r.Examples() {
		row := &r.Rows[i]
		a, b := &row.Outputs[r.Pair[0]], &row.Outputs[r.Pair[1]]
		d := r.Advantage(0, row.Place)
		what, against := "source", row.Source
		if len(row.References) > 0 {
			what, against = "reference", row.References[0]
		}
		if !(d > 0) || !evaluation.Readable(against) ||
			!evaluation.Typical(a.Candidate, a.Status) || !evaluation.Typical(b.Candidate, b.Status) {
			continue
		}
		link := template.HTML(fmt.Sprintf(`<a data-row="%d">`, i)) + sentence("%s", row.Segment.String()) + "</a>"
		v.answer(showWhy, sentence("In segment ")+link+sentence(" %s is ahead of %s by %s:", name(r.Systems[r.Pair[0]].System),
			name(r.Systems[r.Pair[1]].System), signed(&d)))
		quote := func(who template.HTML, text string) {
			v.answer(showWhy, "<small>"+who+": <q dir=\"auto\">"+
				template.HTML(template.HTMLEscapeString(clipped(text, longestQuote)))+"</q></small>")
		}
		quote(sentence("%s", name(what)), against)
		for k, output := range []*inspection.Output{a, b} {
			score := r.Columns[0].Grid.At(r.Pair[k], row.Place)
			quote(sentence("%s %s", name(r.Systems[r.Pair[k]].System), number(&score)), output.Candidate)
		}
		return
	}
}

// open fills in the headline and the answers. Where systems are not compared, the first answer is the headline.
func (v *view) open(r *Report) {
	if r.Comparison != nil && r.Check == nil {
		v.Headline = marked(r.Comparison.Headline(r.Columns[0].Name))
	}
	for question, said := range v.said {
		if v.Headline == "" && len(said) > 0 && question < whatTexts {
			v.Headline, said = said[0], said[1:]
		}
		if len(said) > 0 {
			v.Answers = append(v.Answers, answer{questionsAsked[question], said})
		}
	}
}

// mostNamed is how many systems or pairs a sentence names.
const mostNamed = 3

// listed joins the first of some phrases, and says how many more there are.
func listed(phrases []template.HTML) template.HTML { return joined(phrases, ", ", " and ") }

// listedPairs does so with phrases that have an "and" of their own.
func listedPairs(phrases []template.HTML) template.HTML { return joined(phrases, "; ", "; or ") }

func joined(phrases []template.HTML, between, last string) template.HTML {
	more := len(phrases) - mostNamed
	if more > 0 {
		phrases = append(slices.Clone(phrases[:mostNamed]), template.HTML(strconv.Itoa(more)+" more"))
	}
	var b strings.Builder
	for i, phrase := range phrases {
		switch {
		case i > 0 && i == len(phrases)-1:
			b.WriteString(last)
		case i > 0:
			b.WriteString(between)
		}
		b.WriteString(string(phrase))
	}
	return template.HTML(b.String())
}

// A chartRow is a system with its mean and interval by the first column, and its human mean.
type chartRow struct {
	Name, Human string
	Rank        string // of the human mean, "" if it is not known
	Leads       bool   // is of the best cluster
	Parted      bool   // a cluster begins
	Mean        rangeView
}

// verdict says first what a reader came for: whether people who judged the outputs have another best system, which system
// is better, by how much, and how sure that is.
func (v *view) verdict(r *Report) {
	order := r.ByMean()
	v.chart(r, order)
	v.judged(r)
	defer v.open(r)
	v.why(r)
	v.kinds(r)
	switch main := mainColumn(r); {
	case r.Check != nil:
		v.checked(r)
	case main != nil && len(main.Pairs) > 0:
		v.compared(r, main, order)
	case len(r.Systems) == 1:
		v.alone(r)
	}
}

func equal(a, b *float64) bool { return a != nil && b != nil && *a == *b }

// mainColumn returns the comparison by the first column, nil if there is none.
func mainColumn(r *Report) *compare.Column {
	if r.Comparison == nil {
		return nil
	}
	for i := range r.Comparison.Measures {
		if c := &r.Comparison.Measures[i]; c.Measure == r.Columns[0].Name {
			return c
		}
	}
	return nil
}

func (v *view) chart(r *Report, order []int) {
	human := len(r.Columns) - 1
	if human == 0 || r.Columns[human].Name != r.Human {
		human = 0
	} else {
		v.Human = visible.Text(r.Human)
	}
	s := scale{math.Inf(1), math.Inf(-1)}
	for _, system := range r.Systems {
		s.include(system.Means[0])
	}
	if !math.IsInf(s.low, 0) {
		v.ChartFrom, v.ChartTo = number(&s.low), number(&s.high)
	}
	leaders, first := map[string]bool{}, map[string]bool{}
	if main := mainColumn(r); main != nil {
		for k, cluster := range main.Clusters() {
			first[cluster[0]] = k > 0
			for _, system := range cluster {
				leaders[system] = k == 0
			}
			v.Clusters = k + 1
		}
	}
	for _, i := range order {
		system := r.Systems[i].System
		row := chartRow{Name: visible.Text(system), Mean: s.show(r.Systems[i].Means[0]), Leads: leaders[system],
			Parted: first[system]}
		if human > 0 {
			row.Human = number(r.Systems[i].Means[human].Mean)
			if rank := humanRank(r, system); rank > 0 {
				row.Rank = fmt.Sprint(rank)
			}
		}
		v.Chart = append(v.Chart, row)
	}
}

func (v *view) alone(r *Report) {
	m := r.Systems[0].Means[0]
	if m.Mean == nil {
		return
	}
	v.say(whoIsBest, "%s has the mean %s %s%s. To say whether that is good, score another system on the same segments.",
		name(r.Systems[0].System), name(r.Columns[0].Name), number(m.Mean),
		inBrackets(r.Confidence, m.CILow, m.CIHigh, number))
}

// inBrackets writes an interval after what it is of, if there is one.
func inBrackets(confidence float64, low, high *float64, write func(*float64) string) string {
	if low == nil || high == nil {
		return ""
	}
	return fmt.Sprintf(" (%s interval %s)", percentage(confidence), span(low, high, write))
}

// checked says what is newly broken, then which tests of a check failed, and why; if none did, what the first found.
func (v *view) checked(r *Report) {
	for _, said := range findings.Broken(r.Check) {
		v.say(whatWasChecked, "%s", said)
	}
	var failed, passed []*check.Test
	for i := range r.Check.Tests {
		if t := &r.Check.Tests[i]; t.Verdict == check.Pass {
			passed = append(passed, t)
		} else {
			failed = append(failed, t)
		}
	}
	all := len(r.Check.Tests)
	shown := failed
	switch {
	case all == 0:
		return
	case len(failed) > mostNamed:
		v.say(whatWasChecked, "%d of %d tests do not pass, among them:", len(failed), all)
	case len(failed) == 0 && all > mostNamed:
		v.say(whatWasChecked, "All %d tests pass, among them:", all)
		shown = passed
	case len(failed) == 0:
		shown = passed
	}
	for _, t := range shown[:min(len(shown), mostNamed)] {
		v.say(whatWasChecked, "%s of %s is %s, against the %s %s: %s.", name(t.Measure), name(t.System), number(&t.Candidate), t.Against,
			number(&t.Baseline), findings.Drop(*t))
		if t.Agree != nil {
			v.say(doPeopleAgree, "%s", t.Sentence)
		}
	}
	if said := r.Check.PeopleUnknown; said != "" {
		v.say(doPeopleAgree, "%s", said)
	}
}

// compared says which pairs differ by the first column.
func (v *view) compared(r *Report, main *compare.Column, order []int) {
	if len(main.Pairs) == 1 {
		v.pair(r, main, &main.Pairs[0])
	} else if r.Comparison.Baseline != nil {
		v.against(r, main)
	} else {
		v.ranked(r, main, order)
	}
	v.explainCorrection(r, main)
	if main.People != "" && len(v.said[doPeopleAgree]) == 0 {
		v.say(doPeopleAgree, "%s", main.People)
	}
}

// pair says all about a single pair.
func (v *view) pair(r *Report, main *compare.Column, p *compare.Pair) {
	if p.Difference < 0 { // the better one is named first
		p = new(p.Turned())
	}
	if p.Equal == p.Segments {
		v.say(whoIsBest, "%s and %s have the same %s in each segment, %s on average.", name(p.System), name(p.Against),
			name(main.Measure), number(&p.Mean))
		return
	}
	v.say(whoIsBest, "%s has %s and %s %s, on average over %s.", name(p.System), number(&p.Mean), name(p.Against),
		number(&p.AgainstMean), wording.Counted(p.Segments, "segment"))
	if p.Verdict != significance.Undecided {
		v.say(howSure, "The test shows it: %s, at alpha %g. Of the segments %d are better, %d equal and %d worse.",
			wording.PEquals(p.Adjusted), r.Comparison.Alpha, p.Better, p.Equal, p.Worse)
		return
	}
	switch {
	case tooFew(r, p):
		v.say(howSure, "So few %s have different scores that no test can give a p of %g or less: add more.",
			string(r.Comparison.Unit), r.Comparison.Alpha)
	case p.Significant: // and yet no difference of the means
		v.say(howSure, "The means are equal: the test finds the ranks of the differences uneven.")
	case p.Detectable != nil:
		v.say(howSure, "So many %s would show a difference of %s or more in 80 %% of cases: a "+
			"smaller one may be there.", string(r.Comparison.Unit), wording.Score(*p.Detectable))
	}
}

// tooFew says whether no test of so many segments or documents can show that a pair differs.
func tooFew(r *Report, p *compare.Pair) bool { return p.LeastP > r.Comparison.Alpha }

// against says how the systems differ from a baseline, those first that differ most.
func (v *view) against(r *Report, main *compare.Column) {
	verdicts := map[significance.Verdict][]template.HTML{}
	pairs := slices.Clone(main.Pairs)
	slices.SortStableFunc(pairs, func(a, b compare.Pair) int { return cmp.Compare(math.Abs(b.Difference), math.Abs(a.Difference)) })
	for _, p := range pairs {
		verdicts[p.Verdict] = append(verdicts[p.Verdict],
			sentence("%s (%s, %s)", name(p.System), signed(&p.Difference), wording.PEquals(p.Adjusted)))
	}
	for _, say := range []struct {
		verdict significance.Verdict
		what    string
	}{{significance.Better, "Better than"}, {significance.Worse, "Worse than"}, {significance.Undecided,
		"No difference shown from"}} {
		if list := verdicts[say.verdict]; list != nil {
			v.answer(whoIsBest, sentence(say.what+" the baseline %s by %s: ", name(*r.Comparison.Baseline),
				name(main.Measure))+listed(list)+".")
		}
	}
}

// ranked says which system is best, what it is better than, and how many pairs differ.
func (v *view) ranked(r *Report, main *compare.Column, order []int) {
	best, second := r.Systems[order[0]], r.Systems[order[1]]
	var unclear, pairs []template.HTML // what the best is not shown to be better than, and all such pairs
	shared := equal(best.Means[0].Mean, second.Means[0].Mean)
	open, largest := 0, 0.0 // pairs; p of those that the best is better than
	undecided := map[string]bool{}
	for _, p := range main.Pairs {
		if p.Verdict == significance.Undecided {
			open++
			if shared || p.System != best.System && p.Against != best.System {
				pairs = append(pairs, sentence("%s and %s", name(p.System), name(p.Against)))
			}
		}
		other := p.Against
		if other == best.System {
			other = p.System
		} else if p.System != best.System {
			continue
		}
		if p.Verdict == significance.Undecided {
			undecided[other] = true
		} else {
			largest = max(largest, p.Adjusted)
		}
	}
	for _, i := range order { // the best first
		if other := r.Systems[i].System; undecided[other] {
			unclear = append(unclear, sentence("%s", name(other)))
		}
	}
	first := sentence("%s has the best %s, %s; the next is %s with %s.", name(best.System), name(main.Measure),
		number(best.Means[0].Mean), name(second.System), number(second.Means[0].Mean))
	most := wording.PEquals(largest)
	n := len(r.Systems) - 1
	if n-len(unclear) > 1 {
		most = strings.Replace(most, "= ", "at most ", 1)
	}
	var sure template.HTML
	switch {
	case shared:
		first = sharedBest(r, order)
	case len(unclear) == 0:
		sure = sentence("%s is better than each of the %d others (%s). ", name(best.System), n, most)
	case len(unclear) == n:
		sure = sentence("%s is not shown to be better than any of the %d others. ", name(best.System), n)
	default:
		sure = sentence("%s is better than %d of the %d others (%s); no difference is shown from ", name(best.System),
			n-len(unclear), n, most) + listed(unclear) + ". "
	}
	v.answer(whoIsBest, first)
	differ := "differ"
	if all := len(main.Pairs); open == all {
		sure += sentence("No difference is shown in any of the %d pairs", all)
	} else if open == 0 {
		sure += sentence("All %d pairs differ", all)
	} else {
		if all-open == 1 {
			differ = "differs"
		}
		sure += sentence("%d of the %d pairs %s", all-open, all, differ)
		if len(pairs) > 0 && len(pairs) <= mostNamed {
			sure += "; no difference is shown between " + listedPairs(pairs)
		}
	}
	v.answer(howSure, sure+".")
}

// sharedBest names the systems that have the best mean together.
func sharedBest(r *Report, order []int) template.HTML {
	best := r.Systems[order[0]].Means[0].Mean
	var names []template.HTML
	for _, i := range order {
		if equal(r.Systems[i].Means[0].Mean, best) {
			names = append(names, sentence("%s", name(r.Systems[i].System)))
		}
	}
	return listed(names) + sentence(" have the best %s, %s.", name(r.Columns[0].Name), number(best))
}

// explainCorrection says why a verdict is open where an interval excludes 0.
func (v *view) explainCorrection(r *Report, main *compare.Column) {
	corrected, stricter, few := 0, 0, 0
	c := r.Comparison
	for i := range main.Pairs {
		p := &main.Pairs[i]
		switch excludes := p.CILow != nil && (*p.CILow > 0 || *p.CIHigh < 0); {
		case p.Verdict != significance.Undecided || !excludes:
		case tooFew(r, p):
			few++
		case p.P <= c.Alpha:
			corrected++
		default:
			stricter++
		}
	}
	const yet = "the interval excludes 0 and yet no difference is shown: "
	if few > 0 && len(main.Pairs) > 1 {
		v.note("In %s "+yet+"so few %s have different scores that no test can give a p of %g or less. Add more.",
			wording.Counted(few, "pair"), string(c.Unit), c.Alpha)
	}
	const decides = "the test, which decides, makes fewer assumptions than the interval."
	switch {
	case stricter > 0 && len(main.Pairs) == 1:
		v.say(howSure, "The interval excludes 0 and yet no difference is shown: "+decides)
	case stricter > 0:
		v.note("In %s "+yet+decides, wording.Counted(stricter, "pair"))
	}
	if corrected > 0 {
		method := "Holm's correction"
		promise := "so that they find a difference where there is none, anywhere, at most %g %% of the time"
		if c.Correction == significance.CorrectionBH {
			method = "Benjamini and Hochberg's correction"
			promise = "so that at most %g %% of the differences found are none"
		}
		v.note("In %s "+yet+"an interval speaks of its pair alone, and %s makes all %d tests stricter, "+promise+".",
			wording.Counted(corrected, "pair"), method, len(main.Pairs), 100*c.Alpha)
	}
}
