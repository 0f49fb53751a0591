package evaluation

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/tokenize"
)

// An Example is a segment that shows why one system is better than another.
type Example struct {
	Segment   Segment          `json:"segment"`
	Reference string           `json:"reference,omitempty"` // the first one
	Source    string           `json:"source,omitempty"`    // where there is no reference
	Outputs   [2]ExampleOutput `json:"outputs"`             // of the better system, then of the other
}

// Against returns what the outputs are to be held against, the reference or the source, and which of them it is.
func (e *Example) Against() (what, text string) {
	if e.Reference == "" {
		return "source", e.Source
	}
	return "reference", e.Reference
}

// An ExampleOutput is what one system wrote, and its score.
type ExampleOutput struct {
	System    string  `json:"system"`
	Score     float64 `json:"score"`
	Candidate string  `json:"candidate"`
}

// A Contrast asks for an Example: by a column of Scores, the system at First is better than that at Second.
type Contrast struct{ Column, First, Second int }

// ErrNoTexts says that there are no texts to take examples from.
var ErrNoTexts = errors.New("found no texts to show as examples")

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

// Ahead returns by how much the first system is better than the second in a segment: positive where it is better, also
// by a distance; 0 where they tie, NaN where one of the two has no score.
func (s *Scores) Ahead(c Contrast, segment int) float64 {
	column := &s.Columns[c.Column]
	return column.Ahead(column.Grid.At(c.First, segment), column.Grid.At(c.Second, segment))
}

func ahead(lowerIsBetter bool, first, second float64) float64 {
	if lowerIsBetter {
		return second - first
	}
	return first - second
}

// exampleTexts are those of a segment.
type exampleTexts struct {
	reference, source string
	candidates        [2]string
}

// against returns the reference, or the source where there is none.
func against(references []string, source string) (reference, only string) {
	if len(references) > 0 {
		return references[0], ""
	}
	return "", source
}

// example makes an Example of the texts of a segment.
func (s *Scores) example(c Contrast, segment int, texts *exampleTexts) *Example {
	made := &Example{Segment: s.Segments[segment], Reference: texts.reference, Source: texts.source}
	for k, system := range [2]int{c.First, c.Second} {
		made.Outputs[k] = ExampleOutput{s.Systems[system], s.Columns[c.Column].Grid.At(system, segment), texts.candidates[k]}
	}
	return made
}

// mostContrasted is of how many systems Collect keeps an example of each against each: what it takes grows with their
// square.
const mostContrasted = 64

// contrasts keep the texts of the best example so far of each system against each by each column, while a corpus is
// scored.
type contrasts struct {
	systems int
	columns []metric.Measure
	best    []contrasted // by column, first and second system
	typical []bool       // of the line, by system
	scores  []float64    // of the line by one column, by system
}

type contrasted struct {
	ahead   float64 // 0 while there is none
	segment int64
	exampleTexts
}

// newContrasts returns nil, which keeps nothing, for too many systems.
func newContrasts(systems int, columns []metric.Measure) *contrasts {
	if systems > mostContrasted {
		return nil
	}
	return &contrasts{systems, columns, make([]contrasted, len(columns)*systems*systems), make([]bool, systems),
		make([]float64, systems)}
}

// add takes a line where it is a better example than those so far. Few are, so whether it can be read at a glance is looked
// at last.
func (c *contrasts) add(line *ScoredLine) {
	if c == nil || len(line.Candidates) == 0 {
		return
	}
	var kept *exampleTexts // its reference or source, once it is known that they can be read
	for i := range line.Results {
		c.typical[i] = Typical(line.Candidates[i], line.Results[i].Status.String())
	}
	for k, measure := range c.columns {
		main := measure.Main()
		lowerIsBetter := main.Distance()
		for i := range line.Results {
			c.scores[i] = line.Results[i].ValueOrNaN(main)
		}
		for i, x := range c.scores {
			for j, y := range c.scores {
				best := &c.best[(k*c.systems+i)*c.systems+j]
				d := ahead(lowerIsBetter, x, y)
				if !(d > max(best.ahead, metric.Rounding) && c.typical[i] && c.typical[j]) {
					continue
				}
				if kept == nil {
					reference, source := against(line.References, line.Source)
					if !Readable(reference + source) {
						return
					}
					kept = &exampleTexts{reference: strings.Clone(reference), source: strings.Clone(source)}
				}
				*best = contrasted{d, line.Segment, *kept}
				best.candidates = [2]string{strings.Clone(line.Candidates[i]), strings.Clone(line.Candidates[j])}
			}
		}
	}
}

// of returns Scores.Examples.
func (c *contrasts) of(s *Scores) func([]Contrast) ([]*Example, error) {
	if c == nil {
		return nil
	}
	return func(asked []Contrast) ([]*Example, error) {
		examples := make([]*Example, len(asked))
		for i, a := range asked {
			if best := &c.best[(a.Column*c.systems+a.First)*c.systems+a.Second]; best.ahead > 0 {
				examples[i] = s.example(a, int(best.segment), &best.exampleTexts)
			}
		}
		return examples, nil
	}
}

// mostSought is how many segments are looked at for an example, those first of which the scores differ most.
const mostSought = 1000

// ExamplesIn returns Scores.Examples for scores whose texts can be read again, with systems and segments called as in the
// scores, in any order.
func (s *Scores) ExamplesIn(texts iter.Seq2[Texts, error]) func([]Contrast) ([]*Example, error) {
	return func(asked []Contrast) ([]*Example, error) {
		places := make(map[string]int, len(s.Segments))
		for place, segment := range s.Segments {
			places[segment.Key()] = place
		}
		sought := make([]map[int]*exampleTexts, len(asked)) // by the place of the segment
		order := make([][]int, len(asked))                  // of these places
		for i, c := range asked {
			order[i], sought[i] = s.furthest(c), map[int]*exampleTexts{}
			for _, place := range order[i] {
				sought[i][place] = &exampleTexts{}
			}
		}
		known := false
		for text, err := range texts {
			if err != nil {
				return nil, err
			}
			place, among := places[text.Segment.Key()]
			if known = known || text.HasCandidate || text.Candidate != ""; !among {
				continue
			}
			for i, c := range asked {
				f := sought[i][place]
				k := slices.Index([]string{s.Systems[c.First], s.Systems[c.Second]}, text.System)
				if f == nil || k < 0 || !Typical(text.Candidate, text.Status) {
					continue
				}
				f.candidates[k] = text.Candidate
				f.reference, f.source = against(text.References, text.Source)
			}
		}
		if !known {
			return nil, ErrNoTexts
		}
		examples := make([]*Example, len(asked))
		for i, c := range asked {
			for _, place := range order[i] {
				if f := sought[i][place]; Readable(f.reference+f.source) && f.candidates[0] != "" && f.candidates[1] != "" {
					examples[i] = s.example(c, place, f)
					break
				}
			}
		}
		return examples, nil
	}
}

// furthest returns the segments in which the first system is furthest ahead.
func (s *Scores) furthest(c Contrast) (places []int) {
	for place := range s.Segments {
		if s.Ahead(c, place) > 0 {
			places = append(places, place)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(s.Ahead(c, b), s.Ahead(c, a)) })
	return places[:min(len(places), mostSought)]
}
