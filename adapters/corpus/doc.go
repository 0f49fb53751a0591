// Package corpus opens the texts that are compared, in whatever form they come: files of lines, and tables of texts
// (JSON Lines, JSON, CSV, TSV, Parquet, Arrow), told apart by content and mixed as one likes. All are rows of package rows:
// a line is a row of one column, and a file of lines is read as it comes.
//
// [Open] is told the files of candidates and of references, and returns a [Corpus], whose segments package evaluation
// scores. A table may hold the candidates of one system or of several, their references, as many as there are in each
// row, documents and human scores. The rows of a system are its segments, in their order. Rows of several systems may
// stand in any order among each other: each row is read once and kept, in memory while that is little, otherwise in a
// temporary file, and the systems are then read side by side. So memory does not grow with the number of rows, and a
// table may come from a pipe.
//
// Where rows have the ids of segments, those of the systems must agree row by row; so must references that several
// tables or systems repeat.
package corpus
