package scores_test

import (
	"bytes"
	"slices"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/scores"
)

// sql returns a Parquet file as SQL engines write them: a row of system a and a segment for each value, null where it
// is nil.
func sql(t *testing.T, node pq.Node, values ...any) string {
	t.Helper()
	schema := pq.NewSchema("rows", pq.Group{
		"system":  pq.String(),
		"segment": pq.Decimal(2, 9, pq.Int32Type),
		"x":       pq.Optional(node),
	})
	var out bytes.Buffer
	w := pq.NewWriter(&out, schema)
	for i, v := range values {
		// In the order of the leaves: segment, system, x.
		row := pq.Row{pq.ValueOf(int32(100*(i+1))).Level(0, 0, 0), pq.ValueOf("a").Level(0, 0, 1),
			pq.NullValue().Level(0, 0, 2)}
		if v != nil {
			row[2] = pq.ValueOf(v).Level(0, 1, 2)
		}
		if _, err := w.WriteRows([]pq.Row{row}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestParquetNumbers(t *testing.T) {
	minus := append(bytes.Repeat([]byte{0xff}, 15), 0x38) // −200 in two's complement
	for _, c := range []struct {
		name   string
		node   pq.Node
		values []any
		want   []float64
	}{
		{"decimal of 32 bits", pq.Decimal(1, 9, pq.Int32Type), []any{int32(7), nil, int32(25)},
			[]float64{0.7, -1, 2.5}},
		{"decimal of 64 bits", pq.Decimal(3, 18, pq.Int64Type), []any{int64(-4125), int64(1)},
			[]float64{-4.125, 0.001}},
		{"decimal of bytes", pq.Decimal(2, 38, pq.FixedLenByteArrayType(16)),
			[]any{[16]byte(minus), [16]byte{14: 1, 15: 1}}, []float64{-2, 2.57}},
		{"unsigned", pq.Uint(64), []any{uint64(1 << 63), uint64(3)}, []float64{1 << 63, 3}},
		{"small unsigned", pq.Uint(8), []any{uint32(255)}, []float64{255}},
		{"signed", pq.Int(64), []any{int64(-3)}, []float64{-3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := read(t, "f", sql(t, c.node, c.values...), scores.Options{Columns: []string{"x"}})
			if got := grid(t, tab, "x"); !slices.Equal(got, c.want) {
				t.Errorf("x is %v, want %v", got, c.want)
			}
			if tab.Segments[0].ID != "1" {
				t.Errorf("segment %q, want 1: ids of decimals join those of whole numbers", tab.Segments[0].ID)
			}
		})
	}
	t.Run("time", func(t *testing.T) {
		content := sql(t, pq.Timestamp(pq.Microsecond), int64(5))
		_, err := readFile(t, []byte(content), "f", scores.Options{Columns: []string{"x"}}, func(string) {})
		if want := `f:1: column "x": found a date or time, expected a number, or null where there is none`; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if tab := read(t, "f", content, scores.Options{}); tab.Has("x") {
			t.Error("found x among the scores, which is a time")
		}
	})
}
