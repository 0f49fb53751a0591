// Package agreement turns many scores into statements: means with intervals, and how far two sets of scores
// agree. It knows only numbers; where they come from is the caller's business.
//
// A [Mean] takes the segment scores of one system as they come and gives their mean, spread and interval. It keeps a
// few sums, and two numbers for each document, and draws nothing. [Pearson] and [Spearman] correlate two lists of
// scores, and say where a correlation is not defined.
//
// [Compare] shows which systems of a [Grid] differ: differences of their means with intervals, paired tests,
// corrections for the number of pairs and effect sizes. Its draws are those of NumPy's default_rng(seed), so that other
// programs' p-values can be repeated.
//
// A [Spec] names a statistic of two grids, of human scores and a metric's, with the definitions and averaging of
// mt-metrics-eval: [Spec.Correlate] computes it, [Spec.Bootstrap] and [FisherInterval] say how sure it is,
// [Spec.CompareMetrics] shows which metrics really differ, and [Spec.Ceiling] how well people agree among themselves.
package agreement
