// Package compare says which systems really differ: [Run] compares the mean scores of systems on the same segments, by paired
// tests with intervals.
package compare
