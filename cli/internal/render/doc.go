// Package render writes results for people and programs: tables as text, Markdown and LaTeX, JSON, numbers, colors,
// lines and how far work has come. It knows terminals and nothing of what it writes.
//
// A table is rows of cells, the first its header; its first few columns hold words and begin at the same place, the
// others hold numbers and end there. What a cell or a line holds is written visibly, so that a name can neither end a
// line nor command a terminal.
package render
