package metric

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// A Measure is the name of a function of two texts. All measures use the same tokens and the same converted vectors.
// Below, n is the number of tokens of a text that have a vector; with OOVOwn that is all of them.
type Measure string

const (
	// MeasureWRD is Word Rotator's Distance: masses ‖w‖/Σ‖w‖, cost 1 − cos. In [0, 2].
	MeasureWRD Measure = "wrd"
	// MeasureWRDWithoutStopwords is the same after the stop words are left out.
	MeasureWRDWithoutStopwords Measure = "wrd_without_stopwords"
	// MeasureRelaxed is relaxed transport (Kusner et al. 2015, section 4) with the masses and costs of MeasureWRD: each
	// word moves to its nearest word in the other text, however much arrives there. Recall moves the words of the
	// reference, 1 − Σ mⱼ minᵢ cᵢⱼ, precision those of the candidate, and F1 is their harmonic mean. Recall and
	// precision are never below 1 − WRD. All are in [−1, 1]. It takes no longer than the inner products of the words,
	// and texts may have any length.
	MeasureRelaxed Measure = "relaxed"
	// MeasureWRDRecall is the recall of MeasureRelaxed alone: how much of the reference a candidate covers.
	MeasureWRDRecall Measure = "wrd_recall"
	// MeasureWRDPrecision is the precision of MeasureRelaxed alone: how much of a candidate the reference covers.
	MeasureWRDPrecision Measure = "wrd_precision"
	// MeasureWMD is Word Mover's Distance (Kusner et al. 2015): masses 1/n, cost ‖w − w′‖. At least 0.
	MeasureWMD Measure = "wmd"
	// MeasureWMDWithoutStopwords is the same after the stop words are left out, as its authors do.
	MeasureWMDWithoutStopwords Measure = "wmd_without_stopwords"
	// MeasureWMDSIFWeights is the same with the masses a/(p(w)+a), a = 1e-3, normalised: the weights of SIF (Arora et
	// al. 2017). It needs Options.Frequencies.
	MeasureWMDSIFWeights Measure = "wmd_sif_weights"
	// MeasureAdd is the cosine of the summed vectors. In [−1, 1].
	MeasureAdd Measure = "add"
	// MeasureAddWithoutNorm is the cosine of the summed directions w/‖w‖. In [−1, 1].
	MeasureAddWithoutNorm Measure = "add_without_norm"
	// MeasureBERTScore is BERTScore (Zhang et al. 2020) on word vectors: precision is the mean over the candidate's
	// tokens of the best cosine with a token of the reference, recall the same with the sides exchanged, F1 their
	// harmonic mean. With Options.IDF both means are weighted. All in [−1, 1].
	MeasureBERTScore Measure = "bertscore"
	// MeasureDynaMax is the fuzzy Jaccard index of Zhelezniak et al. (2019): with U all vectors of both texts,
	// aₖ = max(0, maxᵢ⟨xᵢ, Uₖ⟩) for the one and bₖ for the other, it is Σ min(aₖ, bₖ) / Σ max(aₖ, bₖ). In [0, 1].
	MeasureDynaMax Measure = "dynamax"
	// MeasureSource is MeasureWRD between the candidate and its source, the text that was translated: quality estimation,
	// which needs no reference. It needs an Options.Encoder that knows the languages of both.
	MeasureSource Measure = "wrd_source"
)

// A definition says how a measure is computed. It does not change.
type definition struct {
	measure Measure
	// columns are what compare fills in, in the order of tables.
	columns []Column
	// main is the column that stands for the measure where one number must.
	main Column
	// prepare computes what compare reads of one text.
	prepare func(r *texts.Reader, s *texts.Text)
	// defined says whether a text that was prepared can be compared.
	defined func(s *texts.Text) bool
	// compare computes the values of two texts that can be compared, with a as the candidate. It may be the reference,
	// see pairing.
	compare func(w *worker, a, b *texts.Text, values *[numColumns]float64) error
	// directed are the two columns that change places where candidate and reference do, nil if none do.
	directed *[2]Column
	// rotates is Measure.Rotates.
	rotates bool
	// unbound says whether compare takes texts of any length: it keeps no number for each pair of words.
	unbound bool
	// ofSource is Measure.OfSource.
	ofSource bool
	// plan is how mass moves, nil where it does not.
	plan *pairs.Plan
}

// definitions lists all measures, the default first.
var definitions = [...]definition{
	transportMeasure(MeasureWRD, WRD, pairs.Rotations(texts.ByNorm)),
	transportMeasure(MeasureWRDWithoutStopwords, WRDWithoutStopwords, pairs.Rotations(texts.ByNormWithoutStopwords)),
	relaxedMeasure(MeasureRelaxed, WRDF1, WRDRecall, WRDPrecision, WRDF1),
	relaxedMeasure(MeasureWRDRecall, WRDRecall, WRDRecall),
	relaxedMeasure(MeasureWRDPrecision, WRDPrecision, WRDPrecision),
	transportMeasure(MeasureWMD, WMD, pairs.StraightMoves(texts.Evenly)),
	transportMeasure(MeasureWMDWithoutStopwords, WMDWithoutStopwords, pairs.StraightMoves(texts.EvenlyWithoutStopwords)),
	transportMeasure(MeasureWMDSIFWeights, WMDSIFWeights, pairs.StraightMoves(texts.BySIF)),
	additionMeasure(MeasureAdd, Add, texts.VectorSum),
	additionMeasure(MeasureAddWithoutNorm, AddWithoutNorm, texts.DirectionSum),
	bertScoreMeasure(),
	dynaMaxMeasure(),
	sourceMeasure(),
}

// definitionOf returns how m is computed, nil if there is no such measure.
func definitionOf(m Measure) *definition {
	for i := range definitions {
		if definitions[i].measure == m {
			return &definitions[i]
		}
	}
	return nil
}

// Measures lists the names, the default first.
func Measures() []Measure {
	all := make([]Measure, len(definitions))
	for i := range definitions {
		all[i] = definitions[i].measure
	}
	return all
}

// ParseMeasures reads names with commas between them, such as "wrd,wmd".
func ParseMeasures(list string) ([]Measure, error) {
	var measures []Measure
	for name := range strings.SplitSeq(list, ",") {
		measures = append(measures, Measure(strings.TrimSpace(name)))
	}
	return measures, checkMeasures(measures)
}

// An UnknownMeasureError says that there is no such measure here. It may be a metric of another program, whose scores
// can be read but not computed.
type UnknownMeasureError struct {
	Measure Measure
	error   // which measures there are
}

// checkMeasures rejects names that are not known and names that come twice.
func checkMeasures(measures []Measure) error {
	for i, m := range measures {
		switch err := checkName("measure", m, Measures()); {
		case err != nil && m == "": // no other program's either
			return err
		case err != nil:
			return &UnknownMeasureError{m, err}
		case slices.Contains(measures[:i], m):
			return fmt.Errorf("measure: found %q twice, expected it once", m)
		}
	}
	return nil
}

// Columns lists the columns of a measure, in the order of tables. It panics for a measure that Measures does not list.
func (m Measure) Columns() []Column { return slices.Clone(definitionOf(m).columns) }

// Main returns the column to use where a measure needs one number: the F1 of MeasureBERTScore and MeasureRelaxed, the
// distance of MeasureWRD. It panics for a measure that Measures does not list.
func (m Measure) Main() Column { return definitionOf(m).main }

// Aligns says whether the measure moves mass from word to word, so that there are alignments by it.
func (m Measure) Aligns() bool { return definitionOf(m).plan != nil }

// NeedsFrequencies says whether the measure needs Options.Frequencies.
func (m Measure) NeedsFrequencies() bool { return m == MeasureWMDSIFWeights }

// withoutStopwords says whether the measure depends on the list of stop words.
func (m Measure) withoutStopwords() bool {
	return m == MeasureWRDWithoutStopwords || m == MeasureWMDWithoutStopwords
}

// errNoFrequencies says that weights cannot be computed.
var errNoFrequencies = errors.New("measure " + string(MeasureWMDSIFWeights) +
	": needs word frequencies, found none for these vectors")
