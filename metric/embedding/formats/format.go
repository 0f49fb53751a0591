package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"
)

// A Format is a way to store vectors in a file. Its value is the usual name.
type Format string

// The formats that have a reader in this package.
const (
	Word2VecText   Format = "word2vec text" // also fastText's .vec
	Word2VecBinary Format = "word2vec binary"
	GloVeText      Format = "GloVe text"
	FastTextModel  Format = "fastText model" // fastText's .bin
	NumPyArray     Format = "NumPy array"
	SafeTensors    Format = "safetensors"
)

// unit is what the reader of a format counts: lines or rows.
func (f Format) unit() string {
	switch f {
	case Word2VecBinary, FastTextModel, SafeTensors:
		return "row"
	}
	return "line" // a NumPy array has its words in a list
}

// RecognizeBytes is how many first bytes of a file [Recognize] needs.
const RecognizeBytes = 8 << 10

// Recognize returns the format of a file by its first bytes, at least [RecognizeBytes] of them unless the file is
// shorter. Names play no part. What has no binary format's mark is taken for text if it begins like a row of
// one; the reader then says what is wrong with it.
func Recognize(head []byte) (Format, error) {
	if len(head) == 0 {
		return "", errors.New("found an empty file, expected vectors")
	}
	switch {
	case bytes.HasPrefix(head, binary.LittleEndian.AppendUint32(nil, fastTextMagic)):
		return FastTextModel, nil
	case bytes.HasPrefix(head, []byte(numPyMagic)):
		return NumPyArray, nil
	case looksLikeSafeTensors(head):
		return SafeTensors, nil
	}
	for _, other := range foreign {
		if bytes.HasPrefix(head, []byte(other.mark)) {
			return "", fmt.Errorf("found %s, expected vectors", other.name)
		}
	}
	return recognizeText(bytes.TrimPrefix(head, []byte(byteOrderMark)))
}

// foreign are marks of files that people have where vectors are kept, but that no reader knows.
var foreign = [...]struct{ mark, name string }{
	{"\x80\x02", pickled}, {"\x80\x03", pickled}, {"\x80\x04", pickled}, {"\x80\x05", pickled},
	{"\x89HDF", "an HDF5 file"},
	{"PAR1", "a Parquet file"},
	{"BZh", "a bzip2 archive, which has to be unpacked first"},
	{"\xfd7zXZ", "an xz archive, which has to be unpacked first"},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive, which has to be unpacked first"},
	{"version https://git-lfs", "a Git LFS pointer in place of a file: git lfs pull fetches it"},
	{"<!DOCTYPE", "a web page"}, {"<html", "a web page"},
}

const pickled = "a Python pickle (gensim's save_word2vec_format writes what can be read)"

// recognizeText recognises the formats that begin with text.
func recognizeText(head []byte) (Format, error) {
	first, rest, whole := bytes.Cut(head, []byte("\n"))
	if _, dim, err := parseHeader(bytes.TrimSuffix(first, []byte("\r"))); err == nil {
		if whole && looksBinary(rest, dim) {
			return Word2VecBinary, nil
		}
		return Word2VecText, nil
	}
	if isHeader(first) {
		return Word2VecText, nil // numbers that cannot be: its reader says so
	}
	if commonDim(head) > 0 {
		return GloVeText, nil
	}
	return "", fmt.Errorf("found %s at the beginning, expected vectors in the format %s, %s, %s, %s, %s or %s",
		quote(first),
		Word2VecText, Word2VecBinary, GloVeText, FastTextModel, NumPyArray, SafeTensors)
}

// isHeader reports whether a line is two whole numbers.
func isHeader(line []byte) bool {
	a, b, ok := bytes.Cut(bytes.TrimRight(line, " \r"), []byte(" "))
	return ok && isNumber(a) && isNumber(b)
}

// looksBinary reports whether what follows the first word is the bytes of numbers, not their digits. Digits are
// text without control characters; of the bytes of even a few float32 that is not to be expected, for the
// first one of a number that is exactly representable in few bits is 0, and the last ones of numbers
// around 1 are no UTF-8.
func looksBinary(rows []byte, dim int) bool {
	_, numbers, ok := bytes.Cut(rows, []byte(" "))
	if !ok {
		return false
	}
	// A row of digits is one, whatever odd word follows it.
	if line, _, whole := bytes.Cut(numbers, []byte("\n")); whole &&
		trailingNumbers(append([]byte("word "), line...)) == dim {
		return false
	}
	numbers = numbers[:min(len(numbers), 4*dim)]
	for len(numbers) > 0 {
		r, size := utf8.DecodeRune(numbers)
		switch {
		case r == utf8.RuneError && size == 1:
			return utf8.FullRune(numbers) // else cut off
		case r < ' ' && r != '\t' && r != '\r' && r != '\n':
			return true
		}
		numbers = numbers[size:]
	}
	return false
}
