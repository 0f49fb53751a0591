package main

import "testing"

func TestSignatureDifference(t *testing.T) {
	const usual = "wrd|vectors:v@1|convert:none|oov:own|refs:1|seed:1|version:0.1.0"
	for _, c := range []struct{ name, column, a, b, want string }{
		{"equal", "wrd", usual, usual, ""},
		{"seed", "wrd", usual, "wrd|vectors:v@1|convert:none|oov:own|refs:1|seed:2|version:0.1.0", ""},
		{"two parts", "wrd", usual, "wrd|vectors:v@2|convert:none|oov:skip|refs:1|version:0.1.0", "vectors is v@1 in a, v@2 in b; oov is own in a, skip in b"},
		{"a part of one", "wrd", usual, usual + "|case:kept", "case is not given in a, kept in b"},
		{"a part of the other", "wrd", usual + "|case:kept", usual, "case is kept in a, not given in b"},
		{"idf of another column", "wrd", usual, usual + "|idf:12", ""},
		{"idf of this column", "bertscore_f1", usual, usual + "|idf:12", "idf is not given in a, 12 in b"},
		{"stop words", "wmd_without_stopwords", usual, usual + "|stopwords:smart", "stopwords is not given in a, smart in b"},
		{"frequencies", "wmd_sif_weights", usual, usual + "|frequencies:x@1", "frequencies is not given in a, x@1 in b"},
		{"beyond the paper, of another column", "wmd", usual, usual + "|mass-power:0.5|spelling:dice2-4|order-weight:0.25", ""},
		{"beyond the paper", "wrd_similarity", usual, usual + "|mass-power:0.5", "mass-power is not given in a, 0.5 in b"},
		{"beyond the paper, without stop words", "wrd_without_stopwords", usual + "|order-weight:0.25", usual, "order-weight is 0.25 in a, not given in b"},
		{"other programs", "BLEU", "BLEU|nrefs:1|case:mixed", "BLEU|nrefs:1|case:lc", "case is mixed in a, lc in b"},
		{"other metrics", "score", "BLEU|nrefs:1", "chrF2|nrefs:1", "metric is BLEU in a, chrF2 in b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := signatureDifference(c.column, "a", c.a, "b", c.b); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
