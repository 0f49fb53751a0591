package finding

import (
	"slices"
	"strings"
	"unicode"
)

// leastCopied is how many words a text must have for its copy to be no chance.
const leastCopied = 4

// ofAddresses are characters of addresses, of names of users, and of code, which stay as they are.
const ofAddresses = `@/\_<>{}=#`

// rareKeys returns the lines that have each of the keys that few lines have.
func (l *looking) rareKeys() map[string][]int {
	index := map[string][]int{}
	most := max(3, len(l.segments)/100)
	for i, keys := range l.lines {
		for key := range keys {
			if l.documents[key] <= most {
				index[key] = append(index[key], i)
			}
		}
	}
	return index
}

// findLines finds out whether the outputs of a line belong to another, and whether they are copies of the source. votes are
// 0 for each line, before and after.
func (l *looking) findLines(f *Found, index map[string][]int, votes []float64, i int) {
	best, other := l.otherLine(index, votes, i, l.now[i])
	if other {
		f.Nearest[i] = best
	}
	f.Now[i].add(OtherLine, other)
	_, other = l.otherLine(index, votes, i, l.before[i])
	f.Before[i].add(OtherLine, other)
	l.findCopies(&f.Now[i], i, l.now[i])
	l.findCopies(&f.Before[i], i, l.before[i])
}

// otherLine returns the line whose references and output before a text is nearest to, and whether that is clearly another.
func (l *looking) otherLine(index map[string][]int, votes []float64, i int, x *written) (int, bool) {
	if x.size(0, len(x.words)) < leastCopied {
		return i, false
	}
	var voted []int
	for _, one := range x.words {
		for _, line := range index[one.key] {
			if votes[line] == 0 {
				voted = append(voted, line)
			}
			votes[line] += l.weight(one.key)
		}
	}
	best := i
	for _, line := range voted {
		if votes[line] > votes[best] || votes[line] == votes[best] && line < best && best != i {
			best = line
		}
	}
	for _, line := range voted {
		votes[line] = 0
	}
	if best == i {
		return i, false
	}
	there := l.overlap(x, best)
	return best, there > 0.5 && there-l.overlap(x, i) > 0.3
}

// overlap is which part of the weight of a text a line has.
func (l *looking) overlap(x *written, line int) float64 {
	sum, all := 0.0, 0.0
	for _, key := range x.keys {
		weight := l.weight(key)
		all += weight
		if l.lines[line][key] {
			sum += weight
		}
	}
	return sum / max(all, 1e-9)
}

func lowers(w *written) string {
	var all strings.Builder
	for _, one := range w.words {
		all.WriteString(one.lower)
		all.WriteByte(' ')
	}
	return all.String()
}

func (l *looking) findCopies(found *Set, i int, x *written) {
	toTranslate := 0
	for field := range strings.FieldsSeq(x.text) {
		if !strings.ContainsAny(field, ofAddresses) && strings.ContainsFunc(field, unicode.IsLetter) {
			toTranslate++
		}
	}
	if len(x.words) > 0 && x.words[len(x.words)/2].single {
		toTranslate = len(x.words) / 2
	}
	if toTranslate < leastCopied {
		return
	}
	mine := lowers(x)
	reference := slices.ContainsFunc(l.references[i], func(r *written) bool { return lowers(r) == mine })
	if s := l.sources[i]; s.text != "" && !reference && l.translated {
		known := 0
		for key := range x.has {
			if s.has[key] {
				known++
			}
		}
		found.add(PartOfSource, l.partOfSource(i, x))
		found.add(CopiedSource, 10*known >= 8*len(x.has) && 10*known >= 6*len(s.has))
	}
}

// A Shift says that outputs stand at other lines than they should.
type Shift struct {
	From, By int // from a line on, counted from 0, by so many lines
	Outputs  int // that are clearly shifted
}

// leastShifted is how many outputs must be clearly those of the same other line.
const leastShifted = 3

// Shift returns by how many lines outputs are shifted, nil where they are not: nearly all that clearly fit another line, from
// the first of them on, fit the one as far away.
func (f *Found) Shift() *Shift {
	times := map[int]int{}
	moved, best := 0, 0
	for i, nearest := range f.Nearest {
		if nearest != i {
			moved++
			times[i-nearest]++
			if by := i - nearest; times[by] > times[best] || times[by] == times[best] && by < best {
				best = by
			}
		}
	}
	if times[best] < leastShifted || 10*times[best] < 7*moved {
		return nil
	}
	shift := &Shift{From: -1, By: best, Outputs: times[best]}
	for i, nearest := range f.Nearest {
		if i-nearest == best {
			shift.From = i
			break
		}
	}
	if 3*shift.Outputs < len(f.Nearest)-shift.From { // many are too short to tell
		return nil
	}
	return shift
}

// leastPart is how many words of the source make a part of it, if no reference has them.
const leastPart = 4

// partOfSource says whether a text has words of the source next to each other that the references do not have.
func (l *looking) partOfSource(i int, x *written) bool {
	s := l.sources[i]
	at := map[string][]int{}
	for k, one := range s.words {
		at[one.lower] = append(at[one.lower], k)
	}
	for from := range x.words {
		for _, k := range at[x.words[from].lower] {
			size, n := 0.0, 0
			for n < len(x.words)-from && n < len(s.words)-k && x.words[from+n].lower == s.words[k+n].lower {
				one := &x.words[from+n]
				known := slices.ContainsFunc(l.references[i], func(r *written) bool { return r.has[one.key] })
				if !known && !(one.upper && !one.begins) {
					size += 1
					if one.single {
						size -= 0.5
					}
				}
				n++
			}
			if size >= leastPart {
				return true
			}
		}
	}
	return false
}
