package evaluation

import (
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
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
	settings   string   // what the signature says but for what it shares with others, see settingsOfPeople
	languages  []string // of the references, by their codes
	top, scale float64
}

// mostDifference is the difference beyond which the share stays: few pairs of systems were further apart.
const mostDifference = 0.05

// PeopleAgree returns in what share of cases people prefer the better of two systems, whichever it is, as a function of the
// difference of the means that a column of scores with this signature gives them. references are the first of those that
// the scores are about: it was measured for some languages, on translations like those of WMT. Where it was not, the share
// is nil, and notMeasured says so in a sentence, "" for columns of which nobody expects it.
func PeopleAgree(column, signature string, references []string) (
	share func(difference float64) *float64, notMeasured string) {
	share = func(float64) *float64 { return nil }
	if column != metric.WRD.String() && column != metric.WRDSimilarity.String() {
		return share, ""
	}
	settings := settingsOfPeople(signature)
	i := slices.IndexFunc(peopleFits, func(f peopleFit) bool { return f.settings == settings })
	if i < 0 {
		return share, "How often people would agree was not measured for these settings."
	}
	f := peopleFits[i]
	if !slices.Contains(f.languages, surely(references)) {
		names := []string{}
		for _, code := range f.languages {
			names = append(names, languageNames[code])
		}
		return share, "How often people would agree was measured with these settings for references in " + listed(names) +
			", which these do not seem to be."
	}
	return func(difference float64) *float64 {
		if math.IsNaN(difference) {
			return nil
		}
		return new(0.5 - (f.top-0.5)*math.Expm1(-min(math.Abs(difference), mostDifference)/f.scale))
	}, ""
}

// settingsOfPeople returns the parts of a signature of scores with one reference that decide what a difference means;
// "" for other scores.
func settingsOfPeople(line string) string {
	signature := metric.ParseSignature(line).Of(metric.WRD.String())
	var parts []string
	one := false
	for _, p := range signature.Parts {
		switch p.Key {
		case "refs":
			one = p.Value == "1"
		case "empty", "version": // a few segments at most; another version with the same settings has the same scores
		default:
			parts = append(parts, p.Key+":"+p.Value)
		}
	}
	if signature.Name != "wrd" || !one {
		return ""
	}
	return strings.Join(parts, "|")
}

// languageNames are those of the languages of peopleFits.
var languageNames = map[string]string{English: "English", "cs": "Czech", "de": "German", "ja": "Japanese"}

// peopleFits were printed by bench/differences.py.
var peopleFits = []peopleFit{
	{"encoder:context-en-large@09cc497c|layer:7|special-tokens:left-out|precision:int8|activations:int8|convert:none|" +
		"context-weight:0.7", []string{English}, 0.995, 0.01819},
	{"encoder:context-en@c2bc2766|layer:3|special-tokens:left-out|precision:int8|activations:int8|convert:none|" +
		"context-weight:0.7", []string{English}, 0.995, 0.01642},
	{"vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|oov:own|order-weight:0.25|context-weight:0.7",
		[]string{English}, 0.995, 0.02878},
	{"vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|oov:own", []string{English}, 0.995, 0.02735},
	{"vectors:ngrams2-4|convert:none|tok:written|case:lower|mass-power:2|order-weight:0.25|context-weight:0.5",
		[]string{English, "cs", "de", "ja"}, 0.975, 0.02735},
}
