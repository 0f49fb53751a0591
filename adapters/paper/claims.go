package paper

import "math"

// A Claim is a statement of the paper about measures, as comparisons of numbers. It holds if all comparisons that can
// be made come out as the paper says.
type Claim struct {
	Name        string
	Statement   string
	Table       string // the label of the table that the paper bases it on
	Comparisons []Comparison
}

// A Comparison says that one side is above the other.
type Comparison struct {
	About        string // what is the same on both sides
	Above, Below Side
}

// A Side is one number, or one number made of several.
type Side struct {
	Label string
	Keys  []Key
	// Best takes the largest of the keys that have a number; otherwise the side is the mean over the keys.
	Best bool
}

// A Compared is the outcome of one Comparison. Above and Below are rounded no further than they were computed.
type Compared struct {
	About string `json:"about"`
	Above Term   `json:"above"`
	Below Term   `json:"below"`
	Holds bool   `json:"holds"`
}

// A Term is a side with its number.
type Term struct {
	Label string  `json:"label"`
	Value float64 `json:"value"`
}

// A Verdict says whether a claim holds.
type Verdict struct {
	Claim     string `json:"claim"`
	Statement string `json:"statement"`
	Table     string `json:"table"`
	// Holds is nil where no comparison can be made.
	Holds       *bool      `json:"holds"`
	Reason      string     `json:"reason,omitempty"` // why Holds is nil
	Comparisons []Compared `json:"comparisons"`      // those that can be made
	Untested    int        `json:"untested"`         // how many cannot
	// Paper is how many of the comparisons come out so in the paper's own numbers, of those that can be made there.
	Paper Tally `json:"paper"`
}

// A Tally counts comparisons.
type Tally struct {
	Held  int `json:"held"`
	Total int `json:"total"`
}

// Held counts the comparisons of the verdict.
func (v Verdict) Held() Tally {
	tally := Tally{Total: len(v.Comparisons)}
	for _, c := range v.Comparisons {
		if c.Holds {
			tally.Held++
		}
	}
	return tally
}

// Judge tests claims on numbers, and on those that the paper reports. Each function returns the number of a
// key, and whether there is one.
func Judge(claims []Claim, numbers, reported func(Key) (float64, bool)) []Verdict {
	verdicts := make([]Verdict, len(claims))
	for i, claim := range claims {
		v := Verdict{Claim: claim.Name, Statement: claim.Statement, Table: claim.Table, Comparisons: []Compared{}}
		for _, comparison := range claim.Comparisons {
			if compared, ok := comparison.of(numbers); ok {
				v.Comparisons = append(v.Comparisons, compared)
			} else {
				v.Untested++
			}
			if compared, ok := comparison.of(reported); ok {
				v.Paper.Total++
				if compared.Holds {
					v.Paper.Held++
				}
			}
		}
		if tally := v.Held(); tally.Total > 0 {
			v.Holds = new(tally.Held == tally.Total)
		} else {
			v.Reason = "no number to compare"
		}
		verdicts[i] = v
	}
	return verdicts
}

// of makes the comparison, if both sides have numbers.
func (c Comparison) of(numbers func(Key) (float64, bool)) (Compared, bool) {
	above, below, ok := c.values(numbers)
	return Compared{c.About, Term{c.Above.Label, above}, Term{c.Below.Label, below}, above > below}, ok
}

// values returns the numbers of the sides. Two means are over the same places: those where both have a number.
func (c Comparison) values(numbers func(Key) (float64, bool)) (above, below float64, ok bool) {
	if c.Above.Best || c.Below.Best {
		above, ok1 := c.Above.best(numbers)
		below, ok2 := c.Below.best(numbers)
		return above, below, ok1 && ok2
	}
	n := 0
	for i := range c.Above.Keys {
		x, ok1 := numbers(c.Above.Keys[i])
		y, ok2 := numbers(c.Below.Keys[i])
		if ok1 && ok2 {
			above, below, n = above+x, below+y, n+1
		}
	}
	if n == 0 {
		return 0, 0, false
	}
	return above / float64(n), below / float64(n), true
}

func (s Side) best(numbers func(Key) (float64, bool)) (float64, bool) {
	best := math.Inf(-1)
	for _, key := range s.Keys {
		if value, ok := numbers(key); ok {
			best = max(best, value)
		}
	}
	return best, !math.IsInf(best, -1)
}
