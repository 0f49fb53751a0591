package worker

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// OpenScores opens the cached scores of a scorer, for Settings.Scores. options are those that the scorer was made of.
// It fails if scores cannot be kept.
func OpenScores(c *cache.Cache, scorer *metric.Scorer, options metric.Options) (*cache.Scores, error) {
	// Against two references, as the signature against one does not say what becomes of several.
	signature := scorer.Signature(2).String()
	columns := scorer.Columns()
	setting := fmt.Sprintf("%s %v", signature, columns)
	// In full what the signature has the first digits of.
	if options.Encoder != nil {
		setting += " " + options.Encoder.Digest()
	} else if options.Vectors != nil {
		setting += " " + options.Vectors.Digest()
	}
	if options.Converter != nil {
		setting += " " + options.Converter.Hash()
	}
	if options.Frequencies != nil {
		setting += " " + options.Frequencies.Digest()
	}
	if options.IDF != nil {
		setting += " " + options.IDF.Digest()
	}
	scores := c.Scores(setting, fmt.Sprintf("%v %s", columns, signature), resultSize(columns))
	if err := scores.Check(); err != nil {
		return nil, fmt.Errorf("scores cannot be kept in %s: %w", c.Dir(), err)
	}
	return scores, nil
}

// scoreKey names a segment by its texts.
func scoreKey(segment *metric.Segment) cache.ScoreKey {
	texts := make([]byte, 0, 1024)
	add := func(text string) {
		texts = binary.LittleEndian.AppendUint64(texts, uint64(len(text)))
		texts = append(texts, text...)
	}
	add(segment.Candidate)
	add(segment.Source)
	for _, reference := range segment.References {
		add(reference)
	}
	sum := sha256.Sum256(texts)
	return cache.ScoreKey(sum[:])
}

// resultSize is how many bytes a result has: a float64 for each column, the counts and the status.
func resultSize(columns []metric.Column) int { return 8*len(columns) + 4*len(countsOf(columns)) + 1 }

// countsOf are the columns of the numbers of a result that are not scores, those of each text together; those of the
// source only where a column is of it.
func countsOf(columns []metric.Column) []outcome.Column {
	return outcome.BySide(outcome.Counts(outcome.ReadsSources(columns)))
}

// packResult appends a result, as resultSize has it; NaN is a column without a value.
func (s *scoring) packResult(data []byte, r *metric.Result) []byte {
	for _, column := range s.columns {
		value, ok := r.Value(column)
		if !ok {
			value = math.NaN()
		}
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(value))
	}
	for i := range s.counts {
		data = binary.LittleEndian.AppendUint32(data, uint32(int32(*s.counts[i].Count(&r.Counts))))
	}
	return append(data, byte(r.Status))
}

// unpackResult reads what packResult wrote.
func (s *scoring) unpackResult(data []byte) (r metric.Result) {
	for i, column := range s.columns {
		if value := math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:])); !math.IsNaN(value) {
			r.SetValue(column, value)
		}
	}
	data = data[8*len(s.columns):]
	for i, c := range s.counts {
		*c.Count(&r.Counts) = int(int32(binary.LittleEndian.Uint32(data[4*i:])))
	}
	r.Status = metric.Status(data[4*len(s.counts)])
	return r
}

// scoreAll calls each for the result of every segment, in order. Segments with the same texts are scored once, if
// scores are kept.
func (c *call) scoreAll(ctx context.Context, segments []metric.Segment, each func(i int, r *metric.Result)) error {
	scores := c.scores
	if scores == nil {
		return c.scoreAnew(ctx, segments, each)
	}
	var (
		results = make([]metric.Result, len(segments))
		first   = map[cache.ScoreKey]int{} // of the segments that are scored here
		same    = map[int]int{}            // segments that have the texts of another one of them
		missing []metric.Segment
		at      []int // the place of each missing one
		keys    []cache.ScoreKey
	)
	for i := range segments {
		key := scoreKey(&segments[i])
		if known, ok := scores.Get(key); ok {
			results[i] = c.unpackResult(known)
		} else if k, ok := first[key]; ok {
			same[i] = k
		} else {
			first[key] = i
			missing, at, keys = append(missing, segments[i]), append(at, i), append(keys, key)
		}
	}
	var data []byte
	err := c.scoreAnew(ctx, missing, func(k int, r *metric.Result) {
		results[at[k]] = *r
		data = c.packResult(data[:0], r)
		scores.Put(keys[k], data)
	})
	if failed := scores.Flush(); failed != nil {
		c.notices = append(c.notices, fmt.Sprintf("scores are not kept any more: %v", failed))
	}
	if segment, ok := errors.AsType[*metric.SegmentError](err); ok {
		return &metric.SegmentError{Segment: int64(at[segment.Segment]), Err: segment.Err}
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	for i := range results {
		k, ok := same[i]
		if !ok {
			k = i
		}
		each(i, &results[k])
	}
	return nil
}
