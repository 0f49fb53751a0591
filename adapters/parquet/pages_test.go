package parquet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/parts"
)

// A pageRow is a row of a file that another program could write.
type pageRow struct {
	Text   string   `parquet:"text"`
	Number float64  `parquet:"number"`
	Maybe  *string  `parquet:"maybe,optional"`
	List   []string `parquet:"list,list"`
}

// pageRows makes rows that compress well, a little, or not at all.
func pageRows(r *rand.Rand, kind string, n int) (rows []pageRow) {
	word := func() string {
		switch kind {
		case "repeated":
			return "the cat sat on the mat "
		case "words":
			return strings.Fields("the a cat dog sat slept on mat rug Ünïcode")[r.IntN(10)] + " "
		}
		letters := make([]rune, 20)
		for i := range letters {
			letters[i] = rune(0x21 + r.IntN(0x2000))
		}
		return string(letters)
	}
	for range n {
		row := pageRow{Text: word() + word() + word(), List: []string{word(), word()}[:r.IntN(3)]}
		if kind != "repeated" {
			row.Number = r.Float64()
		}
		if r.IntN(2) == 0 {
			text := word()
			row.Maybe = &text
		}
		rows = append(rows, row)
	}
	return rows
}

// What is in a file is read from it, however its pages are compressed and encoded. A page of LZ4 that becomes less than
// three times as long is the one that the library loses.
func TestEveryCompression(t *testing.T) {
	codecs := []compress.Codec{&pq.Uncompressed, &pq.Snappy, &pq.Gzip, &pq.Brotli, &pq.Zstd, &pq.Lz4Raw}
	encodings := map[string]encoding.Encoding{
		"plain": &pq.Plain, "dictionary": &pq.RLEDictionary, "lengths": &pq.DeltaLengthByteArray,
		"prefixes": &pq.DeltaByteArray,
	}
	for _, codec := range codecs {
		for version := 1; version <= 2; version++ {
			for name, enc := range encodings {
				for _, kind := range []string{"random", "words", "repeated"} {
					for _, n := range []int{1, 20, 800} {
						if n == 800 && kind != "words" && !parts.Runs(parts.Thorough) {
							continue
						}
						t.Run(fmt.Sprintf("%v v%d %s %s %d", codec, version, name, kind, n), func(t *testing.T) {
							r := rand.New(rand.NewPCG(7, uint64(n)))
							want := pageRows(r, kind, n)
							var file bytes.Buffer
							err := pq.Write(&file, want, pq.Compression(codec), pq.DataPageVersion(version),
								pq.DefaultEncodingFor(pq.ByteArray, enc), pq.PageBufferSize(4<<10), pq.MaxRowsPerRowGroup(500))
							if err != nil {
								t.Fatal(err)
							}
							checkRows(t, file.Bytes(), want)
						})
					}
				}
			}
		}
	}
}

// checkRows checks that a file holds rows.
func checkRows(t *testing.T, content []byte, want []pageRow) {
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	r := pq.NewGenericReader[pageRow](f)
	defer r.Close()
	got := make([]pageRow, len(want)+1)
	n, _ := r.Read(got)
	if n != len(want) {
		t.Fatalf("got %d rows, want %d", n, len(want))
	}
	for i, w := range want {
		g := got[i]
		if g.Text != w.Text || g.Number != w.Number || !slices.Equal(g.List, w.List) ||
			(g.Maybe == nil) != (w.Maybe == nil) || g.Maybe != nil && *g.Maybe != *w.Maybe {
			t.Fatalf("row %d: got %+v, want %+v", i, g, w)
		}
	}
}

// Damage to a page of LZ4 is an error: memory does not grow until there is none left.
func TestDamagedLZ4(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var file bytes.Buffer
	if err := pq.Write(&file, pageRows(r, "words", 200), pq.Compression(&pq.Lz4Raw)); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for range 300 {
		content := bytes.Clone(file.Bytes())
		for range 4 {
			content[4+r.IntN(len(content)/2)] ^= byte(1 + r.IntN(255))
		}
		if _, err := readAll(content); err != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no damage was found")
	}
}

func readAll(content []byte) (rows int, err error) {
	defer parquet.Recover(&err)
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return 0, err
	}
	r := pq.NewGenericReader[pageRow](f)
	defer r.Close()
	return r.Read(make([]pageRow, 1000))
}

// Codecs that the library has not, and row groups with different ones, are rejected by name.
func TestOtherCodecs(t *testing.T) {
	var file bytes.Buffer
	rows := pageRows(rand.New(rand.NewPCG(1, 1)), "words", 20)
	if err := pq.Write(&file, rows, pq.Compression(&pq.Snappy), pq.MaxRowsPerRowGroup(10)); err != nil {
		t.Fatal(err)
	}
	f, err := pq.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		codec format.CompressionCodec
		want  string
	}{
		{format.Lz4, "compressed by LZ4, expected none, SNAPPY"},
		{format.Zstd, "row groups that are compressed by SNAPPY and others by ZSTD, expected the same for all"},
	} {
		meta := *f.Metadata()
		meta.RowGroups[1].Columns[2].MetaData.Codec = c.codec
		footer, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
		if err != nil {
			t.Fatal(err)
		}
		content := append(bytes.Clone(file.Bytes()), footer...)
		content = append(binary.LittleEndian.AppendUint32(content, uint32(len(footer))), parquet.Magic...)
		if _, err := readAll(content); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
