// Package people says what a difference between two systems means to people, as far as it was measured: [On].
//
// It may change with any version; README lists the packages that do not.
package people
