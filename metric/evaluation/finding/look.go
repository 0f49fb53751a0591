package finding

import (
	"context"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// looking is what is known of all segments.
type looking struct {
	segments            []Segment
	now, before         []*written
	references          [][]*written
	sources             []*written
	documents           map[string]int // how many segments' references or outputs before have a key
	grams               map[gram]int   // the same of parts of words
	marks               map[rune]int   // the same of marks
	lines               []map[string]bool
	ratio, spread       float64 // of lengths
	usualSeen, usualOdd float64 // see learnWords
	loose               bool    // see Found.Loose
	translated          bool    // see Translated
	negates             bool    // outputs of the baseline nearly always negate as often as the references
}

// Look finds what texts show. It fails with ctx.Err() when ctx ends.
func Look(ctx context.Context, segments []Segment) (*Found, error) {
	l := &looking{segments: segments, translated: Translated(segments), documents: map[string]int{}, grams: map[gram]int{}, marks: map[rune]int{}}
	f := &Found{Now: make([]Set, len(segments)), Before: make([]Set, len(segments)), Nearest: make([]int, len(segments))}
	for i := range segments {
		s := &segments[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.Nearest[i] = i
		l.now, l.before = append(l.now, read(s.Now)), append(l.before, read(s.Before))
		l.sources = append(l.sources, read(s.Source))
		var references []*written
		for _, r := range s.References {
			if strings.TrimSpace(r) != "" {
				references = append(references, read(r))
			}
		}
		l.references = append(l.references, references)
	}
	l.learn()
	f.Loose = l.loose
	for i := range segments {
		if l.changed(i) {
			f.Changed++
		}
	}
	index := l.rareKeys()
	var next atomic.Int64
	var work sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() {
			votes := make([]float64, len(segments))
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(segments) {
					return
				}
				if l.changed(i) { // what is kept of texts is of this segment alone
					f.Now[i] = l.find(i, l.now[i], l.before[i])
					f.Before[i] = l.find(i, l.before[i], l.now[i])
					f.Now[i].add(Edited, l.isEdited(l.now[i], l.before[i])) // what the one is, the other would be
					l.findLines(f, index, votes, i)
				}
			}
		})
	}
	work.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.findCommon(f)
	return f, nil
}

// changed says whether an output is not the one before, be it that nobody sees the difference.
func (l *looking) changed(i int) bool {
	return strings.TrimSpace(l.now[i].raw) != strings.TrimSpace(l.before[i].raw)
}

// leastLearned is how many outputs of the baseline say how long outputs are.
const leastLearned = 10

// learn counts what the references and the outputs before have.
func (l *looking) learn() {
	var ratios []float64
	for i := range l.segments {
		keys, grams := map[string]bool{}, []gram(nil)
		for _, w := range append(slices.Clone(l.references[i]), l.before[i]) {
			for key := range w.has {
				keys[key] = true
			}
			grams = append(grams, w.grams()...)
		}
		for key := range keys {
			l.documents[key]++
		}
		slices.Sort(grams)
		for _, g := range slices.Compact(grams) {
			l.grams[g]++
		}
		for _, m := range l.marksOf(i) {
			l.marks[m]++
		}
		l.lines = append(l.lines, keys)
		if r := l.expected(i); r > 0 && len(l.before[i].text) > 0 {
			ratios = append(ratios, math.Log(float64(utf8.RuneCountInString(l.before[i].text))/r))
		}
	}
	l.learnWords()
	l.learnContent()
	l.learnNegations()
	if len(ratios) < leastLearned {
		return
	}
	slices.Sort(ratios)
	l.ratio = ratios[len(ratios)/2]
	l.spread = max(0.12, (ratios[len(ratios)*3/4]-ratios[len(ratios)/4])/1.35)
}

// expected is the length of the reference, or else of the source.
func (l *looking) expected(i int) float64 {
	n := 0
	for _, r := range l.references[i] {
		n = max(n, utf8.RuneCountInString(r.text))
	}
	if n == 0 {
		n = utf8.RuneCountInString(l.sources[i].text)
	}
	return float64(n)
}

// marksOf are the marks that a segment's references or output before have.
func (l *looking) marksOf(i int) (list []rune) {
	for _, w := range append(slices.Clone(l.references[i]), l.before[i]) {
		list = append(list, w.marks()...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// weight is how much a key says: rare words more.
func (l *looking) weight(key string) float64 {
	return math.Log(float64(len(l.segments)+2) / (float64(l.documents[key]) + 0.5))
}

// find finds what an output shows by itself, next to the references and the other output of the segment.
func (l *looking) find(i int, x, other *written) (found Set) {
	if x.text == "" {
		return 0
	}
	s := &l.segments[i]
	references := l.references[i]
	others := append(slices.Clone(s.References), s.Source, other.raw)
	given := others[:len(others)-1]
	found.add(Chat, newly(chatMarks, "<[＜｜|_", x.raw, given))
	found.add(Special, newly(specialMarks, "<>[@⁇ĠĊ▁#_", x.raw, given))
	found.add(Encoding, isDamaged(x.raw) && !slices.ContainsFunc(given, isDamaged))
	found.add(Entity, newly(entities, "&%", x.raw, given))
	found.add(HTML, newly(htmlTags, "<", x.raw, given))
	found.add(Markdown, newly(markdownMarks, "*_~`[\\$|#>", x.raw, given))
	found.add(List, isItem(x.text) && !slices.ContainsFunc(given, isItem))
	found.add(JSON, newly(jsonFields, "{[", x.raw, given) || newly(keyBefore, ":=", x.raw, given))
	found.add(Quoted, isQuoted(x.text) && !slices.ContainsFunc(given, func(g string) bool { return isQuoted(strings.TrimSpace(g)) }))
	of := [][]string{placeholdersOf(s.Source), placeholdersOf(other.raw)}
	for _, r := range s.References {
		of = append(of, placeholdersOf(r))
	}
	found.add(Placeholder, placeholderChanged(x.raw, l.mustHave(i), of[1], of))
	texts := append(slices.Clone(references), l.sources[i], other)
	found.add(Characters, l.hasOddCharacters(i, x, texts))
	fx := x.form()
	models := references // of how an output is written: where there is no reference, the other output
	if len(models) == 0 && other.text != "" {
		models = []*written{other}
	}
	all := func(is func(f, reference *form) bool) bool {
		for _, r := range models {
			if !is(fx, r.form()) {
				return false
			}
		}
		return len(models) > 0
	}
	found.add(Letters, all((*form).otherCase))
	found.add(Punctuation, all((*form).otherMarks))
	found.add(Spacing, all((*form).otherSpaces) || x.tokenised() && !slices.ContainsFunc(texts, (*written).tokenised) ||
		x.doubled() && !slices.ContainsFunc(texts, (*written).doubled))
	found.add(Accents, all((*form).withoutAccents))
	found.add(SmallWords, l.isTelegram(x, append(slices.Clone(references), other)))
	fo := other.form()
	unfinished := all(func(f, r *form) bool { return !f.stops && r.stops }) && fo.stops
	length := float64(utf8.RuneCountInString(x.text))
	shorter := length < 0.93*float64(utf8.RuneCountInString(other.text)) && length < 0.93*math.Exp(l.ratio)*l.expected(i)
	headless := all(func(f, r *form) bool { return f.firstLower && r.firstUpper }) && fo.firstUpper
	found.add(Truncated, (unfinished || headless) && shorter)
	again := func(is func(*written) bool) bool {
		return is(x) && !slices.ContainsFunc(references, is) && !is(l.sources[i])
	}
	found.add(Repeated, again((*written).repeats))
	found.add(Again, again((*written).repeatsLater))
	found.add(Twice, again((*written).isTwice))
	l.findContent(&found, i, x, other)
	l.findFacts(&found, i, x, other)
	found.add(Edited, l.editedWithin(i, x, other, found.Has(Negation)))
	shortened, lengthened := l.cutOrExtended(i, x, other)
	found.add(Shortened, shortened)
	found.add(Lengthened, lengthened)
	l.findLanguage(&found, i, x, other)
	return found
}

// mustHave are the placeholders of the source, or else of all references.
func (l *looking) mustHave(i int) []string {
	s := &l.segments[i]
	if s.Source != "" {
		return placeholdersOf(s.Source)
	}
	if len(s.References) == 0 {
		return nil
	}
	return slices.DeleteFunc(placeholdersOf(s.References[0]), func(one string) bool {
		return slices.ContainsFunc(s.References, func(r string) bool { return !strings.Contains(r, one) })
	})
}
