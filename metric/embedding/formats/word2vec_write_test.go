package formats_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

func TestWriteWord2VecBinary(t *testing.T) {
	store, err := embedding.New("two", []string{"a", "né"}, 2, []float32{1, -2, 0.5, 0})
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := formats.WriteWord2VecBinary(context.Background(), &got, store); err != nil {
		t.Fatal(err)
	}
	// IEEE 754 single precision, little-endian: 1 is 0x3f800000, −2 0xc0000000, ½ 0x3f000000.
	want := "2 2\na \x00\x00\x80\x3f\x00\x00\x00\xc0\nné \x00\x00\x00\x3f\x00\x00\x00\x00\n"
	if got.String() != want {
		t.Errorf("got %q, want %q", got.String(), want)
	}
	spaced, err := embedding.New("one", []string{"a b"}, 1, []float32{1})
	if err != nil {
		t.Fatal(err)
	}
	if err := formats.WriteWord2VecBinary(context.Background(), &got, spaced); err == nil {
		t.Error("a word with a space was written")
	}
}
