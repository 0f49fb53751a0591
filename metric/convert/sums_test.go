package convert

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sums returns what a fitter saves that has learned from sentences.
func sums(t rapid.TB, letters string, w world, sentences [][]int32) []byte {
	t.Helper()
	f, err := NewFitter(context.Background(), parsed(t, letters), w.Resources)
	if err != nil {
		t.Fatal(err)
	}
	for _, ids := range sentences {
		f.Add(ids)
	}
	var out bytes.Buffer
	if err := f.SaveSums(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func parsed(t rapid.TB, letters string) Letters {
	t.Helper()
	l, err := ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSums: whatever parts sentences are cut into, their sums give the converter of all of them.
func TestSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		letters := rapid.SampledFrom([]string{"R", "AWR", "SUP", "UC"}).Draw(t, "letters")
		cut := rapid.IntRange(0, len(w.sentences)).Draw(t, "cut")
		want := mustFit(t, letters, w)
		f, err := NewFitter(context.Background(), parsed(t, letters), w.Resources)
		if err != nil {
			t.Fatal(err)
		}
		first, second := w.sentences[:cut], w.sentences[cut:]
		if rapid.Bool().Draw(t, "own") { // some of the sentences are its own
			for _, ids := range first {
				f.Add(ids)
			}
		} else if err := f.AddSums(bytes.NewReader(sums(t, letters, w, first))); err != nil {
			t.Fatal(err)
		}
		if err := f.AddSums(bytes.NewReader(sums(t, letters, w, second))); err != nil {
			t.Fatal(err)
		}
		got, err := f.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if got.Info().Sentences != want.Info().Sentences || got.Info().Tokens != want.Info().Tokens {
			t.Fatalf("found %d sentences with %d tokens, expected %d with %d", got.Info().Sentences,
				got.Info().Tokens, want.Info().Sentences, want.Info().Tokens)
		}
		found := got.Info().Common.Variances
		for i, v := range want.Info().Common.Variances {
			if math.Abs(found[i]-v) > 1e-9 {
				t.Errorf("variance %d: found %g, expected %g", i, found[i], v)
			}
		}
	})
}

func TestSumsRefused(t *testing.T) {
	w, other := newWorld(1, 30, 8), newWorld(2, 30, 8)
	whole := sums(t, "AWR", w, w.sentences)
	noNumber := bytes.Clone(unsealed(whole))
	for i := range 8 {
		noNumber[len(noNumber)-8+i] = 0xff
	}
	for _, test := range []struct {
		name, letters string
		in            []byte
		want          string
	}{
		{"other letters", "AWP", whole, "found sums for AWR, expected them for AWP"},
		{"no sentences", "AW", whole, "found sums for AWR, expected them for AW"},
		{"other vectors", "AWR", sums(t, "AWR", other, other.sentences), "found sums for the vectors"},
		{"cut off", "AWR", whole[:len(whole)-9], "the checksum does not match"},
		{"too few numbers", "AWR", sealed(unsealed(whole)[:len(whole)-40]), "the numbers are not those of the header"},
		{"not a number", "AWR", sealed(noNumber), "a sum is not a number"},
		{"a converter", "AWR", saved(t, mustFit(t, "AWR", w)), "not saved sums"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := NewFitter(context.Background(), parsed(t, test.letters), w.Resources)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.AddSums(bytes.NewReader(test.in)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("found %v, expected %s", err, test.want)
			}
		})
	}
	if f, err := NewFitter(context.Background(), parsed(t, "AW"), w.Resources); err != nil || f.SaveSums(&bytes.Buffer{}) == nil {
		t.Errorf("found sums of AW or %v, expected an error", err)
	}
}
