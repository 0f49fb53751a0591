package formats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/safetensors"
)

// sameAsStrconv checks that scanFloat32 reads all of text and gives strconv's result, bit for bit.
func sameAsStrconv(t *testing.T, text string) {
	t.Helper()
	got, next, err := scanFloat32([]byte(text), 0)
	want, wantErr := strconv.ParseFloat(text, 32)
	if wantErr != nil {
		if err != safetensors.ErrRange || next != len(text) {
			t.Errorf("%q: %v, stops at %d, error %v, want a range error", text, got, next, err)
		}
		return
	}
	if err != nil || next != len(text) || math.Float32bits(got) != math.Float32bits(float32(want)) {
		t.Errorf("%q: %v (%#x), stops at %d, error %v, want %v", text, got, math.Float32bits(got), next, err, want)
	}
}

func TestScanFloat32(t *testing.T) {
	for _, text := range []string{
		"0", "-0", "+0", "00000000000000000000000", "0e99999999999999999999", "0.0e-400",
		"1", "-1", "1.", ".5", "+.5e1", "1e0", "1E+22", "1e23", "1e-22", "1e-23",
		"9007199254740991", "9007199254740992", "9007199254740993", "9999999999999999999", "99999999999999999999",
		"16777216", "16777217", "16777218", "16777219", // 2²⁴ and its neighbours: midpoints of float32
		"16777217.0000000001", "16777216.9999999999", "16777217.00000000000000000000000001",
		"1.00000005960464477539062", "1.000000059604644775390625", "1.00000005960464477539063",
		"3.4028234663852886e38", "3.4028235677973365e38", "3.4028235677973366e38", "3.5e38", "1e39", "1e400",
		"1e99999999999",
		"340282346638528859811704183484516925440", "340282356779733661637539395458142568447",
		"340282356779733661637539395458142568448",
		"1.1754943508222875e-38", "1.1754942e-38", "1.1754943157898258e-38", "5.877471754111438e-39",
		"1e-45", "7.006492321624085e-46", "7.006492321624086e-46", "1e-46", "1e-400", "1e-99999999999",
		"0.000000000000000000000000000000000000000000001", "123456789012345678901234567890e-29",
	} {
		sameAsStrconv(t, text)
	}
}

func TestScanFloat32Stops(t *testing.T) {
	tests := []struct {
		text  string
		start int
		value float32
		next  int
		err   error
	}{
		{"1 2", 0, 1, 1, nil},
		{"1 2", 2, 2, 3, nil},
		{"1.5.5", 0, 1.5, 3, nil},
		{"1-2", 0, 1, 1, nil},
		{"0x10", 0, 0, 1, nil},
		{"1_000", 0, 1, 1, nil},
		{"", 0, 0, 0, errSyntax},
		{"1 ", 2, 0, 2, errSyntax},
		{"-", 0, 0, 1, errSyntax},
		{".", 0, 0, 1, errSyntax},
		{".e1", 0, 0, 1, errSyntax},
		{"nan", 0, 0, 0, errSyntax},
		{"inf", 0, 0, 0, errSyntax},
		{"1e", 0, 0, 2, errSyntax},
		{"1e+", 0, 0, 3, errSyntax},
		{"1e39", 0, 0, 4, safetensors.ErrRange},
	}
	for _, test := range tests {
		value, next, err := scanFloat32([]byte(test.text), test.start)
		if value != test.value || next != test.next || err != test.err {
			t.Errorf("%q from %d: %v, %d, %v, want %v, %d, %v",
				test.text, test.start, value, next, err, test.value, test.next, test.err)
		}
	}
}

// TestScanFloat32Random compares with strconv where it is hardest: numbers of each length and exponent,
// float32 values in their shortest form, and midpoints between two float32, cut off at each length.
func TestScanFloat32Random(t *testing.T) {
	n := parts.Of(parts.Thorough, 15_000, 100_000)
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		digits := rng.Uint64() >> rng.IntN(64)
		sameAsStrconv(t, fmt.Sprintf("%de%d", digits, rng.IntN(100)-60))
	}
	for range n {
		x := math.Float32frombits(rng.Uint32())
		if x-x != 0 {
			continue
		}
		sameAsStrconv(t, strconv.FormatFloat(float64(x), 'e', -1, 32))
		sameAsStrconv(t, strconv.FormatFloat(float64(x), 'g', rng.IntN(20), 64))
		above := math.Nextafter32(x, math.MaxFloat32)
		midpoint := (float64(x) + float64(above)) / 2
		sameAsStrconv(t, strconv.FormatFloat(midpoint, 'e', rng.IntN(40), 64))
		sameAsStrconv(t, strconv.FormatFloat(midpoint, 'e', -1, 64))
	}
	for range n { // as vector files are: a few digits after the point
		sameAsStrconv(t, strconv.FormatFloat(rng.NormFloat64(), 'f', rng.IntN(18), 64))
	}
}

// TestScanFloat32Midpoints goes through midpoints that the short way can represent: with them the second
// rounding would err if it were not rejected.
func TestScanFloat32Midpoints(t *testing.T) {
	for odd := uint64(1<<24 + 1); odd < 1<<25; odd += 2 * uint64(parts.Of(parts.Thorough, 9973, 997)) {
		for shift := range 25 {
			m := odd << shift
			sameAsStrconv(t, strconv.FormatUint(m, 10))
			sameAsStrconv(t, strconv.FormatUint(m, 10)+".0001")
			sameAsStrconv(t, strconv.FormatUint(m-1, 10)+".9999")
		}
	}
}

func FuzzScanFloat32(f *testing.F) {
	for _, seed := range []string{"0", "-1.5e-3", "16777217.0000001", "1e39", "nan", "0x1p3", ".", "1e", "1_0"} {
		f.Add(seed)
	}
	number := regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?`)
	f.Fuzz(func(t *testing.T, text string) {
		prefix := number.FindString(text)
		_, next, err := scanFloat32([]byte(text), 0)
		if err == errSyntax {
			// The exponent is the only part that can spoil a number that has begun.
			if prefix != "" && (next <= len(prefix) || text[len(prefix)]|0x20 != 'e') {
				t.Fatalf("%q: not a number, though it begins with %q", text, prefix)
			}
			return
		}
		if next != len(prefix) {
			t.Fatalf("%q: stops at %d, want %d", text, next, len(prefix))
		}
		sameAsStrconv(t, prefix)
	})
}
