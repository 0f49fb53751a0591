package inspection

import (
	"slices"
	"strings"

	"github.com/wordrotator/wrd/tokenize"
)

// wordCounts know which words and pairs of words each text has.
type wordCounts struct {
	systems   int
	tokenizer tokenize.Tokenizer
	buffer    []tokenize.Token
	scratch   []int32            // the numbers of the text at hand
	numbers   map[string]int32   // of words
	pairs     map[[2]int32]int32 // the number of two words in a row
	texts     []string           // by number; "" for a pair
	words     [][2]int32         // by number; those of a pair
	sketch    *pairSketch
	// in holds for each system, and last for the references, of each segment the numbers of what its text has: once all
	// are read, before that a sequence.
	in        [][][]int32
	uses      [][]int32 // segments with a word, for each system and last for the references, by number
	documents []int     // of the segments, nil if they are independent
}

func newWordCounts(systems int) (*wordCounts, error) {
	tokenizer, err := tokenize.New(tokenize.Unicode, tokenize.Options{})
	return &wordCounts{systems: systems, tokenizer: tokenizer, numbers: map[string]int32{},
		pairs: map[[2]int32]int32{}, sketch: new(pairSketch),
		in:   make([][][]int32, systems+1),
		uses: make([][]int32, systems+1)}, err
}

func (w *wordCounts) segments() int { return len(w.in[w.systems]) }

func (w *wordCounts) read(row *Row) {
	for i := range w.systems {
		w.in[i] = append(w.in[i], w.sequence(row.Outputs[i].Candidate))
	}
	w.in[w.systems] = append(w.in[w.systems], w.sequence(row.References...))
}

// sequence returns the numbers of the words of texts in their order, and betweenTexts after each text.
func (w *wordCounts) sequence(texts ...string) []int32 {
	words := w.scratch[:0]
	for _, text := range texts {
		w.buffer = w.tokenizer.Append(w.buffer[:0], text)
		before := int32(betweenTexts)
		for k := range w.buffer {
			word := w.word(w.buffer[k].Text)
			if before != betweenTexts {
				w.sketch.add(before, word)
			}
			words = append(words, word)
			before = word
		}
		words = append(words, betweenTexts)
	}
	w.scratch = words
	return slices.Clone(words)
}

const betweenTexts = -1

// finish puts into each text, when all are read, the pairs of its words that come often enough to be tried, sorts what
// is in it, and counts each once.
func (w *wordCounts) finish() {
	for side := range w.in {
		for j, words := range w.in[side] {
			found := w.scratch[:0]
			for k, word := range words {
				if word == betweenTexts {
					continue
				}
				found = append(found, word)
				if k > 0 && words[k-1] != betweenTexts && w.sketch.often(words[k-1], word) {
					found = append(found, w.pair(words[k-1], word))
				}
			}
			slices.Sort(found)
			w.scratch = found
			found = slices.Clone(slices.Compact(found))
			w.in[side][j] = found
			for _, number := range found {
				for int(number) >= len(w.uses[side]) {
					w.uses[side] = append(w.uses[side], make([]int32, len(w.texts)-len(w.uses[side]))...)
				}
				w.uses[side][number]++
			}
		}
	}
}

// A pairSketch counts pairs of words about: never too few, up to fewestUses. Nine pairs of ten come less often, and need
// no numbers.
type pairSketch [1 << 20]uint8

func (s *pairSketch) at(first, second int32) *uint8 {
	return &s[(uint64(first)<<32|uint64(uint32(second)))*0x9e3779b97f4a7c15>>44]
}

func (s *pairSketch) add(first, second int32) {
	if n := s.at(first, second); *n < fewestUses {
		*n++
	}
}

func (s *pairSketch) often(first, second int32) bool { return *s.at(first, second) >= fewestUses }

// word returns the number of a word, and pair that of two in a row.
func (w *wordCounts) word(text string) int32 {
	number, known := w.numbers[text]
	if !known {
		text = strings.Clone(text)
		number = int32(len(w.texts))
		w.numbers[text] = number
		w.texts, w.words = append(w.texts, text), append(w.words, [2]int32{})
	}
	return number
}

func (w *wordCounts) pair(first, second int32) int32 {
	words := [2]int32{first, second}
	number, known := w.pairs[words]
	if !known {
		number = int32(len(w.texts))
		w.pairs[words] = number
		w.texts, w.words = append(w.texts, ""), append(w.words, words)
	}
	return number
}

// isPair says whether a number is that of two words in a row, and text returns it as it is written.
func (w *wordCounts) isPair(number int32) bool { return w.texts[number] == "" }

func (w *wordCounts) text(number int32) string {
	if words := w.words[number]; w.isPair(number) {
		return w.texts[words[0]] + " " + w.texts[words[1]]
	}
	return w.texts[number]
}

func (w *wordCounts) usesOf(side int, number int32) float64 {
	if int(number) >= len(w.uses[side]) {
		return 0
	}
	return float64(w.uses[side][number])
}

// others returns in how many outputs of another system a word is, on average.
func (w *wordCounts) others(system int, number int32) (mean float64) {
	for i := range w.systems {
		if i != system {
			mean += w.usesOf(i, number) / float64(w.systems-1)
		}
	}
	return mean
}
