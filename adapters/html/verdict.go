package html

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/wordrotator/wrd/adapters/findings"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// A name is that of a system or a column, which stands out in a sentence and keeps its direction.
type name string

// whole keeps a name from being broken at its hyphens, unless it is long.
func whole(name string) string {
	if strings.Contains(name, "-") && !strings.Contains(name, " ") && len(name) <= longestUnbroken {
		return ` class="whole"`
	}
	return ""
}

// longestUnbroken is how many bytes of a name have room in a line on a phone.
const longestUnbroken = 24

// sentence fills in a sentence for people; texts from outside are escaped.
func sentence(format string, values ...any) template.HTML {
	for i, value := range values {
		switch v := value.(type) {
		case name:
			values[i] = "<b><bdi" + whole(string(v)) + ">" + template.HTMLEscapeString(visible.Text(string(v))) + "</bdi></b>"
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
	howSure = iota
	whatWasChecked
	doPeopleAgree
	whatTexts
	showWhy
	questions
)

var questionsAsked = [questions]string{"Is it certain?", "What was checked?", "Do people agree?",
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

// why quotes the best example of the lead of the first system of the pair, of those that can be read at a glance; see
// evaluation.Example.
func (v *view) why(r *Report) {
	if len(r.Pair) < 2 {
		return
	}
	human := -1
	if humans := r.Humans(); len(humans) > 0 && humans[0] > 0 {
		human = humans[0]
	}
	ahead := make([]float64, len(r.All))
	for place := range r.All {
		ahead[place] = r.Advantage(0, place)
	}
	best, at, typical := evaluation.ExampleOf{}, -1, evaluation.TypicalLead(ahead)
	for i := range r.Rows {
		row := &r.Rows[i]
		a, b := &row.Outputs[r.Pair[0]], &row.Outputs[r.Pair[1]]
		of := evaluation.ExampleOf{Ahead: ahead[row.Place], Human: math.NaN(), References: row.References, Source: row.Source,
			Outputs: [2]string{a.Candidate, b.Candidate}}
		if human >= 0 {
			of.Human = r.Advantage(human, row.Place)
		}
		if class, _ := of.Merit(); class == 0 || at >= 0 && evaluation.ByMerit(&of, &best, typical) >= 0 ||
			!evaluation.Readable(of.Text()) || !evaluation.Typical(a.Candidate, a.Status) || !evaluation.Typical(b.Candidate, b.Status) {
			continue
		}
		best, at = of, i
	}
	if at >= 0 {
		v.quote(r, at, human)
	}
}

// quote quotes the texts of a row, with the scores by the first column and by people, if they have a column.
func (v *view) quote(r *Report, at, human int) {
	row := &r.Rows[at]
	d := r.Advantage(0, row.Place)
	link := template.HTML(fmt.Sprintf(`<a data-row="%d">`, at)) + sentence("%s", row.Segment.String()) + "</a>"
	v.answer(showWhy, sentence("In segment ")+link+sentence(" %s is ahead of %s by %s:", name(r.Systems[r.Pair[0]].System),
		name(r.Systems[r.Pair[1]].System), signed(&d)))
	quote := func(who template.HTML, text string) {
		v.answer(showWhy, "<small>"+who+": <q dir=\"auto\">"+
			template.HTML(template.HTMLEscapeString(clipped(text, longestQuote)))+"</q></small>")
	}
	if row.Source != "" {
		quote(sentence("%s", name("source")), row.Source)
	}
	if len(row.References) > 0 {
		quote(sentence("%s", name("reference")), row.References[0])
	}
	for _, k := range r.Pair {
		score := r.Columns[0].Grid.At(k, row.Place)
		who := sentence("%s %s", name(r.Systems[k].System), number(&score))
		if human >= 0 {
			if x := r.Columns[human].Grid.At(k, row.Place); !math.IsNaN(x) {
				who += sentence(", people %s", minus(fmt.Sprintf("%.4g", x)))
			}
		}
		quote(who, row.Outputs[k].Candidate)
	}
}

// open fills in the answers. Where systems are not compared, the first one is the headline.
func (v *view) open(r *Report) {
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

// verdict says first what a reader came for: whether people who judged the outputs have another best system, which system
// is better, by how much, and how sure that is.
func (v *view) verdict(r *Report) {
	order := r.ByMean()
	v.chart(r, order)
	if r.Comparison != nil && r.Check == nil {
		if said := say.Headline(r.Comparison, r.Columns[0].Name); len(said) > 0 {
			v.Headline = marked(said[:1])
			v.judged(r, said[1:])
		} else {
			v.judged(r, nil)
		}
	}
	defer v.open(r)
	v.why(r)
	v.kinds(r)
	switch main := mainColumn(r); {
	case r.Check != nil:
		v.checked(r)
	case main != nil && len(main.Pairs) > 0:
		v.certain(r)
		v.compared(r, main)
	case len(r.Systems) == 1:
		v.alone(r)
	}
}

// mainColumn returns the comparison by the first column, nil if there is none.
func mainColumn(r *Report) *compare.ColumnReport {
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

func (v *view) alone(r *Report) {
	m := r.Systems[0].Means[0]
	if m.Mean == nil {
		return
	}
	v.say(howSure, "%s has the mean %s %s%s.",
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

// compared says of a pair what its test can show, and of pairs where interval and test seem to disagree.
func (v *view) compared(r *Report, main *compare.ColumnReport) {
	c := r.Comparison
	if p := &main.Pairs[0]; len(main.Pairs) == 1 && p.Verdict == significance.Undecided && p.Equal < p.Segments {
		switch {
		case p.LeastP > c.Alpha:
			v.say(howSure, "With so few %s no test can give a p of %g or less.", string(c.Unit), c.Alpha)
		case p.Detectable != nil && !p.Significant:
			v.say(howSure, "Detectable: %s, the least difference that such a test finds in 80%% of cases.", wording.Score(*p.Detectable))
		}
	}
	without := 0
	for i := range main.Pairs {
		p := &main.Pairs[i]
		if p.Verdict == significance.Undecided && p.CILow != nil && (*p.CILow > 0 || *p.CIHigh < 0) && p.LeastP <= c.Alpha {
			without++
		}
	}
	if without > 0 {
		v.note("In %s the interval excludes 0, but p, which decides, is above %g (docs/compare.md#tests).",
			wording.Counted(without, "pair"), c.Alpha)
	}
}
