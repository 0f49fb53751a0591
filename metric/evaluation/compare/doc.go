// Package compare tests which systems differ significantly: [Run] compares the mean scores of systems on the same segments, by paired
// tests with intervals.
package compare
