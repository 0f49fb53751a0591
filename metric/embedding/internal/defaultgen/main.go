// Defaultgen makes the built-in vectors of package embedding from a word2vec text file and a list of
// word counts, both gzip-compressed.
//
// The counts are lines of a word, a tab and a number, by falling number; lines that begin with "# " are
// notes, and "# total_tokens" must be among them. The words of the vectors must be the first words of the
// counts, in the same order. Run it by "go generate" in the folder of package embedding.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/wordrotator/wrd/metric/embedding"
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
	if store.Len() > len(list.words) {
		return nil, fmt.Errorf("%d vectors but only %d counts", store.Len(), len(list.words))
	}
	content := quantized.Content{
		Dim:         store.Dim(),
		Values:      make([]int8, store.Len()*store.Dim()),
		Words:       list.words,
		Counts:      list.counts,
		TotalTokens: list.total,
	}
	for id := range store.Len() {
		if store.Word(id) != list.words[id] {
			return nil, fmt.Errorf("word %d has the vector of %q and the count of %q", id+1, store.Word(id),
				list.words[id])
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
	store, report, err := embedding.ReadWord2Vec(context.Background(), r, file, embedding.DefaultName)
	for _, warning := range report.Warnings() {
		fmt.Fprintln(os.Stderr, "defaultgen:", warning)
	}
	return store, err
}

// A countList is the content of a file of word counts.
type countList struct {
	words  []string
	counts []int64
	total  int64
}

func readCounts(file string) (countList, error) {
	var list countList
	r, err := openGzip(file)
	if err != nil {
		return list, err
	}
	defer r.Close()
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		word, number, _ := bytes.Cut(lines.Bytes(), []byte("\t"))
		isNote := bytes.HasPrefix(word, []byte("# "))
		if isNote && string(word) != "# total_tokens" {
			continue
		}
		count, err := strconv.ParseInt(string(number), 10, 64)
		switch {
		case err != nil:
			return list, fmt.Errorf("%s:%d: %w", file, n, err)
		case isNote:
			list.total = count
		default:
			list.words = append(list.words, string(word))
			list.counts = append(list.counts, count)
		}
	}
	if err := lines.Err(); err != nil {
		return list, fmt.Errorf("%s: %w", file, err)
	}
	if list.total <= 0 {
		return list, fmt.Errorf(`%s: no "# total_tokens"`, file)
	}
	return list, nil
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
