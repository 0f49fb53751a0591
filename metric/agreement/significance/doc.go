// Package significance says which systems differ by their scores of the same segments: [Compare] takes a grid of scores
// and returns the differences of their means with intervals, paired tests, corrections for the number of pairs and effect
// sizes. Its draws are those of NumPy's default_rng(seed), so that other programs' p-values can be repeated. [SignFlips]
// and [SignedRank] are the tests that need no draws, by themselves.
package significance
