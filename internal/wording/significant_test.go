package wording

import "testing"

// Digits count from the first one that is not 0; rounding may add one before it, and nothing has an exponent.
func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{
		{0.08742, 3, "0.0874"}, {0.09996, 3, "0.100"}, {9.996, 3, "10.0"}, {34.25, 3, "34.2"}, {1234, 3, "1230"}, {-2.1049, 3, "−2.10"},
		{0, 3, "0.00"}, {0.5, 1, "0.5"}, {-0.0000012, 2, "−0.0000012"},
	} {
		if got := Significant(c.x, c.digits); got != c.want {
			t.Errorf("%v with %d digits: got %s, want %s", c.x, c.digits, got, c.want)
		}
	}
}
