package people

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/internal/signed"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// A peopleFit says, for the scores of one signature, how often people prefer the better of two systems. A difference d
// of their means is theirs in a share of
//
//	1/2 + (top − 1/2)·(1 − exp(−d/scale))
//
// of cases: half where nothing differs, and never more than top. Kocmi et al. (2024), "Navigating the metrics maze",
// ask the same of other metrics with a sigmoid; this form cannot fall below chance. bench/differences.py fits top and
// scale to the systems of WMT21, WMT23 and WMT24, and docs/reading-a-score.md has its intervals and how well it holds on
// test sets that were left out.
type peopleFit struct {
	settings   string   // what the signature says but for what it shares with others, see signed.Settings
	languages  []string // of the references, by their codes
	top, scale float64
}

// mostDifference is the difference beyond which the share stays: few pairs of systems were further apart.
const mostDifference = 0.05

// A Preference says what a difference between the means of two systems means to people: how often they prefer the
// system that scores better. It is known only for significant differences, and only where that share was measured.
type Preference struct {
	// Agree is that share of cases; nil where it is not said.
	Agree *float64 `json:"people_agree,omitempty"`
	// Sentence says it, or why there is no share; "" for columns of which nobody expects one.
	Sentence string `json:"people,omitempty"`

	// Shown says whether the test shows the difference: elsewhere nothing is said of people.
	Shown bool `json:"-"`
	// MeasuredOn says on how many languages the share was measured where it is said in others, too; "" elsewhere.
	MeasuredOn string `json:"-"`
}

// Said returns the sentence where the test shows a difference, else "".
func (p *Preference) Said() string {
	if !p.Shown {
		return ""
	}
	return p.Sentence
}

// Agree returns a function that says what a difference between the means of two systems in a column of scores means to
// people, given whether it is significant. The signature is that of the scores, and references are the first ones. The
// shares were measured for some settings and languages, on translations like those of WMT.
func Agree(column, signature string, references []string) func(difference float64, shown bool) Preference {
	return On(column, signature, references).Of
}

// A Measured has what was measured for a column of scores.
type Measured struct {
	fit     *peopleFit // nil where nothing was
	unknown string     // why, in a sentence; "" where nobody expects it
}

func On(column, signature string, references []string) Measured {
	if column != metric.WRD.String() && column != metric.WRDSimilarity.String() {
		return Measured{}
	}
	if signature == "" {
		return Measured{unknown: "How often people would agree is not known: the settings of " +
			"the scores are not known."}
	}
	settings := signed.Settings(signature)
	i := slices.IndexFunc(peopleFits, func(f peopleFit) bool { return f.settings == settings })
	if i < 0 {
		return Measured{unknown: "How often people would agree was not measured for these settings."}
	}
	fit := &peopleFits[i]
	into := fit.into()
	measured := "How often people would agree was measured with these settings for references in " + into
	switch found := reading.LanguageOf(references); {
	case found.Sure && fit.holds(found.Code):
		return Measured{fit: fit}
	case len(references) == 0:
		return Measured{unknown: measured + "; these scores come without references."}
	case fit.many():
		return Measured{unknown: measured + "; these do not seem to be in a language that its encoder knows."}
	case len(fit.languages) == 1:
		return Measured{unknown: measured + "; these do not seem to be in " + into + "."}
	}
	return Measured{unknown: measured + "; these do not seem to be in any of these languages."}
}

func (m Measured) Of(difference float64, shown bool) Preference {
	switch {
	case m == Measured{}:
		return Preference{}
	case !shown || math.IsNaN(difference):
		return Preference{Sentence: "No difference is shown that people could agree with."}
	case m.fit == nil:
		return Preference{Shown: true, Sentence: m.unknown}
	}
	share := m.fit.share(difference)
	return Preference{Shown: true, Agree: &share, Sentence: m.fit.sentence(amount(difference, true), share),
		MeasuredOn: m.fit.measuredOn()}
}

// OfAll says in one sentence what the differences that are shown mean to people, of n that at returns; "" if none is, or
// nobody expects it.
func (m Measured) OfAll(n int, at func(i int) (difference float64, of *Preference)) string {
	var least, most *Preference
	var small, large float64 // the differences
	for i := range n {
		d, p := at(i)
		d = math.Abs(d)
		if !p.Shown {
			continue
		}
		if least == nil || d < small {
			least, small = p, d
		}
		if most == nil || d > large {
			most, large = p, d
		}
	}
	switch {
	case least == nil:
		return ""
	case least == most || m.fit == nil:
		return most.Said()
	}
	low, high := amount(small, false), amount(large, false)
	switch {
	case low == high:
		return m.fit.sentence(high, *most.Agree)
	case in100(*least.Agree) == in100(*most.Agree):
		return m.fit.sentence(low+" to "+high, *most.Agree)
	}
	return fmt.Sprintf("%s with these settings in about %s of 100 cases where they differ by %s, the least that is shown "+
		"here, and in about %s where they differ by %s, the most.", m.fit.preferred(), in100(*least.Agree), low,
		in100(*most.Agree), high)
}

// share returns in what share of cases people prefer the system that scores better, of two that differ so much.
func (f *peopleFit) share(difference float64) float64 {
	return 0.5 - (f.top-0.5)*math.Expm1(-min(math.Abs(difference), mostDifference)/f.scale)
}

// into lists the languages.
func (f *peopleFit) into() string {
	names := make([]string, len(f.languages))
	for i, code := range f.languages {
		names[i] = languageNames[code]
	}
	return wording.AllListed(names)
}

// many says whether the fit is that of the encoder for many languages, and so said in all that it knows.
func (f *peopleFit) many() bool {
	return strings.HasPrefix(f.settings, "encoder:"+encoder.ContextMultiName+"@")
}

// holds says whether the fit does for references in a language.
func (f *peopleFit) holds(code string) bool {
	known := f.many() && code != reading.LanguageOther &&
		metric.PurposeTranslation.EncoderFor(code) == encoder.ContextMultiName
	return known || slices.Contains(f.languages, code)
}

// measuredOn is Preference.MeasuredOn.
func (f *peopleFit) measuredOn() string {
	if !f.many() {
		return ""
	}
	return "measured on seven languages"
}

// preferred begins what was measured.
func (f *peopleFit) preferred() string {
	if on := f.measuredOn(); on != "" {
		return fmt.Sprintf("In WMT's translations (%s: %s), people preferred the better-scoring of two systems", on, f.into())
	}
	return "In WMT's translations into " + f.into() + ", people preferred the better-scoring of two systems"
}

func (f *peopleFit) sentence(amount string, share float64) string {
	return fmt.Sprintf("%s that differ by %s with these settings in about %s of 100 cases.", f.preferred(), amount,
		in100(share))
}

func in100(share float64) string { return fmt.Sprintf("%.0f", 100*share) }

// amount writes how much two systems differ: beyond mostDifference no more than that is known, and said to be there.
func amount(difference float64, here bool) string {
	d := math.Abs(difference)
	written := fmt.Sprintf("%.4f", d)
	switch {
	case d > mostDifference && here:
		return fmt.Sprintf("%v or more (here %s)", mostDifference, written)
	case d > mostDifference:
		return fmt.Sprintf("%v or more", mostDifference)
	case d < 0.00005:
		return "less than 0.0001"
	}
	return written
}

// languageNames are those of the languages of peopleFits.
var languageNames = map[string]string{reading.English: "English", "cs": "Czech", "de": "German", "es": "Spanish", "hi": "Hindi",
	"ja": "Japanese", "zh": "Chinese"}

// peopleFits were printed by bench/differences.py. That of context-multi comes from English, Czech and Japanese; in Chinese,
// German, Hindi and Spanish, which it had not seen, people agreed with more pairs than it expects.
var peopleFits = []peopleFit{
	{"encoder:context-en-large@09cc497c|layer:7|special-tokens:left-out|precision:int8|activations:int8|convert:none|" +
		"surface-weight:0.005|context-weight:0.7", []string{reading.English}, 0.995, 0.01819},
	{"encoder:context-en@c2bc2766|layer:3|special-tokens:left-out|precision:int8|activations:int8|convert:none|" +
		"surface-weight:0.005|context-weight:0.7", []string{reading.English}, 0.995, 0.01642},
	{"vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|oov:own|order-weight:0.25|context-weight:0.7",
		[]string{reading.English}, 0.995, 0.02878},
	{"vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|oov:own", []string{reading.English}, 0.995, 0.02735},
	{"vectors:ngrams2-4|convert:none|tok:written|case:lower|mass-power:2|order-weight:0.25|context-weight:0.5",
		[]string{reading.English, "cs", "de", "ja"}, 0.975, 0.02735},
	{"encoder:context-multi@7031795e|layer:8|special-tokens:left-out|precision:int8|activations:int8|convert:none|" +
		"surface-weight:0.1", []string{reading.English, "zh", "cs", "de", "hi", "ja", "es"}, 0.995, 0.01339},
}
