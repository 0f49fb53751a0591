package people

import (
	"math"
	"slices"
	"strings"

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

// MostDifference is the difference beyond which the share stays: few pairs of systems were further apart.
const MostDifference = 0.05

// A Preference says what a difference between the means of two systems means to people: how often they prefer the
// system that scores better. It is known only for significant differences, and only where that share was measured.
type Preference struct {
	// Agree is that share of cases; nil where it is not known.
	Agree *float64 `json:"people_agree,omitempty"`
	// Sentence says it, or why there is no share; "" for columns of which nobody expects one. adapters/say fills it in.
	Sentence string `json:"people,omitempty"`

	// Shown says whether the test shows the difference: elsewhere nothing is said of people.
	Shown      bool     `json:"-"`
	Difference float64  `json:"-"` // of the means, whichever is larger
	Measured   Measured `json:"-"` // for the column
}

// Said returns the sentence where the test shows a difference, else "".
func (p *Preference) Said() string {
	if !p.Shown {
		return ""
	}
	return p.Sentence
}

// A Gap says why it is not known how often people would agree with differences of a column.
type Gap int

const (
	NobodyAsks    Gap = iota // of such a column
	NoGap                    // it is known
	NoSettings               // the settings of the scores are not known
	OtherSettings            // it was not measured for these settings
	NoReferences             // it was measured for references in Measured.Languages, and these scores have none
	OtherLanguage            // the references are in none of Measured.Languages
)

// A Measured is what was measured for a column of scores: on translations like those of WMT, for some settings and
// languages.
type Measured struct {
	Gap       Gap
	Languages []string // codes of the languages that it was measured in; nil where it was not
	// Many says that it holds, too, in other languages that the encoder knows.
	Many bool

	Top, Scale float64 // see peopleFit
}

// On returns what was measured for a column of scores. The signature is that of the scores, "" if it is not known, and
// references are the first ones.
func On(column, signature string, references []string) Measured {
	if column != metric.WRD.String() && column != metric.WRDSimilarity.String() {
		return Measured{}
	}
	if signature == "" {
		return Measured{Gap: NoSettings}
	}
	settings := signed.Settings(signature)
	i := slices.IndexFunc(peopleFits, func(f peopleFit) bool { return f.settings == settings })
	if i < 0 {
		return Measured{Gap: OtherSettings}
	}
	fit := &peopleFits[i]
	m := Measured{Gap: NoGap, Languages: fit.languages, Many: fit.many(), Top: fit.top, Scale: fit.scale}
	switch found := reading.LanguageOf(references); {
	case found.Sure && fit.holds(found.Code):
	case len(references) == 0:
		m.Gap = NoReferences
	default:
		m.Gap = OtherLanguage
	}
	return m
}

// Of returns what a difference between the means of two systems means to people, given whether it is significant.
func (m Measured) Of(difference float64, shown bool) Preference {
	p := Preference{Shown: shown && m.Gap != NobodyAsks && !math.IsNaN(difference), Difference: math.Abs(difference), Measured: m}
	if p.Shown && m.Gap == NoGap {
		p.Agree = new(m.share(difference))
	}
	return p
}

// share returns in what share of cases people prefer the system that scores better, of two that differ so much.
func (m Measured) share(difference float64) float64 {
	return 0.5 - (m.Top-0.5)*math.Expm1(-min(math.Abs(difference), MostDifference)/m.Scale)
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
