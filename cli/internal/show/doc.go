// Package show writes for people and programs what the packages below found: a function for each report, which takes
// the report as it is and the format that was asked for. How tables, numbers and JSON are written is said by package
// render. No function here knows flags or computes anything.
package show
