// Package parquet writes results as Parquet files: segments.parquet, with a row for each segment of each
// system, and systems.parquet, with a row for each measure of each system. Both are compressed with zstd and
// carry the signature and the settings of the run in the file metadata, under the keys SignatureKey and SettingsKey.
//
// It may change with any version; README lists the packages that do not.
package parquet

import (
	"reflect"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/wordrotator/wrd/metric"
)

// SignatureKey and SettingsKey are the keys of Run in the file metadata.
const (
	SignatureKey = "wrd.signature"
	SettingsKey  = "wrd.settings"
	// FromKey says from which number on the column segment counts, "0".
	FromKey = "wrd.segments_from"
)

// A Run says how the numbers of a file were made.
type Run struct {
	Signature string
	Settings  string // those of package setup, complete, in JSON; "" where there are none, as of other programs' scores
}

// A column is a field of a schema.
type column struct {
	name string
	node pq.Node
}

// orderedGroup is a group whose fields keep their order; parquet.Group sorts them by name.
type orderedGroup struct {
	pq.Group
	fields []pq.Field
}

func newOrderedGroup(columns []column) orderedGroup {
	g := orderedGroup{Group: pq.Group{}}
	for _, c := range columns {
		g.Group[c.name] = c.node
	}
	byName := make(map[string]pq.Field, len(columns))
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	for _, c := range columns {
		g.fields = append(g.fields, byName[c.name])
	}
	return g
}

// Fields returns the fields in the order given to newOrderedGroup.
func (g orderedGroup) Fields() []pq.Field { return g.fields }

// GoType is not used: rows are written as values, without a Go type.
func (g orderedGroup) GoType() reflect.Type { return g.Group.GoType() }

// repeatedText is a column of texts that occur many times. It has no dictionary: the library's AVX2 kernel looks for
// runs in a dictionary's indexes by a rule of its own, so that the bytes of the file would depend on the processor.
// Repetitions are left to zstd, which makes files of real texts 1 % longer than a dictionary does.
func repeatedText() pq.Node { return pq.Encoded(pq.String(), &pq.Plain) }

func double() pq.Node { return pq.Leaf(pq.DoubleType) }

// newCodec compresses what is in all columns.
func newCodec() *zstd.Codec { return &zstd.Codec{Level: zstd.SpeedFastest} }

// writerOptions are the options of all files.
func writerOptions(schema *pq.Schema, run Run) []pq.WriterOption {
	options := []pq.WriterOption{
		schema,
		pq.Compression(newCodec()),
		pq.KeyValueMetadata(SignatureKey, run.Signature),
		pq.DataPageStatistics(false), // as they are in the index of pages, too
		pq.PageBufferSize(pageBytes),
		pq.CreatedBy("wrd", metric.Version, ""),
	}
	if run.Settings != "" {
		options = append(options, pq.KeyValueMetadata(SettingsKey, run.Settings))
	}
	return options
}
