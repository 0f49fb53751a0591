// Defaultgen makes the built-in vectors of package embedding from a word2vec text file and a list of
// word counts, both gzip-compressed.
//
// The counts are by falling number; the words of the vectors must be the first words of the counts, in the same order.
// Run it by "go generate" in the folder of package embedding.
//
// The vectors were made of all-MiniLM-L6-v2, 421,338 openly licensed English sentences and word frequencies:
//
//  1. Direction: the encoder's last layer, averaged over pieces and up to 2,000 occurrences of the word in the sentences.
//     With n occurrences of mean c and w for the word alone it is (n·c + 5·w)/(n + 5), centred, truncated to rank 128.
//  2. Synonyms: in 8 rounds each direction moves towards its synonyms in Open English WordNet and towards words with the
//     same stem and a cosine above 0.4, with weight 0.4 each.
//  3. Length: √(−log p · e) · a/(a + p), where a = 0.01 and p is the relative frequency. e is the relative length of the
//     vector of step 1, which is short where contexts disagree.
//
// The vocabulary is as the default tokenizer writes words: n't, 's, no hyphens.
package main

import (
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
	"github.com/wordrotator/wrd/metric/embedding/internal/quantized"
)

func main() {
	vectors := flag.String("vectors", "", "vectors in word2vec's text format, gzip")
	counts := flag.String("counts", "", "word counts, gzip")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	table, err := generate(*vectors, *counts)
	if err == nil {
		err = os.WriteFile(*out, table, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "defaultgen:", err)
		os.Exit(1)
	}
}

// generate returns the quantized table of the two files.
func generate(vectorsFile, countsFile string) ([]byte, error) {
	store, err := readVectors(vectorsFile)
	if err != nil {
		return nil, err
	}
	list, err := readCounts(countsFile)
	if err != nil {
		return nil, err
	}
	if store.Len() > list.Len() {
		return nil, fmt.Errorf("%d vectors but only %d counts", store.Len(), list.Len())
	}
	content := quantized.Content{
		Dim:         store.Dim(),
		Values:      make([]int8, store.Len()*store.Dim()),
		TotalTokens: list.Total(),
	}
	for word, count := range list.All() {
		content.Words = append(content.Words, word)
		content.Counts = append(content.Counts, count)
	}
	for id := range store.Len() {
		if store.Word(id) != content.Words[id] {
			return nil, fmt.Errorf("word %d has the vector of %q and the count of %q", id+1, store.Word(id),
				content.Words[id])
		}
		values := content.Values[id*store.Dim() : (id+1)*store.Dim()]
		content.Scales = append(content.Scales, quantized.Quantize(store.Row(id), values))
	}
	header, err := describe(content)
	if err != nil {
		return nil, err
	}
	return quantized.Encode(content, header)
}

// describe computes what the header says of the content, by way of package embedding's own types.
func describe(c quantized.Content) (quantized.Header, error) {
	var h quantized.Header
	rows := make([]float32, len(c.Values))
	for i, q := range c.Values {
		rows[i] = float32(q) * c.Scales[i/c.Dim]
	}
	store, err := embedding.New(embedding.DefaultName, c.Words[:len(c.Scales)], c.Dim, rows)
	if err != nil {
		return h, err
	}
	frequencies, err := embedding.NewFrequencies(embedding.DefaultName, c.Words, c.Counts, c.TotalTokens)
	if err != nil {
		return h, err
	}
	h.MedianNorm = store.MedianNorm()
	_, err1 := hex.Decode(h.VectorDigest[:], []byte(store.Digest()))
	_, err2 := hex.Decode(h.FrequenciesDigest[:], []byte(frequencies.Digest()))
	return h, errors.Join(err1, err2)
}

func readVectors(file string) (*embedding.Store, error) {
	r, err := openGzip(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	store, report, err := formats.ReadWord2Vec(context.Background(), r, file, embedding.DefaultName)
	for _, warning := range report.Warnings() {
		fmt.Fprintln(os.Stderr, "defaultgen:", warning)
	}
	return store, err
}

func readCounts(file string) (*embedding.Frequencies, error) {
	r, err := openGzip(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list, _, err := formats.ReadFrequencies(context.Background(), r, file, embedding.DefaultName)
	return list, err
}

// openGzip opens a compressed file for reading.
func openGzip(file string) (io.ReadCloser, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{z, f}, nil
}
