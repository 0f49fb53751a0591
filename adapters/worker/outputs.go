package worker

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// outputParams are the outputs of systems, with what they are scored against and what else is known of the segments.
type outputParams struct {
	Systems    map[string][]string              `json:"systems"`    // texts by system
	References []texts                          `json:"references"` // or
	Sources    []string                         `json:"sources"`    // as of score
	Human      map[string]map[string][]*float64 `json:"human"`      // as of correlate, without systems that nobody judged
	IDs        []string                         `json:"ids"`
	Documents  []string                         `json:"documents"` // and
	Domains    []string                         `json:"domains"`   // names for each segment; documents are drawn whole
}

// listed are the references as lists.
func (p *outputParams) listed() [][]string {
	lists := make([][]string, len(p.References))
	for i, list := range p.References {
		lists[i] = list
	}
	return lists
}

// checkNames checks what segments are called.
func (p *outputParams) checkNames(segments int) error {
	for _, list := range []struct {
		what  string
		names []string
	}{{"ids", p.IDs}, {"documents", p.Documents}, {"domains", p.Domains}} {
		if list.names != nil && len(list.names) != segments {
			return fmt.Errorf("%s: found %d, expected one for each of %d segments", list.what, len(list.names), segments)
		}
	}
	places := make(map[string]int, len(p.IDs))
	for i, id := range p.IDs {
		if first, ok := places[id]; ok {
			return fmt.Errorf("ids: found %s of segment %d again at segment %d, expected each once", wording.Quote(id), first+1, i+1)
		}
		places[id] = i
	}
	return nil
}

// human is what people say by one name: of each system, in their order, the scores of all segments, NaN for none.
type human struct {
	name   string
	scores [][]float64
}

// people are the human scores by rising names.
func (p *outputParams) people(systems []string, segments int) (list []human, err error) {
	unjudged := slices.Repeat([]float64{math.NaN()}, segments)
	for name, judged := range named(p.Human) {
		h := human{name: name}
		for _, system := range systems {
			row := unjudged
			if found, ok := judged[system]; ok {
				row = numbersOf(found)
			}
			if len(row) != segments {
				return nil, fmt.Errorf("human: %s: system %s: found %d scores, expected one for each of %d segments",
					bounded(name), bounded(system), len(row), segments)
			}
			h.scores = append(h.scores, row)
		}
		if missing, ok := firstNotIn(systems, slices.Sorted(maps.Keys(judged))); ok {
			return nil, fmt.Errorf("human: %s: found the system %q, expected some of: %s", bounded(name), bounded(missing),
				wording.List(systems))
		}
		list = append(list, h)
	}
	return list, nil
}

// at is the name at a place of a list that may be nil.
func at(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return ""
}

// corpusOf makes a corpus of the outputs of systems, by rising names.
func (c *call) corpusOf(p *outputParams) (evaluation.Corpus, error) {
	corpus := evaluation.Corpus{Systems: slices.Sorted(maps.Keys(p.Systems)), Sources: p.Sources != nil}
	if len(p.Systems) == 0 {
		return corpus, fmt.Errorf("systems: found none, expected an object with the texts of each system")
	}
	segments := len(p.References)
	if !c.scorer.ReadsReferences() {
		segments = len(p.Sources)
	}
	if c.scorer.ReadsSources() && p.Sources == nil {
		return corpus, fmt.Errorf("found no sources, which %s reads", c.scorer.Measures()[0])
	}
	if err := c.checkSources(p.Sources, segments); err != nil {
		return corpus, err
	}
	references, err := c.references(p.References, segments)
	if err != nil {
		return corpus, err
	}
	for i, r := range references {
		corpus.References = max(corpus.References, len(r))
		if i == 0 || len(r) < corpus.Fewest {
			corpus.Fewest = len(r)
		}
	}
	for _, name := range corpus.Systems {
		if n := len(p.Systems[name]); n != segments {
			return corpus, fmt.Errorf("system %s: found %d texts, expected one for each of %d segments", name, n, segments)
		}
	}
	if err := p.checkNames(segments); err != nil {
		return corpus, err
	}
	people, err := p.people(corpus.Systems, segments)
	if err != nil {
		return corpus, err
	}
	for _, h := range people {
		corpus.Humans = append(corpus.Humans, h.name)
	}
	line := func(i int) metric.Line {
		line := metric.Line{ID: at(p.IDs, i), Doc: at(p.Documents, i), Domain: at(p.Domains, i)}
		if references != nil {
			line.References = references[i]
		}
		if p.Sources != nil {
			line.Source = p.Sources[i]
		}
		for _, name := range corpus.Systems {
			line.Candidates = append(line.Candidates, p.Systems[name][i])
		}
		for _, h := range people {
			for system := range corpus.Systems {
				line.Human = append(line.Human, h.scores[system][i])
			}
		}
		return line
	}
	bytes := int64(0)
	for i := range segments {
		bytes += evaluation.TextBytes(line(i))
	}
	corpus.Position = func() (done, total int64) { return bytes, bytes } // all texts are here
	corpus.Lines = func(yield func(metric.Line, error) bool) {
		for i := range segments {
			if !yield(line(i), nil) {
				return
			}
		}
	}
	return corpus, nil
}
