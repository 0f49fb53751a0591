// Package check decides whether outputs are significantly worse than a baseline, by more than a margin: [Run] takes the
// scores and texts of both and returns a verdict with its reasons, and the segments and outputs behind it.
package check
