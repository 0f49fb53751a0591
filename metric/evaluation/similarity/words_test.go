package similarity_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// distances returns vectors of four words along two axes.
func distances(t testing.TB) *embedding.Store {
	t.Helper()
	store, err := embedding.New("distances", []string{"east", "far", "north", "west", "West"}, 2,
		[]float32{1, 0, 2, 0, 0, 2, -2, 0, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// By hand: the distances are 1, √8 and 4, the products 2, 0 and −4, the cosines 1, 0 and −1.
var farther = similarity.PairSet{Name: "farther", Pairs: []similarity.Pair{
	pair(9, "East", "Far"), pair(5, "far", "north"), pair(1, "west", "far"), pair(3, "zork", "east"),
	pair(3, "zork", "x"),
}}

// By length, the second pair is more alike; by direction, both are.
var longer = similarity.PairSet{Name: "longer", Pairs: []similarity.Pair{pair(2, "east", "east"),
	pair(1, "east", "far")}}

func TestWords(t *testing.T) {
	settings := similarity.WordOptions{Vectors: distances(t)}
	report, err := similarity.Words(t.Context(), settings, []similarity.PairSet{farther, longer})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range report.Rows {
		got = append(got, fmt.Sprintf("%s %s %s %s %d+%d %s",
			r.Data, r.Measure, r.Convert, shown(r.Spearman), r.Pairs, r.Missing, r.Reason))
	}
	for _, m := range report.Means {
		got = append(got, fmt.Sprintf("mean %s %s %s %d %s", m.Measure, m.Convert, shown(m.Spearman), m.Files,
			m.Reason))
	}
	want := []string{
		"farther l2 none 100.00 3+2 ", "farther dot none 100.00 3+2 ", "farther cos none 100.00 3+2 ",
		"longer l2 none 100.00 2+0 ", "longer dot none -100.00 2+0 ",
		"longer cos none - 2+0 all predicted scores are equal",
		"mean l2 none 100.00 2 ", "mean dot none 0.00 2 ", "mean cos none - 2 not defined for longer",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	dot := report.Rows[1]
	if !slices.Equal(dot.Gold, []float64{9, 5, 1}) || !slices.Equal(dot.Predicted, []float64{2, 0, -4}) {
		t.Errorf("gold %v, predicted %v", dot.Gold, dot.Predicted)
	}
	if !slices.Equal(dot.Unknown, []string{"zork", "x"}) {
		t.Errorf("unknown: %v", dot.Unknown)
	}
}

// West is another word than west, and East is none.
func TestWordCase(t *testing.T) {
	set := similarity.PairSet{Pairs: []similarity.Pair{pair(2, "West", "east"), pair(1, "East", "far")}}
	for _, c := range []struct {
		lookUp    similarity.WordCase
		want      []float64 // the inner products
		signature string
	}{
		{"", []float64{-2, 2}, "|case:lower|version:"},
		{similarity.LowerCase, []float64{-2, 2}, "|case:lower|version:"},
		{similarity.KeepCase, []float64{1}, "|case:kept|version:"},
		{similarity.EitherCase, []float64{1, 2}, "|case:kept|otherwise:lower|version:"},
	} {
		t.Run(string(c.lookUp), func(t *testing.T) {
			settings := similarity.WordOptions{Vectors: distances(t), Case: c.lookUp}
			report, err := similarity.Words(t.Context(), settings, []similarity.PairSet{set})
			if err != nil {
				t.Fatal(err)
			}
			if row := report.Rows[1]; !slices.Equal(row.Predicted, c.want) ||
				!strings.Contains(row.Signature, c.signature) {
				t.Errorf("got %v, signature %s", row.Predicted, row.Signature)
			}
		})
	}
}

// fitted returns a converter of distances that learned from sentences of one word.
func fitted(t testing.TB, vectors *embedding.Store, name string) *convert.Converter {
	t.Helper()
	fit := metric.Fit{Options: metric.Options{Vectors: vectors}}
	converter, err := fit.Converter(t.Context(), lettersOf(t, name)[0],
		func(yield func(string, error) bool) { _ = yield("far", nil) && yield("east", nil) })
	if err != nil {
		t.Fatal(err)
	}
	return converter
}

// R takes the direction of east and far away: what is left of them has no length, so that they have no vector.
func TestWordConverters(t *testing.T) {
	vectors := distances(t)
	norths := similarity.PairSet{Name: "norths", Pairs: []similarity.Pair{
		pair(2, "north", "north"), pair(1, "north", "east"),
	}}
	sets := []similarity.PairSet{longer, norths}
	settings := similarity.WordOptions{Vectors: vectors,
		Converters: []*convert.Converter{nil, fitted(t, vectors, "R")}}
	report, err := similarity.Words(t.Context(), settings, sets)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 12 || report.Rows[1].Convert != "R" || report.Rows[1].Missing != 2 ||
		report.Rows[7].Missing != 1 ||
		!strings.Contains(report.Rows[1].Signature, "|convert:R@") {
		t.Errorf("got %+v", report.Rows)
	}
	turned, err := similarity.Words(t.Context(), settings, []similarity.PairSet{sets[1], sets[0]})
	if err != nil || !reflect.DeepEqual(turned.Rows, slices.Concat(report.Rows[6:], report.Rows[:6])) {
		t.Errorf("in another order: %+v, %v", turned, err)
	}
	settings.Converters = settings.Converters[1:]
	alone, err := similarity.Words(t.Context(), settings, sets[:1])
	if err != nil || !reflect.DeepEqual(alone.Rows[2], report.Rows[5]) {
		t.Errorf("alone: %+v, %v", alone, err)
	}
}

func TestWordsRefuses(t *testing.T) {
	vectors := distances(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name     string
		ctx      context.Context
		settings similarity.WordOptions
		sets     []similarity.PairSet
		want     string
	}{
		{"no sets", t.Context(), similarity.WordOptions{}, nil, similarity.ErrNoPairSets.Error()},
		{"an unknown case", t.Context(), similarity.WordOptions{Vectors: vectors, Case: "upper"},
			[]similarity.PairSet{longer}, `words: found the case "upper", expected one of: lower, turkic, keep, either`},
		{"a converter with S", t.Context(),
			similarity.WordOptions{Vectors: vectors, Converters: []*convert.Converter{fitted(t, vectors, "S")}},
			[]similarity.PairSet{longer}, "expected letters without S for single words"},
		{"ended", ended, similarity.WordOptions{Vectors: vectors}, []similarity.PairSet{longer},
			context.Canceled.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := similarity.Words(c.ctx, c.settings, c.sets)
			if err == nil || !strings.Contains(err.Error(), c.want) || report != nil {
				t.Errorf("got %+v, %v, want %q", report, err, c.want)
			}
			if c.ctx == ended && !errors.Is(err, context.Canceled) {
				t.Errorf("%v is not context.Canceled", err)
			}
		})
	}
}

func ExampleWords() {
	report, err := similarity.Words(context.Background(), similarity.WordOptions{}, []similarity.PairSet{{
		Name: "my words",
		Pairs: []similarity.Pair{
			{Gold: 9.5, First: "happy", Second: "glad"},
			{Gold: 9.2, First: "cup", Second: "mug"},
			{Gold: 5.5, First: "car", Second: "road"},
			{Gold: 0.5, First: "car", Second: "parliament"},
		},
	}})
	if err != nil {
		panic(err)
	}
	for _, row := range report.Rows {
		fmt.Printf("%s: ρ = %.1f of %d pairs\n", row.Measure, *row.Spearman/100, row.Pairs)
	}
	// Output:
	// l2: ρ = 1.0 of 4 pairs
	// dot: ρ = 1.0 of 4 pairs
	// cos: ρ = 1.0 of 4 pairs
}
