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

// subwordModel is a fastText model of the words east (1, 0) and north (0, 1) whose one bucket, which holds every n-gram,
// is (0, 2): so any other word has the vector (0, 2).
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
	// magic number, version; dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate, t
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

// Vectors with subwords leave no pair out: zork is (0, 2), at the distances 1 and √5 of north and east.
func TestWordsimSubwords(t *testing.T) {
	dir := t.TempDir()
	model, data := filepath.Join(dir, "toy.bin"), filepath.Join(dir, "words.tsv")
	for path, content := range map[string][]byte{model: subwordModel(t), data: []byte("zork\tnorth\t9\neast\tzork\t1\n")} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	args := []string{"wrd", "wordsim", "--no-cache", "--vectors", model, "--data", data, "--format", "json"}
	code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
	if code != exitDone || strings.Count(stdout.String(), `"pairs": 2,`) != 3 || strings.Count(stdout.String(), `"spearman": 100,`) != 6 {
		t.Errorf("exit status %d, %s%s", code, stdout.String(), stderr.String())
	}
}
