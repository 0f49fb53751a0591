package metric

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/metric/internal/pairs"
)

// An extension is what options change of Word Rotator's Distance beyond the paper; the zero value is not ready, see
// newExtension. It concerns the measures whose masses are norms and whose costs rotations
// (Measure.Rotates): MeasureWRD and what is derived from it. The others stay what their authors made them.
type extension struct {
	massPower      float64        // P of the masses ‖w‖ᴾ, 1 for the paper's
	spelling       SpellingPolicy // which costs are at most one minus the similarity of spelling
	spellingWeight float64        // λ of the share of spelling in a cost, 0 for none
	surfaceWeight  float64        // λ of the share of how words are written in their texts, 0 for none
	orderWeight    float64        // W of the cost of moving to another position, 0 for none
	contextWeight  float64        // λ of the neighbours' share in a direction, 0 for none
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
	e := extension{massPower: 1, spelling: o.Spelling, spellingWeight: o.SpellingWeight, surfaceWeight: o.SurfaceWeight, orderWeight: o.OrderWeight,
		contextWeight: o.ContextWeight}
	if o.MassPower != nil {
		e.massPower = *o.MassPower
	}
	if !(e.massPower >= 0 && e.massPower <= maxMassPower) {
		return e, fmt.Errorf("mass power: found %v, expected a number from 0 to %d", e.massPower, maxMassPower)
	}
	if !(e.spellingWeight >= 0 && e.spellingWeight <= 1) {
		return e, fmt.Errorf("spelling weight: found %v, expected a number from 0 to 1", e.spellingWeight)
	}
	if e.spellingWeight > 0 && e.spelling != SpellingNone {
		return e, fmt.Errorf("spelling weight: found %v beside the spelling policy %s, expected one of them",
			e.spellingWeight, e.spelling)
	}
	if !(e.surfaceWeight >= 0 && e.surfaceWeight <= 1) {
		return e, fmt.Errorf("surface weight: found %v, expected a number from 0 to 1", e.surfaceWeight)
	}
	if e.surfaceWeight > 0 && (e.spelling != SpellingNone || e.spellingWeight > 0) {
		return e, fmt.Errorf("surface weight: found %v beside the spelling policy %s and the spelling weight %v, expected one "+
			"of them", e.surfaceWeight, e.spelling, e.spellingWeight)
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
	if e.surfaceWeight > 0 && o.Encoder == nil {
		return e, fmt.Errorf("surface weight: found %v without an encoder, whose pieces it compares as they are written",
			e.surfaceWeight)
	}
	return e, nil
}

// Rotates says whether a measure that Measures knows has norms as masses and rotations as costs, with or without stop
// words, moved exactly or relaxed. Options.MassPower, Spelling, SpellingWeight, SurfaceWeight, OrderWeight and ContextWeight change such
// measures only.
func (m Measure) Rotates() bool { return definitionOf(m).rotates }

// pairs returns what of the extension concerns pairs of texts.
func (e *extension) pairs() pairs.Extensions {
	s := pairs.Extensions{SpellingWeight: e.spellingWeight, SurfaceWeight: e.surfaceWeight, OrderWeight: e.orderWeight}
	switch e.spelling {
	case SpellingAll:
		s.Spelling = pairs.SpellingOfAll
	case SpellingUnknown:
		s.Spelling = pairs.SpellingOfUnknown
	}
	return s
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
	if e.spellingWeight > 0 {
		s = s.With("spelling-weight", number(e.spellingWeight))
	}
	if e.surfaceWeight > 0 {
		s = s.With("surface-weight", number(e.surfaceWeight))
	}
	if e.orderWeight > 0 {
		s = s.With(orderWeightKey, number(e.orderWeight))
	}
	if e.contextWeight > 0 {
		s = s.With("context-weight", number(e.contextWeight))
	}
	return s
}
