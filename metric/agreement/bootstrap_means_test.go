package agreement_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

// Sums of whole units give each draw the value that its grid has.
func TestBootstrapMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		human, metric := grids(t)
		s := agreement.Spec{Statistic: agreement.StatisticPairwiseAccuracy}
		sameBootstrap(t, s, human, metric, agreement.GridBootstrap{Draws: 8, Seed: 5, Units: unitsOf(t, human),
			Over: agreement.ResampleInputs})
	})
}

func BenchmarkBootstrapMeans(b *testing.B) {
	for _, segments := range []int{200, 2000} {
		b.Run(fmt.Sprintf("15x%d", segments), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			human := random(rng, 15, segments, 0)
			metric := related(rng, human, 1)
			s := agreement.Spec{Statistic: agreement.StatisticPairwiseAccuracy}
			for b.Loop() {
				if _, err := s.Bootstrap(b.Context(), human, metric, agreement.GridBootstrap{Draws: 1000,
					Over: agreement.ResampleInputs}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
