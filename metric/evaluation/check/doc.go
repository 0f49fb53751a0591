// Package check decides whether outputs got worse than a baseline by more than chance and more than a margin: [Run] takes the
// scores and texts of both and returns a verdict with its reasons, and the segments and outputs behind it.
package check
