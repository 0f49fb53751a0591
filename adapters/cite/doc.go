// Package cite says what to cite of a run: the paper, this program, and what the measures, the vectors and the encoder
// were made of.
//
// It may change with any version; README lists the packages that do not.
package cite
