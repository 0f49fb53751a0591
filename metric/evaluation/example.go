package evaluation

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
)

// An Example is a segment that shows why one system is better than another. No output is a copy of a reference. Where
// people scored both outputs, they agree with the column: of such segments it is the one in which the product of both
// differences is largest. Otherwise it is the largest difference that is typical of the lead, see TypicalLead, of outputs
// of usual length, or the largest of all where there is none.
type Example struct {
	Segment   Segment          `json:"segment"`
	Reference string           `json:"reference,omitempty"` // the first one
	Source    string           `json:"source,omitempty"`
	Outputs   [2]ExampleOutput `json:"outputs"` // of the better system, then of the other
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
	System    string   `json:"system"`
	Score     float64  `json:"score"`
	Human     *float64 `json:"human,omitempty"` // by the first human scores; nil without one of both outputs
	Candidate string   `json:"candidate"`
}

// A Contrast asks for an Example: by a column of Scores, the system at First is better than that at Second.
type Contrast struct{ Column, First, Second int }

// ErrNoTexts says that there are no texts to take examples from.
var ErrNoTexts = errors.New("found no texts to show as examples")

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
	references []string
	source     string
	candidates [2]string
}

// with returns an example of the texts.
func (t *exampleTexts) with(ahead, human float64) ExampleOf {
	return ExampleOf{ahead, human, t.references, t.source, t.candidates}
}

// example makes an Example of the texts of a segment.
func (s *Scores) example(c Contrast, segment int, texts *exampleTexts) *Example {
	made := &Example{Segment: s.Segments[segment], Source: texts.source}
	if len(texts.references) > 0 {
		made.Reference = texts.references[0]
	}
	judged := !math.IsNaN(s.humanAhead(c, segment))
	for k, system := range [2]int{c.First, c.Second} {
		made.Outputs[k] = ExampleOutput{System: s.Systems[system], Score: s.Columns[c.Column].Grid.At(system, segment),
			Candidate: texts.candidates[k]}
		if judged {
			made.Outputs[k].Human = new(s.Humans[0].Grid.At(system, segment))
		}
	}
	return made
}

// humanAhead is Ahead by the first human scores, NaN without any.
func (s *Scores) humanAhead(c Contrast, segment int) float64 {
	if len(s.Humans) == 0 {
		return math.NaN()
	}
	return s.Humans[0].Ahead(s.Humans[0].Grid.At(c.First, segment), s.Humans[0].Grid.At(c.Second, segment))
}

// typicalLead is TypicalLead of a contrast.
func (s *Scores) typicalLead(c Contrast) int {
	ahead := make([]float64, len(s.Segments))
	for k := range ahead {
		ahead[k] = s.Ahead(c, k)
	}
	return TypicalLead(ahead)
}

// mostContrasted is of how many systems Collect keeps an example of each against each: what it takes grows with their
// square.
const mostContrasted = 64

// contrasts keep the texts of the best examples so far of each system against each by each column, while a corpus is
// scored.
type contrasts struct {
	systems int
	columns []metric.Measure
	best    []contrastedPair // by column, first and second system
	typical []bool           // of the line, by system
	scores  []float64        // of the line by one column, by system
}

// A contrastedPair holds the best examples of each class. Which differences are typical is known at the end, so those of
// usual length are kept by their step: there are few.
type contrastedPair struct {
	agreed, unusual contrasted
	usual           map[int]contrasted
}

type contrasted struct {
	value   float64 // 0 while there is none
	segment int64
	exampleTexts
}

// newContrasts returns nil, which keeps nothing, for too many systems.
func newContrasts(systems int, columns []metric.Measure) *contrasts {
	if systems > mostContrasted {
		return nil
	}
	return &contrasts{systems, columns, make([]contrastedPair, len(columns)*systems*systems), make([]bool, systems),
		make([]float64, systems)}
}

// add takes a line where it is a better example than those so far.
func (c *contrasts) add(line *ScoredLine) {
	if c == nil || len(line.Candidates) == 0 {
		return
	}
	texts := &exampleTexts{references: line.References, source: line.Source}
	if unjudged := texts.with(0, 0); !Readable(unjudged.Text()) {
		return
	}
	var kept *exampleTexts // a copy of them, once it is needed
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
				d := ahead(lowerIsBetter, x, y)
				if !(d > metric.Rounding && c.typical[i] && c.typical[j]) {
					continue
				}
				texts.candidates = [2]string{line.Candidates[i], line.Candidates[j]}
				of := texts.with(d, line.HumanOf(i, 0)-line.HumanOf(j, 0))
				class, value := of.Merit()
				pair := &c.best[(k*c.systems+i)*c.systems+j]
				if class == unfit || value <= pair.value(class, value) {
					continue
				}
				if kept == nil {
					kept = &exampleTexts{references: cloned(line.References), source: strings.Clone(line.Source)}
				}
				better := contrasted{value, line.Segment, *kept}
				better.candidates = [2]string(cloned(texts.candidates[:]))
				pair.keep(class, better)
			}
		}
	}
}

func cloned(texts []string) (list []string) {
	for _, text := range texts {
		list = append(list, strings.Clone(text))
	}
	return list
}

// value returns that of the example which one of a class must surpass.
func (p *contrastedPair) value(class int, value float64) float64 {
	switch class {
	case agreed:
		return p.agreed.value
	case usual:
		return p.usual[leadStep(value)].value
	}
	return p.unusual.value
}

func (p *contrastedPair) keep(class int, better contrasted) {
	switch {
	case class == agreed:
		p.agreed = better
	case class == unusual:
		p.unusual = better
	case p.usual == nil:
		p.usual = map[int]contrasted{}
		fallthrough
	default:
		p.usual[leadStep(better.value)] = better
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
			pair := &c.best[(a.Column*c.systems+a.First)*c.systems+a.Second]
			if best := pair.best(s.typicalLead(a)); best.value > 0 {
				examples[i] = s.example(a, int(best.segment), &best.exampleTexts)
			}
		}
		return examples, nil
	}
}

// best returns the best example of all classes.
func (p *contrastedPair) best(typical int) contrasted {
	var found contrasted
	if found = p.agreed; found.value > 0 {
		return found
	}
	for step, of := range p.usual {
		if step <= typical && of.value > found.value {
			found = of
		}
	}
	if found.value > 0 {
		return found
	}
	found = p.unusual
	for _, of := range p.usual {
		if of.value > found.value || of.value == found.value && of.segment < found.segment {
			found = of
		}
	}
	return found
}

// mostSought is how many segments are looked at for an example, those first that people agree with most or, without people,
// of which the scores differ most.
const mostSought = 10_000

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
				f.references = slices.Clone(text.References)
				f.source = cmp.Or(f.source, text.Source)
			}
		}
		if !known {
			return nil, ErrNoTexts
		}
		examples := make([]*Example, len(asked))
		for i, c := range asked {
			best, at, typical := ExampleOf{}, -1, s.typicalLead(c)
			for _, place := range order[i] {
				f := sought[i][place]
				of := f.with(s.Ahead(c, place), s.humanAhead(c, place))
				if !Readable(of.Text()) || f.candidates[0] == "" || f.candidates[1] == "" {
					continue
				}
				if class, _ := of.Merit(); class != unfit && (at < 0 || ByMerit(&of, &best, typical) < 0) {
					best, at = of, place
				}
			}
			if at >= 0 {
				examples[i] = s.example(c, at, sought[i][at])
			}
		}
		return examples, nil
	}
}

// furthest returns the segments in which the first system is ahead, those first that people agree with most.
func (s *Scores) furthest(c Contrast) (places []int) {
	for place := range s.Segments {
		if s.Ahead(c, place) > 0 && !(s.humanAhead(c, place) <= 0) {
			places = append(places, place)
		}
	}
	agreed := func(place int) float64 {
		if h := s.humanAhead(c, place); h > 0 {
			return float64(h * s.Ahead(c, place))
		}
		return 0
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(agreed(b), agreed(a)), cmp.Compare(s.Ahead(c, b), s.Ahead(c, a)), cmp.Compare(a, b))
	})
	return places[:min(len(places), mostSought)]
}
