package convert

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Saved sums are
//
//	"wrd sums 1\n"
//	an Info as JSON with the numbers of sentences and tokens, "\n"
//	the upper triangle of Σ s sᵀ over the sentence vectors s, row by row, as little-endian float64; of states the
//	same over the states, with A, M or Z, and over the sentence vectors, with f₃, each with a component of 1 at its end
//	the SHA-256 of all bytes before it, 32 bytes
const sumsKind = "wrd sums "

// SaveSums writes what Add or AddHiddenStates has learned until now, so that AddSums can add it to what another Fitter
// learns: one that learns for the same letters from the same vectors and frequencies, or from the same layer, on
// another machine perhaps. It is an error if no letter reads sentences.
func (f *Fitter) SaveSums(w io.Writer) error {
	info := f.converter.info
	if !f.learns() {
		return fmt.Errorf("converter %s: found no letter that learns from sentences, expected %s", info.Letters,
			info.learners())
	}
	info.Vocabulary, info.Sentences, info.Tokens = Spectrum{}, f.texts, f.tokens
	var sums []byte
	for _, g := range f.grams() {
		g.flush()
		for row := range g.dim {
			for _, x := range g.sum.Data[row*g.dim+row : (row+1)*g.dim] {
				sums = binary.LittleEndian.AppendUint64(sums, math.Float64bits(x))
			}
		}
	}
	if err := writeFrame(w, sumsKind, info, sums); err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	return nil
}

// learners are the letters that learn from sentences.
func (info *Info) learners() string {
	if info.isLayer() {
		return "A, M, Z, R or P"
	}
	return "R, P or C"
}

// AddSums adds what SaveSums wrote, from now to the end of r: the Fitter then knows the sentences of both. The order of
// several has a part in the last bits only. A file that is damaged, cut off or of another kind is an error, and so are
// sums for other letters, vectors or frequencies.
func (f *Fitter) AddSums(r io.Reader) error {
	other, err := f.readSums(r)
	if err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	f.merge(other)
	return nil
}

// maxSums bounds what AddSums reads. The largest sums, two matrices of maxDim with their headers, have half of it.
const maxSums = 2 * maxFile

// readSums returns the sums of r, which f can add.
func (f *Fitter) readSums(r io.Reader) (*totals, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSums+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxSums {
		return nil, fmt.Errorf("found more than %d bytes, expected saved sums", maxSums)
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
	case !f.learns() || info.Letters != own.Letters:
		return nil, fmt.Errorf("found sums for %s, expected them for %s", info.Letters, own.Letters)
	case !info.sameSource(&own):
		return nil, fmt.Errorf("found sums for %s, expected them for %s", info.source(), own.source())
	case info.Frequencies.Digest != own.Frequencies.Digest:
		return nil, fmt.Errorf("found sums for the frequencies %s, expected them for %s", info.Frequencies,
			own.Frequencies)
	}
	read := &totals{texts: info.Sentences, tokens: info.Tokens}
	var length int
	for _, g := range f.grams() {
		length += g.dim * (g.dim + 1) / 2 * 8
	}
	if read.texts < 0 || read.tokens < read.texts || len(numbers) != length {
		return nil, errors.New("damaged: the numbers are not those of the header")
	}
	take := func(g *gram, rows int64) (*gram, error) {
		if g == nil {
			return nil, nil
		}
		sum := newGram(g.dim)
		sum.rows = rows
		for row := range g.dim {
			for column := row; column < g.dim; column++ {
				x := math.Float64frombits(binary.LittleEndian.Uint64(numbers))
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return nil, errors.New("damaged: a sum is not a number")
				}
				sum.sum.Data[row*g.dim+column], numbers = x, numbers[8:]
			}
		}
		return sum, nil
	}
	if read.pieces, err = take(f.pieces, read.tokens); err == nil {
		read.sentences, err = take(f.sentences, read.texts)
	}
	return read, err
}
