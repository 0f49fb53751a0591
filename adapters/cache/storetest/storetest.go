// Package storetest makes files of vectors for tests, and compares what is read from them.
//
// It may change with any version; README lists the packages that do not.
package storetest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// Notices collects what is said through its method Add. Any number of goroutines may use it.
type Notices struct {
	mu   sync.Mutex
	list []string
}

// Add takes a notice.
func (n *Notices) Add(notice string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, notice)
}

// Take returns what was said since the last call.
func (n *Notices) Take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

// Text returns a file of n words in word2vec's text format; seed tells files of one size apart.
func Text(n, dim, seed int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d %d\n", n, dim)
	for i := range n {
		fmt.Fprintf(&b, "word%d", i)
		for k := range dim {
			fmt.Fprintf(&b, " 0.%06d", (i*7919+k*104729+seed*31)%1000000)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// Read reads the vectors of a text without any cache.
func Read(t testing.TB, text []byte) *embedding.Store {
	t.Helper()
	s, _, err := formats.ReadWord2Vec(context.Background(), bytes.NewReader(text), "v", "v")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Same returns how two Stores differ, in words, rows or norms; nil if they do not, and none of them has failed.
func Same(got, want *embedding.Store) error {
	if got.Len() != want.Len() || got.Dim() != want.Dim() || got.Digest() != want.Digest() ||
		got.MedianNorm() != want.MedianNorm() {
		return fmt.Errorf("%d words of %d, digest %s, want %d of %d, %s", got.Len(), got.Dim(), got.Digest(),
			want.Len(), want.Dim(), want.Digest())
	}
	for id := range want.Len() {
		at, ok := got.Index(want.Word(id))
		if !ok || at != id || got.Word(id) != want.Word(id) || got.Norm(id) != want.Norm(id) ||
			!slices.Equal(got.Row(id), want.Row(id)) {
			return fmt.Errorf("word %d, %q, found at %d, %v, or its row or norm differ", id, want.Word(id), at, ok)
		}
	}
	return got.Err()
}

// WriteFile writes a file or ends the test.
func WriteFile(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}
