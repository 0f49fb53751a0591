// Package texts holds texts as the measures see them: a [Reader] splits a text into words, looks up their vectors, and
// computes what their masses and directions are. It knows one text at a time; package pairs compares two.
package texts
