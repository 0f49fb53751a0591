package evaluation

// NoOrder is why people have no order of systems; "" if they have one.
type NoOrder string

// The reasons.
const (
	NoOrderUnjudged NoOrder = "unjudged"   // people judged no output that the measure scored
	NoOrderOfOne    NoOrder = "one system" // people judged outputs of one system only
	NoOrderTooMany  NoOrder = "too many"   // there are too many human scores to keep in memory
)

// Untested is why a difference was not tested; "" if it was.
type Untested string

// The reasons.
const (
	UntestedSystems Untested = "systems" // people judged too many systems to test each against each
	UntestedExact   Untested = "exact"   // an exact test takes too long with so many differences
	UntestedApart   Untested = "apart"   // no segment was judged of both systems
)
