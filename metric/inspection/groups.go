package inspection

import (
	"cmp"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// Groupings number what segments are part of.
type Groupings struct {
	Of   []int    // for each segment of Inspection.All its number, -1 for none; nil if no segment has any
	List []Group  // the worst by the first column first; MostGroups of them at the most
	All  int      // how many there are
	By   Grouping // what they are
}

// A Grouping is a kind of group.
type Grouping string

// The groupings.
const (
	ByDocument Grouping = "document"
	ByDomain   Grouping = "domain"
)

// MostGroups is the largest number of documents or domains in an Inspection: more are too many to read.
const MostGroups = 2000

// A Group is a document or a domain.
type Group struct {
	Number   int // as in Groupings.Of
	Name     string
	Segments int
	// Means are those of each system, one for each column. Intervals take the segments of a document as independent, and
	// the unit of the inspection in domains.
	Means [][]evaluation.MeanScore
}

// group sums up documents or domains. documents are those of the segments, nil if they have none.
func (in *inspecting) group(by Grouping, nameOf func(evaluation.Segment) string, documents []int) Groupings {
	type key struct{ group, name string }
	numbers := map[key]int{}
	g := Groupings{By: by, Of: make([]int, len(in.input.Segments))}
	for j, segment := range in.input.Segments {
		name := nameOf(segment)
		if name == "" {
			g.Of[j] = -1
			continue
		}
		k := key{segment.Group, name}
		number, known := numbers[k]
		if !known {
			number = len(g.List)
			numbers[k] = number
			if segment.Group != "" {
				name = segment.Group + ":" + name
			}
			g.List = append(g.List, Group{Number: number, Name: name})
		}
		g.Of[j] = number
		g.List[number].Segments++
	}
	if g.All = len(g.List); g.All == 0 {
		return Groupings{By: by}
	}
	if by == ByDocument {
		documents = nil
	}
	for k, means := range sumUp(in, g.Of, g.All, numberedWithin(g.Of, documents)) {
		g.List[k].Means = means
	}
	bad := make([]float64, g.All)
	for k := range g.List {
		n := 0.0
		for _, means := range g.List[k].Means {
			if m := means[0].Mean; m != nil {
				bad[k] += worseness(*m, in.out.Columns[0].LowerIsBetter)
				n++
			}
		}
		bad[k] /= n
		if n == 0 {
			bad[k] = math.Inf(-1)
		}
	}
	slices.SortStableFunc(g.List, func(a, b Group) int { return cmp.Compare(bad[b.Number], bad[a.Number]) })
	g.List = g.List[:min(g.All, MostGroups)]
	return g
}

// numberedWithin numbers the documents of each group from 0, so that sums by document take no more room than there are.
func numberedWithin(groups, documents []int) []int {
	if documents == nil {
		return nil
	}
	numbers, next := map[[2]int]int{}, map[int]int{}
	within := make([]int, len(documents))
	for j, document := range documents {
		key := [2]int{groups[j], document}
		number, known := numbers[key]
		if !known {
			number = next[groups[j]]
			next[groups[j]]++
			numbers[key] = number
		}
		within[j] = number
	}
	return within
}
