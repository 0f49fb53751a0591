// Package pairs compares two texts: the inner products of their words, what it costs to move one word onto another, and
// the numbers that the measures of package metric are made of. A [Pair] keeps the memory; each goroutine has its own.
package pairs
