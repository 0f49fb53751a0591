package agreement

// Comparisons returns how many differences of scores a value of a grid looks at one by one, which says how long it
// takes where it is not 0. All other values need hardly more than sorting the scores: n·log(n) steps for n of them.
func (s Spec) Comparisons(systems, segments int) int64 {
	pairs := func(n int) int64 { return int64(n) * int64(n-1) / 2 }
	switch {
	case s.Statistic == StatisticSPA || s.Statistic == StatisticSPAMidP:
		draws, _ := s.softPatterns()
		return 2 * int64(draws) * pairs(systems) // people's and the metric's
	case s.Statistic != StatisticAccEq || s.EpsilonKnown:
		return 0
	case s.SystemLevel:
		return pairs(systems)
	case s.Averaging == AverageItem:
		return int64(segments) * pairs(systems)
	case s.Averaging == AverageSys:
		return int64(systems) * pairs(segments)
	}
	return pairs(systems * segments)
}
