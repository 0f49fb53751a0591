package agreement

import "math"

// differencePearson returns Pearson's correlation of the differences between all pairs of items within groups, in both
// directions, which mt-metrics-eval calls pairwise-difference Pearson. The differences have mean 0, and
//
//	Σ_{i<j} (xᵢ − xⱼ)(yᵢ − yⱼ) = n Σᵢ (xᵢ − x̄)(yᵢ − ȳ),
//
// so no pairs need be formed. Without averaging it is Pearson's r itself.
func differencePearson(groups []group) (r float64, ok bool) {
	unitX, unitY := largest(groups, func(g *group) []float64 { return g.human }),
		largest(groups, func(g *group) []float64 { return g.metric })
	var xx, yy, xy float64
	for i := range groups {
		g := &groups[i]
		if len(g.human) < 2 {
			continue
		}
		n := float64(len(g.human))
		meanX, meanY := meanOf(g.human, unitX), meanOf(g.metric, unitY)
		constantX, constantY := constant(g.human), constant(g.metric)
		for k := range g.human {
			dx, dy := g.human[k]/unitX-meanX, g.metric[k]/unitY-meanY
			if constantX { // the mean of equal values may differ from them by rounding
				dx = 0
			}
			if constantY {
				dy = 0
			}
			xx += float64(n * dx * dx)
			yy += float64(n * dy * dy)
			xy += float64(n * dx * dy)
		}
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return min(max(xy/math.Sqrt(xx)/math.Sqrt(yy), -1), 1), true
}

// largest returns the largest magnitude on one side, 1 if all are 0, so that squares of quotients by it stay in range.
func largest(groups []group, side func(*group) []float64) float64 {
	unit := 0.0
	for i := range groups {
		for _, v := range side(&groups[i]) {
			unit = max(unit, math.Abs(v))
		}
	}
	if unit == 0 {
		return 1
	}
	return unit
}

// meanOf returns the mean of x in units.
func meanOf(x []float64, unit float64) float64 {
	mean := 0.0
	for _, v := range x {
		mean += v / unit / float64(len(x))
	}
	return mean
}
