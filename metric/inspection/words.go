package inspection

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Words say what is characteristic of the words of each system.
type Words struct {
	Segments int // that were read: of many some
	Systems  []SystemWords
	// Classes are the words of the references by how often these have them and by their length: first those on which the
	// pair is shown to differ, the largest difference first.
	Classes []WordClass
	Aligned int // outputs with an alignment, which Missing and Invented are of
}

// SystemWords are those of one system.
type SystemWords struct {
	// More are words and pairs of words that it uses more often than the others and the references, the largest
	// difference first.
	More []UsedWord
	Kind int // how many words and pairs were tried for More
	// Missing are the words of references, or of sources if Inspection.OfSources says so, and Invented those of
	// outputs, that lack a counterpart on the other side more often than the average word, see metric.Result; the
	// largest excess first.
	Missing, Invented []AlignedWord
}

// A UsedWord is a word, or two words in a row, that a system uses more often than the others and the references: the
// intervals of both differences exclude 0.
type UsedWord struct {
	Text       string
	Outputs    int     // of the system that have it
	Others     float64 // outputs of another system that have it, on average; 0 without another one
	References int     // segments with it in a reference
	// Over is the share of outputs that have it less that share of the others, or of the references if there are no
	// others, with its interval.
	Over evaluation.MeanScore
	// Sure says that this holds also if all words that were tried are taken into account (Bonferroni, at 0.05).
	Sure bool
}

// An AlignedWord sums up a word over alignments.
type AlignedWord struct {
	Text    string
	Outputs int // that it is aligned in
	Without int // outputs in which it lacks a counterpart
}

// A WordClass is a class of the references' words with what outputs have of them.
type WordClass struct {
	Length    bool                   // Low and High are letters; otherwise how many segments have the word in their references
	Low, High int                    // High is 0 if there is no end
	Words     int                    // occurrences in references, a word once in each segment
	Found     []evaluation.MeanScore // for each system, the share of them that its outputs have, too
	// Ahead is by how much that share is larger for the first system of Inspection.Pair than for the other; empty without
	// another one.
	Ahead evaluation.MeanScore
}

// Limits of Words.
const (
	mostRead         = 60_000 // outputs
	fewestUses       = 5      // outputs
	mostWords        = 10     // that are listed of a kind
	mostTried        = 40     // that intervals are computed for
	significantWords = 0.05
)

var (
	frequencyEdges = []int{1, 2, 6, 21, 101}
	letterEdges    = []int{1, 4, 7, 10}
)

// words counts the words of rows, or of some that are spread over them if there are many, and of those that were drawn if
// the others are there for their scores. documents are those of the segments, nil if they have none.
func (in *inspecting) words(ctx context.Context, documents []int) error {
	if !in.out.Texts {
		return nil
	}
	w, err := newWordCounts(len(in.input.Systems))
	if err != nil {
		return err
	}
	most := max(1, mostRead/len(in.input.Systems))
	var sampled map[int]bool
	if in.out.Sampled > 0 {
		_, places := in.byImportance()
		sampled = map[int]bool{}
		for _, place := range places {
			sampled[place] = true
		}
	}
	var rows []*Row
	for i := range in.out.Rows {
		if row := &in.out.Rows[i]; len(row.References) > 0 && (len(sampled) == 0 || sampled[row.Place]) {
			rows = append(rows, row)
		}
	}
	var read atomic.Int64
	most = min(most, len(rows))
	outputs := int64(len(in.input.Systems))
	defer in.Progress.Start("counting words", evaluation.CountsRows, func() (int64, int64) {
		return read.Load() * outputs, int64(most) * outputs
	})()
	for i := range most {
		if err := ctx.Err(); err != nil {
			return err
		}
		row := rows[i*len(rows)/most]
		w.read(row)
		read.Store(int64(i + 1))
		if documents != nil {
			w.documents = append(w.documents, documents[row.Place])
		}
	}
	out := &Words{Segments: w.segments(), Systems: make([]SystemWords, len(in.input.Systems))}
	if out.Segments > 0 {
		w.finish()
		out.Classes = w.classes(in.out.Pair, in.out.Confidence)
		for i := range out.Systems {
			out.Systems[i].More, out.Systems[i].Kind = w.more(i, in.out.Confidence)
		}
	}
	if in.addAligned(out); out.Segments+out.Aligned > 0 {
		in.out.Words = out
	}
	return nil
}

// more returns what a system uses more often than the others and the references, and how many words and pairs it tried.
func (w *wordCounts) more(system int, confidence float64) (list []UsedWord, tried int) {
	type candidate struct {
		number int32
		z      float64
	}
	var candidates []candidate
	// above is how many standard deviations a count is above another one, about.
	above := func(a, b float64) float64 { return (a - b) / math.Sqrt(a+b) }
	for number := range w.uses[system] {
		uses := float64(w.uses[system][number])
		if uses < fewestUses {
			continue
		}
		tried++
		z := above(uses, w.usesOf(w.systems, int32(number)))
		if w.systems > 1 {
			z = min(z, above(uses, w.others(system, int32(number))))
		}
		if z > 2 {
			candidates = append(candidates, candidate{int32(number), z})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		if a.z != b.z {
			return cmp.Compare(b.z, a.z)
		}
		return cmp.Compare(w.text(a.number), w.text(b.number)) // made of parts, so only where it decides
	})
	strict := 1 - significantWords/float64(max(1, tried))
	candidates = candidates[:min(len(candidates), mostTried)]
	numbers := make([]int32, len(candidates))
	for k, c := range candidates {
		numbers[k] = c.number
	}
	has := w.segmentsWith(numbers)
	for k, c := range candidates {
		var over, references agreement.Mean
		for j := range w.segments() {
			own := has[system][k][j]
			others := 0.0
			for i := range w.systems {
				if i != system {
					others += has[i][k][j] / float64(w.systems-1)
				}
			}
			addScore(&over, own-others, j, w.documents)
			addScore(&references, own-has[w.systems][k][j], j, w.documents)
		}
		if w.systems == 1 {
			over = references
		}
		if !positive(&over, confidence) || !positive(&references, confidence) || w.within(list, c.number) {
			continue
		}
		list = append(list, UsedWord{Text: w.text(c.number), Outputs: int(w.usesOf(system, c.number)),
			Others: w.others(system, c.number), References: int(w.usesOf(w.systems, c.number)),
			Over: evaluation.NewMeanScore(&over, "", "", confidence),
			Sure: positive(&over, strict) && positive(&references, strict)})
		if len(list) == mostWords {
			break
		}
	}
	slices.SortStableFunc(list, func(a, b UsedWord) int { return cmp.Compare(*b.Over.Mean, *a.Over.Mean) })
	return list, tried
}

// within says whether a word is part of a pair that is listed, or a pair has a word that is, so that it says the same again.
func (w *wordCounts) within(list []UsedWord, number int32) bool {
	return slices.ContainsFunc(list, func(u UsedWord) bool {
		a, b := " "+u.Text+" ", " "+w.text(number)+" "
		return strings.Contains(a, b) || strings.Contains(b, a)
	})
}

func positive(mean *agreement.Mean, confidence float64) bool {
	interval, ok := mean.Interval(confidence)
	return ok && interval.Low > 0
}

// segmentsWith returns for each side, number and segment 1 where the text has the word, otherwise 0.
func (w *wordCounts) segmentsWith(numbers []int32) [][][]float64 {
	place := make([]uint8, len(w.texts)) // in numbers, from 1 on
	for k, number := range numbers {
		place[number] = uint8(k + 1)
	}
	sides := make([][][]float64, len(w.in))
	for side, texts := range w.in {
		sides[side] = make([][]float64, len(numbers))
		for k := range numbers {
			sides[side][k] = make([]float64, len(texts))
		}
		for j, found := range texts {
			for _, number := range found {
				if k := place[number]; k > 0 {
					sides[side][k-1][j] = 1
				}
			}
		}
	}
	return sides
}

// classes returns which share of the references' words outputs have, by how many segments have the word and by its length,
// see Words.
func (w *wordCounts) classes(pair []int, confidence float64) (list []WordClass) {
	place := func(edges []int, x int) int {
		k, found := slices.BinarySearch(edges, x)
		if !found {
			k--
		}
		return k
	}
	for _, length := range []bool{false, true} {
		edges := frequencyEdges
		if length {
			edges = letterEdges
		}
		first := len(list)
		means := make([][]agreement.Mean, len(edges))
		ahead := make([]agreement.Mean, len(edges))
		shares := make([]float64, w.systems) // of the word at hand: 1 where the output has it
		for k, low := range edges {
			class := WordClass{Length: length, Low: low}
			if k+1 < len(edges) {
				class.High = edges[k+1] - 1
			}
			list = append(list, class)
			means[k] = make([]agreement.Mean, w.systems)
		}
		rest := make([][]int32, w.systems) // of what each system has in a segment, from the number at hand on
		for j := range w.segments() {
			for i := range rest {
				rest[i] = w.in[i][j]
			}
			for _, number := range w.in[w.systems][j] {
				if w.isPair(number) {
					continue
				}
				k := place(edges, int(w.usesOf(w.systems, number)))
				if length {
					k = place(edges, utf8.RuneCountInString(w.texts[number]))
				}
				list[first+k].Words++
				for i := range rest {
					for len(rest[i]) > 0 && rest[i][0] < number {
						rest[i] = rest[i][1:]
					}
					shares[i] = 0
					if len(rest[i]) > 0 && rest[i][0] == number {
						shares[i] = 1
					}
					w.addWord(&means[k][i], j, shares[i])
				}
				if len(pair) > 1 {
					w.addWord(&ahead[k], j, shares[pair[0]]-shares[pair[1]])
				}
			}
		}
		for k := range edges {
			list[first+k].Ahead = evaluation.NewMeanScore(&ahead[k], "", "", confidence)
			for i := range w.systems {
				found := evaluation.NewMeanScore(&means[k][i], "", "", confidence)
				if found.CILow != nil {
					found.CILow, found.CIHigh = new(max(0, *found.CILow)), new(min(1, *found.CIHigh))
				}
				list[first+k].Found = append(list[first+k].Found, found)
			}
		}
	}
	list = slices.DeleteFunc(list, func(c WordClass) bool { return c.Words == 0 })
	slices.SortStableFunc(list, func(a, b WordClass) int {
		return cmp.Or(cmp.Compare(b.shown(), a.shown()), cmp.Compare(b.difference(), a.difference()))
	})
	return list
}

// shown is 1 if the systems of the pair are shown to differ on the words, as the interval of Ahead excludes 0, otherwise 0.
func (c *WordClass) shown() int {
	if c.Ahead.CILow != nil && *c.Ahead.CILow**c.Ahead.CIHigh > 0 {
		return 1
	}
	return 0
}

// difference is the size of Ahead, 0 without it.
func (c *WordClass) difference() float64 {
	if c.Ahead.Mean == nil {
		return 0
	}
	return math.Abs(*c.Ahead.Mean)
}

// addWord adds what is known of a word: words of a segment depend on each other, also where segments do not.
func (w *wordCounts) addWord(mean *agreement.Mean, segment int, x float64) {
	if w.documents != nil {
		segment = w.documents[segment]
	}
	mean.AddOf(segment, x)
}

// addAligned sums up the alignments of the rows.
func (in *inspecting) addAligned(out *Words) {
	for i := range out.Systems {
		sides := [2]map[string]*AlignedWord{{}, {}}
		for k := range in.out.Rows {
			output := &in.out.Rows[k].Outputs[i]
			if len(output.Alignment) == 0 {
				continue
			}
			out.Aligned++
			texts := [2]map[string]bool{{}, {}}
			for _, move := range output.Alignment {
				texts[0][move.ReferenceToken], texts[1][move.CandidateToken] = true, true
			}
			for side, without := range [2][]string{output.Missing, output.Invented} {
				for word := range texts[side] {
					known := sides[side][word]
					if known == nil {
						known = &AlignedWord{Text: word}
						sides[side][word] = known
					}
					known.Outputs++
					if slices.Contains(without, word) {
						known.Without++
					}
				}
			}
		}
		out.Systems[i].Missing, out.Systems[i].Invented = largest(sides[0]), largest(sides[1])
	}
}

// largest returns the words that lack a counterpart in more outputs than the average word would in as many.
func largest(words map[string]*AlignedWord) (list []AlignedWord) {
	without, outputs := 0, 0
	for _, word := range words {
		without += word.Without
		outputs += word.Outputs
	}
	// excess is how many more these are, times all outputs: a whole number, so that words of the same excess tie.
	excess := func(word AlignedWord) int { return word.Without*outputs - without*word.Outputs }
	for _, word := range words {
		if word.Outputs > 1 && excess(*word) > 0 && strings.ContainsFunc(word.Text, isWordCharacter) {
			list = append(list, *word)
		}
	}
	slices.SortFunc(list, func(a, b AlignedWord) int {
		return cmp.Or(cmp.Compare(excess(b), excess(a)), cmp.Compare(a.Text, b.Text))
	})
	return list[:min(len(list), mostWords)]
}

func isWordCharacter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
