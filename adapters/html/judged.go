package html

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// judged says how the order of the first column agrees with that of the people who judged the outputs, with what follows a
// headline, and lists those of all columns.
func (v *view) judged(r *Report, rest []wording.Sentence) {
	var main []evaluation.JudgedOrder
	for i := range r.Comparison.Judged {
		o := &r.Comparison.Judged[i]
		if o.Measure == r.Columns[0].Name {
			main = append(main, *o)
		}
		if o.NoOrder == "" {
			v.Orders = append(v.Orders, newOrderView(o))
		}
	}
	notes := say.JudgedNotes(main, v.Headline != "")
	if len(say.Humans(main)) < 2 {
		notes = append(rest, notes...)
	}
	for _, said := range notes {
		v.answer(doPeopleAgree, marked([]wording.Sentence{said}))
	}
}

// mainOrder returns the order of the first column and the human scores of the page, nil if it is not known.
func mainOrder(r *Report) *evaluation.JudgedOrder {
	if r.Comparison == nil {
		return nil
	}
	for i := range r.Comparison.Judged {
		if o := &r.Comparison.Judged[i]; o.Measure == r.Columns[0].Name && o.Human == r.Human && o.NoOrder == "" {
			return o
		}
	}
	return nil
}

// marked joins sentences of package evaluation, with their names as this page has them.
func marked(sentences []wording.Sentence) template.HTML {
	var list []string
	for _, s := range sentences {
		list = append(list, s.Render(func(text string) string { return string(sentence("%s", name(text))) },
			func(text string) string { return template.HTMLEscapeString(minus(visible.Text(text))) }))
	}
	return template.HTML(strings.Join(list, " "))
}

func newOrderView(o *evaluation.JudgedOrder) orderView {
	view := orderView{Measure: visible.Text(o.Measure), Human: visible.Text(o.Human), Shown: "same best",
		Alike: fmt.Sprintf("%d of %d (%.0f%%)", o.Alike, o.Pairs, 100**o.Agreement), Interval: "–"}
	for _, s := range o.Systems {
		if s.Rank == 1 {
			view.ByMeasure = beside(view.ByMeasure, s.System, s.HumanRank)
		}
		if s.HumanRank == 1 {
			view.ByPeople = beside(view.ByPeople, s.System, s.Rank)
		}
	}
	if o.CILow != nil {
		view.Interval = span(o.CILow, o.CIHigh, func(x *float64) string { return fmt.Sprintf("%.0f%%", 100**x) })
	}
	if d := o.Difference; d != nil && d.Untested != "" {
		view.Shown = "not tested"
	} else if d != nil {
		view.Shown = "not significant, " + wording.PEquals(d.Adjusted)
		if d.Verdict != significance.Undecided {
			view.Shown = signed(&d.Difference) + ", " + wording.PEquals(d.Adjusted)
		}
	}
	return view
}

// beside appends a system and its rank to a list.
func beside(list, system string, rank int) string {
	if list != "" {
		list += ", "
	}
	return fmt.Sprintf("%s%s (%d)", list, visible.Text(system), rank)
}
