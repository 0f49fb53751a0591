package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// subwordModel is a fastText model of the words east (1, 0) and north (0, 1) whose one bucket, which holds every
// n-gram, is (0, 2): so any other word has the vector (0, 2).
func subwordModel(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	// magic number, version; dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate,
	// t
	put([]int32{793712314, 12}, []int32{2, 5, 5, 1, 5, 1, 2, 2, 1, 3, 3, 100}, 1e-4)
	put([]int32{2, 2, 0}, []int64{10, -1})
	for _, word := range []string{"east", "north"} {
		put([]byte(word), byte(0), int64(5), byte(0))
	}
	// The vector of a known word is the mean of its own row and of its n-grams' (4 for <east>, 5 for <north>).
	put(false, []int64{3, 2}, []float32{5, -8}, []float32{0, -4}, []float32{0, 2})
	put(false, []int64{1, 2}, make([]byte, 8))
	return b.Bytes()
}

// Vectors with subwords leave no pair out, also under a converter: zork is (0, 2), at the distances 1 and √5 of north
// and east. W weighs it with p = 0 and the others by 0.001 and less, which keeps the ranks of inner product and cosine,
// and makes its distances 2.
func TestWordsimSubwords(t *testing.T) {
	dir := t.TempDir()
	model, data, counts := filepath.Join(dir, "toy.bin"), filepath.Join(dir, "words.tsv"),
		filepath.Join(dir, "counts.txt")
	for path, content := range map[string][]byte{
		model: subwordModel(t), data: []byte("zork\tnorth\t9\neast\tzork\t1\n"), counts: []byte("east 5\nnorth 5\n"),
	} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, converter := range []string{"none", "W"} {
		var stdout, stderr bytes.Buffer
		args := []string{"wrd", "wordsim", "--no-cache", "--vectors", model, "--frequencies", counts, "--convert",
			converter, "--data", data, "--format", "json"}
		code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
		if code != exitDone || strings.Count(stdout.String(), `"pairs": 2,`) != 3 ||
			strings.Count(stdout.String(), `"spearman": 100,`) != 6 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d, %s%s", converter, code, stdout.String(), stderr.String())
		}
	}
}

// The same in score: no token is unknown, with a converter or without one.
func TestScoreSubwords(t *testing.T) {
	dir := t.TempDir()
	model, text, counts := filepath.Join(dir, "toy.bin"), filepath.Join(dir, "text.txt"),
		filepath.Join(dir, "counts.txt")
	for path, content := range map[string][]byte{model: subwordModel(t), text: []byte("east zork\nnorth\n"),
		counts: []byte("east 5\nnorth 5\n")} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, converter := range []string{"none", "W", "SW"} {
		var stdout, stderr bytes.Buffer
		args := []string{"wrd", "score", "--no-cache", "--vectors", model, "--frequencies", counts, "--convert",
			converter, "-c", text, "-r", text}
		code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
		if code != exitDone || !strings.Contains(stdout.String(), "100.0 / 100.0%         2       0") ||
			stderr.Len() > 0 {
			t.Errorf("%s: exit status %d, %s%s", converter, code, stdout.String(), stderr.String())
		}
	}
}
