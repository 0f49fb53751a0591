package parquet_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// drawn is what drawnFile returned, which is only read.
var drawn *pq.File

// drawnFile has pages that end at different rows in each column, rows with and without names, and empty lists.
func drawnFile(t *testing.T) *pq.File {
	t.Helper()
	if drawn != nil {
		return drawn
	}
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures, Alignments: true})
	for n := range 3 {
		for i, s := range drawnSegments(12_000) {
			s.Number = int64(n*12_000 + i)
			if s.ID = ""; i%3 == 0 && n > 0 {
				s.ID = s.Candidate
			}
			if i%5 == 0 {
				s.Result.Alignment = nil
			}
			if err := w.Write(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	drawn = open(t, w, &file)
	return drawn
}

// What the footer and the index of pages say of values is what the pages have: readers skip pages by it.
func TestBoundsOfPages(t *testing.T) {
	f := drawnFile(t)
	pagesOfAll := 0
	for g, group := range f.RowGroups() {
		for k, chunk := range group.ColumnChunks() {
			said := f.Metadata().RowGroups[g].Columns[k].MetaData
			name := said.PathInSchema
			index, err := chunk.ColumnIndex()
			if err != nil {
				t.Fatal(err)
			}
			typ := chunk.Type()
			var least, most pq.Value
			absent, values, page := int64(0), int64(0), 0
			pages := chunk.Pages()
			for ; ; page++ {
				p, err := pages.ReadPage()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%v: %v", name, err)
				}
				list := make([]pq.Value, p.NumValues())
				if n, err := p.Values().ReadValues(list); n != len(list) || err != nil && err != io.EOF {
					t.Fatalf("%v: %d values, %v", name, n, err)
				}
				ofPage := int64(0)
				for _, v := range list {
					if v.IsNull() {
						ofPage++
						continue
					}
					if least.IsNull() || typ.Compare(v, least) < 0 {
						least = v.Clone()
					}
					if most.IsNull() || typ.Compare(v, most) > 0 {
						most = v.Clone()
					}
					if typ.Compare(v, index.MinValue(page)) < 0 || typ.Compare(v, index.MaxValue(page)) > 0 {
						t.Fatalf("%v: %v on page %d, whose index says %v to %v", name, v, page, index.MinValue(page),
							index.MaxValue(page))
					}
				}
				if index.NullCount(page) != ofPage || index.NullPage(page) != (ofPage == p.NumValues()) {
					t.Errorf("%v: %d absent on page %d, want %d", name, index.NullCount(page), page, ofPage)
				}
				absent += ofPage
				values += p.NumValues()
			}
			pages.Close()
			pagesOfAll += page
			if page != index.NumPages() || said.NumValues != values || said.Statistics.NullCount != absent {
				t.Errorf("%v: %d pages of %d values, %d absent; want %d, %d and %d", name, index.NumPages(), said.NumValues,
					said.Statistics.NullCount, page, values, absent)
			}
			if !bytes.Equal(said.Statistics.MinValue, bytesOf(least)) || !bytes.Equal(said.Statistics.MaxValue, bytesOf(most)) {
				t.Errorf("%v: from %q to %q, want %v to %v", name, said.Statistics.MinValue, said.Statistics.MaxValue, least,
					most)
			}
		}
	}
	if n := len(f.RowGroups()); n < 2 || pagesOfAll < 2*20*n {
		t.Errorf("%d pages in %d row groups: too few to test anything", pagesOfAll, n)
	}
}

func bytesOf(v pq.Value) []byte {
	if v.IsNull() {
		return nil
	}
	return v.Bytes()
}

// Every row is found by its number, in every column, by where the index says that its page begins.
func TestRowsAreFound(t *testing.T) {
	first := int64(0)
	for _, group := range drawnFile(t).RowGroups() {
		rows := group.Rows()
		for at := int64(0); at < group.NumRows(); at += 997 {
			if err := rows.SeekToRow(at); err != nil {
				t.Fatal(err)
			}
			one := make([]pq.Row, 1)
			if _, err := rows.ReadRows(one); err != nil && err != io.EOF {
				t.Fatal(err)
			}
			if got := one[0][1].Int64(); got != first+at {
				t.Fatalf("row %d is segment %d, want %d", at, got, first+at)
			}
			words := slices.IndexFunc(one[0], func(v pq.Value) bool { return v.Column() == 5 })
			tokens := one[0][slices.IndexFunc(one[0], func(v pq.Value) bool { return v.Column() == 16 })]
			if text := one[0][words].String(); !tokens.IsNull() && !bytes.HasPrefix([]byte(text), tokens.ByteArray()) {
				t.Fatalf("row %d: the alignment of %q begins with %v", at, text, tokens)
			}
		}
		first += group.NumRows()
		rows.Close()
	}
}
