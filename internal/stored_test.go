package internal_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/wordrotator/wrd/internal/stored"
)

func TestStoredDecimal(t *testing.T) {
	for _, c := range []struct {
		n     string
		scale int
		want  string
	}{
		{"0", 2, "0"}, {"700", 2, "7"}, {"5", 3, "0.005"}, {"-5", 1, "-0.5"}, {"-1250", 3, "-1.25"}, {"100", 0, "100"},
		{"123456789012345678901234567890", 20, "1234567890.1234567890123456789"}, {"3", -1, "3"},
	} {
		n, _ := new(big.Int).SetString(c.n, 10)
		if got := (stored.Decimal{Unscaled: n, Scale: c.scale}).String(); got != c.want {
			t.Errorf("%s with scale %d: %q, want %q", c.n, c.scale, got, c.want)
		}
	}
}

// The values are those of the tables in IEEE 754 and of NumPy's float16.
func TestStoredHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{
		0x0000: 0, 0x0001: 5.960464477539063e-08, 0x03ff: 6.097555160522461e-05, 0x0400: 6.103515625e-05,
		0x3555: 0.333251953125, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1),
	} {
		if got := stored.Half(bits); got != want {
			t.Errorf("%#04x: %v, want %v", bits, got, want)
		}
	}
	if got := stored.Half(0x7e00); !math.IsNaN(got) {
		t.Errorf("0x7e00: %v, want NaN", got)
	}
}

func TestStoredTwosComplement(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes []byte
		want  int64
	}{{"none", nil, 0}, {"positive", []byte{0x7f, 0xff}, 32767}, {"negative", []byte{0x80, 0}, -32768}, {"minus one", []byte{0xff}, -1}} {
		t.Run(c.name, func(t *testing.T) {
			if got := stored.TwosComplement(c.bytes); got.Int64() != c.want {
				t.Errorf("%v, want %d", got, c.want)
			}
		})
	}
}
