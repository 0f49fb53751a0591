// Package scores takes scores from files of any program, and joins them.
//
// [Open] reads one table, of any form that package rows reads. A row is one output of a system for a segment; it has
// one number for each column of scores, or none if there was no judgment. [Join] puts several tables side by side, by ids
// where there are ids and by line otherwise, and says which rows have no partner. [Table.Grid] hands a column to
// package agreement. A [Reader] reads a number for each line of a text.
//
// Nothing is filled in and nothing dropped silently: an absent number is NaN in a grid, never 0; a row that occurs
// twice, a word where a number should be, and files that do not fit together are rejected with file and line.
//
// It may change with any version; README lists the packages that do not.
package scores
