package reading_test

import (
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Systems are dependent if most of their texts are equal, and suspect if they are the reference far more often than others.
func TestLikeness(t *testing.T) {
	own := func(system, segment int) string { return fmt.Sprintf("text %d of %d", segment, system) }
	for _, c := range []struct {
		name              string
		systems, segments int
		text              func(system, segment int) string // "ref" is the reference
		want              *reading.Dependence
	}{
		{"nothing in common", 3, 100, own, nil},
		{"two are one in 51 of 100, two others in 10", 4, 100, func(i, k int) string {
			if i == 2 && k < 51 || i == 3 && k < 10 {
				return own(i-2, k) + " "
			}
			return own(i, k)
		}, &reading.Dependence{Alike: []reading.AlikeSystems{{Systems: []string{"a", "c"}, Least: 0.51, Most: 0.51, Others: 0.10}}}},
		{"half is not most", 2, 100, func(i, k int) string { return own(i*(k%2), k) }, nil},
		{"a chain is one group", 3, 100, func(i, k int) string {
			if i == 1 || i == 0 && k < 60 || i == 2 && k >= 30 {
				return own(1, k)
			}
			return own(i, k)
		}, &reading.Dependence{Alike: []reading.AlikeSystems{{Systems: []string{"a", "b", "c"}, Least: 0.30, Most: 0.70}}}},
		{"few segments say nothing", 2, 19, func(_, k int) string { return own(0, k) }, nil},
		{"empty outputs are no text", 2, 100, func(i, k int) string { return " " }, nil},
		{"one is the reference more often", 4, 1000, func(i, k int) string {
			if i == 2 && k < 30 || k >= 990 && k < 990+i {
				return "ref"
			}
			return own(i, k)
		}, &reading.Dependence{Copies: &reading.CopyingSystems{Systems: []string{"c"}, Equal: []int{32}, Segments: 1000, Most: 3}}},
		{"more often, but by chance", 4, 1000, func(i, k int) string {
			if k < 3 || i == 2 && k < 10 {
				return "ref"
			}
			return own(i, k)
		}, nil},
		{"short texts are the reference often", 4, 100, func(i, k int) string {
			if k < 10 || i == 2 && k < 90 {
				return "ref"
			}
			return own(i, k)
		}, nil},
		{"most systems are never called odd", 3, 1000, func(i, k int) string {
			if i > 0 && k < 50 {
				return "ref"
			}
			return own(i, k)
		}, nil},
	} {
		systems := []string{"a", "b", "c", "d"}[:c.systems]
		whole, single := reading.NewLikeness(systems), reading.NewLikenessOf(systems, c.segments)
		for k := range c.segments {
			var texts []string
			for i := range systems {
				texts = append(texts, c.text(i, k))
			}
			whole.Add(texts, []string{"another", "ref"})
		}
		for i := range systems { // in another order
			for k := c.segments - 1; k >= 0; k-- {
				single.AddOutput(i, k, c.text(i, k), []string{"another", "ref"})
			}
		}
		for how, found := range map[string]*reading.Dependence{"segments": whole.Found(), "outputs": single.Found()} {
			if diff := gocmp.Diff(c.want, found); diff != "" {
				t.Errorf("%s, by %s (-want +got):\n%s", c.name, how, diff)
			}
		}
	}
}
