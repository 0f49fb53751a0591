package worker

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// ScoreFrame is the result of the method score for a frame: it says what the frame has that follows its line.
type ScoreFrame struct {
	Signature string   `json:"signature"`
	Segments  int      `json:"segments"`
	Columns   []string `json:"columns"`  // of float64, in their order
	Statuses  []string `json:"statuses"` // what the numbers of the status mean
	// What is known of candidates that are not translations, for the method warnings, as in reading.System.
	Copies         int64    `json:"copies,omitempty"`
	SourceLanguage string   `json:"source_language,omitempty"`
	Warnings       []string `json:"warnings,omitempty"`
}

// scoreFrame is score for a frame, all numbers little-endian:
//
//	uint32                 n, how many segments
//	n × uint32             how many references each has, counting the source among them if a measure reads that
//	Σ(1 + r) × uint32      how many bytes each text has: of a segment the candidate, the source if a measure reads it,
//	                       then its references
//	bytes                  the texts, in this order, in UTF-8
//
// The frame of its answer:
//
//	n × float64            for each column; NaN for a segment without a value
//	n × int32              candidate_tokens; then candidate_oov, reference_tokens, reference_oov, best_reference, and of
//	                       sources, if a measure reads them, source_tokens, source_oov
//	n × uint8              status, an index of ScoreFrame.Statuses
func (c *call) scoreFrame(ctx context.Context, frame []byte) (any, []byte, error) {
	segments, err := unpack(frame)
	if err == nil {
		err = c.takeSources(segments)
	}
	if err != nil {
		return nil, nil, &Error{Code: InvalidParams, Message: "frame: " + err.Error()}
	}
	if err := c.follow(ctx, referencesOf(segments)...); err != nil {
		return nil, nil, err
	}
	n := len(segments)
	result := ScoreFrame{Signature: c.signature(segments), Segments: n}
	for _, column := range c.columns {
		result.Columns = append(result.Columns, column.String())
	}
	for _, status := range metric.Statuses() {
		result.Statuses = append(result.Statuses, status.String())
	}
	values, counted := len(c.columns)*n*8, resultCounts(c.columns)
	out := make([]byte, values+counted*n*4+n)
	var read reading.System
	err = c.scoreAll(ctx, segments, func(i int, r *metric.Result) {
		read.Add(r, c.scorer.ReadsReferences(), c.scorer.ReadsSources())
		for k, column := range c.columns {
			value, ok := r.Value(column)
			if !ok {
				value = math.NaN()
			}
			binary.LittleEndian.PutUint64(out[(k*n+i)*8:], math.Float64bits(value))
		}
		for k, count := range counts(r, c.columns) {
			binary.LittleEndian.PutUint32(out[values+(k*n+i)*4:], uint32(int32(*count)))
		}
		out[values+counted*n*4+i] = byte(slices.Index(metric.Statuses(), r.Status))
	})
	if err != nil {
		return nil, nil, err
	}
	c.lookAtSources(&read, segments)
	result.Copies, result.SourceLanguage = read.Copies, read.SourceLanguage
	result.Warnings = c.warningsOf(read, segments...)
	return result, out, nil
}

// takeSources makes the first references of a frame's segments their sources, if a measure reads these.
func (c *call) takeSources(segments []metric.Segment) error {
	if !c.scorer.ReadsSources() {
		return nil
	}
	for i := range segments {
		own := &segments[i]
		own.Source, own.References = own.References[0], own.References[1:]
		if len(own.References) == 0 && c.scorer.ReadsReferences() {
			return fmt.Errorf("segment %d: found no reference after the source, expected at least one", i+1)
		}
	}
	return nil
}

// unpack reads the segments of a frame, with sources as references. The texts are parts of it.
func unpack(frame []byte) ([]metric.Segment, error) {
	rest := frame
	number := func() (uint32, bool) {
		if len(rest) < 4 {
			return 0, false
		}
		x := binary.LittleEndian.Uint32(rest)
		rest = rest[4:]
		return x, true
	}
	cutOff := fmt.Errorf("found %d bytes, expected more", len(frame))
	n, ok := number()
	if !ok || uint64(n) > uint64(len(rest)/4) {
		return nil, cutOff
	}
	references, all := make([]uint32, n), uint64(n)
	for i := range references {
		references[i], _ = number()
		if references[i] == 0 {
			return nil, fmt.Errorf("segment %d: found no reference, expected at least one", i+1)
		}
		all += uint64(references[i])
	}
	if all > uint64(len(rest)/4) {
		return nil, cutOff
	}
	lengths, texts := rest[:4*all], string(rest[4*all:])
	next := func() (text string, err error) {
		length := uint64(binary.LittleEndian.Uint32(lengths))
		if length > uint64(len(texts)) {
			return "", cutOff
		}
		lengths, text, texts = lengths[4:], texts[:length], texts[length:]
		if !utf8.ValidString(text) {
			return "", fmt.Errorf("found bytes that are not UTF-8")
		}
		return text, nil
	}
	list := make([]string, all-uint64(n))
	segments := make([]metric.Segment, n)
	for i := range segments {
		var err error
		if segments[i].Candidate, err = next(); err != nil {
			return nil, fmt.Errorf("segment %d: candidate: %w", i+1, err)
		}
		own := list[:references[i]:references[i]]
		list = list[references[i]:]
		for k := range own {
			if own[k], err = next(); err != nil {
				return nil, fmt.Errorf("segment %d: reference %d: %w", i+1, k+1, err)
			}
		}
		segments[i].References = own
	}
	if len(texts) > 0 {
		return nil, fmt.Errorf("found %d bytes after the last text, expected none", len(texts))
	}
	return segments, nil
}
