package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"github.com/wordrotator/wrd/tokenize"
)

// The paper's appendix says of contextual vectors that BERTScore with pre-trained BERT or RoBERTa, of the last layer,
// performs poorly on unsupervised STS, and that BERTScore with vectors of words, such as GloVe, is better. It gives no
// numbers.

// contextTable is the label of that appendix.
const contextTable = "sec:bert_for_unsupervised_sts"

// An EncoderSource is an encoder of which the claim is tested.
type EncoderSource struct {
	Model *encoder.Model
	Layer *int // whose states are taken; nil means the last one, as in the paper
	// Precision is what the encoder computes in; "" means encoder.Float32.
	Precision encoder.Precision
}

// An EncoderBlock is the part of one encoder.
type EncoderBlock struct {
	Name   string `json:"name"`
	Source string `json:"source"` // name and digest
	Layer  int    `json:"layer"`
	Layers int    `json:"layers"`
	// Activations is what states are rounded to where the encoder does not compute in float32.
	Activations encoder.Precision `json:"activations,omitempty"`

	Table  Table     `json:"table"`
	Claims []Verdict `json:"claims"` // one for each set of vectors
}

// encodedMeasures are the rows of the table.
var encodedMeasures = []struct {
	row     string
	measure metric.Measure
}{{"BERTScore", metric.MeasureBERTScore}, {"WRD", metric.MeasureWRD}}

// encoded computes the part of an encoder. blocks and numbers are those of the vectors of words.
func (s *Materials) encoded(ctx context.Context, source EncoderSource, blocks []Block,
	numbers []Numbers) (*EncoderBlock, error) {
	model, layer := source.Model, source.Layer
	if layer == nil {
		layer = new(model.Layers())
	}
	entries := encodedEntries()
	inputs, stop := s.inputs(model.Name())
	defer stop()
	r := newRecomputer(inputs)
	ours := Numbers{}
	names := once(each(entries, func(e Entry) string { return e.Data }))
	for _, name := range names {
		set, _ := findDataSet(name)
		for _, file := range set.files {
			r.total += r.size(file)
		}
	}
	for _, name := range names {
		set, _ := findDataSet(name)
		if err := r.encoded(ctx, &source, layer, set, ours); err != nil {
			return nil, err
		}
	}
	block := &EncoderBlock{Name: model.Name(), Source: identity(model.Name(), model.Digest()), Layer: *layer,
		Layers: model.Layers(), Table: Compare(entries, ours)[0]}
	if source.Precision != encoder.Float32 {
		block.Activations = source.Precision
	}
	for i, vectors := range blocks {
		block.Claims = append(block.Claims, block.judge(vectors.Name, numbers[i], names, ours))
	}
	return block, nil
}

// encodedEntries are the places of the table: the columns that the benchmark has for BERTScore.
func encodedEntries() (entries []Entry) {
	vectors := Vectors()[0].Name
	for _, row := range encodedMeasures {
		for _, e := range Of(vectors) {
			if e.Table == benchmarkTable && e.Measure == string(metric.MeasureBERTScore) && e.Convert == convert.None {
				entries = append(entries, Entry{Table: contextTable, Row: row.row, Column: e.Column,
					Key: Key{e.Data, string(row.measure), convert.None}})
			}
		}
	}
	return entries
}

// benchmarkTable is the label of the table that has BERTScore on the vectors of words.
const benchmarkTable = "tab:benchmark2"

// encoded computes the numbers of a set of sentence pairs.
func (r *recomputer) encoded(ctx context.Context, source *EncoderSource, layer *int, set dataSet,
	numbers Numbers) error {
	asked := similarity.PairOptions{
		Options: metric.Options{Encoder: source.Model, Layer: layer, Precision: source.Precision, Normalize: tokenize.NormalizeNone,
			Empty: metric.EmptySkip},
		Scored: func(rows []similarity.PairRow) { r.progress(r.size(rows[0].Data)) },
	}
	for _, row := range encodedMeasures {
		asked.Options.Measures = append(asked.Options.Measures, row.measure)
	}
	sets, missing, err := r.readAll(set)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		for _, row := range encodedMeasures {
			numbers[Key{set.name, string(row.measure), convert.None}] = Number{Reason: noData, Missing: missing}
		}
		return nil
	}
	report, err := similarity.Pairs(ctx, asked, sets)
	if err != nil {
		return err
	}
	for i, row := range encodedMeasures {
		numbers[Key{set.name, string(row.measure), convert.None}] = numberOf(report, i, sets, missing)
	}
	return nil
}

// readAll reads those files of a set that are there.
func (r *recomputer) readAll(set dataSet) (sets []similarity.PairSet, missing []string, err error) {
	for _, file := range set.files {
		pairs, err := r.read(file, pairs.Sentences)
		if err != nil {
			return nil, nil, err
		}
		if pairs == nil {
			missing = append(missing, file)
			continue
		}
		sets = append(sets, similarity.PairSet{Name: file, Pairs: pairs})
	}
	return sets, missing, nil
}

// judge tests the claim against BERTScore on the vectors of words.
func (b *EncoderBlock) judge(vectors string, theirs Numbers, data []string, ours Numbers) Verdict {
	claim := Claim{
		Name:  "states-poor-on-sts",
		Table: contextTable,
		Statement: fmt.Sprintf("BERTScore on the states of %s, layer %d of %d, is below BERTScore on %s", b.Name, b.Layer,
			b.Layers, vectors),
	}
	const own = "own " // before the data of keys of the encoder
	for _, name := range data {
		key := Key{name, string(metric.MeasureBERTScore), convert.None}
		other := key
		other.Data = own + name
		claim.Comparisons = append(claim.Comparisons,
			Comparison{About: name, Above: side(vectors, key), Below: side(b.Name, other)})
	}
	number := func(key Key) (float64, bool) {
		if data, ok := strings.CutPrefix(key.Data, own); ok {
			key.Data = data
			return ours.Value(key)
		}
		return theirs.Value(key)
	}
	return Judge([]Claim{claim}, number, func(Key) (float64, bool) { return 0, false })[0]
}
