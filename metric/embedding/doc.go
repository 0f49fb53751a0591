// Package embedding holds word vectors: a vocabulary with one row of float32 components for each
// word, the Euclidean length of every row, and an index from word to row.
//
// Most readers need two calls:
//
//	store, err := embedding.Default()  // the embedded English vectors, no file needed
//	vec, ok := store.Lookup("violin")  // a view of store.Dim() components
//
// Vectors of your own come from a file, by way of package formats, from [New], which takes words and rows that are
// already in memory, or from a [Builder], which takes them one by one. Models of fastText make vectors of words that
// they do not know, see [Store.Compose].
//
// [DefaultFrequencies] gives the counts of the words of the default vectors.
//
// [WriteTable] writes a Store as it lies in memory, and [OpenTable] uses such a file where it lies, through a
// read-only memory map: it opens in the same time whatever its size, and checks each part when that is
// first touched. The command keeps tables of this kind for files that take long to read.
//
// A [Store] has a digest of its content, so two runs can tell whether they used the same vectors
// whatever file they came from, and every number derived from a Store is a function of that content:
// equal digests give equal norms, bit for bit.
//
// The package compares words byte by byte. Lower-casing belongs to the tokenizer, a direction for
// words that the store does not know belongs to the measure, and opening and decompressing of other files
// than tables belongs to the caller.
package embedding
