package compare_test

import (
	"reflect"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// A cluster ends where every system before is better than every one after; leaders are those that the first is not better
// than, whatever the others are.
func TestClusters(t *testing.T) {
	column := func(open ...[2]string) compare.ColumnReport {
		c := compare.ColumnReport{Measure: "m", Direction: evaluation.Direction{LowerIsBetter: true}}
		names := []string{"d", "c", "b", "a"} // the best, a, last
		for i, name := range names {
			c.Systems = append(c.Systems, compare.SystemReport{System: name, Mean: 0.4 - float64(i)/10})
			for _, against := range names[:i] {
				p := compare.Pair{System: name, Against: against, Verdict: significance.Better}
				for _, o := range open {
					if o == [2]string{name, against} {
						p.Verdict = significance.Undecided
					}
				}
				if name == "b" { // the other way round says the same
					p = p.Turned()
				}
				c.Pairs = append(c.Pairs, p)
			}
		}
		return c
	}
	for _, c := range []struct {
		name     string
		open     [][2]string
		clusters [][]string
		leaders  []string
	}{
		{"all differ", nil, [][]string{{"a"}, {"b"}, {"c"}, {"d"}}, []string{"a"}},
		{"two lead", [][2]string{{"a", "b"}}, [][]string{{"a", "b"}, {"c"}, {"d"}}, []string{"a", "b"}},
		{"a chain", [][2]string{{"a", "b"}, {"b", "c"}}, [][]string{{"a", "b", "c"}, {"d"}}, []string{"a", "b"}},
		{"one far below", [][2]string{{"a", "c"}}, [][]string{{"a", "b", "c"}, {"d"}}, []string{"a", "c"}},
	} {
		column := column(c.open...)
		if got := column.Clusters(); !reflect.DeepEqual(got, c.clusters) {
			t.Errorf("%s: clusters %v, want %v", c.name, got, c.clusters)
		}
		if got := column.Leaders(); !reflect.DeepEqual(got, c.leaders) {
			t.Errorf("%s: leaders %v, want %v", c.name, got, c.leaders)
		}
	}
	against := column()
	against.Pairs = against.Pairs[:3]
	if against.Clusters() != nil || against.Leaders() != nil {
		t.Error("clusters where not all pairs were compared")
	}
}
