package convert

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Saved sums are
//
//	"wrd sums 1\n"
//	an Info as JSON with the numbers of sentences and tokens, "\n"
//	the upper triangle of Σ s sᵀ over the sentence vectors s, row by row, as little-endian float64
//	the SHA-256 of all bytes before it, 32 bytes
const (
	sumsKind  = "wrd sums "
	sumsMagic = sumsKind + fileVersion + "\n"
)

// SaveSums writes what Add has learned until now, so that AddSums can add it to what another Fitter learns: one
// that learns for the same letters from the same vectors and frequencies, on another machine perhaps. It is an error
// if no letter reads sentences.
func (f *Fitter) SaveSums(w io.Writer) error {
	if f.sentences == nil {
		return fmt.Errorf("converter %s: found no letter that learns from sentences, expected R, P or C",
			f.converter.info.Letters)
	}
	f.sentences.flush()
	info := f.converter.info
	info.Vocabulary, info.Sentences, info.Tokens = Spectrum{}, f.sentences.rows, f.tokens
	header, err := json.Marshal(info)
	if err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	body := slices.Concat([]byte(sumsMagic), header, []byte("\n"))
	dim := f.sentences.dim
	for row := range dim {
		for _, x := range f.sentences.sum.Data[row*dim+row : (row+1)*dim] {
			body = binary.LittleEndian.AppendUint64(body, math.Float64bits(x))
		}
	}
	sum := sha256.Sum256(body)
	if _, err := w.Write(append(body, sum[:]...)); err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	return nil
}

// AddSums adds what SaveSums wrote, from now to the end of r: the Fitter then knows the sentences of both. The order of
// several has a part in the last bits only. A file that is damaged, cut off or of another kind is an error, and so are
// sums for other letters, vectors or frequencies.
func (f *Fitter) AddSums(r io.Reader) error {
	other, err := f.readSums(r)
	if err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	f.sentences.merge(other.sentences)
	f.tokens += other.tokens
	return nil
}

// readSums returns a Fitter with nothing but the sums of r, which f can add.
func (f *Fitter) readSums(r io.Reader) (*Fitter, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("found more than %d bytes, expected saved sums", maxFile)
	}
	if data, err = checkFrame(data, sumsKind, "saved sums"); err != nil {
		return nil, err
	}
	header, numbers, _ := bytes.Cut(data, []byte("\n"))
	var info Info
	if err := json.Unmarshal(header, &info); err != nil {
		return nil, fmt.Errorf("damaged: header: %w", err)
	}
	own := f.converter.info
	switch {
	case f.sentences == nil || info.Letters != own.Letters:
		return nil, fmt.Errorf("found sums for %s, expected them for %s", info.Letters, own.Letters)
	case info.Vectors.Digest != own.Vectors.Digest:
		return nil, fmt.Errorf("found sums for the vectors %s, expected them for %s", info.Vectors, own.Vectors)
	case info.Frequencies.Digest != own.Frequencies.Digest:
		return nil, fmt.Errorf("found sums for the frequencies %s, expected them for %s", info.Frequencies,
			own.Frequencies)
	}
	dim := own.Dim
	if info.Sentences < 0 || info.Tokens < info.Sentences || len(numbers) != dim*(dim+1)/2*8 {
		return nil, errors.New("damaged: the numbers are not those of the header")
	}
	sums := newGram(dim)
	sums.rows = info.Sentences
	for row := range dim {
		for column := row; column < dim; column++ {
			x := math.Float64frombits(binary.LittleEndian.Uint64(numbers))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return nil, errors.New("damaged: a sum is not a number")
			}
			sums.sum.Data[row*dim+column], numbers = x, numbers[8:]
		}
	}
	return &Fitter{sentences: sums, tokens: info.Tokens}, nil
}
