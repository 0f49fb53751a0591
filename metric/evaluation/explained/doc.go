// Package explained has the types of an explanation in JSON, [Word] and [Move], and [Aligner], the scorer that explains a
// column of scores.
//
// It may change with any version; README lists the packages that do not.
package explained
