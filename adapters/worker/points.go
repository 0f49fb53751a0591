package worker

import (
	"context"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/points"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// pointsParams are the references of the segments of a whole run, or of the first of them.
type pointsParams struct {
	References []texts `json:"references"` // of the whole run, or the first 1,000, for each segment a text or a list
}

// Points is the result of the method points.
type Points struct {
	// Unrelated is the distance of unrelated texts: points are 100 * (1 - distance / unrelated), and the distance of a
	// similarity is 1 - similarity.
	Unrelated float64 `json:"unrelated,omitempty"`
}

// points says what points are made of, for a client that sends a run in several requests, each of which would decide
// for itself.
func (c *call) points(ctx context.Context, p *pointsParams) (*Points, error) {
	segments := make([]metric.Segment, len(p.References))
	for i := range segments {
		segments[i].References = p.References[i]
	}
	first := referencesOf(segments)
	if err := c.follow(ctx, first...); err != nil {
		return nil, err
	}
	result := new(Points)
	if scale, ok := c.scale(c.signature(segments), slices.Concat(first...)); ok {
		result.Unrelated = scale.Unrelated()
	}
	return result, nil
}

// scale returns that of the points of the first measure, by the signature of the scores and the first references; ok is
// false where it is not known.
func (s *scoring) scale(signature string, references []string) (scale points.Scale, ok bool) {
	main := s.scorer.Measures()[0].Main().String()
	if !points.Known(main, signature) {
		return points.Scale{}, false
	}
	return points.Of(main, signature, references[:min(len(references), reading.JudgedReferences)])
}
