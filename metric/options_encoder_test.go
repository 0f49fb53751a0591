package metric_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// A model may say which layer is to be taken; two thirds of two layers are the second.
func TestTunedLayer(t *testing.T) {
	dir := "encoder/testdata/bert/"
	var contents [3][]byte
	for i, name := range []string{"config.json", "model.safetensors", "vocab.txt"} {
		var err error
		if contents[i], err = os.ReadFile(dir + name); err != nil {
			t.Fatal(err)
		}
	}
	for layer, config := range map[int]string{2: string(contents[0]),
		1: strings.Replace(string(contents[0]), "{", `{"token_layer": 1,`, 1)} {
		model, err := encoder.Read(encoder.Files{Name: "bert", Config: []byte(config), Weights: contents[1],
			Files: pieces.Files{Vocabulary: contents[2]}})
		if err != nil {
			t.Fatal(err)
		}
		if got := model.DefaultLayer(); got != layer {
			t.Errorf("got layer %d, want %d", got, layer)
		}
	}
}

func TestEncoderOptions(t *testing.T) {
	model := builtIn(t)
	if got := model.DefaultLayer(); got != 3 {
		t.Errorf("default layer %d", got)
	}
	s := newScorer(t, metric.Options{Encoder: model, ContextWeight: 0.7})
	signature := s.Signature(1)
	want := fmt.Sprintf("wrd|encoder:context-en@%.8s|layer:3|special-tokens:left-out|precision:int8|convert:none|norm:unicode|"+
		"refs:1|empty:worst|context-weight:0.7|version:%s", model.Digest(), metric.Version)
	if got := signature.String(); got != want {
		t.Errorf("signature %s\nwant      %s", got, want)
	}
	other := newScorer(t, metric.Options{Encoder: model, ContextWeight: 0.7, Layer: new(1)}).Signature(1)
	if got, want := signature.Difference("wrd", "a", metric.ParseSignature(other.String()), "b"),
		"layer is 3 in a, 1 in b"; got != want {
		t.Errorf("difference %q, want %q", got, want)
	}
	rounded := newScorer(t, metric.Options{Encoder: model, ContextWeight: 0.7, Precision: encoder.Int8}).Signature(1)
	if got, want := signature.Difference("wrd", "a", rounded, "b"),
		"activations is not given in a, int8 in b"; got != want {
		t.Errorf("difference %q, want %q", got, want)
	}
	static := newScorer(t, metric.Options{}).Signature(1)
	if got := static.Difference("wrd", "a", signature, "b"); !strings.Contains(got, "encoder is not given in a") {
		t.Errorf("difference %q", got)
	}
	for _, c := range []struct {
		name    string
		options metric.Options
		want    string
	}{
		{"layer too high", metric.Options{Encoder: model, Layer: new(4)},
			"layer: found 4, expected 0 to 3, which context-en has"},
		{"layer below 0", metric.Options{Encoder: model, Layer: new(-1)}, "layer: found -1, expected 0 to 3"},
		{"layer alone", metric.Options{Layer: new(1)}, "layer: found one without an encoder"},
		{"precision alone", metric.Options{Precision: encoder.Int8}, "precision: found one without an encoder"},
		{"no precision", metric.Options{Encoder: model, Precision: "int4"},
			`precision: found "int4", expected one of ["float32" "int8"]`},
		{"token vectors too", metric.Options{Encoder: model, TokenVectors: given}, "encoder: found vectors or token vectors"},
	} {
		if _, err := metric.NewScorer(c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := s.Score(metric.Segment{CandidateVectors: metric.TokenVectors{Tokens: []string{"a"},
		Vectors: [][]float32{{1}}}, References: []string{"a"}}); err == nil {
		t.Error("token vectors are taken for texts")
	}
}
