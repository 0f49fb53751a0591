// Package formats reads word vectors and word frequencies from the files that people have, and writes word2vec's.
//
// [Recognize] tells a format by the first bytes of a file; its reader makes a Store of package embedding:
// [ReadWord2Vec], [ReadWord2VecBinary], [ReadGloVe], [ReadFastText], [ReadNumPy] or [ReadSafeTensors].
// [ReadFrequencies] reads counts. A [Report] says what a reader tolerated. [WriteWord2Vec] and [WriteWord2VecBinary]
// write vectors.
//
// A format is a file of this folder: a reader that fills an [embedding.Builder], a Format, and its mark in Recognize.
// Opening and decompressing files belongs to the caller.
//
// It may change with any version; README lists the packages that do not.
package formats
