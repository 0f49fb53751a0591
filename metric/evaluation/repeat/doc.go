// Package repeat computes scores again and says in what they differ from those that were stored: [Run].
//
// It may change with any version; README lists the packages that do not.
package repeat
