package vectors

import (
	"errors"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// ErrOwnWords is the error of Location.Words for the embedded vectors.
var ErrOwnWords = errors.New("words: found a list for " + embedding.DefaultName + ", which has its own words")

// ErrNgrams is the error of opening ngrams.Name where a table of words is needed.
var ErrNgrams = errors.New("vectors " + ngrams.Name + ": found no table of words, as each word is made of its own " +
	"letters, expected " + embedding.DefaultName + " or a file of vectors")

// A NoWordsError says that the list of the words of a NumPy array is not where it is looked for, next to the array, and
// Location.Words names no other one.
type NoWordsError struct {
	Array string // the file
	List  string // where its words were looked for
}

// Error says what is missing.
func (e *NoWordsError) Error() string {
	return e.Array + ": found no " + e.List + ", expected the list of its words, one per line, next to it"
}

// A NotFoundError says that there is no file of the name that was given, neither a set nor embedded vectors. It is an
// fs.ErrNotExist too.
type NotFoundError struct {
	Name string // as it was asked for
	Err  error
}

// Error says which file.
func (e *NotFoundError) Error() string { return e.Err.Error() }

// Unwrap returns the file system's error.
func (e *NotFoundError) Unwrap() error { return e.Err }

// A NoFrequenciesError says that something needs word frequencies where there are none for the vectors.
type NoFrequenciesError struct {
	For string // what needs them: "the converter AWR"
}

// Error says what for.
func (e *NoFrequenciesError) Error() string {
	return e.For + " needs word frequencies, found none for these vectors"
}

// A NoConverterError says that there is no file of the name of a converter, or none that can be read.
type NoConverterError struct {
	Name string // as it was asked for
	Err  error
}

// Error says which file and why.
func (e *NoConverterError) Error() string { return e.Err.Error() }

// Unwrap returns the file system's error.
func (e *NoConverterError) Unwrap() error { return e.Err }
