package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// scoreParams are the texts to score: candidate i against references[i] and sources[i], of which some measures read none.
type scoreParams struct {
	Candidates []string `json:"candidates"` // texts
	References []texts  `json:"references"` // for each a text or a list of texts, null where there is none
	Sources    []string `json:"sources"`    // for each a text, if any
}

// texts are a list of texts, or one alone. A null is an empty one: a reference that is not there.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*t = texts{""}
		return nil
	}
	if bytes.HasPrefix(data, []byte(`"`)) {
		*t = make(texts, 1)
		return json.Unmarshal(data, &(*t)[0])
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// A Score is the result of the method score: lists with an entry for each segment.
type Score struct {
	Signature string `json:"signature"` // of all
	Segments  int    `json:"segments"`  // how many
	// By column, with points where they are known, null without a value.
	Scores          map[string][]*float64 `json:"scores"`
	Status          []metric.Status       `json:"status"`
	CandidateTokens []int                 `json:"candidate_tokens"`
	CandidateOOV    []int                 `json:"candidate_oov"`
	ReferenceTokens []int                 `json:"reference_tokens"`
	ReferenceOOV    []int                 `json:"reference_oov"`
	BestReference   []int                 `json:"best_reference"`
	SourceTokens    []int                 `json:"source_tokens,omitzero"`
	SourceOOV       []int                 `json:"source_oov,omitzero"` // lists by segment
	Warnings        []string              `json:"warnings,omitempty"`
}

func (c *call) score(ctx context.Context, p *scoreParams) (*Score, error) {
	segments, err := c.segments(p)
	if err != nil {
		return nil, err
	}
	if err := c.follow(ctx, referencesOf(segments)...); err != nil {
		return nil, err
	}
	n := len(segments)
	score := &Score{Signature: c.signature(segments), Segments: n, Scores: map[string][]*float64{},
		Status: make([]metric.Status, 0, n)}
	lists := []*[]int{ // of c.counts
		&score.CandidateTokens, &score.CandidateOOV, &score.ReferenceTokens, &score.ReferenceOOV,
		&score.BestReference, &score.SourceTokens, &score.SourceOOV}
	for _, list := range lists[:len(c.counts)] {
		*list = make([]int, 0, n)
	}
	for _, column := range c.columns {
		score.Scores[column.String()] = make([]*float64, 0, n)
	}
	scale, scaled := c.scale(c.signature(segments), slices.Concat(referencesOf(segments)...))
	main, inPoints := c.scorer.Measures()[0].Main(), make([]*float64, 0, n)
	var read reading.SystemReading
	err = c.scoreAll(ctx, segments, func(_ int, r *metric.Result) {
		read.Add(r, c.scorer.ReadsReferences(), c.scorer.ReadsSources())
		score.Status = append(score.Status, r.Status)
		for i := range c.counts {
			*lists[i] = append(*lists[i], *c.counts[i].Count(&r.Counts))
		}
		for _, column := range c.columns {
			name := column.String()
			score.Scores[name] = append(score.Scores[name], orNull(r, column))
		}
		value := orNull(r, main)
		if scaled && value != nil {
			*value = scale.Points(*value)
		}
		inPoints = append(inPoints, value)
	})
	if err != nil {
		return nil, err
	}
	if scaled {
		score.Scores[metric.Points.String()] = inPoints
	}
	c.lookAtSources(&read, segments)
	score.Warnings = c.warningsOf(read, segments...)
	return score, nil
}

func decodeParams(params json.RawMessage, into any) error {
	if params == nil {
		return &Error{Code: InvalidParams, Message: "params: found none, expected an object"}
	}
	// The line that they are part of is valid, without repeated members.
	decoder := json.NewDecoder(bytes.NewReader(params))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return &Error{Code: InvalidParams, Message: "params: " + plain(err)}
	}
	return nil
}

// segments returns the texts as segments, with what measures read: one reference or more, a source, or both.
func (c *call) segments(p *scoreParams) ([]metric.Segment, error) {
	n := len(p.Candidates)
	references, err := c.references(p.References, n)
	if err != nil {
		return nil, err
	}
	if err := c.checkSources(p.Sources, n); err != nil {
		return nil, err
	}
	segments := make([]metric.Segment, n)
	for i := range segments {
		segments[i].Candidate = p.Candidates[i]
		if references != nil {
			segments[i].References = references[i]
		}
		if p.Sources != nil {
			segments[i].Source = p.Sources[i]
		}
	}
	return segments, nil
}

// references checks the references of n segments; nil where no measure reads any.
func (c *call) references(references []texts, n int) ([]texts, error) {
	if !c.scorer.ReadsReferences() {
		return nil, nil
	}
	if n != len(references) {
		return nil, fmt.Errorf("found %d candidates and references for %d, expected the same number", n, len(references))
	}
	for i := range references {
		if len(references[i]) == 0 {
			return nil, &Error{Code: InvalidParams, Message: fmt.Sprintf("segment %d: found no reference, expected at "+
				"least one", i+1), Data: map[string]any{"segment": i}}
		}
	}
	return references, nil
}

// checkSources checks the sources of n segments, which there must be if a measure reads them; otherwise they go along.
func (c *call) checkSources(sources []string, n int) error {
	if len(sources) != n && (sources != nil || c.scorer.ReadsSources()) {
		return fmt.Errorf("found %d candidates and sources for %d, expected the same number", n, len(sources))
	}
	return nil
}

// signature names what scores of the segments depend on. Segments may have different numbers of references.
func (c *call) signature(segments []metric.Segment) string {
	fewest, most := 1, 1
	for i := range segments {
		n := len(segments[i].References)
		if i == 0 {
			fewest, most = n, n
		}
		fewest, most = min(fewest, n), max(most, n)
	}
	if fewest == 1 && most == 1 {
		return c.one
	}
	return c.scorer.SignatureOfRange(fewest, most).String()
}

// signatureParams are how many references segments have. Without Fewest and Most it is not known.
type signatureParams struct {
	Fewest int `json:"fewest"` // and
	Most   int `json:"most"`   // numbers of references per segment, absent if not known
}

// A Signature is the result of the method signature.
type Signature struct {
	Signature string `json:"signature"` // of their scores
}

// signatureOf says which signature scores against so many references have, for a client that sends them in parts.
func (c *call) signatureOf(_ context.Context, p *signatureParams) (*Signature, error) {
	if p.Fewest < 0 || p.Most < p.Fewest || p.Fewest == 0 && p.Most > 0 {
		return nil, &Error{Code: InvalidParams, Message: fmt.Sprintf("found %d to %d references, expected two rising "+
			"numbers from 1 on, or none", p.Fewest, p.Most)}
	}
	return &Signature{c.scorer.SignatureOfRange(p.Fewest, p.Most).String()}, nil
}

// fewSegments are scored at once: starting goroutines for them would take longer.
const fewSegments = 16

// scoreAnew is scoreAll without scores that are kept.
func (c *call) scoreAnew(ctx context.Context, segments []metric.Segment, each func(i int, r *metric.Result)) error {
	if len(segments) <= fewSegments {
		for i := range segments {
			if err := ctx.Err(); err != nil {
				return err
			}
			result, err := c.scorer.Score(segments[i])
			if err != nil {
				return &metric.SegmentError{Segment: int64(i), Err: err}
			}
			each(i, &result)
		}
		return nil
	}
	i := 0
	return c.scorer.Stream(ctx, lines(segments), c.server.config.Workers, func(_ metric.Line, results []metric.Result) error {
		each(i, &results[0])
		i++
		return nil
	})
}

// lines yields segments as lines of one system.
func lines(segments []metric.Segment) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		for i := range segments {
			line := metric.Line{Candidates: []string{segments[i].Candidate}, References: segments[i].References,
				Source: segments[i].Source}
			if !yield(line, nil) {
				return
			}
		}
	}
}

// orNull returns the value of a column, nil where there is none.
func orNull(r *metric.Result, column metric.Column) *float64 {
	if value, ok := r.Value(column); ok {
		return &value
	}
	return nil
}

// nullable returns numbers with nil for NaN.
func nullable(values []float64) []*float64 {
	list := make([]*float64, len(values))
	for i := range values {
		if !math.IsNaN(values[i]) {
			list[i] = &values[i]
		}
	}
	return list
}

// tokenizeParams are texts to split.
type tokenizeParams struct {
	Texts []string `json:"texts"` // to split
}

// Tokens are the result of the method tokenize.
type Tokens struct {
	Tokens [][]string `json:"tokens"` // a list for each text
}

func (c *call) tokenize(ctx context.Context, p *tokenizeParams) (*Tokens, error) {
	tokens := &Tokens{Tokens: make([][]string, len(p.Texts))}
	for i, text := range p.Texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list, err := c.scorer.Tokens(text)
		if err != nil {
			return nil, err
		}
		tokens.Tokens[i] = list
	}
	return tokens, nil
}
