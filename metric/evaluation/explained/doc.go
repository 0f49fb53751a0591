// Package explained has the words and moves of an explanation as JSON has them, and the scorer that explains what a column
// of scores measures: [Aligner].
//
// It may change with any version; README lists the packages that do not.
package explained
