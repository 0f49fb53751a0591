// Package svg draws results as pictures for documents and web pages.
//
// It may change with any version; README lists the packages that do not.
package svg

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/internal/shade"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// Sizes of the picture in pixels.
const (
	massHeight = 22  // what a word of average mass is high
	leastSlot  = 20  // a word's least height, for its label to be legible
	gap        = 4   // between words
	charWidth  = 8.5 // of a label, at font size 14; a Chinese character counts as two
	barWidth   = 6
	flowWidth  = 320 // between the two texts
	margin     = 16
	footer     = 66
)

// WriteAlignment draws the transport plan of an explanation: the words of the candidate on the left, of the
// reference on the right, each as high as its mass, and between them a band for each move, as thick as the
// mass, from blue, cheap, to orange, expensive. Equal words of a text are drawn once, as in the plan. The explanation's
// Status must be metric.OK. of, which may be left out, says in the title whose texts these are.
func WriteAlignment(w io.Writer, e metric.Explanation, of ...string) error {
	if e.Status != metric.OK {
		return fmt.Errorf("there is nothing to draw: %s", e.Status)
	}
	candidate, reference := distinctWords(e.Candidate), distinctWords(e.Reference)
	scale := massHeight * float64(max(len(candidate), len(reference)))
	height := max(place(candidate, scale), place(reference, scale))
	left := 2*margin + longest(candidate)*charWidth
	right := left + barWidth + flowWidth
	distance, _ := e.Value(metric.WRD)
	p := picture{
		Width:  right + barWidth + 2*margin + longest(reference)*charWidth,
		Height: height + margin + footer,
		LabelY: height + margin + 20,
		RampY:  height + margin + 30,
		Title:  visible.Text(strings.Join(append([]string{fmt.Sprintf("Word Rotator's Distance %.4f", distance)}, of...), ", ")),
		Words: append(bars(candidate, left, left-margin/2, "end"),
			bars(reference, right, right+barWidth+margin/2, "start")...),
		Bands:   bands(e.Alignment, candidate, reference, scale, left+barWidth, right),
		LegendX: left + barWidth,
		Ramp:    rampFrom(left + barWidth + rampAt),
	}
	p.RampEnd = p.Ramp[rampSteps].X + rampWidth + 4
	p.Dark = shades(p.Bands, p.Ramp)
	return alignmentTemplate().Execute(w, p)
}

// A word is a distinct word of a text and where it is drawn.
type word struct {
	text      string
	label     string // how it is written
	known     bool
	lacking   bool // whether it has no counterpart
	mass      float64
	y, height float64 // of the mass itself
	used      float64 // how much of the height is taken by bands
}

func distinctWords(words []metric.Word) []*word {
	var distinct []*word
	for _, w := range words {
		if w.Mass == 0 {
			continue
		}
		i := slices.IndexFunc(distinct, func(d *word) bool { return d.text == w.Text })
		if i < 0 {
			i = len(distinct)
			distinct = append(distinct, &word{text: w.Text, label: visible.Text(w.Text), known: w.Known, lacking: !w.HasCounterpart()})
		}
		distinct[i].mass += w.Mass
	}
	return distinct
}

// place gives each word its position and returns the height of them all.
func place(words []*word, scale float64) float64 {
	y := float64(margin)
	for _, w := range words {
		w.height = w.mass * scale
		slot := max(w.height, leastSlot)
		w.y = y + (slot-w.height)/2
		y += slot + gap
	}
	return y
}

func longest(words []*word) float64 {
	n := 0
	for _, w := range words {
		n = max(n, uniseg.StringWidth(w.label))
	}
	return float64(n)
}

type picture struct {
	Width, Height, LabelY float64
	Title                 string
	Words                 []bar
	Bands                 []band
	Ramp                  []ramp
	Dark                  []darkShade
	LegendX, RampEnd      float64
	RampY                 float64
}

type bar struct {
	X, Y, Height, LabelX, LabelY float64
	Anchor, Text                 string
	Known, Lacking, RightToLeft  bool
}

func bars(words []*word, x, labelX float64, anchor string) []bar {
	list := make([]bar, len(words))
	for i, w := range words {
		list[i] = bar{X: x, Y: w.y, Height: w.height, LabelX: labelX, LabelY: w.y + w.height/2 + 5,
			Anchor: anchor, Text: w.label, Known: w.known, Lacking: w.lacking}
		if strings.ContainsFunc(w.text, wording.RightToLeft) {
			list[i].RightToLeft = true
			list[i].Anchor = map[string]string{"start": "end", "end": "start"}[anchor] // a label ends on its left
		}
	}
	return list
}

type band struct {
	Path  template.HTMLAttr
	Step  int
	Color string
	Title string
}

// bands draws the moves. Those of a word leave it in the order in which their other ends stand, so that they
// cross as little as possible.
func bands(moves []metric.Move, candidate, reference []*word, scale, x0, x1 float64) []band {
	find := func(words []*word, text string) int {
		return slices.IndexFunc(words, func(w *word) bool { return w.text == text })
	}
	type end struct{ from, to int }
	ends := map[metric.Move]end{}
	for _, m := range moves {
		ends[m] = end{find(candidate, m.CandidateToken), find(reference, m.ReferenceToken)}
	}
	byCandidate, byReference := slices.Clone(moves), slices.Clone(moves)
	slices.SortFunc(byCandidate, func(a, b metric.Move) int {
		return cmp.Or(ends[a].from-ends[b].from, ends[a].to-ends[b].to)
	})
	slices.SortFunc(byReference, func(a, b metric.Move) int {
		return cmp.Or(ends[a].to-ends[b].to, ends[a].from-ends[b].from)
	})
	top := map[metric.Move]float64{} // at the reference
	for _, m := range byReference {
		w := reference[ends[m].to]
		top[m] = w.y + w.used
		w.used += m.Mass * scale
	}
	list := make([]band, len(moves))
	for i, m := range byCandidate {
		w := candidate[ends[m].from]
		y0, y1, thick, middle := w.y+w.used, top[m], m.Mass*scale, (x0+x1)/2
		w.used += thick
		list[i] = band{
			Path: template.HTMLAttr(
				fmt.Sprintf(`d="M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1fV%.1fC%.1f %.1f %.1f %.1f %.1f %.1fZ"`,
					x0, y0, middle, y0, middle, y1, x1, y1, y1+thick, middle, y1+thick, middle, y0+thick, x0,
					y0+thick)),
			Step:  shade.Step(m.Cost),
			Color: shade.Light.At(shade.Step(m.Cost)),
			Title: fmt.Sprintf("%s → %s: mass %.4f, cost %.4f", wording.InLine(visible.Text(m.CandidateToken)),
				wording.InLine(visible.Text(m.ReferenceToken)), m.Mass, m.Cost),
		}
	}
	return list
}

// shades are the colors of bands and of the legend, those of the report: an attribute has the one for white paper, which
// every program that shows SVG knows, and the class of the same step that for dark paper.
func shades(list []band, legend []ramp) (dark []darkShade) {
	used := map[int]bool{}
	for _, b := range list {
		used[b.Step] = true
	}
	for _, r := range legend {
		used[r.Step] = true
	}
	for step := range shade.Steps + 1 {
		if used[step] {
			dark = append(dark, darkShade{step, shade.Dark.At(step)})
		}
	}
	return dark
}

// A darkShade is the color of a step on dark paper.
type darkShade struct {
	Step  int
	Color string
}

// A ramp is a part of the legend of colors.
type ramp struct {
	X     float64
	Step  int
	Color string
}

const (
	rampSteps = 10 // parts of the legend
	rampWidth = 12 // of a part
	rampAt    = 44 // behind "cost 0"
)

func rampFrom(x float64) (list []ramp) {
	for i := range rampSteps + 1 {
		step := i * shade.Steps / rampSteps
		list = append(list, ramp{x + float64(i*rampWidth), step, shade.Light.At(step)})
	}
	return list
}

var alignmentTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("alignment").Funcs(template.FuncMap{
		"px": func(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") },
	}).Parse(alignmentText))
})

const alignmentText = `<svg xmlns="http://www.w3.org/2000/svg" class="wrd-alignment" role="img" width="{{px .Width}}" height="{{px .Height}}" viewBox="0 0 {{px .Width}} {{px .Height}}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, 'Noto Sans', sans-serif" font-size="14">
<title>{{.Title}}</title>
<style>
.wrd-alignment{max-width:100%;height:auto;color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){
.wrd-alignment .paper{fill:#15181c}
.wrd-alignment .text{fill:#e6e9ed}
.wrd-alignment .mass,.wrd-alignment .legend{fill:#a6aeb8}
{{- range .Dark}}
.wrd-alignment .c{{.Step}}{fill:{{.Color}}}
{{- end}}
}
</style>
<rect class="paper" width="100%" height="100%" fill="#ffffff"/>
{{- range .Bands}}
<path class="c{{.Step}}" {{.Path}} fill="{{.Color}}" fill-opacity="0.8"><title>{{.Title}}</title></path>
{{- end}}
<g class="text" fill="#24292f">
{{- range .Words}}
<rect class="mass" x="{{px .X}}" y="{{px .Y}}" width="6" height="{{px .Height}}" fill="#333"/><text x="{{px .LabelX}}" y="{{px .LabelY}}" text-anchor="{{.Anchor}}"{{if .RightToLeft}} direction="rtl"{{end}}{{if not .Known}} font-style="italic"{{end}}{{if .Lacking}} text-decoration="underline"{{end}}>{{.Text}}</text>
{{- end}}
<text x="{{px .LegendX}}" y="{{px .LabelY}}" font-weight="bold">{{.Title}}</text>
<text class="legend" x="{{px .LegendX}}" y="{{px .LabelY}}" dy="19" font-size="12" fill="#555">cost 0</text>
{{- range .Ramp}}
<rect class="c{{.Step}}" x="{{px .X}}" y="{{px $.RampY}}" width="12" height="10" fill="{{.Color}}" fill-opacity="0.8"/>
{{- end}}
<text class="legend" x="{{px .RampEnd}}" y="{{px .LabelY}}" dy="19" font-size="12" fill="#555">1 or more</text>
<text class="legend" x="{{px .LegendX}}" y="{{px .LabelY}}" dy="36" font-size="12" fill="#555">height: mass (norm) of a word · underlined: no counterpart</text>
</g>
</svg>
`
