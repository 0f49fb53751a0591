package correlate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Design says what Correlate computes. The zero value asks the usual questions, with intervals, and
// compares no measures with each other.
type Design struct {
	Levels     []Level               // nil: segment, and system where a group has several systems
	Averagings []agreement.Averaging // nil: none, and item where a group has several systems. Systems are not averaged
	// Statistics that are computed; those of systems need LevelSystem. nil means Pearson, Spearman and Kendall's tau
	// b, and AccEq for averages over segments, pairwise accuracy and SPAMidP for systems.
	Statistics []agreement.Statistic

	// IncludeHuman correlates the judgments' human systems, too, which are left out otherwise, as by mt-metrics-eval:
	// people's texts are better than those of systems in ways that metrics often do not see.
	IncludeHuman bool
	Outliers     []string // systems that are left out, such as one that is much worse than all others

	Micro           bool    // weight groups by their number of scores; otherwise all groups count alike
	UndefinedAsZero bool    // count groups without a correlation as 0; otherwise they are left out
	LeastDifference float64 // of human scores, from which KendallLike compares two outputs; 0 for any
	// Epsilon is the difference up to which scores of a measure are tied, for Acc23, Tau23 and AccEq. nil means 0,
	// and for AccEq the one that makes it largest.
	Epsilon *float64
	// EpsilonFrom are scores by the same people and measures on which AccEq's best Epsilon is learned, instead of on
	// those that are correlated. Groups of segments go by name, unless these have one group only.
	EpsilonFrom *evaluation.Judgments

	Interval   IntervalKind        // "" means IntervalAuto
	Unit       evaluation.Unit     // that is drawn for inputs; "" for documents if every segment has one
	Resample   agreement.Resampled // what the bootstrap draws; "" for what suits the number of systems
	Draws      int                 // of bootstrap and permutations; 0 means DefaultDraws
	Confidence float64             // of intervals, in (0, 1); 0 means DefaultConfidence
	Seed       uint64              // equal seeds give equal draws

	Compare agreement.MetricTestKind // of each measure with each other; "" for none
	Alpha   float64                  // up to which p a measure is better than another; 0 means 0.05

	Workers  int // goroutines; 0 means one a core. Results do not depend on it
	Progress evaluation.Progress
}

func (s *Design) setDefaults() {
	if s.Interval == "" {
		s.Interval = IntervalAuto
	}
	if s.Draws == 0 {
		s.Draws = evaluation.DefaultDraws
	}
	if s.Confidence == 0 {
		s.Confidence = evaluation.DefaultConfidence
	}
	if s.Alpha == 0 {
		s.Alpha = 0.05
	}
}

// check returns an error if a design means nothing.
func (s *Design) check() error {
	for _, err := range []error{
		eachOnce("level", s.Levels, Levels()),
		eachOnce("averaging", s.Averagings, agreement.Averagings()),
		eachOnce("statistic", s.Statistics, agreement.Statistics()),
		known("interval", s.Interval, IntervalKinds()),
		known("resample", s.Resample, append(agreement.ResampledUnits(), "")),
		known("compare", s.Compare, append(agreement.MetricTestKinds(), "")),
		notNegative("least difference", s.LeastDifference),
		notNegative("draws", float64(s.Draws)),
		inside("confidence", s.Confidence),
		inside("alpha", s.Alpha),
	} {
		if err != nil {
			return err
		}
	}
	if s.Levels != nil && !slices.Contains(s.Levels, LevelSystem) {
		if i := slices.IndexFunc(s.Statistics, agreement.Statistic.OfSystems); i >= 0 {
			return fmt.Errorf("statistic %s: found the levels %v, expected %s among them",
				s.Statistics[i], s.Levels, LevelSystem)
		}
	}
	if s.Epsilon != nil {
		if s.EpsilonFrom != nil {
			return errors.New("epsilon: found a threshold and scores to learn it from, expected one of them")
		}
		return notNegative("epsilon", *s.Epsilon)
	}
	return nil
}

func eachOnce[T ~string](what string, list, all []T) error {
	for i, x := range list {
		if err := known(what, x, all); err != nil {
			return err
		}
		if slices.Contains(list[:i], x) {
			return fmt.Errorf("%s: found %s twice, expected it once", what, x)
		}
	}
	return nil
}

func known[T ~string](what string, x T, all []T) error {
	if slices.Contains(all, x) {
		return nil
	}
	list := make([]string, len(all))
	for i, known := range all {
		list[i] = string(known)
	}
	return fmt.Errorf("%s: found %q, expected one of: %s", what, x, strings.Join(list, ", "))
}

func notNegative(what string, x float64) error {
	if !(x >= 0 && x <= math.MaxFloat64) {
		return fmt.Errorf("%s: found %v, expected 0 or more", what, x)
	}
	return nil
}

func inside(what string, x float64) error {
	if !(x > 0 && x < 1) {
		return fmt.Errorf("%s: found %v, expected a number between 0 and 1", what, x)
	}
	return nil
}

// signature names everything that the numbers depend on but the scores.
func (s *Design) signature() metric.Signature {
	signature := metric.NewSignature("wrd-correlate")
	if s.Interval != IntervalNone || s.Compare != "" {
		signature = signature.With("samples", fmt.Sprint(s.Draws)).With("seed", fmt.Sprint(s.Seed))
	}
	signature = signature.With("interval", string(s.Interval)).With("confidence", fmt.Sprint(s.Confidence))
	resample := "auto"
	if s.Resample != "" {
		resample = string(s.Resample)
	}
	signature = signature.With("resample", resample)
	if s.Interval != IntervalNone || s.Compare != "" {
		signature = signature.With("units", string(s.Unit))
	}
	if s.Compare != "" {
		signature = signature.With("test", string(s.Compare)).With("alpha", fmt.Sprint(s.Alpha))
	}
	if s.IncludeHuman {
		signature = signature.With("human", "included")
	}
	if len(s.Outliers) > 0 {
		signature = signature.With("outliers", strings.Join(slices.Sorted(slices.Values(s.Outliers)), ","))
	}
	average, undefined := "macro", "skip"
	if s.Micro {
		average = "micro"
	}
	if s.UndefinedAsZero {
		undefined = "zero"
	}
	signature = signature.With("average", average).With("undefined", undefined)
	switch {
	case s.EpsilonFrom != nil:
		signature = signature.With("epsilon", "learned")
	case s.Epsilon != nil:
		signature = signature.With("epsilon", fmt.Sprint(*s.Epsilon))
	}
	if s.LeastDifference > 0 {
		signature = signature.With("least", fmt.Sprint(s.LeastDifference))
	}
	return signature
}
