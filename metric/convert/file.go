package convert

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A saved converter is
//
//	"wrd converter 1\n"
//	the Info as JSON, "\n"
//	the learned numbers as little-endian float64, see numbers
//	the SHA-256 of all bytes before it, 32 bytes
//
// so `head -2` shows what it is.
const (
	fileKind    = "wrd converter "
	fileVersion = "1"
	fileMagic   = fileKind + fileVersion + "\n"

	// maxFile bounds what Load reads. The largest converter, a conceptor of maxDim, has half of it.
	maxFile = 1 << 27
)

// Save writes the converter without the vectors and frequencies, which Load wants to see again. The bytes are a
// function of the converter.
func (c *Converter) Save(w io.Writer) error {
	if err := writeFrame(w, fileKind, c.info, c.numbers()); err != nil {
		return fmt.Errorf("converter: %w", err)
	}
	return nil
}

// writeFrame writes a file of a kind, with the Info as its header.
func writeFrame(w io.Writer, kind string, info Info, numbers []byte) error {
	header, err := json.Marshal(info)
	if err != nil {
		return err
	}
	body := slices.Concat([]byte(kind+fileVersion+"\n"), header, []byte("\n"), numbers)
	sum := sha256.Sum256(body)
	_, err = w.Write(append(body, sum[:]...))
	return err
}

// Load reads what Save wrote, from now to the end of r, for the vectors and, if a letter reads them, frequencies that it
// was fitted from, or for the layer of an encoder; stop words are not needed. A file that is damaged, cut off, of another
// kind or of a newer format is an error, and so are vectors or frequencies with another digest, and another layer. The
// words' weights are looked up on all cores; when ctx ends that stops with the cause of it.
func Load(ctx context.Context, r io.Reader, resources Resources) (*Converter, error) {
	c, err := read(r)
	if err == nil {
		err = c.bind(ctx, resources)
	}
	if err != nil {
		return nil, fmt.Errorf("converter: %w", err)
	}
	return c, nil
}

// ReadInfo reads what Save wrote, as Load does, and returns what it tells about itself. It needs no vectors.
func ReadInfo(r io.Reader) (Info, error) {
	c, err := read(r)
	if err != nil {
		return Info{}, fmt.Errorf("converter: %w", err)
	}
	return c.info, nil
}

// bind gives a converter that was read the resources that it was fitted from.
func (c *Converter) bind(ctx context.Context, resources Resources) error {
	l := c.info.Letters
	if resources.Vectors != nil && c.info.isLayer() || resources.Layer != nil && !c.info.isLayer() {
		found := newInfo(Letters{}, resources) // whose letters may not do for the other kind
		return fmt.Errorf("fitted to %s, not to %s", c.info.source(), found.source())
	}
	err := resources.check(l)
	if err == nil {
		err = resources.checkLengths()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", l, err)
	}
	found := newInfo(l, resources)
	switch {
	case found.sameSource(&c.info):
	case c.info.isLayer():
		return fmt.Errorf("fitted to %s, not to those of %v", c.info.source(), found.Layer)
	default:
		return fmt.Errorf("fitted to %s, not to %s", c.info.source(), found.Vectors)
	}
	v := resources.Vectors
	if c.info.isLayer() {
		return nil
	}
	if v.Len() != c.info.Words || v.Dim() != c.info.Dim {
		return fmt.Errorf("damaged: %d words of %d dimensions, found %d of %d", c.info.Words, c.info.Dim, v.Len(),
			v.Dim())
	}
	if found.Frequencies.Digest != c.info.Frequencies.Digest {
		return fmt.Errorf("fitted with the frequencies %s, not with %s", c.info.Frequencies, found.Frequencies)
	}
	c.store = v
	if l.alpha2 == 0 {
		return nil
	}
	learned, err := learnWeights(ctx, c.weighting, v, resources.Frequencies)
	c.weigh(learned)
	return err
}

// read reads a converter without its resources.
func read(r io.Reader) (*Converter, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("more than %d bytes: not a saved converter", maxFile)
	}
	data, err = checkFrame(data, fileKind, "a saved converter")
	if err != nil {
		return nil, err
	}
	header, numbers, ok := bytes.Cut(data, []byte("\n"))
	if !ok {
		return nil, errors.New("damaged: no end of the header")
	}
	c := new(Converter)
	decoder := json.NewDecoder(bytes.NewReader(header))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&c.info)
	if err == nil && decoder.InputOffset() != int64(len(header)) {
		err = errors.New("more than one JSON value")
	}
	if err == nil {
		err = c.info.check()
	}
	if err != nil {
		return nil, fmt.Errorf("damaged: header: %w", err)
	}
	if c.info.isLayer() {
		c.info.Layer.Dim = c.info.Dim
	}
	if err := c.setNumbers(numbers); err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	if hash := c.hash(); c.info.Hash != hash {
		return nil, fmt.Errorf("damaged: found content with the hash %s, expected %s", hash, c.info.Hash)
	}
	return c, nil
}

// checkFrame returns what is between the first line, which says the kind and the version, and the checksum.
func checkFrame(data []byte, kind, what string) ([]byte, error) {
	rest, ok := bytes.CutPrefix(data, []byte(kind+fileVersion+"\n"))
	if !ok {
		rest, ok := bytes.CutPrefix(data, []byte(kind))
		if version, _, line := bytes.Cut(rest, []byte("\n")); ok && line && len(version) < 10 {
			return nil, fmt.Errorf("saved in format %q, this program reads format %s", version, fileVersion)
		}
		return nil, errors.New("not " + what)
	}
	if len(rest) < sha256.Size {
		return nil, errors.New("cut off")
	}
	at := len(rest) - sha256.Size
	if sum := sha256.Sum256(data[:len(data)-sha256.Size]); !bytes.Equal(sum[:], rest[at:]) {
		return nil, errors.New("damaged or cut off: the checksum does not match")
	}
	return rest[:at], nil
}
