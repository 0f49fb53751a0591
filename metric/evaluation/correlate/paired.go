package correlate

import (
	"math"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/internal/units"
)

// A paired is a measure's scores with those of people, and what depends on each other among them.
type paired struct {
	human, metric agreement.Grid // of the systems that both scored
	units         agreement.Units
	common        *agreement.CommonSystems
	number        uint64 // of the group
}

// paired returns what is correlated of a measure: the systems that it and people scored some of the same segments of. A
// measure that scores a reference as a system, which others do not, thus changes nothing for those.
func (r *correlating) paired(g *judgedGroup, items items, h, m int) paired {
	systems := bothOf(g.humans[h], g.measures[m])
	human, metric := g.humans[h].Rows(systems), g.measures[m].Rows(systems)
	p := paired{units: agreement.Units{Documents: r.documents(g, items), Copies: copiesOf(metric)}, number: g.number,
		common: r.common(g, func(g *judgedGroup) []int { return bothOf(g.humans[h], g.measures[m]) })}
	p.human, p.metric = items.means(human, metric)
	return p
}

// documents returns the document of each segment; nil if these are taken as independent, or are not what is correlated.
func (r *correlating) documents(g *judgedGroup, items items) []int {
	if r.Unit != evaluation.UnitDocument || items.of != nil {
		return nil
	}
	return units.Number(len(g.segments), func(i int) (string, string) { return g.segments[i].Group, g.segments[i].Doc }).Of
}

// bothOf returns the systems with a score of both sides for some segment.
func bothOf(human, metric agreement.Grid) (systems []int) {
	for i := range human.Systems {
		scores := metric.Row(i)
		for k, h := range human.Row(i) {
			if !math.IsNaN(h) && !math.IsNaN(scores[k]) {
				systems = append(systems, i)
				break
			}
		}
	}
	return systems
}

// distinctScores is how many different scores two systems must share to be taken for one: where there are few scores,
// or they have few values, different systems have the same ones by chance.
const distinctScores = 3

// copiesOf returns for each system the first one that has the same scores by all measures, as the same texts have, if
// these take three different values or more.
func copiesOf(measures ...agreement.Grid) []int {
	copies := make([]int, measures[0].Systems)
	for i := range copies {
		copies[i] = i
		for j := range i {
			if copies[j] == j && sameScoresEverywhere(measures, i, j) {
				copies[i] = j
				break
			}
		}
	}
	return copies
}

func sameScoresEverywhere(measures []agreement.Grid, i, j int) bool {
	values := map[float64]bool{}
	for _, grid := range measures {
		other := grid.Row(j)
		for k, v := range grid.Row(i) {
			if v != other[k] && !(math.IsNaN(v) && math.IsNaN(other[k])) {
				return false
			}
			if !math.IsNaN(v) && len(values) < distinctScores {
				values[v] = true
			}
		}
	}
	return len(values) >= distinctScores
}
