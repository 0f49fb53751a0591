// Package finding looks at outputs and says what texts show without a score: repetitions, another language, another line's
// text, what an assistant says, markup, other numbers and names. [Look] compares them with those of a baseline, and
// [Usual.P] says how often two equally good systems differ as much.
//
// It knows no files, and no scores.
//
// It may change with any version; README lists the packages that do not.
package finding
