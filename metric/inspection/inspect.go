package inspection

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/points"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Default limits of an Inspection. A page with so much opens quickly in a browser.
const (
	DefaultOutputs    = 300_000  // candidates of all systems together
	DefaultBytes      = 96 << 20 // of their texts
	DefaultAlignments = 20_000
)

// longestText is how many bytes of one text are kept.
const longestText = 20_000

// Contents say what an Inspection holds. The zero value is ready to use.
type Contents struct {
	Compare  compare.Design  // how systems are compared, and the unit and confidence of all intervals
	Compared *compare.Report // a comparison of the systems to show; nil makes one by Compare
	Alone    bool            // systems are not compared
	Segments int             // the most that are listed; 0 means as many as DefaultOutputs has room for
	Bytes    int64           // the most that their texts take; 0 means DefaultBytes
	// Pair are the places of two systems that are shown side by side first; nil lets the means and tests decide, see
	// Inspection.Pair.
	Pair *[2]int
	// Alignments is how many outputs come with an alignment: those of the pair, the worst ones, and those of segments on
	// which systems differ most; 0 means DefaultAlignments, a negative number none.
	Alignments int
	// Scoring opens the options that the scores were made with, or may have been: outputs without a stored alignment are
	// aligned if these have the signature of the scores. nil leaves alignments out that are not stored.
	Scoring func() (metric.Options, error)
	// Progress counts outputs: those whose texts are read, those that are aligned, and those whose words are counted.
	// That of Compare shows comparisons and correlations.
	Progress evaluation.Progress
}

// An Input is what is inspected. All columns but Human are scores.
type Input struct {
	evaluation.Scores        // with at least one column
	Human             string // the name of the column of Scores that people gave, "" if there is none
	// Texts are in any order, with systems and segments called as in Scores. They are read once. nil means that there
	// are none.
	Texts iter.Seq2[OutputTexts, error]
}

// OutputTexts are the texts of one output and what is known of it besides its scores.
type OutputTexts struct {
	evaluation.Texts
	Alignment []explained.Move // nil if none is stored
	// Missing and Invented are the words without a counterpart, as in metric.Result; they come with Alignment.
	Missing, Invented []string
	Spans             []Span // errors that are marked in the candidate
	// Labels are what other columns of the input say, in any order.
	Labels []Label
}

// A Span is a part of a candidate that people, or a metric, marked as an error.
type Span struct {
	Start, End         int    // in characters; End is the first one behind it
	Severity, Category string // "" if nobody says it
	Text               string // what stands there, "" if that is not known
}

// A Label is the value of a column of the input that is neither a score nor a text of an output.
type Label struct{ Column, Value string }

// An Inspection is what a report shows: the systems, how they compare, and their outputs with scores and texts.
type Inspection struct {
	Human      string                  // the column that people gave, "" if there is none
	Columns    []evaluation.Column     // of all segments, with those that people gave last
	Scales     map[string]points.Scale // by column, where points are known
	Systems    []System
	Confidence float64         // of the intervals of means
	Unit       evaluation.Unit // that these intervals take as independent
	Comparison *compare.Report // nil where there is nothing to compare
	// Pair are the places of the systems that are shown side by side first: the best and the next one that it is shown to
	// be better than, or the next one if there is none such; with a baseline the best other system and the baseline. There
	// is only one where there is no other.
	Pair []int
	All  []evaluation.Segment // all segments, as in the columns
	Rows []Row                // those that are listed, in the order of All
	// Worst and Sampled say how many of the rows are there because their scores are the worst and because they were
	// drawn; both are 0 if all segments are listed.
	Worst, Sampled int
	Shortened      int // texts of rows of which only the beginning is kept
	// Chosen is how many outputs could come with an alignment where these are not all, 0 if they are: see
	// Contents.Alignments.
	Chosen     int
	References int // the most that a row has
	Sources    bool
	// OfSources says that alignments, and the words without a counterpart, are those of outputs with their sources, not
	// with references: the first column is of a measure that reads sources.
	OfSources bool
	Texts     bool  // whether there are any
	Findings  []int // outputs of all segments with each finding, by its number; nil without texts
	// Buckets are of all segments: by length, unknown words and scores, as far as these are known and differ.
	Buckets []Buckets
	// Kinds are the buckets by what was known before texts were scored, for the pair and the first column: those first of
	// which it is shown that the first system is ahead by more there, or by less, than elsewhere, the largest effect first.
	Kinds []Kind
	// Documents and Domains sum up the systems over those of the segments.
	Documents, Domains Groupings
	// Read says what could be read of the texts of each system.
	Read []reading.SystemReading
	// Dependence says which systems, and references, are not independent; nil where none are known to be.
	Dependence *reading.Dependence
	Words      *Words // nil without texts and references
	// Agreement says how the measures agree with each of Humans, by system and by segment; nil without human scores.
	Agreement []correlate.Correlation
	// Warned are notes of the numbers, and Noticed of how the inspection was made. say.Inspected adds them to Warnings and
	// Notices, which are sentences.
	Warned, Noticed   []Note
	Warnings, Notices []string
}

// Humans returns the places of the columns that people gave: that called Human and then, if it is called as human scores
// usually are, the others so called.
func (in *Inspection) Humans() (places []int) {
	for k, column := range in.Columns {
		switch {
		case in.Human == "":
		case column.Name == in.Human:
			places = slices.Insert(places, 0, k)
		case evaluation.IsHuman(in.Human) && evaluation.IsHuman(column.Name):
			places = append(places, k)
		}
	}
	return places
}

// A System sums up one system.
type System struct {
	System   string
	Outputs  int                    // that are in the input
	Means    []evaluation.MeanScore // one for each of Inspection.Columns
	Coverage reading.Coverage
	Status   map[string]int // how many outputs have each; empty if it is not known
	Findings []int          // as in Inspection.Findings
}

// A Row is one segment with the outputs of all systems.
type Row struct {
	evaluation.Segment
	Place      int // in Inspection.All
	Source     string
	References []string
	Outputs    []Output // of each system
}

// An Output is the output of one system for a segment.
type Output struct {
	Present   bool // whether the input has it
	Candidate string
	reading.Details
	Findings  Findings
	Alignment []explained.Move // nil if there is none
	// Missing and Invented are the words without a counterpart, as in metric.Result; they come with Alignment.
	Missing, Invented []string
	Spans             []Span // in the order of their starts
}

// Inspect gathers what a report shows. Its memory grows with the number of scores, and up to the limits of the contents
// with the texts. Above these limits the segments with the worst scores in the first column are listed, and as many that
// are drawn at random from the others.
//
// It fails with an error of the texts, and with an error that wraps ctx.Err() when ctx ends; that systems cannot be
// compared is a notice. Equal input and contents give an equal inspection.
func Inspect(ctx context.Context, contents Contents, input *Input) (*Inspection, error) {
	if len(input.Columns) == 0 || len(input.Segments) == 0 {
		return nil, evaluation.ErrNoSegments
	}
	in := &inspecting{
		Contents: contents,
		input:    input,
		out:      &Inspection{Human: input.Human, All: input.Segments},
	}
	in.orderColumns()
	if err := in.chooseRows(); err != nil {
		return nil, err
	}
	if err := in.readTexts(ctx); err != nil {
		return nil, err
	}
	if err := in.compare(ctx); err != nil {
		return nil, err
	}
	if err := in.align(ctx); err != nil {
		return nil, err
	}
	return in.out, in.sumAllUp(ctx)
}

// inspecting is an Inspection on its way.
type inspecting struct {
	Contents
	input *Input
	out   *Inspection
	order []int // of the segments that are listed, the most important first; sorted if all are
	rows  []int // for each segment its row, -1 if it is not listed
	// references are the first ones, as in evaluation.Scores.
	references []string
	// fewest is how many references each segment has at least.
	fewest int
	checks *textChecks // nil without texts
	labels labels
	// documents are those of the segments, nil where segments are taken as independent.
	documents []int
	counts    bucketCounts
}

// orderColumns puts the column of people last, so that the first one is a measure if there is one.
func (in *inspecting) orderColumns() {
	var human []evaluation.Column
	for _, column := range in.input.Columns {
		if column.Name == in.input.Human {
			human = append(human, column)
			continue
		}
		in.out.Columns = append(in.out.Columns, column)
	}
	in.out.Columns = append(in.out.Columns, human...)
}

// badness returns for each segment how bad the worst output is by the first column, -Inf where there is no score.
func (in *inspecting) badness() []float64 {
	column := in.out.Columns[0]
	worst := slices.Repeat([]float64{math.Inf(-1)}, len(in.input.Segments))
	for i := range in.input.Systems {
		for j, x := range column.Grid.Row(i) {
			if !math.IsNaN(x) {
				worst[j] = max(worst[j], worseness(x, column.LowerIsBetter))
			}
		}
	}
	return worst
}

func worseness(x float64, lowerIsBetter bool) float64 {
	if lowerIsBetter {
		return x
	}
	return -x
}

// chooseRows decides which segments are listed.
func (in *inspecting) chooseRows() error {
	n := len(in.input.Segments)
	most := in.Segments
	if most == 0 {
		most = max(1, DefaultOutputs/max(1, len(in.input.Systems)))
	}
	if most < 0 {
		return fmt.Errorf("found %d segments to list, expected 1 or more", most)
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n <= most {
		in.order = all
		in.makeRows()
		return nil
	}
	bad := in.badness()
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(bad[b], bad[a]) })
	in.out.Worst = (most + 1) / 2
	in.out.Sampled = most - in.out.Worst
	rest := all[in.out.Worst:]
	random := rand.New(rand.NewPCG(in.Compare.Tests.Seed, 0))
	for i := range in.out.Sampled { // the first steps of a Fisher-Yates shuffle
		k := i + random.IntN(len(rest)-i)
		rest[i], rest[k] = rest[k], rest[i]
	}
	in.order = all[:most]
	in.makeRows()
	return nil
}

// makeRows makes the rows in the order of the segments.
func (in *inspecting) makeRows() {
	places := slices.Clone(in.order)
	slices.Sort(places)
	in.rows = slices.Repeat([]int{-1}, len(in.input.Segments))
	in.out.Rows = make([]Row, 0, len(places))
	outputs := make([]Output, len(places)*len(in.input.Systems))
	for i, place := range places {
		segment := in.input.Segments[place]
		in.rows[place] = i
		in.out.Rows = append(in.out.Rows, Row{Segment: segment, Place: place,
			Outputs: outputs[i*len(in.input.Systems):][:len(in.input.Systems)]})
	}
}

// compare computes the means of the systems, compares them, and chooses a pair.
func (in *inspecting) compare(ctx context.Context) error {
	in.out.Confidence = in.Compare.Tests.WithDefaults().Confidence
	in.out.Unit = evaluation.UnitSegment
	if all, known := evaluation.Documents(in.input.Segments); known && in.Compare.Unit != evaluation.UnitSegment {
		in.out.Unit, in.documents = evaluation.UnitDocument, all
	}
	in.out.Scales = map[string]points.Scale{}
	for _, column := range in.out.Columns {
		if scale, ok := points.Of(column.Name, column.Signature, in.references); ok {
			in.out.Scales[column.Name] = scale
		}
	}
	for i := range in.input.Systems {
		system := &in.out.Systems[i]
		for _, column := range in.out.Columns {
			if err := ctx.Err(); err != nil {
				return err
			}
			var mean agreement.Mean
			for j, x := range column.Grid.Row(i) {
				addScore(&mean, x, j, in.documents)
			}
			score := evaluation.NewMeanScore(&mean, column.Name, column.Signature, in.out.Confidence)
			if scale, ok := in.out.Scales[column.Name]; ok && score.Mean != nil {
				score.Points = new(scale.Points(*score.Mean))
			}
			system.Means = append(system.Means, score)
		}
	}
	defer in.choosePair()
	if in.out.Comparison = in.Compared; in.out.Comparison != nil || in.Alone || len(in.input.Systems) < 2 {
		return nil
	}
	scores := in.input.Scores
	scores.Columns, scores.References = in.out.Columns, in.references
	humans := in.out.Humans()
	var measures []evaluation.Column
	for k, column := range in.out.Columns {
		if !slices.Contains(humans, k) {
			measures = append(measures, column)
		}
	}
	for _, k := range humans {
		column := in.out.Columns[k]
		if column.LowerIsBetter { // a penalty
			column = column.Turned()
		}
		scores.Humans = append(scores.Humans, column)
	}
	report, err := compare.Run(ctx, in.Compare, &scores)
	if err != nil && ctx.Err() == nil && humans != nil && measures != nil { // perhaps people did not judge every system
		scores.Columns = measures
		byHuman := err
		if report, err = compare.Run(ctx, in.Compare, &scores); err == nil {
			in.notice(Note{Kind: NoteNotByHuman, Err: byHuman})
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		in.note(Note{Kind: NoteNotCompared, Err: err})
	default:
		in.out.Comparison = report
	}
	return nil
}

// sumAllUp sums the scores and the texts up.
func (in *inspecting) sumAllUp(ctx context.Context) error {
	if err := in.addBuckets(ctx, in.documents); err != nil {
		return err
	}
	in.kinds()
	in.out.Documents = in.group(ByDocument, func(s evaluation.Segment) string { return s.Doc }, in.documents)
	in.out.Domains = in.group(ByDomain, func(s evaluation.Segment) string { return s.Domain }, in.documents)
	if err := in.words(ctx, in.documents); err != nil {
		return err
	}
	return in.agree(ctx)
}

// addScore adds the score of a segment to a mean, if there is one. documents are those of all segments, nil if they have
// none.
func addScore(mean *agreement.Mean, x float64, segment int, documents []int) {
	switch {
	case math.IsNaN(x):
	case documents == nil:
		mean.Add(x)
	default:
		mean.AddOf(documents[segment], x)
	}
}

// agree correlates the measures with the human scores, by system and by segment.
func (in *inspecting) agree(ctx context.Context) error {
	judgments := &evaluation.Judgments{Systems: in.input.Systems, Segments: in.input.Segments,
		HumanSystems: in.input.HumanSystems}
	places := in.out.Humans()
	for _, k := range places {
		judgments.Humans = append(judgments.Humans, in.out.Columns[k])
	}
	for k, column := range in.out.Columns {
		if !slices.Contains(places, k) {
			judgments.Measures = append(judgments.Measures, column)
		}
	}
	if len(judgments.Humans) == 0 || len(judgments.Measures) == 0 {
		return nil
	}
	design := correlate.Design{
		Levels:     []correlate.Level{correlate.LevelSystem, correlate.LevelSegment},
		Averagings: []agreement.Averaging{agreement.AverageNone},
		Statistics: []agreement.Statistic{agreement.StatisticPearson}, // evaluation.JudgedOrder has the accuracy
		Unit:       in.Compare.Unit, Draws: in.Compare.Tests.WithDraws(1).Draws, Seed: in.Compare.Tests.Seed,
		Confidence: in.out.Confidence, Workers: in.Compare.Tests.Workers, Progress: in.Compare.Progress,
	}
	if len(in.input.Systems) < 2 {
		design.Levels = design.Levels[1:]
	}
	report, err := correlate.Run(ctx, design, judgments)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		in.note(Note{Kind: NoteNoAgreement, Err: err})
	default:
		in.out.Agreement = report.Rows
	}
	return nil
}

// note adds a note of the numbers, and notice one of how they were made.
func (in *inspecting) note(n Note)   { in.out.Warned = append(in.out.Warned, n) }
func (in *inspecting) notice(n Note) { in.out.Noticed = append(in.out.Noticed, n) }
