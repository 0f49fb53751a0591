package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// manySystems returns the scores of systems that are as good as each other, but for the first, which is better by so many
// standard errors of a difference.
func manySystems(rng *rand.Rand, systems, segments int, better float64) *evaluation.Scores {
	scores := &evaluation.Scores{Segments: evaluation.Numbered(segments), ByLine: true}
	hard := make([]float64, segments) // for all systems
	for i := range hard {
		hard[i] = rng.NormFloat64()
	}
	var values []float64
	for s := range systems {
		scores.Systems = append(scores.Systems, fmt.Sprint("s", s))
		for i := range segments {
			x := hard[i] + rng.NormFloat64()
			if s == 0 {
				x += better * math.Sqrt(2/float64(segments))
			}
			values = append(values, x)
		}
	}
	scores.Columns = []evaluation.Column{{Name: "score",
		Grid: agreement.Grid{Systems: systems, Segments: segments, Values: values}}}
	return scores
}

// shownOf compares all systems and counts the pairs of which a difference is shown, those with the first system and the
// others.
func shownOf(t *testing.T, scores *evaluation.Scores, seed uint64) (first, others int) {
	t.Helper()
	report, err := compare.Run(t.Context(), compare.Design{
		Tests: significance.Options{Seed: seed}}, scores)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range report.Measures[0].Pairs {
		switch {
		case pair.Verdict == significance.Undecided:
		case pair.Against == scores.Systems[0]:
			first++
		default:
			others++
		}
	}
	return first, others
}

// Of many systems that are as good as each other, compare finds a difference in at most 5 % of tables. If one of forty is
// better by three standard errors of a difference, it is found in most.
func TestManySystemsAreCalibrated(t *testing.T) {
	parts.Need(t, parts.Calibration)
	tables := 200
	if os.Getenv(longCalibration) != "" {
		tables = 2000
	}
	const segments = 100
	for _, systems := range []int{20, 40} {
		rng, wrong := rand.New(rand.NewPCG(uint64(systems), 17)), 0
		for table := range tables {
			if first, others := shownOf(t, manySystems(rng, systems, segments, 0), uint64(table)); first+others > 0 {
				wrong++
			}
		}
		share := float64(wrong) / float64(tables)
		t.Logf("%d systems that are alike: a difference is shown in %d of %d tables, %.3f ± %.3f", systems, wrong, tables,
			share, deviationOf(0.05, tables))
		if share > 0.05+far*deviationOf(0.05, tables) {
			t.Errorf("%d systems that are alike: a difference is shown in %.3f of the tables", systems, share)
		}
	}
	rng, found, shown, wrong := rand.New(rand.NewPCG(3, 17)), 0, 0, 0
	for table := range tables {
		first, others := shownOf(t, manySystems(rng, 40, segments, 3), uint64(table))
		shown += first
		if first > 0 {
			found++
		}
		if others > 0 {
			wrong++
		}
	}
	share := float64(found) / float64(tables)
	t.Logf("one of 40 systems is better by 3 standard errors: shown in %d of %d tables, %.3f ± %.3f, in %.1f pairs of a "+
		"table; another difference in %d", found, tables, share, deviationOf(share, tables), float64(shown)/float64(tables),
		wrong)
	if share < 0.5 {
		t.Errorf("one of 40 systems is better by 3 standard errors: shown in %.3f of the tables", share)
	}
	if float64(wrong) > (0.05+far*deviationOf(0.05, tables))*float64(tables) {
		t.Errorf("differences that are none are shown in %d of %d tables", wrong, tables)
	}
	parts.Count(t, 3*tables, "simulated tables of many systems")
}
