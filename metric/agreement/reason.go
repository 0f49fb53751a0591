package agreement

// A Reason says why a number is not defined, or has no interval or test. The zero value says that it is.
type Reason struct {
	Kind      ReasonKind
	N, Of     int     // as the kind says
	Unit      string  // of ReasonFewUnits
	Per       string  // segment or system, in each of which it is so; "" for all scores at once
	Threshold float64 // of ReasonNoDifference
}

// A ReasonKind says what a reason is.
type ReasonKind string

// Why a statistic has no value.
const (
	ReasonNoScores        ReasonKind = "no scores"          // no output has both
	ReasonFewScores       ReasonKind = "few scores"         // fewer than two
	ReasonFewSystems      ReasonKind = "few systems"        // fewer than two
	ReasonNoDifference    ReasonKind = "no difference"      // no two human scores differ by the threshold or more
	ReasonConstant        ReasonKind = "constant"           // human scores or metric scores
	ReasonConstantHuman   ReasonKind = "constant human"     // human scores
	ReasonConstantMetric  ReasonKind = "constant metric"    // metric scores
	ReasonNoCommonSegment ReasonKind = "no common segment"  // none has both scores of every system
	ReasonNoTwoRaters     ReasonKind = "no two raters"      // share enough scores
	ReasonNoOtherRaters   ReasonKind = "no rater of others" // shares enough scores with them
)

// Why a value has no interval.
const (
	ReasonFewUnits       ReasonKind = "few units"       // N to resample, and Of are needed
	ReasonUndefinedDraws ReasonKind = "undefined draws" // N of Of have no value
	ReasonEqualDraws     ReasonKind = "equal draws"     // most of them
	ReasonOneSidedDraws  ReasonKind = "one-sided draws" // systems drawn twice move the statistic
)

// Why two metrics have no test.
const (
	ReasonAlike            ReasonKind = "alike"            // they cannot be told apart
	ReasonNotWilliams      ReasonKind = "not Williams"     // Williams' test is for Pearson without averaging
	ReasonDependentScores  ReasonKind = "dependent scores" // which Williams' test takes as independent
	ReasonFewForWilliams   ReasonKind = "few for Williams" // N scores
	ReasonNotPermBoth      ReasonKind = "not PERM-BOTH"    // which is not defined for soft pairwise accuracy
	ReasonPairsOfManyUnits ReasonKind = "pairs of units"   // PERM-BOTH cannot swap verdicts on pairs of several units
)
