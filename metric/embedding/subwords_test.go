package embedding

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// The buckets are those of fastText 0.9.2 with these options (Python's get_subwords).
func TestNgrams(t *testing.T) {
	s := subwords{shortest: 2, longest: 3, buckets: newMatrix(1000, 1)}
	for word, want := range map[string][]uint32{
		"cat":    {512, 747, 945, 31, 136, 106, 615},
		"straße": {608, 652, 922, 752, 803, 910, 540, 342, 358, 809, 950, 512, 490},
		"日本":     {687, 587, 409, 157, 717},
		"𝒳":      {771, 375, 809},
		"a":      {750, 600, 806},
		"</s>":   nil,
	} {
		if got := s.ngrams(nil, word); !slices.Equal(got, want) {
			t.Errorf("%s: %d, want %d", word, got, want)
		}
	}
	// fastText's Dictionary::computeSubwords leaves out "<" and ">", and nothing else, where single characters count.
	s.shortest, s.longest = 1, 1
	if got := s.ngrams(nil, "<>"); len(got) != 2 {
		t.Errorf("%d n-grams of one character in <>, want its own 2", len(got))
	}
}

// modelStore makes a Store with subwords whose vectors are all different; that of one bucket may be another.
func modelStore(t testing.TB, changed int) *Store {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(row []float32) { row[0], row[1] = float32(random.NormFloat64()), float32(random.NormFloat64()) }
	b := NewBuilder(2, nil)
	for _, word := range []string{"</s>", "cat", "straße"} {
		id, _, err := b.Add([]byte(word))
		if err != nil {
			t.Fatal(err)
		}
		fill(b.Row(id))
	}
	b.Subwords(Subwords{Shortest: 2, Longest: 3, Buckets: 1000})
	for i := range 1000 {
		fill(b.Bucket(i))
	}
	if changed >= 0 {
		b.Bucket(changed)[0]++
	}
	if err := b.Compose(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, err := b.Finish("model")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestComposeFromTable checks that a table composes the same bits, and what becomes of damage to a bucket.
func TestComposeFromTable(t *testing.T) {
	want := modelStore(t, -1)
	table := tableOf(t, want, "")
	compose := func(s *Store, word string) ([]float32, float64) {
		dst := make([]float32, 2)
		norm, ok := s.Compose(word, dst)
		if !ok {
			t.Errorf("%s is not composed", word)
		}
		return dst, norm
	}
	s, info, err := openBytes(t, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	if info.Subwords != want.Subwords() || s.Subwords() != want.Subwords() || s.Digest() != want.Digest() {
		t.Errorf("%+v", info)
	}
	if err := sameContent(s, want); err != nil {
		t.Error(err)
	}
	wantRow, wantNorm := compose(want, "zebra")
	if row, norm := compose(s, "zebra"); !slices.Equal(row, wantRow) || norm != wantNorm {
		t.Errorf("composed %v, want %v", row, wantRow)
	}

	bucket := want.subwords.ngrams(nil, "zebra")[2]
	at := bytes.LastIndex(table, bytesOf(want.subwords.buckets.row(int(bucket)))) // the word rows come before the buckets
	table[at] ^= 1
	s, _, err = openBytes(t, table, func(error) (*Store, error) { return want, nil })
	if err != nil {
		t.Fatal(err)
	}
	if row, norm := compose(s, "zebra"); !slices.Equal(row, wantRow) || norm != wantNorm || s.Err() != nil {
		t.Errorf("rebuilt: composed %v, want %v, error %v", row, wantRow, s.Err())
	}
	s, _, err = openBytes(t, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	if row, norm := compose(s, "zebra"); row[0] == row[0] || norm == norm || s.Err() == nil {
		t.Errorf("lost: composed %v, norm %v, error %v", row, norm, s.Err())
	}
}

// TestDigestOfSubwords checks that buckets, which change scores, change the digest.
func TestDigestOfSubwords(t *testing.T) {
	s, changed := modelStore(t, -1), modelStore(t, 999) // a bucket that no word of the vocabulary uses
	if !slices.Equal(changed.Rows(), s.Rows()) {
		t.Fatal("a word uses the bucket")
	}
	if changed.Digest() == s.Digest() {
		t.Error("the digest is the same")
	}
}

func TestComposeWithoutSubwords(t *testing.T) {
	s := someStore(t, 2, 3)
	if _, ok := s.Compose("x", make([]float32, 3)); ok {
		t.Error("made a vector of nothing")
	}
	defer func() {
		if recover() == nil {
			t.Error("room of a wrong size was accepted")
		}
	}()
	s.Compose("x", make([]float32, 2))
}
