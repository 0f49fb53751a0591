package correlate

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/internal/units"
)

// A Level says what is correlated: single outputs, or the means of a system's outputs.
type Level string

// The levels.
const (
	LevelSegment Level = "segment"
	LevelDoc     Level = "doc"
	LevelDomain  Level = "domain"
	LevelSystem  Level = "system"
)

// Levels lists all levels.
func Levels() []Level { return []Level{LevelSegment, LevelDoc, LevelDomain, LevelSystem} }

// Item is one of what a level correlates in place of segments, "" elsewhere.
func (l Level) Item() string {
	switch l {
	case LevelDoc:
		return "document"
	case LevelDomain:
		return "domain"
	}
	return ""
}

// usualLevels are those that are asked for if nobody says which.
func (r *correlating) usualLevels() []Level {
	for i := range r.groups {
		if len(r.groups[i].systems) > 1 {
			return []Level{LevelSegment, LevelSystem}
		}
	}
	return []Level{LevelSegment}
}

// questions lists what is asked at a level of a group of so many systems.
func (s *Design) questions(level Level, systems int) (specs []agreement.Spec) {
	averagings := s.Averagings
	switch {
	case level == LevelSystem || averagings == nil && systems < 2:
		averagings = []agreement.Averaging{agreement.AverageNone}
	case averagings == nil:
		averagings = []agreement.Averaging{agreement.AverageNone, agreement.AverageItem}
	}
	for _, averaging := range averagings {
		statistics := s.Statistics
		if statistics == nil {
			statistics = usualStatistics(level, averaging)
		}
		for _, statistic := range statistics {
			if statistic.OfSystems() && level != LevelSystem {
				continue
			}
			spec := agreement.Spec{Statistic: statistic, Averaging: averaging, SystemLevel: level == LevelSystem,
				Micro: s.Micro, UndefinedAsZero: s.UndefinedAsZero, Threshold: s.LeastDifference}
			if s.Epsilon != nil && statistic.Calibrates() {
				spec.Epsilon, spec.EpsilonKnown = *s.Epsilon, true
			}
			specs = append(specs, spec)
		}
	}
	return specs
}

func usualStatistics(level Level, averaging agreement.Averaging) []agreement.Statistic {
	statistics := []agreement.Statistic{
		agreement.StatisticPearson, agreement.StatisticSpearman, agreement.StatisticKendallB,
	}
	switch {
	case level == LevelSystem:
		statistics = append(statistics, agreement.StatisticPairwiseAccuracy, agreement.StatisticSPAMidP)
	case averaging == agreement.AverageItem:
		statistics = append(statistics, agreement.StatisticAccEq)
	}
	return statistics
}

// A NoUnitsError says that no segment of a group has a document, or a domain, so that there are no correlations at that
// level.
type NoUnitsError struct{ Level Level }

func (e *NoUnitsError) Error() string {
	return fmt.Sprintf("level %s: found no %s of any segment, expected one of some", e.Level, e.Level)
}

// itemsAt returns what is correlated at a level. System means are made by the statistics, which draw segments for
// their intervals.
func (r *correlating) itemsAt(g *judgedGroup, level Level) (items, error) {
	var u units.Units
	switch level {
	case LevelDoc:
		u = units.Number(len(g.segments), func(i int) (string, string) { return g.segments[i].Group, g.segments[i].Doc })
	case LevelDomain:
		u = units.Number(len(g.segments), func(i int) (string, string) { return g.segments[i].Group, g.segments[i].Domain })
	default:
		return items{}, nil
	}
	if u.Count == 0 {
		return items{}, &NoUnitsError{level}
	}
	if u.Without > 0 {
		r.warn(Warning{Kind: WarningNoUnit, Group: g.name, Level: level, N: int64(u.Without), Of: int64(len(u.Of))})
	}
	return items{&u}, nil
}

// items are what is correlated at a level: the scores of single segments, or of documents or domains.
type items struct{ of *units.Units }

// means returns the scores of the items: those of segments as they are, those of units as means over the segments
// that have both scores.
func (i items) means(human, metric agreement.Grid) (agreement.Grid, agreement.Grid) {
	if i.of == nil {
		return human, metric
	}
	return agreement.Collapse(human, metric, i.of.Of, i.of.Count)
}
