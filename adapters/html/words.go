package html

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/inspection"
)

// A wordsView shows what is characteristic of the words of the systems.
type wordsView struct {
	Legend, Aligned string
	Names           []string // of the systems
	Pair            []string // those that Ahead is of, nil if there is no pair
	Classes         []classView
	Systems         []systemWordsView
}

type classView struct {
	Name  string
	Words int
	Found []rangeView
	Ahead meanView // by how much the first system of the pair has more of them
}

type systemWordsView struct {
	Name, Summary string
	System        int
	Several       bool // there are other systems
	More          []wordView
	Lists         []wordList // of what is missing and invented
}

type wordList struct {
	Title string
	Words []wordView
}

// A wordView is a word with the filter that lists where it is.
type wordView struct {
	Text, Filter, Counts, Interval string
}

func (v *view) words(r *Report) {
	w := r.Words
	if w == nil {
		return
	}
	several := len(r.Systems) > 1
	out := &wordsView{Names: visibleAll(systemNames(r))}
	if len(r.Pair) > 1 {
		out.Pair = []string{out.Names[r.Pair[0]], out.Names[r.Pair[1]]}
	}
	than := "the references"
	if several {
		than = "the other systems and the references"
	}
	other := "reference"
	if r.OfSources {
		other = "source"
	}
	if w.Segments > 0 {
		out.Legend = fmt.Sprintf("Words that a system uses more often than %s, of %s, with the %s interval of the difference; "+
			"* is significant after Bonferroni's correction.", than, wording.Counted(w.Segments, "segment"), percentage(r.Confidence))
	}
	if w.Aligned > 0 {
		out.Aligned = fmt.Sprintf("Missing: words of the %s without a counterpart in the output. Invented: the other way round. "+
			"Counted in the %s with an alignment here.", other, wording.Counted(w.Aligned, "output"))
	}
	s := scale{0, 1}
	for _, c := range w.Classes {
		row := classView{Name: className(c), Words: c.Words,
			Ahead: meanView{signedPercent(c.Ahead.Mean), span(c.Ahead.CILow, c.Ahead.CIHigh, signedPercent)}}
		for _, found := range c.Found {
			row.Found = append(row.Found, s.show(found))
		}
		out.Classes = append(out.Classes, row)
	}
	for i := range w.Systems {
		out.Systems = append(out.Systems, newSystemWords(&w.Systems[i], out.Names[i], i, several))
	}
	v.Words = out
}

// signedPercent writes a difference of shares.
func signedPercent(x *float64) string {
	if x == nil {
		return "–"
	}
	return minus(fmt.Sprintf("%+.1f%%", 100**x))
}

func className(c inspection.WordClass) string {
	unit := "in %s segments"
	if c.Length {
		unit = "%s letters"
	}
	switch {
	case c.High == 0:
		return fmt.Sprintf(unit, fmt.Sprintf("%d or more", c.Low))
	case c.Low == c.High:
		return "in 1 segment"
	}
	return fmt.Sprintf(unit, fmt.Sprintf("%d–%d", c.Low, c.High))
}

func newSystemWords(w *inspection.SystemWords, name string, system int, several bool) systemWordsView {
	out := systemWordsView{Name: name, System: system, Several: several}
	var first []string
	for _, u := range w.More {
		counts := wording.Count(u.Outputs)
		if several {
			counts += fmt.Sprintf(" / %.4g", math.Round(u.Others*10)/10)
		}
		counts += " / " + wording.Count(u.References)
		text := visible.Text(u.Text)
		sure := ""
		if u.Sure {
			sure = " *"
		}
		out.More = append(out.More, wordView{text, "candidate ~ " + wordPattern(u.Text), counts,
			percent(u.Over.Mean) + " (" + span(u.Over.CILow, u.Over.CIHigh, percent) + ")" + sure})
		if len(first) < mostNamed {
			first = append(first, text)
		}
	}
	for _, list := range []struct {
		title, field string
		words        []inspection.AlignedWord
	}{
		{"Missing", "missing", w.Missing},
		{"Invented", "invented", w.Invented},
	} {
		shown := wordList{Title: list.title}
		for _, a := range list.words {
			shown.Words = append(shown.Words,
				wordView{Text: visible.Text(a.Text), Filter: list.field + " == " + quoted(a.Text),
					Counts: fmt.Sprintf("%s of %s", wording.Count(a.Without), wording.Counted(a.Outputs, "output"))})
		}
		if len(shown.Words) > 0 {
			out.Lists = append(out.Lists, shown)
		}
	}
	out.Summary = fmt.Sprintf("none of the %d words and pairs that it uses often stands out", w.Kind)
	if w.Kind == 0 {
		out.Summary = "it uses no word often enough to tell"
	}
	if len(first) > 0 {
		out.Summary = strings.Join(first, ", ")
		if more := len(w.More) - len(first); more > 0 {
			out.Summary += fmt.Sprintf(" and %d more", more)
		}
	}
	return out
}

// quoted writes a text as the page's filters have it.
func quoted(text string) string {
	return visible.Text(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`)
}

// wordPattern is an expression of the page's filters that finds words in a row, and not as a part of another word.
func wordPattern(text string) string {
	const letter = `[\p{L}\p{M}\p{N}]`
	var words []string
	for _, word := range strings.Fields(text) {
		words = append(words, strings.ReplaceAll(regexp.QuoteMeta(word), "/", `\/`))
	}
	return visible.Text(`/(?<!` + letter + `)` + strings.Join(words, `[^\p{L}\p{N}]+`) + `(?!` + letter + `)/i`)
}
