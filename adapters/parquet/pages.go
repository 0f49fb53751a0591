package parquet

import (
	"errors"
	"fmt"
	"reflect"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// mendColumns makes the columns of a file decode their pages as they should. Version 0.32.0 of the library does not in
// two cases, and has no other way in than the fields of its columns:
//
//   - Where a codec returns other memory than it was given, as LZ4 does for pages that compress badly, the library goes
//     on with the memory that it gave, whatever is in there (parquet-go issue 608).
//   - Of a page that holds more texts or fewer than its header says it prints a warning to standard error. fastparquet
//     fills pages up, which are read as texts; fewer are damage.
//
// It also takes the codec of the first row group for that of all, so a column of several codecs is rejected.
func mendColumns(f *pq.File) error {
	codecs := map[int]format.CompressionCodec{}
	for _, group := range f.Metadata().RowGroups {
		for i := range group.Columns {
			codec := group.Columns[i].MetaData.Codec
			if pq.LookupCompressionCodec(codec).String() == "UNSUPPORTED" {
				return fmt.Errorf("found a Parquet file that is compressed by %v, expected none, SNAPPY, GZIP, BROTLI, ZSTD "+
					"or LZ4_RAW", codec)
			}
			if before, ok := codecs[i]; ok && before != codec {
				return fmt.Errorf("found a Parquet file with row groups that are compressed by %v and others by %v, "+
					"expected the same for all: write it anew", before, codec)
			}
			codecs[i] = codec
		}
	}
	return mend(f.Root())
}

// mend mends a column and those below it.
func mend(c *pq.Column) error {
	for _, below := range c.Columns() {
		if err := mend(below); err != nil {
			return err
		}
	}
	if !c.Leaf() {
		return nil
	}
	codec, typ := field[compress.Codec](c, "compression"), field[pq.Type](c, "typ")
	if codec == nil || typ == nil {
		return errors.New("found another version of parquet-go in this program than it was made for")
	}
	if *codec != nil && (*codec).CompressionCodec() != format.Uncompressed {
		*codec = pageCodec{*codec}
	}
	if (*typ).Kind() == pq.ByteArray {
		*typ = textType{*typ}
	}
	return nil
}

// field returns a field of a column that the library keeps to itself; nil if there is none of that type.
func field[T any](c *pq.Column, name string) *T {
	f := reflect.ValueOf(c).Elem().FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(f.Addr().UnsafePointer())
}

// A pageCodec decodes into the memory that it is given.
type pageCodec struct{ compress.Codec }

// Decode decodes the page src into dst, which is as long as the header of the page says that it becomes.
func (c pageCodec) Decode(dst, src []byte) ([]byte, error) {
	if c.CompressionCodec() == format.Lz4Raw { // the library's enlarges its memory without end where src is damaged
		n, err := lz4.UncompressBlock(src, dst)
		if err != nil {
			return nil, fmt.Errorf("found a page that is not an LZ4 block of at most %d bytes", len(dst))
		}
		return dst[:n], nil
	}
	page, err := c.Codec.Decode(dst, src)
	if err == nil && len(page) <= len(dst) {
		page = dst[:copy(dst, page)]
	}
	return page, err
}

// A textType is the type of a column of texts, which counts those of a page and leaves out what is too many.
type textType struct{ pq.Type }

// NewPage panics, as the library does elsewhere, if a page has fewer texts than its header says.
func (t textType) NewPage(column, texts int, data encoding.Values) pq.Page {
	content, offsets := data.ByteArray()
	if len(offsets) <= texts {
		panic(fmt.Sprintf("found a page of %d texts, expected %d as its header says", max(len(offsets)-1, 0), texts))
	}
	return t.Type.NewPage(column, texts, encoding.ByteArrayValues(content, offsets[:texts+1]))
}
