package html

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A chartView shows the systems with their means and intervals: by people, where they judged, and by the first column.
type chartView struct {
	People, Measure *dotsView // People is nil without human scores
	Rows            []chartRow
	Parts           bool // whether lines part systems that differ significantly
	Ties            bool // whether systems that tie for first are shaded
}

// A dotsView is the axis of a column of dots: better is to the right.
type dotsView struct {
	Name  string
	Ticks []tickView
	scale dotScale
}

type tickView struct{ At, Label string }

// A chartRow is a system.
type chartRow struct {
	Name            string
	System          int // its place
	Order           int // by the measure
	Parted          bool
	People, Measure dotView
}

// A dotView is a mean on its axis.
type dotView struct {
	Mean          string
	Rank          int // 0 if it is not known
	Leads         bool
	Low, At, High string // places in percent, "" if there is none
}

// A dotOn is a dot with its axis, for the template.
type dotOn struct {
	Ticks []tickView
	Dot   dotView
}

// PeopleDot and MeasureDot are those of a row.
func (c chartView) PeopleDot(row chartRow) dotOn  { return dotOn{c.People.Ticks, row.People} }
func (c chartView) MeasureDot(row chartRow) dotOn { return dotOn{c.Measure.Ticks, row.Measure} }

// chart fills in the first picture, in people's order if there is one.
func (v *view) chart(r *Report, order []int) {
	c := &v.Chart
	c.Measure = newDots(r, 0, columnTitle(r, r.Columns[0]))
	human := len(r.Columns) - 1
	if human == 0 || r.Columns[human].Name != r.Human {
		human = 0
	} else {
		v.Human = "people"
		if r.Human != evaluation.UsualHuman {
			v.Human += " (" + visible.Text(r.Human) + ")"
		}
		c.People = newDots(r, human, v.Human)
	}
	leads, leadsByPeople, parted := map[string]bool{}, map[string]bool{}, map[string]bool{}
	if main := mainColumn(r); main != nil {
		for _, system := range main.Leaders() {
			leads[system], c.Ties = true, true
		}
		for k, cluster := range main.Clusters() {
			parted[cluster[0]] = k > 0 && c.People == nil
			c.Parts = c.Parts || parted[cluster[0]]
		}
	}
	ranks := map[string]evaluation.JudgedSystem{}
	if o := mainOrder(r); o != nil && human > 0 {
		for _, s := range o.Systems {
			ranks[s.System] = s
		}
		for _, system := range o.TiedByPeople {
			leadsByPeople[system], c.Ties = true, true
		}
	}
	for k, i := range order {
		name := r.Systems[i].System
		row := chartRow{Name: visible.Text(name), System: i, Order: k, Parted: parted[name],
			Measure: c.Measure.dot(r.Systems[i].Means[0])}
		row.Measure.Rank, row.Measure.Leads = ranks[name].Rank, leads[name]
		if c.People != nil {
			row.People = c.People.dot(r.Systems[i].Means[human])
			row.People.Rank, row.People.Leads = ranks[name].HumanRank, leadsByPeople[name]
		}
		c.Rows = append(c.Rows, row)
	}
	if c.People != nil {
		slices.SortStableFunc(c.Rows, func(a, b chartRow) int {
			return c.People.scale.compare(r.Systems[a.System].Means[human], r.Systems[b.System].Means[human])
		})
	}
}

func newDots(r *Report, column int, name string) *dotsView {
	d := &dotsView{Name: name, scale: dotScale{scale{math.Inf(1), math.Inf(-1)}, r.Columns[column].LowerIsBetter}}
	for _, system := range r.Systems {
		d.scale.include(system.Means[column])
	}
	if !(d.scale.low < d.scale.high) {
		return d
	}
	step, digits := roundStep(d.scale.high - d.scale.low)
	for k := math.Ceil(d.scale.low / step); k*step <= d.scale.high; k++ {
		d.Ticks = append(d.Ticks, tickView{d.scale.at(k * step), minus(strconv.FormatFloat(k*step+0, 'f', digits, 64))})
	}
	return d
}

// mostTicks is how many numbers an axis has, so that they have room on a phone.
const mostTicks = 4

// roundStep returns the least of 1, 2 and 5 times a power of ten that parts a length into fewer than mostTicks, and how many
// digits behind the point its multiples have.
func roundStep(length float64) (step float64, digits int) {
	for k := math.Floor(math.Log10(length)) - 1; ; k++ {
		for _, n := range []float64{1, 2, 5} {
			if step = n * math.Pow(10, k); length/step < mostTicks {
				return step, max(0, -int(k))
			}
		}
	}
}

// A dotScale puts numbers between 0 and 100, better ones to the right.
type dotScale struct {
	scale
	lowerIsBetter bool
}

func (s dotScale) at(x float64) string {
	place := 50.0
	if s.low < s.high {
		place = 4 + 92*(x-s.low)/(s.high-s.low) // room for the dot
	}
	if s.lowerIsBetter {
		place = 100 - place
	}
	return strconv.FormatFloat(place, 'f', 1, 64) + "%"
}

// compare puts the better mean first, and those without one last.
func (s dotScale) compare(a, b evaluation.MeanScore) int {
	value := func(m evaluation.MeanScore) float64 {
		switch {
		case m.Mean == nil:
			return math.Inf(1)
		case s.lowerIsBetter:
			return *m.Mean
		}
		return -*m.Mean
	}
	switch x, y := value(a), value(b); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func (d *dotsView) dot(m evaluation.MeanScore) dotView {
	v := dotView{Mean: number(m.Mean)}
	if m.Mean != nil {
		v.At = d.scale.at(*m.Mean)
	}
	if m.CILow != nil && m.CIHigh != nil {
		v.Low, v.High = d.scale.at(*m.CILow), d.scale.at(*m.CIHigh)
	}
	return v
}

// certain counts the pairs that differ significantly, by the first column and by people.
func (v *view) certain(r *Report) {
	main := mainColumn(r)
	if main == nil || len(main.Pairs) < 2 {
		return
	}
	said := fmt.Sprintf("%d of %d pairs of systems differ significantly by %%s", main.Significant(), len(main.Pairs))
	values := []any{name(main.Measure)}
	if o := mainOrder(r); o != nil {
		said += fmt.Sprintf(", %d", o.ApartByPeople)
		if o.Pairs != len(main.Pairs) {
			said += fmt.Sprintf(" of %d", o.Pairs)
		}
		said += " by people"
	}
	v.say(howSure, said+".", values...)
}
