// Package inspection gathers what a person wants to see of a corpus that was scored: the systems and how they compare,
// buckets of segments, the segments with their texts and alignments, and what is odd about texts. A report page shows
// it.
//
//	in, err := inspection.Inspect(ctx, inspection.Contents{}, &inspection.Input{Scores: scores, Texts: texts})
//
// It may change with any version; README lists the packages that do not.
package inspection
