package inspection

import (
	"cmp"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Kind of text is a bucket with what it does to the pair.
type Kind struct {
	Buckets, Bucket int // its places in Inspection.Buckets and in their list
	Segments        int // with scores of both systems
	// Advantage is by how much the first system is ahead there on average, above 0 where it is better, Elsewhere in all
	// other segments of Buckets, and Effect the difference of the two.
	Advantage, Elsewhere, Effect evaluation.MeanScore
	Shown                        bool // the interval of Effect excludes 0
	Sure                         bool // and so does one that takes all kinds that were tried into account (Bonferroni)
}

// FewestOfKind is how many segments a kind has, and there are elsewhere: the interval of an effect of fewer is too short.
const FewestOfKind = 20

// kinds computes Inspection.Kinds.
func (in *inspecting) kinds() {
	if len(in.out.Pair) < 2 {
		return
	}
	advantage := make([]float64, len(in.input.Segments))
	for j := range advantage {
		advantage[j] = in.out.Advantage(0, j)
	}
	var effects []*agreement.Mean
	for i := range in.out.Buckets {
		b := &in.out.Buckets[i]
		for k := range b.List {
			if b.By == ByScore {
				continue
			}
			if kind, effect := in.kind(advantage, b, k); effect != nil {
				kind.Buckets, kind.Bucket = i, k
				in.out.Kinds, effects = append(in.out.Kinds, kind), append(effects, effect)
			}
		}
	}
	for k, effect := range effects {
		in.out.Kinds[k].Sure = in.out.Kinds[k].Shown && excludesZero(effect, 1-(1-in.out.Confidence)/float64(len(effects)))
	}
	slices.SortStableFunc(in.out.Kinds, func(a, b Kind) int {
		if a.Shown != b.Shown {
			if a.Shown {
				return -1
			}
			return 1
		}
		return cmp.Compare(math.Abs(*b.Effect.Mean), math.Abs(*a.Effect.Mean))
	})
}

// kind sums up a bucket; its effect is nil where one side of it has too few segments.
func (in *inspecting) kind(advantage []float64, b *Buckets, k int) (kind Kind, effect *agreement.Mean) {
	score := func(mean *agreement.Mean) evaluation.MeanScore {
		return evaluation.NewMeanScore(mean, "", "", in.out.Confidence)
	}
	var sides [2]agreement.Mean // there and elsewhere
	var counts [2]float64
	side := func(j int) int {
		switch {
		case math.IsNaN(advantage[j]) || b.Of[j] < 0:
			return -1
		case int(b.Of[j]) == k:
			return 0
		}
		return 1
	}
	for j, x := range advantage {
		if s := side(j); s >= 0 {
			addScore(&sides[s], x, j, in.documents)
			counts[s]++
		}
	}
	if min(counts[0], counts[1]) < FewestOfKind {
		return kind, nil
	}
	kind = Kind{Segments: int(counts[0]), Advantage: score(&sides[0]), Elsewhere: score(&sides[1])}
	means := [2]float64{*kind.Advantage.Mean, *kind.Elsewhere.Mean}
	// Each segment counts by its part in the difference of the two means, so that a document that is on both sides stays
	// one.
	effect = new(agreement.Mean)
	weights := [2]float64{(counts[0] + counts[1]) / counts[0], -(counts[0] + counts[1]) / counts[1]}
	for j, x := range advantage {
		if s := side(j); s >= 0 {
			addScore(effect, means[0]-means[1]+float64(weights[s]*(x-means[s])), j, in.documents)
		}
	}
	kind.Effect = score(effect)
	kind.Shown = kind.Advantage.CILow != nil && excludesZero(effect, in.out.Confidence)
	return kind, effect
}

func excludesZero(mean *agreement.Mean, confidence float64) bool {
	interval, ok := mean.Interval(confidence)
	return ok && (interval.Low > 0 || interval.High < 0)
}
