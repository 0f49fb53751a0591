package html

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/inspection"
)

// A wordsView shows what is characteristic of the words of the systems.
type wordsView struct {
	Legend, Aligned string
	Names           []string // of the systems
	Classes         []classView
	Systems         []systemWordsView
}

type classView struct {
	Name  string
	Words int
	Found []rangeView
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
	than := "the references"
	if several {
		than = "the other systems and the references"
	}
	out.Legend = fmt.Sprintf("Of %s, by Unicode's rules for words, in small letters. A word or pair is listed if "+
		"outputs have it more often than %s; the interval, at %s, is that of the difference. Of many words some stand "+
		"out by chance: those with an asterisk do not, as far as a correction for all that were tried (Bonferroni) says.",
		counted(w.Segments, "segment"), than, percentage(r.Confidence))
	if w.Aligned > 0 {
		out.Aligned = fmt.Sprintf("Missing is the mass of reference words, and invented that of output words, that has no "+
			"counterpart (mass × cost), summed over the %s with an alignment on this page, which are the worst. Those words "+
			"are listed that have more of it than the average one.", counted(w.Aligned, "output"))
	}
	s := scale{0, 1}
	for _, c := range w.Classes {
		row := classView{Name: className(c), Words: c.Words}
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
		counts := fmt.Sprintf("%d", u.Outputs)
		if several {
			counts += fmt.Sprintf(" / %.4g", math.Round(u.Others*10)/10)
		}
		counts += fmt.Sprintf(" / %d", u.References)
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
		title, filter string
		words         []inspection.AlignedWord
	}{
		{"Missing", "reference ~ %[1]s && candidate !~ %[1]s", w.Missing},
		{"Invented", "candidate ~ %[1]s && reference !~ %[1]s", w.Invented},
	} {
		shown := wordList{Title: list.title}
		for _, a := range list.words {
			shown.Words = append(shown.Words,
				wordView{Text: visible.Text(a.Text), Filter: fmt.Sprintf(list.filter, wordPattern(a.Text)),
					Counts: fmt.Sprintf("%.2f in %s", a.Mass, counted(a.Outputs, "output"))})
		}
		if len(shown.Words) > 0 {
			out.Lists = append(out.Lists, shown)
		}
	}
	out.Summary = fmt.Sprintf("none of %d words and pairs stands out", w.Kind)
	if len(first) > 0 {
		out.Summary = strings.Join(first, ", ")
		if more := len(w.More) - len(first); more > 0 {
			out.Summary += fmt.Sprintf(" and %d more", more)
		}
	}
	return out
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
