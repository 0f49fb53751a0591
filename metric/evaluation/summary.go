package evaluation

import (
	"cmp"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/internal/bounds"
	"github.com/wordrotator/wrd/metric/evaluation/internal/optional"
	"github.com/wordrotator/wrd/metric/evaluation/internal/units"
	"github.com/wordrotator/wrd/metric/evaluation/points"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// A Summary says how good the outputs of systems are. As JSON it is what wrd score prints.
type Summary struct {
	Signature string           `json:"signature"`
	Measures  []metric.Measure `json:"measures"`
	External  []string         `json:"external,omitempty"` // columns of other programs
	Unit      Unit             `json:"units"`              // that intervals take as independent
	Judged    []JudgedOrder    `json:"judged,omitempty"`   // how people order the systems, for each of Measures
	Systems   []SystemSummary  `json:"systems"`            // in the order of Corpus.Systems
	// Dependence says which systems, and references, are not independent; nil where none are known to be.
	Dependence *reading.Dependence `json:"dependence,omitempty"`
	Warnings   []string            `json:"warnings,omitempty"` // what a reader should know, in sentences

	// Read says what could be read of the texts of each system.
	Read []reading.SystemReading `json:"-"`

	Humans  []string `json:"-"` // the names of the human scores
	Columns []string `json:"-"` // the keys of SystemSummary.Scores: those of the measures, then those of other programs
	// Units counts the documents or segments that intervals take as independent.
	Units int64 `json:"-"`
	// LargestGap is, if the scorer certifies, the largest Gap of a result, otherwise 0.
	LargestGap float64 `json:"-"`
}

// Mean returns the mean of a column over the segments of a system that have a value; ok is false if none has, or if the
// system or the column is not in the summary.
func (s *Summary) Mean(system string, column metric.Column) (mean float64, ok bool) {
	if score := s.score(system, column); score.Mean != nil {
		return *score.Mean, true
	}
	return 0, false
}

// Interval returns the interval of that mean; ok is false where there is none.
func (s *Summary) Interval(system string, column metric.Column) (low, high float64, ok bool) {
	if score := s.score(system, column); score.CILow != nil && score.CIHigh != nil {
		return *score.CILow, *score.CIHigh, true
	}
	return 0, 0, false
}

func (s *Summary) score(system string, column metric.Column) MeanScore {
	return s.scoreOf(system, column.String())
}

func (s *Summary) scoreOf(system, column string) MeanScore {
	for i := range s.Systems {
		if s.Systems[i].System == system {
			return s.Systems[i].Scores[column]
		}
	}
	return MeanScore{}
}

// Ranked returns the systems that have a mean by the first measure, the best first.
func (s *Summary) Ranked() []SystemSummary {
	main := s.Measures[0].Main()
	mean := func(system SystemSummary) *float64 { return system.Scores[main.String()].Mean }
	ranked := slices.DeleteFunc(slices.Clone(s.Systems), func(system SystemSummary) bool { return mean(system) == nil })
	slices.SortStableFunc(ranked, func(a, b SystemSummary) int {
		if main.Distance() {
			return cmp.Compare(*mean(a), *mean(b))
		}
		return cmp.Compare(*mean(b), *mean(a))
	})
	return ranked
}

// A SystemSummary sums up the segments of one system.
type SystemSummary struct {
	System   string                  `json:"system"`
	Segments int64                   `json:"segments"`
	Scores   map[string]MeanScore    `json:"scores"` // by the name of the column; see Summary.Mean
	Coverage reading.Coverage        `json:"coverage"`
	Status   map[metric.Status]int64 `json:"status"` // how many segments have each, by the first measure
	// SeveralWindows is how many segments hold a text that the encoder read in several overlapping windows, as it did
	// not fit its positions: the candidate, the reference that is closest by the first measure, or the source.
	SeveralWindows int64 `json:"several_windows,omitempty"`
	// Humans are the means of the human scores, one for each of Summary.Humans, nil where people judged no segment.
	Humans []*float64 `json:"-"`
}

// A MeanScore is the mean of a column over the segments of a system that have a value. A nil number is absent: all of
// them where there is no value, the standard deviation where there is only one.
type MeanScore struct {
	Mean   *float64 `json:"mean"`
	StdDev *float64 `json:"stddev"` // with n−1 in the denominator
	// of the mean, see agreement.Mean.Interval, within the range of the column
	ConfidenceLimits
	// Points is the mean in points, see points.Of; nil where they are not known.
	Points *float64 `json:"points,omitempty"`

	Segments int64 `json:"-"` // that have a value
	// Undefined counts the segments in which the measure finds nothing to compare, whether or not the empty policy
	// gives them a value.
	Undefined int64 `json:"-"`
}

// sums gather what a Summary is made of, line by line.
type sums struct {
	scorer    *metric.Scorer
	sources   *reading.SourceTexts // nil if no measure reads sources
	measures  []metric.Measure
	columns   []metric.Column
	external  []string
	humans    []string
	names     []string
	systems   []systemSums
	gap       float64
	segments  int64
	judged    *judgedLines
	likeness  *reading.Likeness
	documents units.Stream
	// The first ones, which tell the language.
	references []string
}

// systemSums are those of one system.
type systemSums struct {
	name      string
	segments  int64
	means     []agreement.Mean // one for each of sums.names
	undefined []int64          // one for each of sums.columns
	windows   int64            // see SystemSummary.SeveralWindows
	humans    []agreement.Mean // one for each of sums.humans
	status    map[metric.Status]int64
	reading   reading.SystemReading
}

func newSums(scorer *metric.Scorer, corpus Corpus) *sums {
	s := &sums{scorer: scorer, sources: reading.NewSourceTexts(scorer, len(corpus.Systems)), measures: scorer.Measures(),
		columns: scorer.Columns(), external: corpus.External.Names, humans: corpus.humans()}
	s.judged = newJudgedLines(s.measures, len(corpus.Systems), s.humans)
	s.likeness = reading.NewLikeness(corpus.Systems)
	for _, column := range s.columns {
		s.names = append(s.names, column.String())
	}
	s.names = append(s.names, s.external...)
	for _, name := range corpus.Systems {
		s.systems = append(s.systems, systemSums{
			name:      name,
			reading:   reading.SystemReading{System: name},
			means:     make([]agreement.Mean, len(s.names)),
			undefined: make([]int64, len(s.columns)),
			humans:    make([]agreement.Mean, len(s.humans)),
			status:    map[metric.Status]int64{},
		})
	}
	return s
}

// add takes one segment of all systems.
func (s *sums) add(line ScoredLine) {
	s.segments++
	s.judged.add(line)
	s.likeness.Add(line.Candidates, line.References)
	if len(line.References) > 0 && len(s.references) < reading.JudgedReferences {
		s.references = append(s.references, line.References[0])
	}
	document, ofDocument := s.documents.Next(line.Doc, s.eachMean)
	s.sources.Add(&line.Line)
	for i := range line.Results {
		r, system := &line.Results[i], &s.systems[i]
		system.segments++
		system.status[r.Status]++
		if r.SeveralWindows() {
			system.windows++
		}
		system.reading.AddLine(&line.Line, i, &line.Results[i], s.scorer)
		for k, column := range s.columns {
			if value, ok := r.Value(column); ok {
				add(&system.means[k], value, document, ofDocument)
			}
			if !r.Defined(column) {
				system.undefined[k]++
			}
		}
		for k, x := range line.External[i] {
			add(&system.means[len(s.columns)+k], x, document, ofDocument)
		}
		for k := range system.humans {
			if x := line.HumanOf(i, k); !math.IsNaN(x) {
				system.humans[k].Add(x)
			}
		}
		s.gap = max(s.gap, r.Gap)
	}
}

// eachMean gives all means that have intervals to a function.
func (s *sums) eachMean(f func(*agreement.Mean)) {
	for i := range s.systems {
		for k := range s.systems[i].means {
			f(&s.systems[i].means[k])
		}
	}
}

func add(mean *agreement.Mean, x float64, document int, ofDocument bool) {
	if ofDocument {
		mean.AddOf(document, x)
	} else {
		mean.Add(x)
	}
}

// summary computes the means and their intervals.
func (s *sums) summary(signature string, confidence float64) *Summary {
	summary := &Summary{
		Signature: signature, Measures: s.measures, External: s.external, Humans: s.humans, Columns: s.names, LargestGap: s.gap,
		Unit: UnitDocument, Units: int64(s.documents.Count),
	}
	if s.documents.Without {
		summary.Unit, summary.Units = UnitSegment, s.segments
	}
	scales := s.scales(signature)
	for i := range s.systems {
		from := &s.systems[i]
		system := SystemSummary{
			System: from.name, Segments: from.segments, Scores: map[string]MeanScore{}, Status: from.status,
			SeveralWindows: from.windows, Coverage: from.reading.Coverage(),
		}
		for k := range from.humans {
			system.Humans = append(system.Humans, optional.Number(from.humans[k].Value()))
		}
		for k, name := range s.names {
			of := signature
			if k >= len(s.columns) {
				of = "" // of other programs
			}
			score := NewMeanScore(&from.means[k], name, of, confidence)
			if k < len(from.undefined) {
				score.Undefined = from.undefined[k]
				if score.Mean != nil && scales[k] != nil {
					score.Points = new(scales[k].Points(*score.Mean))
				}
			}
			system.Scores[name] = score
		}
		summary.Systems = append(summary.Systems, system)
		from.reading.Signature = signature
		s.sources.Tell(&from.reading, i)
		summary.Read = append(summary.Read, from.reading)
	}
	summary.Dependence = s.likeness.Found()
	return summary
}

// scales returns the scale of points of each column of the measures, nil where it is not known.
func (s *sums) scales(signature string) []*points.Scale {
	scales := make([]*points.Scale, len(s.columns))
	for k, column := range s.columns {
		if scale, ok := points.Of(column.String(), signature, s.references); ok {
			scales[k] = &scale
		}
	}
	return scales
}

// NewMeanScore is the mean of what was added, with the interval of the given confidence if it has one: no further than
// such a mean can be, by the name and signature of the column, "" if that is not known.
func NewMeanScore(mean *agreement.Mean, column, signature string, confidence float64) MeanScore {
	score := MeanScore{Mean: optional.Number(mean.Value()), StdDev: optional.Number(mean.StdDev()), Segments: mean.N()}
	if interval, ok := mean.Interval(confidence); ok {
		score.ConfidenceLimits = Limits(bounds.Of(column, signature).Cut(interval))
	}
	return score
}
