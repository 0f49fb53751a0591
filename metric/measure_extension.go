package metric

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// An extension is what options change of Word Rotator's Distance beyond the paper; the zero value is not ready, see
// newExtension. It concerns the measures whose masses are norms and whose costs rotations
// (Measure.Rotates): MeasureWRD and what is derived from it. The others stay what their authors made them.
type extension struct {
	massPower     float64        // P of the masses ‖w‖ᴾ, 1 for the paper's
	spelling      SpellingPolicy // which costs are at most one minus the similarity of spelling
	orderWeight   float64        // W of the cost of moving to another position, 0 for none
	contextWeight float64        // λ of the neighbours' share in a direction, 0 for none
}

const (
	// maxMassPower keeps the power of every length that float32 components can have within float64, also the sum of
	// many: (10⁴⁰)⁴ and (10⁻⁴⁵)⁴.
	maxMassPower = 4
	// maxOrderWeight keeps the rounding of distances, which grows with the costs, where --certify expects it.
	maxOrderWeight = 10
	// maxContextWeight is more than anything of use: the neighbours decide the direction then, not the word.
	maxContextWeight = 10
)

// newExtension takes the extension from options, of which the measures are known.
func newExtension(o Options) (extension, error) {
	e := extension{massPower: 1, spelling: o.Spelling, orderWeight: o.OrderWeight, contextWeight: o.ContextWeight}
	if o.MassPower != nil {
		e.massPower = *o.MassPower
	}
	if !(e.massPower >= 0 && e.massPower <= maxMassPower) {
		return e, fmt.Errorf("mass power: found %v, expected a number from 0 to %d", e.massPower, maxMassPower)
	}
	if !(e.orderWeight >= 0 && e.orderWeight <= maxOrderWeight) {
		return e, fmt.Errorf("order weight: found %v, expected a number from 0 to %d", e.orderWeight, maxOrderWeight)
	}
	if !(e.contextWeight >= 0 && e.contextWeight <= maxContextWeight) {
		return e, fmt.Errorf("context weight: found %v, expected a number from 0 to %d",
			e.contextWeight, maxContextWeight)
	}
	if !slices.ContainsFunc(o.Measures, Measure.Rotates) {
		return extension{massPower: 1, spelling: SpellingNone}, nil
	}
	return e, nil
}

// Rotates says whether a measure that Measures knows has norms as masses and rotations as costs, with or without stop
// words, moved exactly or relaxed. Options.MassPower, Spelling, OrderWeight and ContextWeight change such measures only.
func (m Measure) Rotates() bool { return definitionOf(m).rotates }

// rotates says whether the masses of a plan are norms; its costs are rotations then.
func (p plan) rotates() bool { return p.by == byNorm || p.by == byNormWithoutStopwords }

// mass returns what a word of the given norm weighs before masses are made to sum to 1.
func (e *extension) mass(norm float64) float64 {
	if e.massPower == 1 {
		return norm
	}
	return math.Pow(norm, e.massPower)
}

// sign adds to a signature what is not the paper's.
func (e *extension) sign(s Signature) Signature {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	if e.massPower != 1 {
		s = s.With("mass-power", number(e.massPower))
	}
	switch e.spelling {
	case SpellingAll:
		s = s.With("spelling", "dice2-4")
	case SpellingUnknown:
		s = s.With("spelling", "dice2-4."+string(SpellingUnknown))
	}
	if e.orderWeight > 0 {
		s = s.With(orderWeightKey, number(e.orderWeight))
	}
	if e.contextWeight > 0 {
		s = s.With("context-weight", number(e.contextWeight))
	}
	return s
}

// adjustCosts changes w.cost, the rotations of the words from of a to the words to of b, to
//
//	min(1 − cos, 1 − dice) + W·|i/n − j/n′|
//
// for the words at positions i and j, counted from 0, of texts of n and n′ tokens.
func (w *worker) adjustCosts(a, b *text, from, to []int32) {
	if w.extension.spelling != SpellingNone {
		w.shared = atMostSpelling(w.cost, a, b, from, to, w.extension.spelling, w.shared)
	}
	if w.extension.orderWeight > 0 {
		addOrder(w.cost, w.extension.orderWeight, a, b, from, to)
	}
}

// addOrder adds to each cost, row-major len(from)×len(to), weight times the difference of the relative positions.
func addOrder(cost []float64, weight float64, a, b *text, from, to []int32) {
	for r, i := range from {
		row, position := cost[r*len(to):][:len(to)], a.relative(i)
		for c, j := range to {
			row[c] += float64(weight * math.Abs(position-b.relative(j)))
		}
	}
}

// relative returns where in its text a word stands, in [0, 1). Tokens that are left out count.
func (s *text) relative(word int32) float64 {
	return float64(s.positions[word]) / float64(s.tokens)
}
