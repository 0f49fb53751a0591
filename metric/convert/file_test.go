package convert

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestSaveAndLoad(t *testing.T) {
	w := newWorld(5, 300, 9)
	for _, letters := range allLetters(t) {
		c := mustFit(t, letters.String(), w)
		again := saveLoad(t, c, w.Resources)
		if !reflect.DeepEqual(again.Info(), c.Info()) {
			t.Errorf("%s: %+v, want %+v", letters, again.Info(), c.Info())
		}
		if !bytes.Equal(saved(t, again), saved(t, c)) {
			t.Errorf("%s: saved again, it is another file", letters)
		}
		ids := []int32{3, 1, 4, 1, 5, 9, 2, 6, 299}
		rows, norms := c.NewSentence().Convert(ids, nil)
		rowsAgain, normsAgain := again.NewSentence().Convert(ids, nil)
		if !reflect.DeepEqual(rowsAgain, rows) || !reflect.DeepEqual(normsAgain, norms) {
			t.Errorf("%s: converts to other vectors", letters)
		}
		info, err := ReadInfo(bytes.NewReader(saved(t, c)))
		if err != nil || !reflect.DeepEqual(info, c.Info()) {
			t.Errorf("%s: info %+v, %v", letters, info, err)
		}
	}
}

func TestHashChangesWithContent(t *testing.T) {
	plain := func() world { return newWorld(6, 100, 8) }
	base := mustFit(t, "AUC", plain())
	if again := mustFit(t, "CUA", plain()); again.Hash() != base.Hash() || len(base.Hash()) != 64 {
		t.Errorf("hash %s, again %s", base.Hash(), again.Hash())
	}
	seen := map[string]string{base.Hash(): "nothing"}
	for name, change := range map[string]func(*world) string{
		"letters":     func(*world) string { return "AUP" },
		"fewer":       func(*world) string { return "AU" },
		"weights":     func(*world) string { return "AWC" },
		"vectors":     func(w *world) string { w.Vectors = newWorld(7, 100, 8).Vectors; return "AUC" },
		"frequencies": func(w *world) string { w.Frequencies = newWorld(7, 100, 8).Frequencies; return "AUC" },
		"stop words":  func(w *world) string { w.StopWords = w.StopWords[1:]; return "AUC" },
		"sentences":   func(w *world) string { w.sentences = w.sentences[2:]; return "AUC" },
	} {
		w := plain()
		c := mustFit(t, change(&w), w)
		if before, ok := seen[c.Hash()]; ok {
			t.Errorf("%s: the hash is that of %s", name, before)
		}
		seen[c.Hash()] = name
	}
	// The order of a list has no part in it.
	reversed := plain()
	slices.Reverse(reversed.StopWords)
	if mustFit(t, "AUC", reversed).Hash() != base.Hash() {
		t.Error("the hash depends on the order of stop words")
	}
	// What is not read has no part in it.
	one, two := plain(), plain()
	two.sentences, two.StopWords = two.sentences[2:], nil
	if mustFit(t, "AW", one).Hash() != mustFit(t, "AW", two).Hash() {
		t.Error("the hash of AW depends on sentences")
	}
	two.Frequencies = nil
	if mustFit(t, "SR", one).Info().Frequencies != (Origin{}) {
		t.Error("SR names frequencies")
	}
}

func TestLoadRefuses(t *testing.T) {
	w := newWorld(8, 50, 6)
	other := newWorld(9, 50, 6)
	good := saved(t, mustFit(t, "AUP", w))
	weighting := unsealed(saved(t, mustFit(t, "U", w)))
	weighting = weighting[:len(weighting)-16]
	for _, test := range []struct {
		name      string
		file      []byte
		resources Resources
		want      string
	}{
		{"empty", nil, w.Resources, "not a saved converter"},
		{"foreign", []byte("400000 300\nthe 0.1 0.2\n"), w.Resources, "not a saved converter"},
		{"newer", bytes.Replace(good, []byte("converter 1\n"), []byte("converter 27\n"), 1), w.Resources,
			`saved in format "27", this program reads format 1`},
		{"first line only", []byte(fileMagic), w.Resources, "cut off"},
		{"other vectors", good, Resources{Vectors: other.Vectors, Frequencies: w.Frequencies},
			"fitted to the vectors random@" + w.Vectors.Digest()[:8] + ", not to random@" + other.Vectors.Digest()[:8]},
		{"other frequencies", good, Resources{Vectors: w.Vectors, Frequencies: other.Frequencies},
			"fitted with the frequencies random@" + w.Frequencies.Digest()[:8] + ", not with random@"},
		{"no vectors", good, Resources{}, "AUP: no vectors are given"},
		{"no frequencies", good, Resources{Vectors: w.Vectors}, "AUP: letter A needs word frequencies"},
		{"unknown field", sealed(bytes.Replace(unsealed(good), []byte(`{"letters"`), []byte(`{"x":1,"letters"`), 1)),
			w.Resources, "damaged: header"},
		{"two headers", sealed(bytes.Replace(unsealed(good), []byte("}\n"), []byte("}{}\n"), 1)), w.Resources,
			"damaged: header"},
		{"no sentences", sealed(bytes.Replace(unsealed(good), []byte(`"sentences":`), []byte(`"sentences":-`), 1)),
			w.Resources, "damaged: header"},
		{"impossible letters", sealed(bytes.Replace(unsealed(good), []byte(`"AUP"`), []byte(`"RUP"`), 1)), w.Resources,
			"exclude each other"},
		{"other letters", sealed(bytes.Replace(unsealed(good), []byte(`"AUP"`), []byte(`"AWP"`), 1)), w.Resources,
			"damaged: found content with the hash"},
		{"more", sealed(append(unsealed(good), 0)), w.Resources, "bytes of numbers, expected"},
		{"NaN", sealed(append(unsealed(good)[:len(good)-sha256.Size-8], 0, 0, 0, 0, 0, 0, 0xf8, 0x7f)), w.Resources,
			"found NaN, expected"},
		{"a constant of next to nothing", sealed(append(weighting, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
			w.Resources, "number 1: found 5e-324"},
		{"a direction too long", sealed(append(unsealed(good)[:len(good)-sha256.Size-8], 0, 0, 0, 0, 0, 0, 0xf0, 0x3f)),
			w.Resources, "a direction of length"},
	} {
		_, err := Load(t.Context(), bytes.NewReader(test.file), test.resources)
		if err == nil || !strings.HasPrefix(err.Error(), "converter: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	broken := errors.New("broken pipe")
	if _, err := Load(t.Context(), io.MultiReader(bytes.NewReader(good[:99]), iotest.ErrReader(broken)),
		w.Resources); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if _, err := Load(t.Context(), iotest.OneByteReader(bytes.NewReader(good)), w.Resources); err != nil {
		t.Error(err)
	}
}

// TestLoadNoticesDamage flips each byte and cuts at each length.
func TestLoadNoticesDamage(t *testing.T) {
	w := newWorld(10, 30, 4)
	good := saved(t, mustFit(t, "AWC", w))
	for i := range good {
		if _, err := Load(t.Context(), bytes.NewReader(good[:i]), w.Resources); err == nil {
			t.Errorf("cut at %d: no error", i)
		}
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		if _, err := Load(t.Context(), bytes.NewReader(bad), w.Resources); err == nil {
			t.Errorf("byte %d changed: no error", i)
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestSaveReportsErrors(t *testing.T) {
	if err := mustFit(t, "W", newWorld(11, 30, 4)).Save(fullDisk{}); !errors.Is(err, errFull) {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

// FuzzLoad checks that whatever is loaded can be used: its numbers are finite and it is saved as the same
// converter. The checksum is made right, or nothing but the checksum would be tested.
func FuzzLoad(f *testing.F) {
	w := newWorld(12, 12, 4)
	for _, letters := range []string{"none", "AWR", "SUP", "AC", "UC", "P"} {
		l, _ := ParseLetters(letters)
		fitter, err := NewFitter(context.Background(), l, w.Resources)
		if err != nil {
			f.Fatal(err)
		}
		for _, ids := range w.sentences {
			fitter.Add(ids)
		}
		c, err := fitter.Finish()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(unsealed(saved(f, c)))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := ReadInfo(bytes.NewReader(body)); err == nil && !bytes.Equal(sealed(unsealed(body)), body) {
			t.Fatal("a wrong checksum is accepted")
		}
		c, err := Load(t.Context(), bytes.NewReader(sealed(body)), w.Resources)
		if err != nil {
			return
		}
		ids := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3}
		rows, _ := c.NewSentence().Convert(ids, nil)
		for _, row := range rows {
			for _, x := range row {
				if x-x != 0 {
					t.Fatalf("%s: a converted row %v", c.Letters(), row)
				}
			}
		}
		if again := saveLoad(t, c, w.Resources); again.Hash() != c.Hash() {
			t.Fatalf("hash %s, loaded again %s", c.Hash(), again.Hash())
		}
	})
}

// FuzzNumbers does the same past the hash, which a random change never gets right: whatever learned numbers are
// accepted, no vector becomes infinite, and they are written as they were read.
func FuzzNumbers(f *testing.F) {
	w := newWorld(12, 12, 4)
	for _, letters := range []string{"AWR", "SUP", "AC", "UC", "P"} {
		f.Add(letters, mustFit(f, letters, w).numbers())
	}
	f.Fuzz(func(t *testing.T, letters string, data []byte) {
		l, err := ParseLetters(letters)
		if err != nil {
			return
		}
		model := mustFit(t, letters, w)
		c := &Converter{info: model.Info()}
		if c.setNumbers(data) != nil {
			return
		}
		if !bytes.Equal(c.numbers(), data) {
			t.Fatalf("%s: read and written, the numbers are others", l)
		}
		if c.store = w.Vectors; l.alpha2 != 0 {
			learned, err := learnWeights(t.Context(), c.weighting, c.store, w.Frequencies)
			if err != nil {
				t.Fatal(err)
			}
			c.weigh(learned)
		}
		rows, _ := c.NewSentence().Convert([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3}, nil)
		for _, row := range rows {
			for _, x := range row {
				if x-x != 0 {
					t.Fatalf("%s: a converted row %v", l, row)
				}
			}
		}
	})
}

func saved(t testing.TB, c *Converter) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func saveLoad(t testing.TB, c *Converter, r Resources) *Converter {
	t.Helper()
	again, err := Load(t.Context(), bytes.NewReader(saved(t, c)), r)
	if err != nil {
		t.Fatalf("%s: %v", c.Letters(), err)
	}
	return again
}

// unsealed is a saved converter without its checksum, sealed puts the right one behind.
func unsealed(file []byte) []byte {
	return bytes.Clone(file[:max(0, len(file)-sha256.Size)])
}

func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}
