package formats

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRecognize(t *testing.T) {
	tests := []struct {
		name, head string
		want       Format
		err        string
	}{
		{"word2vec text", "2 3\na 1 2 3\nb 1 2 3\n", Word2VecText, ""},
		{"word2vec text of one component", "2 1\né 1\nö 2\n", Word2VecText, ""},
		{"word2vec text, CRLF, byte order mark", "\ufeff2 1\r\na 1\r\n", Word2VecText, ""},
		{"word2vec text with NaN", "1 2\na nan 2\n", Word2VecText, ""},
		{"word2vec header only", "2 3\n", Word2VecText, ""},
		{"word2vec header that cannot be", "0 70000\n", Word2VecText, ""},
		{"word2vec binary", "2 2\na " + one + half + "\nb " + half + half, Word2VecBinary, ""},
		{"word2vec binary without line ends", "2 1\na " + half + "b " + half, Word2VecBinary, ""},
		{"word2vec binary, numbers without zeros", "1 2\na \xcd\xcc\xcc\x3d\xcd\xcc\xcc\x3d", Word2VecBinary, ""},
		{"GloVe", "the 0.1 0.2\nof 0.3 0.4\n", GloVeText, ""},
		{"GloVe, words with spaces", ". . . 0.1 0.2\nof 0.3 0.4\n", GloVeText, ""},
		{"GloVe that begins with a number", "1 0.1\n", GloVeText, ""},
		{"fastText", "\xba\x16\x4f\x2f\x0c\x00\x00\x00", FastTextModel, ""},
		{"NumPy", "\x93NUMPY\x01\x00", NumPyArray, ""},
		{"safetensors", "\x02\x00\x00\x00\x00\x00\x00\x00{}", SafeTensors, ""},
		{"a brace after eight letters", "a 1 2 3 {", "", `found "a 1 2 3 {" at the beginning, expected vectors`},
		{"empty", "", "", "found an empty file, expected vectors"},
		{"prose", "It was the best of times\n", "",
			`found "It was the best of times" at the beginning, expected vectors in the format word2vec text, `},
		{"pickle", "\x80\x04\x95", "", "found a Python pickle (gensim's save_word2vec_format writes what can be " +
			"read), expected vectors"},
		{"HDF5", "\x89HDF\r\n\x1a\n", "", "found an HDF5 file, expected vectors"},
		{"web page", "<!DOCTYPE html>", "", "found a web page, expected vectors"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Recognize([]byte(test.head))
			if got != test.want {
				t.Errorf("%q, error %v, want %q", got, err, test.want)
			}
			if (err == nil) != (test.err == "") || err != nil && !strings.HasPrefix(err.Error(), test.err) {
				t.Errorf("error %v, want %q…", err, test.err)
			}
		})
	}
}

// TestRecognizeWhatIsWritten checks that both formats of word2vec are told apart however little the numbers look
// like numbers. (With one dimension and four bytes that are text nobody could.)
func TestRecognizeWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := storeGen(t)
		var text, binary bytes.Buffer
		if WriteWord2Vec(context.Background(), &text, s) != nil ||
			WriteWord2VecBinary(context.Background(), &binary, s) != nil {
			t.Fatal("cannot be written")
		}
		if got, err := Recognize(text.Bytes()); got != Word2VecText {
			t.Fatalf("text is %q, error %v", got, err)
		}
		for _, x := range s.Row(0) {
			if x != 0 && (x < 1e-3 && x > -1e-3 || x > 1e3 || x < -1e3) {
				return // no number of real vectors
			}
		}
		if got, err := Recognize(binary.Bytes()); got != Word2VecBinary && s.Dim() > 2 {
			t.Fatalf("binary is %q, error %v", got, err)
		}
	})
}

func FuzzRecognize(f *testing.F) {
	for _, seed := range []string{"", "2 3\na 1 2 3\n", "1 1\na \x00\x00\x80\x3f", "a 1 2\n", "\x93NUMPY", "\x80\x04",
		"\ufeff1 1\n", "\x02\x00\x00\x00\x00\x00\x00\x00{}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		if format, err := Recognize(head); (format == "") != (err != nil) {
			t.Fatalf("%q, error %v", format, err)
		}
	})
}
