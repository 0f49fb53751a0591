package similarity_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// What cannot be fitted is an error that names the set, or on request the reason of the rows.
func TestPairsUnfit(t *testing.T) {
	settings := onCompass(t, metric.MeasureWRD, metric.MeasureAdd)
	settings.Letters = lettersOf(t, "W", "none")
	_, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{falling})
	if err == nil || !strings.HasPrefix(err.Error(), "falling: converter W: letter W needs word frequencies") {
		t.Fatalf("got %v", err)
	}
	settings.UnfitIsReason = true
	report, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{falling})
	if err != nil {
		t.Fatal(err)
	}
	if unfit := report.Rows[0]; !strings.Contains(unfit.Reason, "letter W needs word frequencies") ||
		unfit.Pearson != nil ||
		unfit.Convert != "W" || unfit.Measure != "wrd" || unfit.Data != "falling" {
		t.Errorf("got %+v", unfit)
	}
	if report.Rows[1].Pearson == nil ||
		report.Means[0].Reason != "not defined for falling" || report.Means[1].Pearson == nil {
		t.Errorf("got %+v", report)
	}
}

func TestPairsRefuses(t *testing.T) {
	idf, err := new(metric.Fit).TokenIDF(t.Context(),
		func(yield func([]string, error) bool) { yield([]string{"east"}, nil) })
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	use := similarity.ExternalPrediction{Name: "USE", Scores: []float64{1, 2, 3}}
	for _, c := range []struct {
		name   string
		change func(*similarity.PairOptions)
		sets   func() []similarity.PairSet
		want   string
	}{
		{"no sets", nil, func() []similarity.PairSet { return nil }, similarity.ErrNoPairSets.Error()},
		{"token vectors in the options", func(s *similarity.PairOptions) { s.Options.TokenVectors = &metric.Origin{} },
			nil,
			"pairs: found token vectors in the options, expected them in the sets"},
		{"idf in the options", func(s *similarity.PairOptions) { s.Options.IDF = idf }, nil,
			"pairs: found inverse document frequencies in the options, expected PairOptions.IDF"},
		{"a converter and letters", func(s *similarity.PairOptions) {
			s.Options.Converter, s.Letters = &convert.Converter{}, lettersOf(t, "R")
		}, nil,
			"pairs: found a converter and letters of converters, expected one of them"},
		{"an unknown tokenizer", func(s *similarity.PairOptions) { s.Options.Tokenizer = "none such" }, nil,
			"none such"},
		{"an unknown measure", func(s *similarity.PairOptions) { s.Options.Measures = []metric.Measure{"x"} }, nil,
			`falling: measure: found "x"`},
		{"a pair without a value", func(s *similarity.PairOptions) { s.Options.Empty = metric.EmptyError },
			func() []similarity.PairSet {
				pairs := []similarity.Pair{pair(1, "east", "east"), pair(1, "zork", "east")}
				return []similarity.PairSet{{Name: "x", Pairs: pairs}}
			}, "x: pair 2: "},
		{"too few external scores", nil, func() []similarity.PairSet {
			short := rising
			short.External = []similarity.ExternalPrediction{use}
			return []similarity.PairSet{short}
		}, "rising: USE: found 3 scores, expected one for each of 2 pairs"},
		{"external scores of one set", nil, func() []similarity.PairSet {
			with := falling
			with.External = []similarity.ExternalPrediction{use}
			return []similarity.PairSet{with, rising}
		}, `rising: found [], expected ["external scores of USE"] as in falling`},
		{"too few lines of token vectors", nil, func() []similarity.PairSet {
			return []similarity.PairSet{asVectors(t, falling, 2)}
		}, "falling: file: found 2 segments, expected 3, one for each pair"},
		{"too many lines of token vectors", nil, func() []similarity.PairSet {
			return []similarity.PairSet{asVectors(t, falling, 4)}
		}, "falling: file: found more than 3 segments, expected one for each pair"},
		{"token vectors of two candidates", nil, func() []similarity.PairSet {
			set := asVectors(t, falling, 3)
			one := set.Vectors[0].Lines
			set.Vectors[0].Lines = func(yield func(metric.Line, error) bool) {
				for line, err := range one {
					line.CandidateVectors = append(line.CandidateVectors, line.CandidateVectors...)
					if !yield(line, err) {
						return
					}
				}
			}
			return []similarity.PairSet{set}
		}, "falling: file: found 2 candidates and 1 references, expected one and one in each pair"},
		{"token vectors that cannot be read", func(s *similarity.PairOptions) {
			s.Options.Measures, s.IDF = []metric.Measure{metric.MeasureBERTScore}, true
		}, func() []similarity.PairSet {
			set := asVectors(t, falling, 3)
			set.Vectors[0].Lines = func(yield func(metric.Line, error) bool) { yield(metric.Line{}, broken) }
			return []similarity.PairSet{set}
		}, "falling: broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings, sets := onCompass(t), []similarity.PairSet{falling}
			if c.change != nil {
				c.change(&settings)
			}
			if c.sets != nil {
				sets = c.sets()
			}
			report, err := similarity.Pairs(t.Context(), settings, sets)
			if err == nil || !strings.Contains(err.Error(), c.want) || report != nil {
				t.Errorf("got %v, %v, want %q", report, err, c.want)
			}
		})
	}
	if _, err := similarity.ExternalPairs(nil); !errors.Is(err, similarity.ErrNoPairSets) {
		t.Errorf("external scores of no set: %v", err)
	}
}

// A pair that cannot be scored is named.
func TestPairError(t *testing.T) {
	settings := onCompass(t)
	settings.Options.Empty = metric.EmptyError
	unknown := similarity.PairSet{Name: "x", Pairs: []similarity.Pair{pair(1, "zork", "east")}}
	_, err := similarity.Pairs(t.Context(), settings, []similarity.PairSet{falling, unknown})
	failed, ok := errors.AsType[*similarity.PairError](err)
	if !ok || failed.Set != "x" || failed.Pair != 0 {
		t.Fatalf("got %v", err)
	}
	if _, ok := errors.AsType[*metric.StatusError](err); !ok {
		t.Errorf("%v hides the status", err)
	}
}

// When the context ends, so does the call, between two converters and within one.
func TestPairsCancelled(t *testing.T) {
	for _, c := range []struct {
		name    string
		letters []string
		calls   int // of Scored, before the context ends
	}{
		{"at once", []string{"none"}, 0},
		{"at once, in a fit", []string{"R"}, 0},
		{"after a converter", []string{"none", "R"}, 1},
		{"after a set", []string{"none", "R"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			settings := onCompass(t)
			settings.Letters, settings.UnfitIsReason = lettersOf(t, c.letters...), true
			calls := 0
			settings.Scored = func([]similarity.PairRow) {
				if calls++; calls == c.calls {
					cancel()
				}
			}
			if c.calls == 0 {
				cancel()
			}
			report, err := similarity.Pairs(ctx, settings, []similarity.PairSet{falling, rising})
			if !errors.Is(err, context.Canceled) || report != nil || calls != c.calls {
				t.Errorf("got %v, %v after %d calls", report, err, calls)
			}
		})
	}
}
