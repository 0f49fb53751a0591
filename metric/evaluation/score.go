package evaluation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/points"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Defaults.
const (
	DefaultDraws      = 1000 // of a bootstrap
	DefaultConfidence = 0.95 // of intervals
	DefaultSeed       = 12345
)

// Errors of a corpus or of judgments.
var (
	ErrNoSegments = errors.New("found no segments, expected at least one")
	// ErrNoSources says that a measure needs sources, and there are none.
	ErrNoSources = errors.New("found no sources, expected those of all segments, which a measure reads")
)

// A Corpus holds the candidates of one or more systems, all against the same references, sources or both, as a stream
// of segments.
type Corpus struct {
	Systems    []string                      // names, in the order of the candidates of a line
	References int                           // how many references each line has, or the most of them
	Fewest     int                           // how many each line has at least; 0 if all have References
	Sources    bool                          // whether lines have sources, which a scorer may need
	Lines      iter.Seq2[metric.Line, error] // one line for each segment; an error ends the scoring
	Position   func() (done, total int64)    // how many bytes of Lines are read; nil if it is not known
	External   ExternalScores                // what other programs say of the same candidates
	// FirstReferences returns the references of the first lines, at most so many, which Lines yields all the same: they tell
	// the language that points are of. nil if these cannot be had before, and then results have no points.
	FirstReferences func(most int) []string
	// Humans name the human scores in Line.Human, which holds one of each name for each system, or nothing; nil means
	// UsualHuman.
	Humans []string
}

// humans returns the names of the human scores, which lines may have.
func (c *Corpus) humans() []string {
	if c.Humans == nil {
		return []string{UsualHuman}
	}
	return c.Humans
}

// ExternalScores are scores that other programs gave to the candidates of a corpus. The zero value means none.
type ExternalScores struct {
	Names []string // of the columns, none of them a column of the scorer
	// Next fills in the scores of a line of a system, one for each of Names, all finite. It is called for each line once
	// for each system, by its index in Corpus.Systems, in this order; an error ends the scoring.
	Next func(line metric.Line, system int, scores []float64) error
}

// ScoreOptions say how a corpus is scored. The zero value is ready to use.
type ScoreOptions struct {
	Confidence float64  // of the intervals, in (0, 1); 0 means DefaultConfidence
	Workers    int      // goroutines; 0 means one for each core. Results do not depend on it
	Seed       uint64   // of the draws of Summary.Judged
	Progress   Progress // how many segments there are is a guess from Corpus.Position
}

// A ScoredLine is one segment of all systems with its scores.
type ScoredLine struct {
	metric.Line
	Segment  int64           // 0-based number
	Results  []metric.Result // one for each system
	External [][]float64     // for each system, one for each column of other programs
}

// HumanOf returns the human score of a system, by its index, that Corpus.Humans names at place k; NaN if there is none.
func (l *ScoredLine) HumanOf(system, k int) float64 {
	if l.Human == nil {
		return math.NaN()
	}
	return l.Human[k*len(l.Results)+system]
}

// Columns returns the columns of the results that a scorer gives for the corpus: its own and, after those of the first
// measure, metric.Points where the scale is known, see points.Of. It must be called before Lines is read.
func (c *Corpus) Columns(scorer *metric.Scorer) []metric.Column {
	columns := scorer.Columns()
	if _, ok := c.scale(scorer); ok {
		columns = slices.Insert(slices.Clone(columns), len(scorer.Measures()[0].Columns()), metric.Points)
	}
	return columns
}

// scale returns that of the points of the first measure; ok is false where it is not known.
func (c *Corpus) scale(scorer *metric.Scorer) (scale points.Scale, ok bool) {
	main, signature := scorer.Measures()[0].Main().String(), c.signature(scorer).String()
	if c.FirstReferences == nil || !points.Known(main, signature) {
		return points.Scale{}, false
	}
	return points.Of(main, signature, c.FirstReferences(reading.JudgedReferences))
}

// Signature returns the signature of what Score makes of a corpus: that of the scorer, with the names of external
// scores.
func (s ScoreOptions) Signature(scorer *metric.Scorer, corpus Corpus) metric.Signature {
	signature := corpus.signature(scorer)
	if names := corpus.External.Names; len(names) > 0 {
		signature = signature.With("scores", strings.Join(names, ","))
	}
	return signature
}

// A LineSink takes the segments of a corpus in order, from the goroutine that called Score or Collect. What it is given
// is overwritten after it returns. An error ends the scoring.
type LineSink func(ScoredLine) error

// Score scores a corpus and sums the scores of each system up, by document for the intervals if all lines have one. It
// gives each segment to sink, unless that is nil. Memory does not grow with the number of segments, and beyond 65,536
// documents not with theirs, and adding or removing a system changes no number of another one.
//
// Score stops at the first error of the corpus, of a segment (a *metric.SegmentError), of external scores or of sink,
// in the order of segments, and returns it; for a corpus without segments it returns ErrNoSegments. When ctx ends it
// returns ctx.Err(). No goroutine outlives the call.
func Score(ctx context.Context, scorer *metric.Scorer, corpus Corpus, options ScoreOptions, sink LineSink) (
	*Summary, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	sums := newSums(scorer, corpus)
	err = stream(ctx, scorer, corpus, options, func(line ScoredLine) error {
		sums.add(line)
		if sink == nil {
			return nil
		}
		return sink(line)
	})
	if err != nil {
		return nil, err
	}
	summary := sums.summary(options.Signature(scorer, corpus).String(), options.Confidence)
	summary.Judged, err = sums.judged.orders(ctx, options, summary)
	return summary, err
}

// Collect scores a corpus as Score does. Instead of a summary it returns the scores of all segments in the main column
// of each measure, and the human scores if there are some. Segments have the ids of their lines, or numbers from 1 if a
// line has none. External scores go to sink alone.
func Collect(ctx context.Context, scorer *metric.Scorer, corpus Corpus, options ScoreOptions, sink LineSink) (
	*Scores, error) {
	var segments []Segment
	var references []string
	named := true
	measures := scorer.Measures()
	values := make([][][]float64, len(measures)) // measure, system, segment
	for m := range values {
		values[m] = make([][]float64, len(corpus.Systems))
	}
	names := corpus.humans()
	humans := make([][][]float64, len(names)) // human score, system, segment
	for k := range humans {
		humans[k] = make([][]float64, len(corpus.Systems))
	}
	judged := make([]bool, len(names))
	read := make([]reading.SystemReading, len(corpus.Systems))
	for i, name := range corpus.Systems {
		read[i].System = name
	}
	sources := reading.NewSourceTexts(scorer, len(corpus.Systems))
	examples, likeness := newContrasts(len(corpus.Systems), measures), reading.NewLikeness(corpus.Systems)
	err := stream(ctx, scorer, corpus, options, func(line ScoredLine) error {
		sources.Add(&line.Line)
		examples.add(&line)
		likeness.Add(line.Candidates, line.References)
		for i := range line.Results {
			read[i].AddLine(&line.Line, i, &line.Results[i], scorer)
		}
		named = named && line.ID != ""
		segments = append(segments, Segment{ID: line.ID, Doc: line.Doc, Domain: line.Domain})
		if len(line.References) > 0 && len(references) < reading.JudgedReferences {
			references = append(references, line.References[0])
		}
		for m, measure := range measures {
			for i := range line.Results {
				values[m][i] = append(values[m][i], line.Results[i].ValueOrNaN(measure.Main()))
			}
		}
		for k := range humans {
			for i := range humans[k] {
				x := line.HumanOf(i, k)
				humans[k][i] = append(humans[k][i], x)
				judged[k] = judged[k] || !math.IsNaN(x)
			}
		}
		if sink == nil {
			return nil
		}
		return sink(line)
	})
	if err != nil {
		return nil, err
	}
	scores := &Scores{Systems: corpus.Systems, Segments: segments, References: references, Read: read,
		Dependence: likeness.Found()}
	if !named {
		scores.Segments = Numbered(len(segments))
		for i, s := range segments {
			if s.ID != "" && scores.SomeIDs == nil {
				scores.SomeIDs = make([]string, len(segments))
			}
			if s.ID != "" {
				scores.SomeIDs[i] = s.ID
			}
			scores.Segments[i].Doc, scores.Segments[i].Domain = s.Doc, s.Domain
		}
	}
	signature := corpus.signature(scorer).String()
	for i := range read {
		read[i].Signature = signature
		sources.Tell(&read[i], i)
	}
	for m, measure := range measures {
		grid, err := agreement.NewGrid(len(corpus.Systems), len(segments), slices.Concat(values[m]...))
		if err != nil {
			return nil, err
		}
		main := measure.Main()
		scores.Columns = append(scores.Columns, Column{
			Name: main.String(), LowerIsBetter: main.Distance(), Signature: signature, Grid: grid,
		})
	}
	for k, name := range names {
		if !judged[k] {
			continue
		}
		grid, err := agreement.NewGrid(len(corpus.Systems), len(segments), slices.Concat(humans[k]...))
		if err != nil {
			return nil, err
		}
		scores.Humans = append(scores.Humans, Column{Name: name, Grid: grid})
	}
	scores.Examples = examples.of(scores)
	return scores, nil
}

// stream is the loop of Score and Collect.
func stream(ctx context.Context, scorer *metric.Scorer, corpus Corpus, options ScoreOptions, sink LineSink) error {
	if scorer.ReadsSources() && !corpus.Sources {
		return ErrNoSources
	}
	external := make([][]float64, len(corpus.Systems))
	for i := range external {
		external[i] = make([]float64, len(corpus.External.Names))
	}
	scale, scaled := corpus.scale(scorer)
	main := scorer.Measures()[0].Main()
	work := scoring{position: corpus.Position}
	defer options.Progress.Start("scoring", CountsSegments, work.progress())()
	var segment int64
	take := func(line metric.Line, results []metric.Result) error {
		if err := corpus.check(scorer, line, len(results)); err != nil {
			return fmt.Errorf("segment %d: %w", segment+1, err)
		}
		if scaled {
			for i := range results {
				if value, ok := results[i].Value(main); ok {
					results[i].SetValue(metric.Points, scale.Points(value))
				}
			}
		}
		if len(corpus.External.Names) > 0 {
			for i := range external {
				if err := corpus.External.Next(line, i, external[i]); err != nil {
					return err
				}
			}
		}
		if err := sink(ScoredLine{Line: line, Segment: segment, Results: results, External: external}); err != nil {
			return err
		}
		segment++
		work.add(line)
		return nil
	}
	err := scorer.Stream(ctx, corpus.Lines, options.Workers, take)
	if err == nil && segment == 0 {
		err = ErrNoSegments
	}
	return err
}

// check rejects a line that is not what the corpus says. References that nobody reads are not counted.
func (c *Corpus) check(scorer *metric.Scorer, line metric.Line, candidates int) error {
	if candidates != len(c.Systems) {
		return fmt.Errorf("found %d candidates, expected one of each of %d systems", candidates, len(c.Systems))
	}
	if want := len(c.humans()) * candidates; line.Human != nil && len(line.Human) != want {
		return fmt.Errorf("found %d human scores, expected %d: of each of %d systems by %s", len(line.Human), want,
			candidates, wording.List(c.humans()))
	}
	if !scorer.ReadsReferences() {
		return nil
	}
	n := max(len(line.References), len(line.ReferenceVectors))
	switch fewest := c.fewest(); {
	case n >= fewest && n <= c.References:
		return nil
	case fewest == c.References:
		return fmt.Errorf("found %d references, expected %d", n, c.References)
	default:
		return fmt.Errorf("found %d references, expected %d to %d", n, fewest, c.References)
	}
}

// fewest returns how many references each line has at least.
func (c *Corpus) fewest() int {
	if c.Fewest == 0 {
		return c.References
	}
	return c.Fewest
}

// signature returns what the scores of a scorer depend on.
func (c *Corpus) signature(scorer *metric.Scorer) metric.Signature {
	return scorer.SignatureOfRange(c.fewest(), c.References)
}

// withDefaults fills in what is not said and checks the rest.
func (s ScoreOptions) withDefaults() (ScoreOptions, error) {
	if s.Confidence == 0 {
		s.Confidence = DefaultConfidence
	}
	if !(s.Confidence > 0 && s.Confidence < 1) {
		return s, fmt.Errorf("found the confidence %v, expected a number between 0 and 1", s.Confidence)
	}
	return s, nil
}
