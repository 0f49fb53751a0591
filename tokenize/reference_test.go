package tokenize

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/parts"
)

// The rules of NLTKWordTokenizer once more, as NLTK has them: one substitution after another. Slow, and plainly
// right; the scanner is compared with it. Python's classes are spelt out, $ and \z are one because no sentence
// ends in white space, and what Go's expressions cannot say (a negative look-ahead, \b for Unicode) is said in
// Go.
const (
	pyWord  = `[\pL\pN_]`
	pySpace = `[\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]`
)

type rule struct {
	expr *regexp.Regexp
	with string
}

func rules(pairs ...string) []rule {
	var out []rule
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, rule{regexp.MustCompile(pairs[i]), pairs[i+1]})
	}
	return out
}

var (
	startingQuotes = rules(
		"([«“‘„]|[`]+)", " ${1} ",
		`\A"`, "``",
		"(``)", " ${1} ",
		`([ \(\[{<])("|'{2})`, "${1} `` ",
	)
	punctuation = rules(
		`([^\.])(\.)([\]\)}>"'»”’ ]*)`+pySpace+`*\z`, "${1} ${2} ${3} ",
		`([:,])([^\p{Nd}])`, " ${1} ${2}",
		`([:,])\z`, " ${1} ",
		`\.{2,}`, " ${0} ",
		`[;@#$%&]`, " ${0} ",
		`([^\.])(\.)([\]\)}>"']*)`+pySpace+`*\z`, "${1} ${2}${3} ",
		`[?!]`, " ${0} ",
		`([^'])' `, "${1} ' ",
		`[*]`, " ${0} ",
		`[\]\[\(\)\{\}\<\>]`, " ${0} ",
		`--`, " -- ",
	)
	endingQuotes = rules(
		"([»”’])", " ${1} ",
		`''`, " '' ",
		`"`, " '' ",
		`([^' ])('[sS]|'[mM]|'[dD]|') `, "${1} ${2} ",
		`([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) `, "${1} ${2} ",
	)
	contractions = rules(
		`\A(?i:(can)(not))`, "", `\A(?i:(d)('ye))`, "", `\A(?i:(g[iİı]m)(me))`, "", `\A(?i:(gon)(na))`,
		"", `\A(?i:(got)(ta))`, "",
		`\A(?i:(lem)(me))`, "", `\A(?i:(more)('n))`, "", `\A(?i:(wan)(na))`, "",
	)
	tis        = rules(`\A(?i: ('t)([iİı]s))`, "", `\A(?i: ('t)(was))`, "")
	spaceStart = regexp.MustCompile(`\A` + pySpace)
	spaces     = regexp.MustCompile(pySpace + `+`)
)

func referenceWords(s string) []string {
	sub := func(rules []rule) {
		for _, r := range rules {
			s = r.expr.ReplaceAllString(s, r.with)
		}
	}
	sub(startingQuotes)
	s = spaceLoneLetters(s)
	sub(punctuation)
	s = " " + s + " "
	sub(endingQuotes)
	for i, r := range contractions {
		wanna := i == len(contractions)-1
		s = subWords(s, r.expr, func(before, after string) bool {
			if wanna {
				return edge(before, s[len(before):]) && spaceStart.MatchString(after)
			}
			return edge(before, s[len(before):]) && edge(s[:len(s)-len(after)], after)
		})
	}
	for _, r := range tis {
		s = subWords(s, r.expr, func(_, after string) bool { return edge(s[:len(s)-len(after)], after) })
	}
	var words []string
	for _, w := range spaces.Split(s, -1) {
		if w != "" {
			words = append(words, w)
		}
	}
	return words
}

// spaceLoneLetters is (?i)(\')(?!re|ve|ll|m|t|s|d|n)(\w)\b → \1 \2.
func spaceLoneLetters(s string) string {
	not := regexp.MustCompile(`\A(?i:re|ve|ll|m|t|s|d|n)`)
	word := regexp.MustCompile(`\A` + pyWord)
	var out strings.Builder
	for i := range len(s) {
		out.WriteByte(s[i])
		if rest := s[i+1:]; s[i] == '\'' && !not.MatchString(rest) && word.MatchString(rest) {
			_, size := utf8.DecodeRuneInString(rest)
			if !word.MatchString(rest[size:]) {
				out.WriteByte(' ')
			}
		}
	}
	return out.String()
}

// subWords puts spaces around the two groups of expr wherever ok allows the match.
func subWords(s string, expr *regexp.Regexp, ok func(before, after string) bool) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		if m := expr.FindStringSubmatch(s[i:]); m != nil && ok(s[:i], s[i+len(m[0]):]) {
			out.WriteString(" " + m[1] + " " + m[2] + " ")
			i += len(m[0])
			continue
		}
		out.WriteByte(s[i])
		i++
	}
	return out.String()
}

// edge is \b between before and after.
func edge(before, after string) bool {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(after)
	return wordRune(a) != wordRune(b)
}

// fastWords are the tokens of one sentence by the scanner.
func fastWords(w *wordRules, s string) []string {
	var words []string
	for _, p := range w.appendPieces(nil, s, Span{0, len(s)}) {
		words = append(words, p.text(s))
	}
	return words
}

// pieces are what the rules look at, and what they must not be misled by.
var nasty = strings.Split("\" ' '' ''' ` `` ``` “ ” ‘ ’ « » „ . .. ... ! ? , : ,, ; ( ) [ ] { } < > - -- --- @ # $ "+
	"% & * "+
	"'s 'S 'm 'd 't 'll 'LL 'Ll 're 've n't N'T N't 'n 'ſ 'a 'é '5 'ye 'tis 'Tiſ 'twas cannot CanNot d'ye d ye gimme "+
	"gİmme gonna gotta "+
	"lemme more'n more wanna gonnan't 3 3.5 ,5 :٣ U.S. end. end? a b n s é e\u0301 漢 \xff \xe2\x80 _ word Word \n \t "+
	"\x1f \u0085 \u00a0 \u2028 /", " ")

// randomText joins up to n pieces, some with a blank.
func randomText(r *rand.Rand, n int) string {
	var s strings.Builder
	blanks := r.Float64()
	for range 1 + r.IntN(n) {
		s.WriteString(nasty[r.IntN(len(nasty))])
		if r.Float64() < blanks {
			s.WriteByte(' ')
		}
	}
	return s.String()
}

func TestWordRulesEqualReference(t *testing.T) {
	n := 2000
	if parts.Runs(parts.Attacks) && !testing.Short() {
		n = 20000
	}
	r := rand.New(rand.NewPCG(1, 1))
	var w wordRules
	for range n {
		s := randomText(r, 16)
		s = s[:trimSpaceRight(s)]
		if got, want := fastWords(&w, s), referenceWords(s); !slices.Equal(got, want) {
			t.Fatalf("%q:\n got %q\nwant %q", s, got, want)
		}
	}
}

func FuzzWordRules(f *testing.F) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		f.Add(randomText(r, 12))
	}
	var w wordRules
	f.Fuzz(func(t *testing.T, s string) {
		s = s[:min(len(s), 500)] // the reference is slow
		s = s[:trimSpaceRight(s)]
		if got, want := fastWords(&w, s), referenceWords(s); !slices.Equal(got, want) {
			t.Fatalf("%q:\n got %q\nwant %q", s, got, want)
		}
	})
}
