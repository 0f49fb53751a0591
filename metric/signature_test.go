package metric_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

func TestSignatureDifference(t *testing.T) {
	const usual = "wrd|vectors:v@1|convert:none|oov:own|refs:1|seed:1|version:0.1.0"
	for _, c := range []struct{ name, column, a, b, want string }{
		{"equal", "wrd", usual, usual, ""},
		{"seed", "wrd", usual, "wrd|vectors:v@1|convert:none|oov:own|refs:1|seed:2|version:0.1.0", ""},
		{"two parts", "wrd", usual, "wrd|vectors:v@2|convert:none|oov:skip|refs:1|version:0.1.0",
			"vectors is v@1 in a, v@2 in b; oov is own in a, skip in b"},
		{"a part of one", "wrd", usual, usual + "|case:kept", "case is not given in a, kept in b"},
		{"a part of the other", "wrd", usual + "|case:kept", usual, "case is kept in a, not given in b"},
		{"idf of another column", "wrd", usual, usual + "|idf:12", ""},
		{"idf of this column", "bertscore_f1", usual, usual + "|idf:12", "idf is not given in a, 12 in b"},
		{"stop words", "wmd_without_stopwords", usual, usual + "|stopwords:smart",
			"stopwords is not given in a, smart in b"},
		{"frequencies", "wmd_sif_weights", usual, usual + "|frequencies:x@1",
			"frequencies is not given in a, x@1 in b"},
		{"beyond the paper, of another column", "wmd", usual,
			usual + "|mass-power:0.5|spelling:dice2-4|order-weight:0.25", ""},
		{"beyond the paper", "wrd_similarity", usual, usual + "|mass-power:0.5",
			"mass-power is not given in a, 0.5 in b"},
		{"beyond the paper, without stop words", "wrd_without_stopwords", usual + "|order-weight:0.25", usual,
			"order-weight is 0.25 in a, not given in b"},
		{"other programs", "BLEU", "BLEU|nrefs:1|case:mixed", "BLEU|nrefs:1|case:lc", "case is mixed in a, lc in b"},
		{"other metrics", "score", "BLEU|nrefs:1", "chrF2|nrefs:1", "metric is BLEU in a, chrF2 in b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := metric.ParseSignature(c.a).Difference(c.column, "a", metric.ParseSignature(c.b),
				"b"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestParseSignature(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       metric.Signature
	}{
		{"ours", "wrd|oov:own|version:0.1.0", metric.Signature{Name: "wrd",
			Parts: []metric.SignaturePart{{"oov", "own"}, {"version", "0.1.0"}}}},
		{"sacreBLEU", "BLEU|nrefs:1|case:mixed", metric.Signature{Name: "BLEU",
			Parts: []metric.SignaturePart{{"nrefs", "1"}, {"case", "mixed"}}}},
		{"no name", "nrefs:1|case:mixed", metric.Signature{Parts: []metric.SignaturePart{{"nrefs", "1"},
			{"case", "mixed"}}}},
		{"no parts", "COMET", metric.Signature{Name: "COMET"}},
		{"a colon in a value", "wrd|vectors:a:b@1",
			metric.Signature{Name: "wrd", Parts: []metric.SignaturePart{{"vectors", "a:b@1"}}}},
		{"a key alone", "m|fast", metric.Signature{Name: "m", Parts: []metric.SignaturePart{{"fast", ""}}}},
		{"nothing", "", metric.Signature{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := metric.ParseSignature(c.line)
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %#v, want %#v", got, c.want)
			}
			if back := got.String(); back != c.line {
				t.Errorf("written as %q, want %q", back, c.line)
			}
		})
	}
}

// A file may carry any signature: what a message repeats of it stays short.
func TestSignatureDifferenceIsShort(t *testing.T) {
	long := strings.Repeat("0", 100_000)
	many := "m"
	for i := range 10_000 {
		many += fmt.Sprintf("|key%d:x", i)
	}
	for name, other := range map[string]string{
		"a name": long, "a key": "m|" + long + ":x", "a value": "m|key:" + long, "many parts": many,
	} {
		got := metric.ParseSignature("m").Difference("wrd", "a", metric.ParseSignature(other), "b")
		if got == "" || len(got) > 2000 || !strings.Contains(got, "… (") {
			t.Errorf("%s: %d bytes: %.100s", name, len(got), got)
		}
	}
}

// TestSignatureDifferenceSaysEqual checks that scores compare exactly where what decides them is the same.
func TestSignatureDifferenceSaysEqual(t *testing.T) {
	keys := []string{"vectors", "oov", "seed", "scores", "idf", "stopwords", "frequencies", "mass-power", "version"}
	columns := []string{"wrd", "wmd", "bertscore_f1", "wmd_without_stopwords", "wmd_sif_weights", "BLEU"}
	rapid.Check(t, func(t *rapid.T) {
		signature := func(label string) metric.Signature {
			s := metric.Signature{Name: rapid.SampledFrom([]string{"wrd", "BLEU", ""}).Draw(t, label)}
			for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 0, 4, rapid.ID).Draw(t, label+" keys") {
				s = s.With(key, rapid.SampledFrom([]string{"1", "2"}).Draw(t, label+" value"))
			}
			return s
		}
		a, b := signature("a"), signature("b")
		column := rapid.SampledFrom(columns).Draw(t, "column")
		as, bs := strings.Split(a.Of(column).String(), "|"), strings.Split(b.Of(column).String(), "|")
		slices.Sort(as)
		slices.Sort(bs)
		if got := a.Difference(column, "a", b, "b"); (got == "") != slices.Equal(as, bs) {
			t.Fatalf("%v and %v differ for %s by %q", a, b, column, got)
		}
	})
}

func TestSignatureWith(t *testing.T) {
	if got, want := metric.NewSignature("compare").With("seed", "1").With("alpha", "0.05").String(),
		"compare|seed:1|alpha:0.05|version:"+metric.Version; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	base := metric.ParseSignature("BLEU|nrefs:1")
	one, other := base.With("a", "1"), base.With("b", "2")
	if got := one.String() + " " + other.String() + " " + base.String(); got != "BLEU|nrefs:1|a:1 BLEU|nrefs:1|b:2 "+
		"BLEU|nrefs:1" {
		t.Errorf("got %s", got)
	}
}

// A name cannot pass for other parts, and is what it was after the line is read again.
func TestSignatureWithHostileNames(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"parts", "x|convert:AWR@deadbeef|y@12345678", `x\x7cconvert:AWR@deadbeef\x7cy@12345678`},
		{"a line end", "x\nwrd|oov:own\r@12345678", `x\nwrd\x7coov:own\r@12345678`},
		{"an escape sequence", "\x1b[2Jx@12345678", `\x1b[2Jx@12345678`},
		{"not UTF-8", "\xffx@12345678", `\xffx@12345678`},
		{"an override of direction", "\u202ex@12345678", `\u202ex@12345678`},
		{"other scripts", "単語@12345678", "単語@12345678"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := metric.NewSignature("wrd").With("vectors", c.value).With("convert", "none")
			if got, want := s.String(), "wrd|vectors:"+c.want+"|convert:none|version:"+metric.Version; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if read := metric.ParseSignature(s.String()); !reflect.DeepEqual(read, s) {
				t.Errorf("read as %q", read)
			}
			if again := metric.NewSignature("wrd").With("vectors", s.Parts[0].Value); again.Parts[0] != s.Parts[0] {
				t.Errorf("written again as %q", again)
			}
		})
	}
}

func TestMergeSignatures(t *testing.T) {
	parse := func(lines ...string) (list []metric.Signature) {
		for _, line := range lines {
			list = append(list, metric.ParseSignature(line))
		}
		return list
	}
	for _, c := range []struct {
		name, want         string
		signatures, others []metric.Signature
	}{
		{"one", "wrd|vectors:v|version:1", parse("wrd|vectors:v|version:1"), nil},
		{"two", "wrd|vectors:v|convert:several|version:1",
			parse("wrd|vectors:v|convert:none|version:1", "wrd|vectors:v|convert:A@12|version:1"), nil},
		{"a shorter one", "wrd|vectors:v|idf:several|version:several",
			parse("wrd|vectors:v|idf:1|version:1", "wrd|vectors:v|version:1"), nil},
		{"external scores", "wrd|vectors:v|scores:x@1|scores:y@2|version:1", parse("wrd|vectors:v|version:1"),
			parse("wrd|scores:x@1|version:1", "wrd|scores:y@2|version:1", "wrd|scores:x@1|version:1")},
		{"none", "", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := metric.MergeSignatures(c.signatures, c.others).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
