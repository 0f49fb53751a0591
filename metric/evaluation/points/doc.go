// Package points puts scores on one scale: 0 points are the mean of unrelated texts of a language, 100 points are equal
// texts, see [Of].
//
// It may change with any version; README lists the packages that do not.
package points
