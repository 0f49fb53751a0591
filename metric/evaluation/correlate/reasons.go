package correlate

import "github.com/wordrotator/wrd/metric/agreement"

// A Reason says why a number is absent. The zero value says that it is not, or was not asked for.
type Reason struct {
	Kind      ReasonKind
	N, Of     int64            // as the kind says
	Stated    agreement.Reason // of ReasonStated
	Unlearned bool             // the rest is why the threshold of ties could not be learned
	OfGroup   bool             // of a mean over groups: Group has no value, and the rest is why
	Group     string
}

// A ReasonKind says what a reason is.
type ReasonKind string

// Why there is no value.
const (
	// ReasonStated: that of agreement in Stated. It may also be why there is no interval.
	ReasonStated ReasonKind = "stated"
	// ReasonTooLong: it takes N comparisons of scores, and more than Of would take too long.
	ReasonTooLong ReasonKind = "too long"
	// ReasonOtherGroups: the scores to learn a threshold from have several groups and none of that name.
	ReasonOtherGroups ReasonKind = "other groups"
	// ReasonNoUnit: the scores to learn a threshold from have no units of the level.
	ReasonNoUnit ReasonKind = "no unit"
	// ReasonSomeGroups: only N Of so many groups were asked.
	ReasonSomeGroups ReasonKind = "some groups"
)

// Why there is no interval.
const (
	// ReasonDrawsTooLong: Of draws of N comparisons of scores each would take too long.
	ReasonDrawsTooLong ReasonKind = "draws too long"
	// ReasonFewScores: Fisher's interval needs more than N scores.
	ReasonFewScores ReasonKind = "few scores"
	// ReasonPerfect: a perfect correlation shows no spread.
	ReasonPerfect ReasonKind = "perfect"
	// ReasonNotFisher: Fisher's was asked for, and is for other statistics, or for independent scores.
	ReasonNotFisher ReasonKind = "not fisher"
	// ReasonRatersFisher: Fisher's was asked for, and agreement among raters has intervals by the bootstrap only.
	ReasonRatersFisher ReasonKind = "raters fisher"
	// ReasonManyRaters: there are N raters, and all pairs of more than Of would take long to draw.
	ReasonManyRaters ReasonKind = "many raters"
	// ReasonNoDraws: not all groups have draws of the bootstrap, of which that of their mean is made.
	ReasonNoDraws ReasonKind = "no draws"
)

// ReasonFewForP is why a correlation has no p: it needs more than N independent scores.
const ReasonFewForP ReasonKind = "few for p"

// stated is a reason of agreement; the zero Reason for its zero one.
func stated(reason agreement.Reason) Reason {
	if reason == (agreement.Reason{}) {
		return Reason{}
	}
	return Reason{Kind: ReasonStated, Stated: reason}
}
