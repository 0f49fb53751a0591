package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An Axis covers a range of numbers and has ticks at round ones: at k·m·10ᵉ for all k from first to last, where m is 1,
// 2 or 5. Ticks are integers until they are written, so none reads 0.30000000000000004.
type Axis struct {
	first, last int64
	m           int64
	e           int
}

// A Tick is a round number on an axis.
type Tick struct {
	At    float64 // in [0, 1], from the lower end of the axis to the upper one
	Label string
}

// Limits of what an axis can tell apart. Ranges that are narrower hold one number as far as a reader is concerned.
const (
	leastRange = 1e-8   // in parts of the largest number: a label has no more digits
	leastStep  = 1e-300 // far from where a float64 loses digits
	snap       = 1e-6   // of a step: how far rounding may put a number from the tick that it is
)

// NewAxis returns the axis with the finest steps that covers low and high, finite numbers in this order, with at most
// the given number of ticks, 3 or more. Its ends are ticks. Where low and high are the same, it has room on both sides.
func NewAxis(low, high float64, ticks int) Axis { return newAxis(low, high, ticks, false) }

// legibleAxis returns an axis whose labels fit next to each other on a line.
func legibleAxis(low, high, room float64) Axis {
	for ticks := mostTicks; ; ticks-- {
		a := NewAxis(low, high, ticks)
		needed := 0.0
		for _, tick := range a.Ticks() {
			needed += width(tick.Label, tickSize) + tickSize
		}
		if needed <= room || ticks == 3 {
			return a
		}
	}
}

// newAxis has steps of at least 1 if the numbers are whole ones.
func newAxis(low, high float64, ticks int, whole bool) Axis {
	if size := max(math.Abs(low), math.Abs(high)); high-low <= size*leastRange || high-low < leastStep {
		room := size / 10
		if size < leastStep {
			room = 1
		}
		low, high = max(low-room, -math.MaxFloat64), min(high+room, math.MaxFloat64)
	}
	// One order of magnitude below what would fit: the first of the following steps that is wide enough is the finest.
	e := int(math.Floor(math.Log10(high/float64(ticks)-low/float64(ticks)))) - 1
	if whole {
		e = max(e, 0)
	}
	for ; ; e++ {
		for _, m := range []int64{1, 2, 5} {
			a := Axis{m: m, e: e}
			a.first, a.last = int64(math.Floor(a.steps(low))), int64(math.Ceil(a.steps(high)))
			if a.last-a.first < int64(ticks) {
				a.last = max(a.last, a.first+1)
				return a
			}
		}
	}
}

// steps returns how many steps v is from 0, as a whole number if v is a tick.
func (a Axis) steps(v float64) float64 {
	q := v / float64(a.m) / power10(a.e)
	if whole := math.Round(q); math.Abs(q-whole) <= snap {
		return whole
	}
	return q
}

// power10 returns the float64 next to 10ᵉ, on every machine.
func power10(e int) float64 {
	p, err := strconv.ParseFloat("1e"+strconv.Itoa(e), 64)
	if err != nil {
		panic("plot: an axis beyond the range of a float64")
	}
	return p
}

// At returns where v is on the axis: 0 at the lower end, 1 at the upper one.
func (a Axis) At(v float64) float64 {
	return (a.steps(v) - float64(a.first)) / float64(a.last-a.first)
}

// covering returns the axis, longer by as many steps as it takes to cover places on it, at most by its length on a side.
func (a Axis) covering(places ...float64) Axis {
	first, size := float64(a.first), float64(a.last-a.first)
	for _, at := range places {
		k := first + float64(min(max(at, -1), 2)*size)
		a.first, a.last = min(a.first, int64(math.Floor(k))), max(a.last, int64(math.Ceil(k)))
	}
	return a
}

// Ticks returns the ticks from the lower end to the upper one. The zero Axis has none.
func (a Axis) Ticks() []Tick {
	if a.m == 0 {
		return nil
	}
	list := make([]Tick, 0, a.last-a.first+1)
	for k := a.first; k <= a.last; k++ {
		list = append(list, Tick{At: float64(k-a.first) / float64(a.last-a.first), Label: a.label(k * a.m)})
	}
	return list
}

// label writes n·10ᵉ, with as many digits after the point as other ticks but 0 have, and as a power of ten if it is very
// large or small.
func (a Axis) label(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "\u2212", -n
	}
	digits := strconv.FormatInt(n, 10)
	switch {
	case n == 0:
		return "0"
	case a.e >= 0 && len(digits)+a.e <= 7:
		return sign + digits + strings.Repeat("0", a.e)
	case -6 <= a.e && a.e < 0:
		digits = fmt.Sprintf("%0*d", 1-a.e, n)
		point := len(digits) + a.e
		return sign + digits[:point] + "." + digits[point:]
	}
	exponent := a.e + len(digits) - 1
	text := digits[:1]
	if rest := strings.TrimRight(digits[1:], "0"); rest != "" {
		text += "." + rest
	}
	return fmt.Sprintf("%s%se%d", sign, text, exponent)
}
