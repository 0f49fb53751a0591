package metric_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric"
)

// The ranges are those that the documentation of each measure and of Options.OrderWeight states.
func TestSignatureRange(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		signature, column string
		low, high         float64
	}{
		{"wrd|tok:usif|version:0.1.0", "wrd", 0, 2},
		{"wrd|tok:usif|version:0.1.0", "wrd_similarity", -1, 1},
		{"wrd|tok:usif|order-weight:0.25|version:0.1.0", "wrd_without_stopwords", 0, 2.25},
		{"wrd|tok:usif|order-weight:0.25|version:0.1.0", "wrd_similarity", -1.25, 1},
		{"wrd|tok:usif|order-weight:0.25|version:0.1.0", "add", -1, 1},
		{"wrd|tok:usif|order-weight:much|version:0.1.0", "wrd", -inf, inf},
		{"wrd|tok:usif|version:0.1.0", "wmd", 0, inf},
		{"wrd|tok:usif|version:0.1.0", "dynamax", 0, 1},
		{"wrd|tok:usif|version:0.1.0", "bertscore_f1", -1, 1},
		{"wrd|tok:usif|version:0.1.0", "points", -inf, 100},
		{"wrd|tok:usif|version:0.1.0", "chrF", -inf, inf},
		{"wrd|scores:mine@01234567|version:0.1.0", "wrd", -inf, inf},
		{"BLEU|tok:13a|version:2.4.0", "add", -inf, inf},
		{"", "add", -inf, inf},
	} {
		if low, high := metric.ParseSignature(c.signature).Range(c.column); low != c.low || high != c.high {
			t.Errorf("%s of %s: got [%v, %v], want [%v, %v]", c.column, c.signature, low, high, c.low, c.high)
		}
	}
}

// Which scores are equal is known of ours, also where lines were printed without their signature.
func TestTies(t *testing.T) {
	for _, c := range []struct {
		signature, column string
		want              float64
	}{
		{"wrd|of:this", "wrd", metric.Rounding},
		{"", "wrd", metric.Rounding},
		{"", "bertscore_f1", metric.Rounding},
		{"", "COMET", 0},
		{"wrd|of:this", "COMET", 0},
		{"wrd|scores:wrd@1", "wrd", 0},
		{"BLEU|of:that", "wrd", 0},
	} {
		if got := metric.ParseSignature(c.signature).Ties(c.column); got != c.want {
			t.Errorf("%q, %q: got %v, want %v", c.signature, c.column, got, c.want)
		}
	}
}
