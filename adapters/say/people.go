package say

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/evaluation/people"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Preference says what a difference means to people, or why that is not known; "" for columns of which nobody expects it.
func Preference(p *people.Preference) string {
	switch {
	case p.Measured.Gap == people.NobodyAsks:
		return ""
	case !p.Shown:
		return "No difference is shown that people could agree with."
	case p.Agree == nil:
		return unmeasured(&p.Measured)
	}
	return preferredBy(&p.Measured, differing(p.Difference, true), *p.Agree)
}

// unmeasured says why it is not known how often people would agree.
func unmeasured(m *people.Measured) string {
	switch m.Gap {
	case people.NoSettings:
		return "How often people would agree is not known: the settings of the scores are not known."
	case people.OtherSettings:
		return "How often people would agree was not measured for these settings."
	}
	into := languages(m)
	measured := "How often people would agree was measured with these settings for references in " + into
	switch {
	case m.Gap == people.NoReferences:
		return measured + "; these scores come without references."
	case m.Many:
		return measured + "; these do not seem to be in a language that its encoder knows."
	case len(m.Languages) == 1:
		return measured + "; these do not seem to be in " + into + "."
	}
	return measured + "; these do not seem to be in any of these languages."
}

// preferences says in one sentence what the differences of a column that are shown mean to people; "" if none is, or
// nobody expects it.
func preferences(c *compare.ColumnReport) string {
	var least, most *people.Preference
	for i := range c.Pairs {
		p := &c.Pairs[i].Preference
		if !p.Shown {
			continue
		}
		if least == nil || p.Difference < least.Difference {
			least = p
		}
		if most == nil || p.Difference > most.Difference {
			most = p
		}
	}
	switch {
	case least == nil:
		return ""
	case least == most || most.Agree == nil:
		return Preference(most)
	}
	low, high := differing(least.Difference, false), differing(most.Difference, false)
	switch {
	case low == high:
		return preferredBy(&most.Measured, high, *most.Agree)
	case in100(*least.Agree) == in100(*most.Agree):
		return preferredBy(&most.Measured, low+" to "+high, *most.Agree)
	}
	return fmt.Sprintf("%s with these settings in about %s of 100 cases where they differ by %s, the least that is shown "+
		"here, and in about %s where they differ by %s, the most.", preferred(&most.Measured), in100(*least.Agree), low,
		in100(*most.Agree), high)
}

// preferred begins what was measured.
func preferred(m *people.Measured) string {
	if m.Many {
		return fmt.Sprintf("In WMT's translations (%s: %s), people preferred the better-scoring of two systems", onSeveral,
			languages(m))
	}
	return "In WMT's translations into " + languages(m) + ", people preferred the better-scoring of two systems"
}

// onSeveral says on what was measured that holds in other languages, too.
const onSeveral = "measured on seven languages"

func preferredBy(m *people.Measured, amount string, share float64) string {
	return fmt.Sprintf("%s that differ by %s with these settings in about %s of 100 cases.", preferred(m), amount, in100(share))
}

func in100(share float64) string { return fmt.Sprintf("%.0f", 100*share) }

// differing writes how much two systems differ: beyond people.MostDifference no more than that is known, and said to be
// there.
func differing(d float64, here bool) string {
	written := fmt.Sprintf("%.4f", d)
	switch {
	case d > people.MostDifference && here:
		return fmt.Sprintf("%v or more (here %s)", people.MostDifference, written)
	case d > people.MostDifference:
		return fmt.Sprintf("%v or more", people.MostDifference)
	case d < 0.00005:
		return "less than 0.0001"
	}
	return written
}

// languages lists those that a share was measured in.
func languages(m *people.Measured) string {
	names := make([]string, len(m.Languages))
	for i, code := range m.Languages {
		names[i] = languageNames[code]
	}
	return wording.AllListed(names)
}

// languageNames are those of the languages that shares were measured in.
var languageNames = map[string]string{reading.English: "English", "cs": "Czech", "de": "German", "es": "Spanish", "hi": "Hindi",
	"ja": "Japanese", "zh": "Chinese"}
