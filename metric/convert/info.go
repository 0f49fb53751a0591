package convert

import "fmt"

// Info says what a converter was learned from and what it found.
type Info struct {
	Letters Letters `json:"letters"`
	// Hash is the SHA-256, 64 hexadecimal digits, of the letters and of everything that decides what the converter
	// makes of a vector: digests and learned numbers, not names. The first 8 digits stand in signatures.
	Hash string `json:"hash"`
	// Vectors are what is converted, or it is Layer; the other one is zero.
	Vectors Origin `json:"vectors,omitzero"`
	Words   int    `json:"words,omitempty"` // in the vocabulary of Vectors
	Layer   Layer  `json:"states,omitzero"`
	Dim     int    `json:"dim"`

	// Frequencies is zero if no letter reads them.
	Frequencies Origin `json:"frequencies,omitzero"`
	// Sentences and Tokens are how many sentences with a known token the fit read, and how many known tokens they
	// had; 0 if it read none: without f₃, and with a Layer under S alone.
	Sentences int64 `json:"sentences,omitempty"`
	Tokens    int64 `json:"tokens,omitempty"`
	// StopWords is how many words of the vocabulary are stop words; 0 without C.
	StopWords int64 `json:"stop_words,omitempty"`

	// Vocabulary is what A found in the listed words, or in the states of all pieces, after their mean was subtracted;
	// zero without A.
	Vocabulary Spectrum `json:"vocabulary,omitzero"`
	// Common is what f₃ found in the sentence vectors, for C in sentence vectors and stop words: the
	// spectrum of R + R_sw. Zero without f₃.
	Common Spectrum `json:"common,omitzero"`
}

// An Origin says where something comes from: the name of a file, of vectors or of an encoder, and its content.
type Origin struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // SHA-256, 64 hexadecimal digits
}

// String is the name with the first 8 digits of the digest, as in signatures.
func (o Origin) String() string { return o.Name + "@" + o.Digest[:min(8, len(o.Digest))] }

// A Layer is a layer of an encoder, whose states a converter changes in place of vectors of words.
type Layer struct {
	Encoder   Origin `json:"encoder"`
	Number    int    `json:"layer"`
	Precision string `json:"precision"` // what the encoder computes in, such as "float32"
	Dim       int    `json:"-"`         // components of a state; in an Info, its Dim
}

// String says which layer it is, as in errors.
func (l Layer) String() string {
	return fmt.Sprintf("layer %d of %v in %s", l.Number, l.Encoder, l.Precision)
}

// isLayer says whether states are converted, not vectors of words.
func (info *Info) isLayer() bool { return info.Layer != Layer{} }

// source says what is converted, as in errors.
func (info *Info) source() string {
	if info.isLayer() {
		return "the states of " + info.Layer.String()
	}
	return "the vectors " + info.Vectors.String()
}

// sameSource says whether both are of the same vectors or states.
func (info *Info) sameSource(other *Info) bool {
	mine, its := info.Layer, other.Layer
	mine.Encoder.Name, its.Encoder.Name = "", ""
	mine.Dim, its.Dim = info.Dim, other.Dim
	return info.Vectors.Digest == other.Vectors.Digest && info.isLayer() == other.isLayer() && mine == its
}

// readsSentences says whether the fit did.
func (info *Info) readsSentences() bool {
	if info.isLayer() {
		return info.Letters.NeedsHiddenStates()
	}
	return info.Letters.NeedsSentences()
}

// A Spectrum shows how vectors extend in each principal direction, and what a converter removes of them.
type Spectrum struct {
	// Rows is the number of vectors.
	Rows int64 `json:"rows"`
	// Variances are σ²/Rows in descending order, where σ are the singular values of the matrix of all vectors: the
	// mean square of the vectors' coordinates along each direction. They are not negative.
	Variances []float64 `json:"variances"`
	// Removed is, for the first len(Removed) directions, the factor r in x ↦ x − r·vvᵀx: 1 if nothing of the
	// direction is left.
	Removed []float64 `json:"removed"`
	// Share is how much of the sum of Variances the removal takes away, in [0, 1]; 0 if all are zero.
	Share float64 `json:"share"`
}

func newSpectrum(variances []float64, rows int64, removed []float64) Spectrum {
	s := Spectrum{Rows: rows, Variances: variances, Removed: removed}
	if s.Removed == nil {
		s.Removed = []float64{} // in JSON a list without elements, not null
	}
	var sum, lost float64
	for j, v := range variances {
		sum += v
		if j < len(removed) {
			left := 1 - removed[j]
			lost += v * (1 - left*left)
		}
	}
	if sum > 0 {
		s.Share = lost / sum
	}
	return s
}

// check reports what is wrong with an Info that was read from outside.
func (info *Info) check() error {
	l := info.Letters
	if info.isLayer() {
		if (info.Vectors != Origin{}) || info.Words != 0 || l.alpha2 != 0 || l.NeedsStopWords() {
			return fmt.Errorf("%s of %s with the vectors %q", l, info.Layer, info.Vectors.Name)
		}
	} else if info.Words < 1 {
		return fmt.Errorf("%d words", info.Words)
	}
	if info.Dim < 1 || l.addsProducts() && info.Dim > maxDim {
		return fmt.Errorf("%d dimensions", info.Dim)
	}
	if (info.Frequencies != Origin{}) != (l.NeedsFrequencies() && !info.isLayer()) {
		return fmt.Errorf("%s with the frequencies %q", l, info.Frequencies.Name)
	}
	if (info.Sentences > 0) != info.readsSentences() || info.Tokens < info.Sentences || info.Sentences < 0 {
		return fmt.Errorf("%s with %d sentences of %d tokens", l, info.Sentences, info.Tokens)
	}
	if (info.StopWords > 0) != l.NeedsStopWords() || info.StopWords < 0 {
		return fmt.Errorf("%s with %d stop words", l, info.StopWords)
	}
	if err := info.Vocabulary.check(info.Dim, map[byte]int{'A': removedByA}[l.f1]); err != nil {
		return fmt.Errorf("vocabulary: %w", err)
	}
	most := map[byte]int{'R': removedByR, 'P': removedByP, 'C': info.Dim}[l.f3]
	if err := info.Common.check(info.Dim, most); err != nil {
		return fmt.Errorf("sentences: %w", err)
	}
	return nil
}

// check reports what is wrong with a spectrum of which at most n directions are removed; n is 0 if there should be
// none.
func (s *Spectrum) check(dim, n int) error {
	if n == 0 {
		dim = 0
	}
	if len(s.Variances) != dim || len(s.Removed) > min(n, dim) {
		return fmt.Errorf("found %d variances and %d removed directions, expected %d and at most %d", len(s.Variances),
			len(s.Removed), dim, n)
	}
	for _, r := range s.Removed {
		if !(0 <= r && r <= 1) {
			return fmt.Errorf("found %v of a direction removed, expected 0 to 1", r)
		}
	}
	return nil
}
