package pieces

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// Leaving vocabulary and merges where they are finds what decoding the whole file finds, and fails where that fails.
func FuzzTokenizerFile(f *testing.F) {
	for _, file := range []string{
		`{"model": {"type": "BPE", "vocab": {"a": 0, "b\u00e4": 1}, "merges": [["a", "b"], "a \\u"]}, "x": [1, -2.5e+3, true]}`,
		`{"added_tokens": [{"id": 0}], "model": {"vocab": [["▁", -1.25], ["\ud800", 01]]}}`,
		` {"model":{"vocab":{}},"model":{"Vocab":{"a":1}}} `, `{"MODEL": {"vocab": 1}}`, `{"model": {"vocab": {}, "vocab": null}}`,
		`{"model": null}`, `{"model": {"vocab": {"a": 1,}}}`, `{"model": {"vocab": "` + "\x01" + `"}}`, `{"model": {"type": 7}}`,
		`{"model": {"vocab": {"a": 1}}} x`, `{"model": {"vocab": {"a` + "\xff" + `": 1}}}`, `[]`, `{"model": {"mergeſ": [1]}}`,
	} {
		f.Add([]byte(file))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		var got, want tokenizerFile
		gotErr, wantErr := readTokenizerFile(content, &got, &got.Model), jsonfile.Read(content, &want)
		if (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
			t.Fatalf("got %v, want %v", gotErr, wantErr)
		}
		if gotErr == nil && !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

// An index finds what a map does, and the longest beginning that there is.
func TestIndex(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("aé猫")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		x, want := newIndex(0), map[string]int32{}
		for id, piece := range rapid.SliceOf(text).Draw(t, "pieces") {
			other, isNew := x.add(piece, int32(id))
			if first, there := want[piece]; there == isNew || there && other != first {
				t.Fatalf("%q: got %v, %t", piece, other, isNew)
			}
			if isNew {
				want[piece] = int32(id)
			}
		}
		first, rest := text.Draw(t, "first"), text.Draw(t, "rest")
		if id, ok := x.find(rest); ok != (id >= 0) || ok && id != want[rest] {
			t.Fatalf("%q: got %d, %t, want %d", rest, id, ok, want[rest])
		}
		longest, length := int32(-1), 0
		for end := 1; end <= len(rest); end++ {
			if id, ok := want[first+rest[:end]]; ok {
				longest, length = id, end
			}
		}
		if id, n := x.beginning(new(scratch), first, hashed(noText, first), rest); id != longest || n != length {
			t.Fatalf("%q, %q: got %d of %d bytes, want %d of %d", first, rest, id, n, longest, length)
		}
		// Of bytes that are no text, too: the first byte of 猫 may come behind a piece, and the last of é.
		rest += rapid.SampledFrom([]string{"", "\xe7", "\xa9"}).Draw(t, "more") + first
		longest, length = -1, 0
		for end := 1; end <= len(rest); end++ {
			if id, ok := want[rest[:end]]; ok {
				longest, length = id, end
			}
		}
		if id, n := x.longest(rest); id != longest || n != length {
			t.Fatalf("%q: got %d of %d bytes, want %d of %d", rest, id, n, longest, length)
		}
	})
}
