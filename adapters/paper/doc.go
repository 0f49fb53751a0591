// Package paper holds the numbers that the paper reports (Yokoi et al., Word Rotator's Distance, EMNLP 2020) and
// recomputes them from vectors and data. Reproduce does so for several sets of vectors. For one set its steps are:
//
//	entries := paper.Of("glove")
//	inputs := paper.Inputs{Vectors: store, Frequencies: frequencies, Dir: "data"}
//	numbers, err := paper.Recompute(ctx, inputs, paper.Keys(entries))
//	tables := paper.Compare(entries, numbers)
//	verdicts := paper.Judge(paper.Claims(), numbers.Value, paper.ReportedIn(entries))
//
// A number is named by a Key: the data it was computed on, the measure and the converter. The tables of the paper are
// lists of keys with the value that was reported, and its claims are comparisons between keys, so both can be applied to
// the paper's own numbers and to any others.
//
// Where the paper leaves a choice open, docs/reproduction.md says what is done here.
//
// It may change with any version; README lists the packages that do not.
package paper
