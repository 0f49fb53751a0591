package say_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// Eight segments of two systems: good scores as people do, bad the other way round, and fair between them.
func TestCorrelations(t *testing.T) {
	people := []float64{1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7, 8, 9}
	fair := []float64{1, 3, 2, 5, 4, 7, 6, 8, 3, 2, 5, 4, 7, 6, 9, 8}
	bad := make([]float64, len(people))
	for i, x := range people {
		bad[i] = -x
	}
	column := func(name string, values []float64) evaluation.Column {
		return evaluation.Column{Name: name, Grid: agreement.Grid{Systems: 2, Segments: 8, Values: values}}
	}
	good := column("good", people)
	tests := []struct {
		name     string
		humans   []evaluation.Column
		measures []evaluation.Column
		compare  agreement.MetricTestKind
		want     []string
	}{
		{"one measure is not the best", []evaluation.Column{column("human", people)},
			[]evaluation.Column{column("fair", fair)}, "",
			[]string{"Agreement of fair with people on 2 systems: pearson 1.0000.",
				"Agreement of fair with people on 16 outputs: pearson 0.9205."}},
		{"the best is first, whatever the order", []evaluation.Column{column("human", people)},
			[]evaluation.Column{column("bad", bad), column("fair", fair), good}, "",
			[]string{"fair and good tie for the best agreement with people on 2 systems: pearson 1.0000.",
				"good agrees best with people on 16 outputs: pearson 1.0000; next is fair, 0.9205."}},
		{"a test says whether it is shown", []evaluation.Column{column("human", people)},
			[]evaluation.Column{column("bad", bad), good}, agreement.MetricTestPermBoth,
			[]string{"good agrees best with people on 2 systems: pearson 1.0000; next is bad, -1.0000, not significantly lower, p = ",
				"good agrees best with people on 16 outputs: pearson 1.0000; next is bad, -1.0000, significantly lower, p < 0.0001."}},
		{"none agrees", []evaluation.Column{column("mqm", people)},
			[]evaluation.Column{column("bad", bad), column("worse", bad)}, "",
			[]string{"No measure agrees with people (mqm) on 2 systems: the highest is bad, pearson -1.0000.",
				"No measure agrees with people (mqm) on 16 outputs: the highest is bad, pearson -1.0000."}},
		{"each column of human scores", []evaluation.Column{column("fluency", people), column("adequacy", bad)},
			[]evaluation.Column{good, column("bad", bad)}, "",
			[]string{"good agrees best with people (fluency) on 2 systems", "good agrees best with people (fluency) on 16 outputs",
				"bad agrees best with people (adequacy) on 2 systems", "bad agrees best with people (adequacy) on 16 outputs"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := &evaluation.Judgments{Systems: []string{"a", "b"}, Humans: test.humans, Measures: test.measures}
			for _, id := range strings.Split("12345678", "") {
				j.Segments = append(j.Segments, evaluation.Segment{ID: id})
			}
			report, err := correlate.Run(t.Context(), correlate.Design{
				Averagings: []agreement.Averaging{agreement.AverageNone}, Interval: correlate.IntervalNone, Compare: test.compare,
				Statistics: []agreement.Statistic{agreement.StatisticPearson}, Seed: 12345}, j)
			if err != nil {
				t.Fatal(err)
			}
			said := say.Correlations(report)
			if !slices.EqualFunc(said, test.want, func(s wording.Sentence, want string) bool {
				return strings.HasPrefix(s.String(), want)
			}) {
				t.Errorf("got  %q\nwant %q", said, test.want)
			}
		})
	}
}
