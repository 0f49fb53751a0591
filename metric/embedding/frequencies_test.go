package embedding

import (
	"math"
	"testing"
)

func TestNewFrequencies(t *testing.T) {
	f, err := NewFrequencies("f", []string{"the", "of", "rare"}, []int64{10, 5, 0}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name() != "f" || f.Len() != 3 || f.Total() != 15 {
		t.Errorf("%s: %d words, total %d", f.Name(), f.Len(), f.Total())
	}
	for _, test := range []struct {
		word  string
		count int64
		ok    bool
	}{{"the", 10, true}, {"rare", 0, true}, {"The", 0, false}, {"", 0, false}} {
		if count, ok := f.Count(test.word); count != test.count || ok != test.ok {
			t.Errorf("%q: %d, %v, want %d, %v", test.word, count, ok, test.count, test.ok)
		}
	}
	var words string
	var sum int64
	for word, count := range f.All() {
		words += word + " "
		sum += count
		if word == "of" {
			break
		}
	}
	if words != "the of " || sum != 15 {
		t.Errorf("all: %q, sum %d", words, sum)
	}
	if f, err := NewFrequencies("f", []string{"a"}, []int64{3}, 100); err != nil || f.Total() != 100 {
		t.Errorf("a total of its own: error %v", err)
	}
}

func TestNewFrequenciesErrors(t *testing.T) {
	tests := []struct {
		name   string
		words  []string
		counts []int64
		total  int64
		want   string
	}{
		{"no words", nil, nil, 1, "frequencies f: no words"},
		{"fewer counts", []string{"a", "b"}, []int64{1}, 0, "frequencies f: found 1 counts, expected 2"},
		{"negative count", []string{"a"}, []int64{-1}, 0, `frequencies f: word 1, "a": count -1 out of range`},
		{"sum too large", []string{"a", "b"}, []int64{math.MaxInt64, 1},
			0, `frequencies f: word 2, "b": count 1 out of range`},
		{"all zero", []string{"a"}, []int64{0}, 0, "frequencies f: found a total of 0 tokens, expected more than 0"},
		{"negative total", []string{"a"}, []int64{1}, -1,
			"frequencies f: found a total of -1 tokens, expected more than 0"},
		{"repeated word", []string{"a", "a"}, []int64{1, 1}, 0, `frequencies f: word 2: "a" is also word 1`},
		{"empty word", []string{""}, []int64{1}, 0, "frequencies f: word 1: empty word"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := NewFrequencies("f", test.words, test.counts, test.total)
			if f != nil || err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}
