package repeat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// DefaultReplayed is how many values that differ a report lists unless Run is told otherwise.
const DefaultReplayed = 10

// Stored are stored results and the texts that they are of.
type Stored struct {
	Signature  string            // of the stored scores
	Corpus     evaluation.Corpus // the texts; External.Next is not read
	Columns    []metric.Column   // the stored ones of measures
	Alignments bool              // whether there are alignments
	// Lines yields what is stored for each segment, in the order of Corpus.Lines.
	Lines iter.Seq2[StoredLine, error]
	Means []outcome.Mean // of systems; nil for none
}

// A StoredLine is what is stored for one segment.
type StoredLine struct {
	ID       string          // what people call it; "" for its number, counted from 1
	Results  []metric.Result // one for each system
	External [][]float64     // for each system, one for each of Corpus.External.Names
}

// A Report says whether texts and settings give the stored results again. As JSON it is what wrd replay prints.
type Report struct {
	Same      bool   `json:"same"`      // whether every value has the same bits
	Signature string `json:"signature"` // of the stored scores
	Now       string `json:"now"`       // the signature of the scores of now
	// Changed are the parts of the signatures that differ, such as the version or the digest of the vectors.
	Changed   []Change `json:"changed"`
	Segments  int64    `json:"segments"` // of each system
	Systems   []string `json:"systems"`
	Columns   []string `json:"columns"`   // that were scored again
	External  []string `json:"external"`  // columns of other programs, which cannot be scored again here
	Values    int64    `json:"values"`    // how many were compared
	Different int64    `json:"different"` // how many of them differ
	// Differences are the first of these in the order of the segments, then those of means.
	Differences []Difference `json:"differences"`
}

// A Change is a part of a signature that differs from the stored one; "" means that it is absent.
type Change struct {
	Part   string `json:"part"`
	Stored string `json:"stored"`
	Now    string `json:"now"`
}

// A Difference is a value that differs from the stored one. Values are written so that they read back as the same bits;
// "null" means none.
type Difference struct {
	System  string `json:"system"`
	Segment string `json:"segment,omitempty"` // its id, or its number, counted from 1; "" for a mean over all
	Value   string `json:"value"`             // the column, or what else: status, candidate_tokens, alignment, …
	Stored  string `json:"stored"`
	Now     string `json:"now"`
}

// errMoreTexts and errMoreResults are about inputs whose two sides do not fit.
var (
	errMoreTexts   = errors.New("found texts of more segments than results")
	errMoreResults = errors.New("found results of more segments than texts")
)

// Run scores the texts of stored results again and compares every value by its bits: those of the columns, the counts
// of tokens, the best reference, the status, alignments, and the means of systems with their intervals. scorer must be
// made with the settings of the results, and with Alignments if they have some. The report lists so many of the values that
// differ, 0 for DefaultReplayed. Memory does not grow with the number of segments. It fails where Score does.
func Run(ctx context.Context, scorer *metric.Scorer, stored Stored, scoring evaluation.ScoreOptions, listed int) (
	*Report, error) {
	next, stop := iter.Pull2(stored.Lines)
	defer stop()
	r := &replay{stored: stored, next: next, most: cmp.Or(listed, DefaultReplayed), report: &Report{
		Signature: stored.Signature, Changed: []Change{}, Systems: stored.Corpus.Systems, Columns: []string{},
		External: append([]string{}, stored.Corpus.External.Names...), Differences: []Difference{},
	}}
	for _, column := range stored.Columns {
		r.report.Columns = append(r.report.Columns, column.String())
	}
	corpus := stored.Corpus
	corpus.External.Next = r.external
	summary, err := evaluation.Score(ctx, scorer, corpus, scoring, r.compare)
	if err != nil {
		return nil, err
	}
	if _, _, more := next(); more {
		return nil, errMoreResults
	}
	r.compareMeans(summary)
	r.report.Now = scoring.Signature(scorer, corpus).String()
	r.report.Changed = append(r.report.Changed, changes(stored.Signature, r.report.Now)...)
	r.report.Same = r.report.Different == 0
	return r.report, nil
}

// A replay is the state of one.
type replay struct {
	stored Stored
	next   func() (StoredLine, error, bool)
	line   StoredLine
	read   int64 // how many lines were read
	most   int
	report *Report
}

// advance reads what is stored for a segment, unless it is already.
func (r *replay) advance(segment int64) (err error) {
	if r.read > segment {
		return nil
	}
	var ok bool
	if r.line, err, ok = r.next(); err == nil && !ok {
		err = errMoreTexts
	}
	if err == nil && len(r.line.Results) != len(r.stored.Corpus.Systems) {
		err = fmt.Errorf("found results of %d systems, expected %d", len(r.line.Results), len(r.stored.Corpus.Systems))
	}
	if r.line.ID == "" {
		r.line.ID = strconv.FormatInt(segment+1, 10)
	}
	r.read++
	return err
}

// external is ExternalScores.Next: the scores of other programs are those that are stored.
func (r *replay) external(_ metric.Line, system int, scores []float64) error {
	if system == 0 {
		if err := r.advance(r.read); err != nil {
			return err
		}
	}
	copy(scores, r.line.External[system])
	return nil
}

// compare is a LineSink.
func (r *replay) compare(line evaluation.ScoredLine) error {
	if err := r.advance(line.Segment); err != nil {
		return err
	}
	r.report.Segments++
	for i, system := range r.stored.Corpus.Systems {
		r.compareResult(system, &r.line.Results[i], &line.Results[i])
	}
	return nil
}

// compareResult compares what is stored for an output with what it scores now.
func (r *replay) compareResult(system string, stored, now *metric.Result) {
	r.check(system, r.line.ID, "status", stored.Status.String(), now.Status.String())
	for _, c := range outcome.Counts(r.stored.Corpus.Sources) {
		before, after := *c.Count(&stored.Counts), *c.Count(&now.Counts)
		if r.report.Values++; before != after {
			r.differ(system, r.line.ID, c.Name, strconv.Itoa(before), strconv.Itoa(after))
		}
	}
	for _, column := range r.stored.Columns {
		r.checkNumber(system, r.line.ID, column.String(), stored.ValueOrNaN(column), now.ValueOrNaN(column))
	}
	if r.stored.Alignments {
		r.compareMoves(system, stored.Alignment, now.Alignment)
		r.compareWords(system, "missing", stored.Missing, now.Missing)
		r.compareWords(system, "invented", stored.Invented, now.Invented)
	}
}

// compareWords compares the words without a counterpart, which count as one value.
func (r *replay) compareWords(system, column string, stored, now []string) {
	if r.report.Values++; !slices.Equal(stored, now) {
		r.differ(system, r.line.ID, column, strings.Join(stored, " "), strings.Join(now, " "))
	}
}

// compareMoves compares alignments, which count as one value.
func (r *replay) compareMoves(system string, stored, now []metric.Move) {
	r.report.Values++
	for i := range max(len(stored), len(now)) {
		var a, b metric.Move
		if i < len(stored) {
			a = stored[i]
		}
		if i < len(now) {
			b = now[i]
		}
		if a.CandidateToken != b.CandidateToken || a.ReferenceToken != b.ReferenceToken || !sameBits(a.Mass, b.Mass) ||
			!sameBits(a.Cost, b.Cost) {
			r.differ(system, r.line.ID, fmt.Sprintf("alignment, move %d", i+1), written(a), written(b))
			return
		}
	}
}

// written is how a report shows a move.
func written(m metric.Move) string {
	if m == (metric.Move{}) {
		return "null"
	}
	return fmt.Sprintf("%s → %s, %s × %s", m.CandidateToken, m.ReferenceToken, writtenNumber(m.Mass),
		writtenNumber(m.Cost))
}

// compareMeans compares the means of systems.
func (r *replay) compareMeans(summary *evaluation.Summary) {
	means := outcome.Means(summary)
	for _, stored := range r.stored.Means {
		var now outcome.Mean
		for _, mean := range means {
			if mean.System == stored.System && mean.Column == stored.Column {
				now = mean
			}
		}
		for _, field := range outcome.MeanFields(nil, false) {
			if before, ok := field.At(&stored).(**float64); ok {
				after := field.At(&now).(**float64)
				r.checkNumber(stored.System, "", field.Name+" of "+stored.Column, orNaN(*before), orNaN(*after))
			}
		}
	}
}

// check compares two values as they are written.
func (r *replay) check(system, segment, value, stored, now string) {
	if r.report.Values++; stored != now {
		r.differ(system, segment, value, stored, now)
	}
}

// checkNumber compares two numbers by their bits; NaN is none.
func (r *replay) checkNumber(system, segment, value string, stored, now float64) {
	if r.report.Values++; !sameBits(stored, now) {
		r.differ(system, segment, value, writtenNumber(stored), writtenNumber(now))
	}
}

// differ counts a difference, and lists it if it is among the first.
func (r *replay) differ(system, segment, value, stored, now string) {
	if r.report.Different++; len(r.report.Differences) < r.most {
		r.report.Differences = append(r.report.Differences, Difference{system, segment, value, stored, now})
	}
}

// changes returns in what two signatures differ.
func changes(stored, now string) (list []Change) {
	before, after := metric.ParseSignature(stored).Parts, metric.ParseSignature(now).Parts
	values := map[string]string{}
	for _, part := range after {
		values[part.Key] = part.Value
	}
	seen := map[string]bool{}
	for _, part := range before {
		if seen[part.Key] = true; values[part.Key] != part.Value {
			list = append(list, Change{part.Key, part.Value, values[part.Key]})
		}
	}
	for _, part := range after {
		if !seen[part.Key] {
			list = append(list, Change{part.Key, "", part.Value})
		}
	}
	return list
}

func orNaN(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}

// sameBits says whether two numbers are the same, bit by bit; NaN is none, whatever its bits.
func sameBits(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
}

// writtenNumber writes a number so that it reads back as the same bits.
func writtenNumber(x float64) string {
	if math.IsNaN(x) {
		return "null"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
