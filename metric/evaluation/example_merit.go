package evaluation

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/tokenize"
)

// A reference is read at a glance if it has at least fewestWords, of which two letters of a script without spaces count as
// one, and at most mostBytes of UTF-8: 30 words of English, and as much of Chinese or Russian, whose letters take more
// bytes and say more.
const fewestWords, mostBytes = 5, 180

// Readable says whether a reference, or a source, says enough to tell what is right with it, and is read at a glance.
func Readable(reference string) bool {
	if len(reference) > mostBytes {
		return false
	}
	halves := 2 * len(strings.Fields(reference))
	for _, r := range reference {
		if tokenize.IsUnspaced(r) {
			halves++
		}
	}
	return halves >= 2*fewestWords
}

// Typical says whether an output with this status ("" if it is not known) shows what its system does.
func Typical(candidate, status string) bool {
	return strings.TrimSpace(candidate) != "" && (status == "" || status == metric.OK.String())
}

// usualLength says whether an output is neither much shorter nor much longer than the reference, or the source, in
// characters.
func usualLength(candidate, against string) bool {
	n, usual := utf8.RuneCountInString(candidate), utf8.RuneCountInString(against)
	return 3*n >= 2*usual && 2*n <= 3*usual
}

// Copied says whether an output is one of its references, apart from white space around it.
func Copied(candidate string, references []string) bool {
	return slices.ContainsFunc(references, func(r string) bool { return strings.TrimSpace(r) == strings.TrimSpace(candidate) })
}

// An ExampleOf weighs a segment in which one system is ahead of another; the zero value is none.
type ExampleOf struct {
	Ahead      float64 // by the column
	Human      float64 // by people, NaN where they did not score both
	References []string
	Source     string
	Outputs    [2]string
}

// Text is what the outputs are to be held against: the first reference, or the source if there is none.
func (e *ExampleOf) Text() string {
	if len(e.References) > 0 {
		return e.References[0]
	}
	return e.Source
}

// Merits of an example: what people agree with comes first, then what is of usual length.
const (
	unfit = iota
	unusual
	usual
	agreed
)

// Merit says how good an example is, and how good among its like; 0 if it is none. It does not look at whether texts are
// Readable and Typical.
func (e *ExampleOf) Merit() (class int, value float64) {
	if !(e.Ahead > metric.Rounding) || e.Human <= 0 {
		return unfit, 0
	}
	for _, output := range e.Outputs {
		if Copied(output, e.References) {
			return unfit, 0
		}
	}
	if e.Human > 0 {
		return agreed, float64(e.Ahead * e.Human)
	}
	if text := e.Text(); !usualLength(e.Outputs[0], text) || !usualLength(e.Outputs[1], text) {
		return unusual, e.Ahead
	}
	return usual, e.Ahead
}

// ByMerit compares two examples, the better one first, of which differences are typical up to a step of leadStep.
func ByMerit(a, b *ExampleOf, typical int) int {
	class, value := a.Merit()
	class2, value2 := b.Merit()
	if class == usual && leadStep(value) > typical {
		class = unusual
	}
	if class2 == usual && leadStep(value2) > typical {
		class2 = unusual
	}
	return cmp.Or(cmp.Compare(class2, class), cmp.Compare(value2, value))
}

// TypicalLead returns up to which step the differences in favour of a system are typical of its lead: that of the ninth
// tenth of them. A step is a factor of √2.
func TypicalLead(ahead []float64) int {
	var list []float64
	for _, d := range ahead {
		if d > metric.Rounding {
			list = append(list, d)
		}
	}
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return leadStep(list[len(list)-1-len(list)/10])
}

func leadStep(ahead float64) int { return int(math.Floor(2 * math.Log2(ahead))) }
