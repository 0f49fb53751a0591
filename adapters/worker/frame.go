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
	Signature      string   `json:"signature"`
	Segments       int      `json:"segments"`
	Columns        []string `json:"columns"`
	Statuses       []string `json:"statuses"` // as of score
	Copies         int64    `json:"copies,omitempty"`
	SourceLanguage string   `json:"source_language,omitempty"` // for the method warnings
	Warnings       []string `json:"warnings,omitempty"`
}

// scoreFrame is score for a frame, all numbers little-endian:
//
//	uint32                 n, how many segments
//	uint32                 s, 1 if each has a source, otherwise 0
//	n × uint32             r, how many references each has
//	(n + s·n + Σr) × uint32  how many bytes each text has: all candidates, all sources, then the references of each segment
//	bytes                  the texts, in this order, in UTF-8
//
// The frame of its answer:
//
//	n × float64            for each column; NaN for a segment without a value
//	n × int32              for each of countsOf
//	n × uint8              status, an index of ScoreFrame.Statuses
func (c *call) scoreFrame(ctx context.Context, frame []byte) (any, []byte, error) {
	params, err := unpack(frame)
	if err != nil {
		return nil, nil, &Error{Code: InvalidParams, Message: "frame: " + err.Error()}
	}
	segments, err := c.segments(params)
	if err != nil {
		return nil, nil, err
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
	values, counted := len(c.columns)*n*8, len(c.counts)
	out := make([]byte, values+counted*n*4+n)
	var read reading.SystemReading
	err = c.scoreAll(ctx, segments, func(i int, r *metric.Result) {
		read.Add(r, c.scorer.ReadsReferences(), c.scorer.ReadsSources())
		for k, column := range c.columns {
			value, ok := r.Value(column)
			if !ok {
				value = math.NaN()
			}
			binary.LittleEndian.PutUint64(out[(k*n+i)*8:], math.Float64bits(value))
		}
		for k := range c.counts {
			binary.LittleEndian.PutUint32(out[values+(k*n+i)*4:], uint32(int32(*c.counts[k].Count(&r.Counts))))
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

// unpack reads the texts of a frame, which are parts of it.
func unpack(frame []byte) (*scoreParams, error) {
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
	n, _ := number()
	sources, ok := number()
	if !ok || uint64(n) > uint64(len(rest)/4) {
		return nil, cutOff
	}
	if sources > 1 {
		return nil, fmt.Errorf("found %d where 1 says that segments have sources, expected 0 or 1", sources)
	}
	counts, all := make([]uint32, n), uint64(n)*uint64(1+sources)
	for i := range counts {
		counts[i], _ = number()
		all += uint64(counts[i])
	}
	if all > uint64(len(rest)/4) {
		return nil, cutOff
	}
	lengths, bytes := rest[:4*all], string(rest[4*all:])
	next := func(what string, count int) ([]string, error) {
		list := make([]string, count)
		for i := range list {
			length := uint64(binary.LittleEndian.Uint32(lengths))
			if length > uint64(len(bytes)) {
				return nil, cutOff
			}
			lengths, list[i], bytes = lengths[4:], bytes[:length], bytes[length:]
			if !utf8.ValidString(list[i]) {
				return nil, fmt.Errorf("%s %d: found bytes that are not UTF-8", what, i+1)
			}
		}
		return list, nil
	}
	var p scoreParams
	var err error
	if p.Candidates, err = next("candidate", int(n)); err != nil {
		return nil, err
	}
	if sources == 1 {
		if p.Sources, err = next("source", int(n)); err != nil {
			return nil, err
		}
	}
	references, err := next("reference", int(all)-int(n)*int(1+sources))
	if err != nil {
		return nil, err
	}
	p.References = make([]texts, n)
	for i, count := range counts {
		p.References[i], references = references[:count:count], references[count:]
	}
	if len(bytes) > 0 {
		return nil, fmt.Errorf("found %d bytes after the last text, expected none", len(bytes))
	}
	return &p, nil
}
