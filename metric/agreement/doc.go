// Package agreement turns many scores into statements: means with intervals, and how far two sets of scores agree. It
// knows only numbers. Package significance, below it, says which systems differ.
//
// A [Mean] takes the segment scores of one system and gives their mean, spread and interval. [Pearson] and its like
// correlate two lists of scores. A [Spec] names a statistic of two grids, of human scores and a metric's, as
// mt-metrics-eval defines it: [Spec.Correlate] computes it, [Spec.Bootstrap] and [FisherInterval] say how sure it is,
// [Spec.CompareMetrics] which metrics really differ, and [Spec.Ceiling] how well people agree among themselves. What is
// not defined has no value, and says why.
package agreement
