package internal_test

import (
	"bytes"
	"testing"

	"github.com/wordrotator/wrd/internal/arrowipc"
	"github.com/wordrotator/wrd/internal/arrowtest"
)

// Damaged input is an error, not a panic, and batches have the columns of the schema.
func FuzzArrowReader(f *testing.F) {
	fields := []arrowtest.Field{
		{Name: "t", Type: arrowipc.Text, Dictionary: true}, {Name: "v", Type: arrowipc.TextView},
		{Name: "n", Type: arrowipc.Null}, {Name: "b", Type: arrowipc.Bool}, {Name: "x", Type: arrowipc.Float, Single: true},
		{Name: "s", Type: arrowipc.Struct, Children: []arrowtest.Field{{Name: "l", Type: arrowipc.LargeList,
			Children: []arrowtest.Field{{Name: "i", Type: arrowipc.Int}}}}},
	}
	rows := [][]any{{"a", "a text that is longer than a view", nil, true, 0.5, []any{[]any{1, 2}}}, {"b", "b", nil, nil, nil, nil}}
	for _, o := range []arrowtest.Options{{}, {File: true}, {File: true, Polars: true}, {LZ4: true}, {Zstd: true}} {
		content := arrowtest.Write(o, fields, rows, rows)
		f.Add(content, 0, byte(0))
		for at := 0; at < len(content); at += 7 {
			f.Add(content, at, byte(0xff))
		}
	}
	f.Fuzz(func(t *testing.T, content []byte, at int, flip byte) {
		content = bytes.Clone(content)
		if at >= 0 && at < len(content) {
			content[at] ^= flip
		}
		r, err := arrowipc.NewReader(bytes.NewReader(content))
		for err == nil {
			var b *arrowipc.Batch
			if b, err = r.Next(); err != nil {
				break
			}
			if len(b.Columns) != len(r.Fields) || b.Rows < 0 {
				t.Errorf("a batch of %d columns, %d rows", len(b.Columns), b.Rows)
			}
			for _, c := range b.Columns {
				for i := range min(b.Rows, 100) {
					c.Value(i)
				}
			}
		}
	})
}
