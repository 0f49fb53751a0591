package similarity_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	_ "github.com/wordrotator/wrd/internal/parts" // laws on fewer cases
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"pgregory.net/rapid"
)

// compass returns vectors of three directions, one of them longer than the others.
func compass(t testing.TB) *embedding.Store {
	t.Helper()
	store, err := embedding.New("compass", []string{"east", "north", "west"}, 2, []float32{1, 0, 0, 1, -3, 0})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func pair(gold float64, first, second string) similarity.Pair {
	return similarity.Pair{Gold: gold, First: first, Second: second}
}

// falling has the distances 0, 1 and 2 by WRD, rising 0 and 2.
var (
	falling = similarity.PairSet{Name: "falling", Pairs: []similarity.Pair{
		pair(5, "East.", "east"), pair(3, "east", "north"), pair(0, "east", "west"),
	}}
	rising = similarity.PairSet{Name: "rising", Pairs: []similarity.Pair{pair(1, "east", "east"),
		pair(2, "east", "west")}}
)

// onCompass are settings of some measures on compass, with unknown words left out.
func onCompass(t testing.TB, measures ...metric.Measure) similarity.PairOptions {
	return similarity.PairOptions{Options: metric.Options{Vectors: compass(t), OOV: metric.OOVSkip,
		Measures: measures}}
}

func lettersOf(t testing.TB, names ...string) (list []convert.Letters) {
	t.Helper()
	for _, name := range names {
		letters, err := convert.ParseLetters(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, letters)
	}
	return list
}

// shown writes a correlation as the tables do.
func shown(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *x)
}

// By hand: the scores 0, −1 and −2 where the gold is 5, 3 and 0, so r = 5/√(114/9·2) and ρ = 1. With one word on each
// side, the cosine of the sums says the same as WRD.
func TestPairs(t *testing.T) {
	settings := onCompass(t, metric.MeasureWRD, metric.MeasureAdd)
	settings.Letters = lettersOf(t, "none", "S")
	report, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{falling, rising})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range report.Rows {
		got = append(got, strings.Join([]string{
			r.Data, r.Vectors, r.Measure, r.Convert, shown(r.Pearson), shown(r.Spearman), fmt.Sprint(r.Pairs),
		}, " "))
	}
	for _, m := range report.Means {
		got = append(got, strings.Join([]string{
			"mean", m.Vectors, m.Measure, m.Convert, shown(m.Pearson), shown(m.Spearman), fmt.Sprint(m.Files),
		}, " "))
	}
	// S makes every component ±1 where it is not 0, and leaves these directions as they are.
	want := []string{
		"falling compass wrd none 99.34 100.00 3", "falling compass wrd S 99.34 100.00 3",
		"falling compass add none 99.34 100.00 3", "falling compass add S 99.34 100.00 3",
		"rising compass wrd none -100.00 -100.00 2", "rising compass wrd S -100.00 -100.00 2",
		"rising compass add none -100.00 -100.00 2", "rising compass add S -100.00 -100.00 2",
		"mean compass wrd none -0.33 0.00 2", "mean compass wrd S -0.33 0.00 2",
		"mean compass add none -0.33 0.00 2", "mean compass add S -0.33 0.00 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	gold, predicted := report.Rows[0].Gold, report.Rows[0].Predicted
	if !slices.Equal(gold, []float64{5, 3, 0}) || !slices.Equal(predicted, []float64{0, -1, -2}) {
		t.Errorf("gold %v, predicted %v", gold, predicted)
	}
	if r := *report.Rows[0].Pearson; math.Abs(r-100*5/math.Sqrt(114./9*2)) > 1e-12 {
		t.Errorf("r = %v", r)
	}
	if s := report.Rows[1].Signature; !strings.Contains(s, "|convert:S@") || !strings.Contains(s, "|oov:skip|refs:1|") {
		t.Errorf("signature %s", s)
	}
}

// A correlation that is not defined is nil and has a reason, which the mean passes on.
func TestPairsUndefined(t *testing.T) {
	for _, c := range []struct {
		name  string
		pairs []similarity.Pair
		empty metric.EmptyPolicy
		count int // pairs with a score
		left  int // pairs with nothing to compare
		want  string
	}{
		{"no pair", nil, "", 0, 0, "found 0 pairs with a score, expected at least 2"},
		{"one pair", []similarity.Pair{pair(1, "east", "west")}, "", 1, 0,
			"found 1 pair with a score, expected at least 2"},
		{"one pair with a score", []similarity.Pair{pair(1, "east", "west"), pair(2, "east", "zork")}, metric.EmptySkip,
			1, 1,
			"found 1 pair with a score, expected at least 2"},
		{"equal gold", []similarity.Pair{pair(1, "east", "west"), pair(1, "east", "east")}, "", 2, 0,
			"all gold scores are equal"},
		{"equal scores", []similarity.Pair{pair(1, "west", "west"), pair(2, "east", "east")}, "", 2, 0,
			"all predicted scores are equal"},
		{"the worst in place of nothing", []similarity.Pair{pair(1, "east", "north"), pair(2, "east", "zork")}, "",
			2, 1,
			"all predicted scores are equal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := onCompass(t)
			settings.Options.Empty = c.empty
			report, err := similarity.Pairs(t.Context(), settings,
				[]similarity.PairSet{falling, {Name: "x", Pairs: c.pairs}})
			if err != nil {
				t.Fatal(err)
			}
			row, mean := report.Rows[1], report.Means[0]
			if row.Pearson != nil || row.Spearman != nil || row.Reason != c.want {
				t.Errorf("got %+v, want the reason %q", row, c.want)
			}
			if row.Pairs != c.count || row.Empty != c.left {
				t.Errorf("%d pairs, %d without anything to compare, want %d and %d", row.Pairs, row.Empty, c.count,
					c.left)
			}
			if mean.Pearson != nil || mean.Spearman != nil || mean.Reason != "not defined for x" {
				t.Errorf("mean: %+v", mean)
			}
			if report.Rows[0].Pearson == nil || report.Rows[0].Reason != "" {
				t.Errorf("the other set: %+v", report.Rows[0])
			}
		})
	}
}

// asVectors returns a set with its own words as token vectors, each as in compass.
func asVectors(t testing.TB, set similarity.PairSet, lines int) similarity.PairSet {
	t.Helper()
	vectors := compass(t)
	given := func(text string) metric.TokenVectors {
		word := strings.ToLower(strings.TrimSuffix(text, "."))
		row, ok := vectors.Lookup(word)
		if !ok {
			t.Fatalf("no vector for %s", word)
		}
		return metric.TokenVectors{Tokens: []string{word}, Vectors: [][]float32{row}}
	}
	set.Vectors = []similarity.PairVectors{{
		Name: "file", Origin: metric.Origin{Name: "ELMo", Digest: "0123456789abcdef"},
		Lines: func(yield func(metric.Line, error) bool) {
			for i := range lines {
				p := set.Pairs[i%len(set.Pairs)]
				first, second := []metric.TokenVectors{given(p.First)}, []metric.TokenVectors{given(p.Second)}
				if !yield(metric.Line{CandidateVectors: first, ReferenceVectors: second}, nil) {
					return
				}
			}
		},
	}}
	return set
}

// Token vectors and the scores of other programs have rows of their own.
func TestPairsFromElsewhere(t *testing.T) {
	set := asVectors(t, falling, 3)
	set.External = []similarity.ExternalPrediction{{Name: "USE", Digest: "fedcba9876543210",
		Scores: []float64{10, 6, 0}}}
	settings := onCompass(t, metric.MeasureWRD, metric.MeasureBERTScore)
	settings.Letters, settings.IDF = lettersOf(t, "R"), true
	var calls [][]similarity.PairRow
	settings.Scored = func(rows []similarity.PairRow) { calls = append(calls, rows) }
	report, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{set})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Concat(calls...); len(calls) != 3 || !reflect.DeepEqual(got, report.Rows) {
		t.Errorf("%d calls with %+v, want 3 with all rows", len(calls), got)
	}
	elmo, use := report.Rows[2], report.Rows[4]
	if elmo.Vectors != "ELMo" || !elmo.TokenVectors || elmo.Convert != "none" || shown(elmo.Pearson) != "99.34" ||
		elmo.External {
		t.Errorf("token vectors: %+v", elmo)
	}
	if s := report.Rows[3].Signature; !strings.Contains(s, "|token-vectors:ELMo@01234567|") ||
		!strings.Contains(s, "|idf:") {
		t.Errorf("signature %s", s)
	}
	if use.Measure != "USE" || !use.External || use.Vectors != "" || shown(use.Pearson) != "100.00" ||
		use.Signature != metric.ExternalSignature("USE", "fedcba98").String() {
		t.Errorf("external scores: %+v", use)
	}
	alone, err := similarity.ExternalPairs([]similarity.PairSet{set})
	if err != nil || !reflect.DeepEqual(alone.Rows, report.Rows[4:]) ||
		!reflect.DeepEqual(alone.Means, report.Means[4:]) {
		t.Errorf("alone: %+v, %v", alone, err)
	}
}

// A converter for all sets is that of the options; its rows are those of the same converter learned from a set.
func TestPairsGivenConverter(t *testing.T) {
	settings := onCompass(t)
	letters := lettersOf(t, "R")
	fit := metric.Fit{Options: settings.Options}
	converter, err := fit.Converter(t.Context(), letters[0],
		func(yield func(string, error) bool) {
			for _, p := range falling.Pairs {
				if !yield(p.First, nil) || !yield(p.Second, nil) {
					return
				}
			}
		})
	if err != nil {
		t.Fatal(err)
	}
	settings.Options.Converter = converter
	given, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{falling})
	if err != nil {
		t.Fatal(err)
	}
	settings.Options.Converter, settings.Letters = nil, letters
	learned, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{falling})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(given, learned) {
		t.Errorf("given %+v, learned %+v", given, learned)
	}
}

// The rows of a set depend on nothing but the set and the converter, and no bit of them on the number of workers.
func TestPairsAreIndependent(t *testing.T) {
	words := rapid.SampledFrom([]string{"east", "north", "west", "zork", ""})
	sentences := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t,
			"words"), " ")
	})
	rapid.Check(t, func(rt *rapid.T) {
		sets := make([]similarity.PairSet, rapid.IntRange(1, 4).Draw(rt, "sets"))
		for i := range sets {
			sets[i].Name = fmt.Sprint(i)
			for range rapid.IntRange(0, 6).Draw(rt, "pairs") {
				gold := rapid.Float64Range(0, 5).Draw(rt, "gold")
				sets[i].Pairs = append(sets[i].Pairs,
					pair(gold, sentences.Draw(rt, "first"), sentences.Draw(rt, "second")))
			}
		}
		settings := onCompass(t, metric.MeasureWRD, metric.MeasureBERTScore)
		settings.Options.OOV = rapid.SampledFrom(metric.OOVPolicies()).Draw(rt, "oov")
		empty := []metric.EmptyPolicy{metric.EmptyWorst, metric.EmptySkip}
		settings.Options.Empty = rapid.SampledFrom(empty).Draw(rt, "empty")
		settings.Letters, settings.IDF, settings.UnfitIsReason = lettersOf(t, "none", "R", "SP"), true, true
		settings.Workers = 1
		ask := func(s similarity.PairOptions, sets []similarity.PairSet) *similarity.PairReport {
			report, err := similarity.Pairs(context.Background(), s, sets)
			if err != nil {
				rt.Fatal(err)
			}
			return report
		}
		all := ask(settings, sets)

		settings.Workers = rapid.IntRange(2, 5).Draw(rt, "workers")
		if many := ask(settings, sets); !reflect.DeepEqual(all, many) {
			rt.Errorf("%d workers give another report", settings.Workers)
		}
		rows := rowsBySet(rt, all)
		order := rapid.Permutation(sets).Draw(rt, "order")
		for name, row := range rowsBySet(rt, ask(settings, order)) {
			if row != rows[name] {
				rt.Errorf("in another order, %s is %s, before %s", name, row, rows[name])
			}
		}
		settings.Letters = settings.Letters[1:2]
		for name, row := range rowsBySet(rt, ask(settings, order[:1])) {
			if row != rows[name] {
				rt.Errorf("alone, %s is %s, before %s", name, row, rows[name])
			}
		}
	})
}

// rowsBySet returns the rows of a report by what they are called, to the last bit.
func rowsBySet(t rapid.TB, report *similarity.PairReport) map[string]string {
	rows := map[string]string{}
	for _, row := range report.Rows {
		line, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Join([]string{row.Data, row.Measure, row.Convert}, " ")
		rows[name] = fmt.Sprintf("%s %x %x %d", line, row.Gold, row.Predicted, row.Empty)
	}
	return rows
}

func ExamplePairs() {
	set := similarity.PairSet{Name: "my pairs", Pairs: []similarity.Pair{
		{Gold: 5.0, First: "A man is playing the guitar.", Second: "A man plays a guitar."},
		{Gold: 4.2, First: "The children are running in the park.", Second: "Kids run through a park."},
		{Gold: 3.0, First: "A woman is cooking rice.", Second: "A woman is cooking soup."},
		{Gold: 0.2, First: "Two dogs are fighting.", Second: "The stock market fell on Monday."},
	}}
	report, err := similarity.Pairs(context.Background(), similarity.PairOptions{
		Options: metric.Options{Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureAdd}},
	}, []similarity.PairSet{set})
	if err != nil {
		panic(err)
	}
	for _, row := range report.Rows {
		fmt.Printf("%s: r = %.1f, ρ = %.1f of %d pairs\n", row.Measure, *row.Pearson/100, *row.Spearman/100, row.Pairs)
	}
	// Output:
	// wrd: r = 1.0, ρ = 1.0 of 4 pairs
	// add: r = 1.0, ρ = 1.0 of 4 pairs
}

// A pair that nobody judged is as if it were not there, for every measure, converter and program.
func TestUnjudgedPairs(t *testing.T) {
	settings := onCompass(t, metric.MeasureWRD, metric.MeasureBERTScore)
	settings.IDF, settings.Letters = true, lettersOf(t, "none", "R")
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"east", "north", "west", "east north"})
		all := similarity.PairSet{Name: "set", External: []similarity.ExternalPrediction{{Name: "x", Digest: "01234567"}}}
		judged := similarity.PairSet{Name: "set", External: []similarity.ExternalPrediction{{Name: "x", Digest: "01234567"}}}
		for i := range rapid.IntRange(2, 8).Draw(t, "pairs") {
			p, score := pair(float64(i), words.Draw(t, "first"), words.Draw(t, "second")), rapid.Float64Range(0, 1).Draw(t, "score")
			if i > 1 && rapid.Bool().Draw(t, "unjudged") {
				p.Gold = math.NaN()
			} else {
				judged.Pairs, judged.External[0].Scores = append(judged.Pairs, p), append(judged.External[0].Scores, score)
			}
			all.Pairs, all.External[0].Scores = append(all.Pairs, p), append(all.External[0].Scores, score)
		}
		want, errWant := similarity.Pairs(context.Background(), settings, []similarity.PairSet{judged})
		got, err := similarity.Pairs(context.Background(), settings, []similarity.PairSet{all})
		if fmt.Sprint(err) != fmt.Sprint(errWant) || err == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, %v, want %+v, %v", got, err, want, errWant)
		}
	})
}
