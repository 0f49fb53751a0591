package html

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Limits of pictures: more say nothing.
const (
	mostPictures = 12 // of a kind; those that are left out are not made
	mostPoints   = 1000
)

// shownPictures is how many pictures can be seen at once; those of further kinds unfold.
const shownPictures = 6

// A picturesView holds pictures of one kind that unfold.
type picturesView struct {
	Heading, Note string
	Pictures      []template.HTML
}

// pictures draws each plot as a picture of its own, so that a narrow screen can have one below the other.
func (v *view) pictures(r *Report) error {
	type kind struct {
		heading string
		plots   []plot.Plot
		all     int // how many there could be
		of      string
	}
	n := len(r.Systems)
	humans := r.Humans()
	var others []int // columns
	for k := 1; k < len(r.Columns); k++ {
		if !slices.Contains(humans, k) {
			others = append(others, k)
		}
	}
	for _, p := range systemPlots(r, humans) {
		var b strings.Builder
		if err := plot.WriteSVG(&b, "Systems by score and human score", p); err != nil {
			return err
		}
		v.Scatters = append(v.Scatters, picture(b.String()))
	}
	kinds := []kind{{"Means of the systems", systemPlots(r, others), len(others), "columns"}}
	for _, column := range r.Columns {
		kinds = append(kinds, kind{"Histograms of " + columnTitle(r, column), histograms(r, column), n,
			"systems, the best first"})
	}
	for _, k := range humans {
		heading := "Segments by score and human score"
		if len(humans) > 1 {
			heading = "Segments by score and " + columnTitle(r, r.Columns[k])
		}
		kinds = append(kinds, kind{heading, humanScatters(r, k), n, "systems, those first whose scores correlate most"})
	}
	kinds = append(kinds,
		kind{"Segments by the scores of two systems", pairScatters(r), n * (n - 1) / 2,
			"pairs of systems, the largest difference first"})
	for _, kind := range kinds {
		if len(kind.plots) == 0 {
			continue
		}
		drawn := picturesView{Heading: kind.heading}
		for _, p := range kind.plots {
			var b strings.Builder
			// Its texts are written by package plot so that nothing obeys them.
			if err := plot.WriteSVG(&b, kind.heading, p); err != nil {
				return err
			}
			drawn.Pictures = append(drawn.Pictures, picture(b.String()))
		}
		if len(v.Pictures)+len(drawn.Pictures) <= shownPictures {
			v.Pictures = append(v.Pictures, drawn.Pictures...)
			continue
		}
		if len(kind.plots) == mostPictures && kind.all > mostPictures {
			drawn.Note = fmt.Sprintf("The first %d of %d %s.", mostPictures, kind.all, kind.of)
		}
		v.More = append(v.More, drawn)
	}
	return nil
}

// picture has the numbers of a plot with minus signs.
func picture(svg string) template.HTML {
	return template.HTML(negative().ReplaceAllString(strings.TrimSpace(svg), ">−$1"))
}

var negative = lazy.Regexp(`>-(\d)`)

// percentage writes a share without digits that say nothing: 95 %, 99.5 %.
func percentage(share float64) string { return fmt.Sprintf("%.4g%%", 100*share) }

// systemPlots show the systems with the intervals of their means: the first column over each of others.
func systemPlots(r *Report, others []int) (plots []plot.Plot) {
	if len(r.Systems) < 2 {
		return nil
	}
	first, intervals := r.Columns[0], percentage(r.Confidence)+" interval"
	for _, k := range others {
		if k == 0 {
			continue
		}
		column := r.Columns[k]
		s := plot.Scatter{Title: "Means of the systems", XLabel: columnTitle(r, column),
			YLabel: columnTitle(r, first), IntervalName: intervals}
		for _, system := range r.Systems {
			x, y := system.Means[k], system.Means[0]
			if x.Mean != nil && y.Mean != nil {
				s.X, s.Y, s.Names = append(s.X, *x.Mean), append(s.Y, *y.Mean), append(s.Names, system.System)
				s.XIntervals, s.YIntervals = append(s.XIntervals, intervalOf(x)), append(s.YIntervals, intervalOf(y))
			}
		}
		if !drawn(append(slices.Clone(s.XIntervals), s.YIntervals...)) {
			s.XIntervals, s.YIntervals = nil, nil
		}
		if len(s.X) > 1 && len(plots) < mostPictures {
			plots = append(plots, s)
		}
	}
	return plots
}

// drawn says whether there is an interval to see.
func drawn(list []plot.Interval) bool {
	return slices.ContainsFunc(list, func(v plot.Interval) bool { return v.Low != v.High })
}

// intervalOf returns the interval of a mean, one of no length if there is none.
func intervalOf(m evaluation.MeanScore) plot.Interval {
	if m.CILow == nil || m.CIHigh == nil {
		return plot.Interval{}
	}
	return plot.Interval{Low: *m.CILow, High: *m.CIHigh}
}

// histograms shows a column of each system, the best by the first column first; all have the same axes.
func histograms(r *Report, column evaluation.Column) (plots []plot.Plot) {
	span, top := spanOf(column), 0
	var list []plot.Histogram
	for _, i := range r.ByMean() {
		if values := finite(column.Grid.Row(i)); len(values) > 0 && len(list) < mostPictures {
			h := plot.Histogram{Title: r.Systems[i].System, XLabel: columnTitle(r, column), YLabel: "segments", Values: values,
				Range: span}
			list, top = append(list, h), max(top, h.Highest())
		}
	}
	for _, h := range list {
		h.Top = top
		plots = append(plots, h)
	}
	return plots
}

// humanScatters compare the first column with human scores, those of the column at place k, system by system, the highest
// correlation first; all have the same axes.
func humanScatters(r *Report, k int) (plots []plot.Plot) {
	first, human := r.Columns[0], r.Columns[k]
	x, y := spanOf(human), spanOf(first)
	if k == 0 {
		return nil
	}
	order, correlations := r.ByMean(), make([]float64, len(r.Systems))
	for _, i := range order {
		x, y := both(human.Grid.Row(i), first.Grid.Row(i))
		if correlations[i], _ = agreement.Pearson(x, y); first.LowerIsBetter {
			correlations[i] = -correlations[i]
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(correlations[b], correlations[a]) })
	for _, i := range order {
		plots = appendScatter(plots, human.Grid.Row(i), first.Grid.Row(i),
			plot.Scatter{Title: r.Systems[i].System, XLabel: columnTitle(r, human), YLabel: columnTitle(r, first), Fit: true,
				XRange: x, YRange: y})
	}
	return plots
}

// pairScatters compare the systems by the first column, the better one to the right; those first whose means differ most on
// the segments of both.
func pairScatters(r *Report) (plots []plot.Plot) {
	first := r.Columns[0]
	type pair struct {
		better, worse int
		difference    float64 // of the means, without its sign
	}
	var pairs []pair
	order := r.ByMean()
	for at, i := range order {
		for _, k := range order[at+1:] {
			x, y := both(first.Grid.Row(i), first.Grid.Row(k))
			sum := 0.0
			for j := range x {
				sum += x[j] - y[j]
			}
			pairs = append(pairs, pair{i, k, math.Abs(sum) / float64(max(1, len(x)))})
		}
	}
	span := spanOf(first)
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.difference, a.difference) })
	for _, p := range pairs {
		plots = appendScatter(plots, first.Grid.Row(p.better), first.Grid.Row(p.worse),
			plot.Scatter{Title: columnTitle(r, first), XLabel: r.Systems[p.better].System, YLabel: r.Systems[p.worse].System,
				Equal: true, XRange: span})
	}
	return plots
}

// appendScatter fills in the points that have both scores, of many some that are spread over all of them. Without two
// there is no plot.
func appendScatter(plots []plot.Plot, x, y []float64, s plot.Scatter) []plot.Plot {
	if len(plots) == mostPictures {
		return plots
	}
	s.X, s.Y = both(x, y)
	if n := len(s.X); n > mostPoints {
		for i := range mostPoints {
			from := int(float64(i) * float64(n) / mostPoints)
			s.X[i], s.Y[i] = s.X[from], s.Y[from]
		}
		s.Title += fmt.Sprintf(" (%d of %d segments)", mostPoints, n)
		s.X, s.Y = s.X[:mostPoints], s.Y[:mostPoints]
	}
	if len(s.X) < 2 {
		return plots
	}
	return append(plots, s)
}

// both returns the points that have both scores.
func both(x, y []float64) (a, b []float64) {
	for j := range x {
		if !math.IsNaN(x[j]+y[j]) && !math.IsInf(x[j]+y[j], 0) {
			a, b = append(a, x[j]), append(b, y[j])
		}
	}
	return a, b
}

// spanOf is what the scores of a column cover, nil where there are none.
func spanOf(column evaluation.Column) *plot.Interval {
	all := finite(column.Grid.Values)
	if len(all) == 0 {
		return nil
	}
	return &plot.Interval{Low: slices.Min(all), High: slices.Max(all)}
}

func finite(values []float64) (list []float64) {
	for _, x := range values {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			list = append(list, x)
		}
	}
	return list
}
