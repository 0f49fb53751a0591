package parquet_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// row is how other programs see a row of segments.parquet.
type row struct {
	System          string   `parquet:"system"`
	Segment         int64    `parquet:"segment"`
	ID              *string  `parquet:"id,optional"`
	Doc             *string  `parquet:"doc,optional"`
	Domain          *string  `parquet:"domain,optional"`
	Candidate       string   `parquet:"candidate"`
	References      []string `parquet:"references,list"`
	Source          *string  `parquet:"source,optional"`
	CandidateTokens int32    `parquet:"candidate_tokens"`
	ReferenceTokens int32    `parquet:"reference_tokens"`
	CandidateOOV    int32    `parquet:"candidate_oov"`
	ReferenceOOV    int32    `parquet:"reference_oov"`
	BestReference   int32    `parquet:"best_reference"`
	Status          string   `parquet:"status"`
	WRD             *float64 `parquet:"wrd,optional"`
	Similarity      *float64 `parquet:"wrd_similarity,optional"`
	Human           *float64 `parquet:"human,optional"`
	Alignment       []move   `parquet:"alignment,list"`
	Missing         []string `parquet:"missing,list"`
	Invented        []string `parquet:"invented,list"`
}

type move struct {
	CandidateToken string  `parquet:"candidate_token"`
	ReferenceToken string  `parquet:"reference_token"`
	Mass           float64 `parquet:"mass"`
	Cost           float64 `parquet:"cost"`
}

var measures = []metric.Column{metric.WRD, metric.WRDSimilarity}

func segments() []outcome.Row {
	scored := metric.Result{Counts: metric.Counts{CandidateTokens: 3, ReferenceTokens: 4, CandidateOOV: 1, ReferenceOOV: 2,
		BestReference: 1}}
	scored.SetValue(metric.WRD, 0.25)
	scored.SetValue(metric.WRDSimilarity, 0.75)
	scored.Alignment = []metric.Move{{CandidateToken: "a", ReferenceToken: "b", Mass: 0.5, Cost: 0.5},
		{CandidateToken: "é", ReferenceToken: "é", Mass: 0.5}}
	scored.Missing, scored.Invented = []string{"b"}, []string{"a", "é"}
	return []outcome.Row{
		{System: "x", Number: 0, ID: "n1", Doc: "d", Domain: "news", Candidate: "a é", References: []string{"b é", "c"},
			Source: "ä é", Result: scored},
		{System: "y", Number: 0, Candidate: "", References: []string{"b é", ""},
			Result: metric.Result{Status: metric.EmptyCandidate, Counts: metric.Counts{ReferenceTokens: 2}}},
	}
}

func pointer(x float64) *float64 { return &x }

// open ends a file of segments and opens it as other programs do.
func open(t *testing.T, w *parquet.SegmentWriter, file *bytes.Buffer) *pq.File {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := pq.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestSegments(t *testing.T) {
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures, Alignments: true})
	for _, s := range segments() {
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, w, &file)
	if signature, ok := f.Lookup(parquet.SignatureKey); !ok || signature != "wrd|test" {
		t.Errorf("signature %q", signature)
	}
	if from, ok := f.Lookup(parquet.FromKey); !ok || from != "0" {
		t.Errorf("segments count from %q", from)
	}
	want := pq.SchemaOf(row{})
	if diff := cmp.Diff(columnsOf(want), columnsOf(f.Schema())); diff != "" {
		t.Fatalf("columns (-want +got):\n%s", diff)
	}
	got, err := pq.Read[row](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]row{
		{System: "x", ID: new("n1"), Doc: new("d"), Domain: new("news"), Candidate: "a é",
			References: []string{"b é", "c"}, Source: new("ä é"), CandidateTokens: 3, ReferenceTokens: 4,
			CandidateOOV: 1, ReferenceOOV: 2, BestReference: 1, Status: "ok", WRD: pointer(0.25),
			Similarity: pointer(0.75),
			Alignment:  []move{{"a", "b", 0.5, 0.5}, {"é", "é", 0.5, 0}},
			Missing:    []string{"b"}, Invented: []string{"a", "é"}},
		{System: "y", References: []string{"b é", ""}, ReferenceTokens: 2, Status: "empty_candidate",
			Alignment: []move{}, Missing: []string{}, Invented: []string{}},
	}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// Rows come back as they were, however they fall into blocks.
func TestManySegments(t *testing.T) {
	rows := drawnSegments(1000)
	rows[100].Candidate = strings.Repeat("long ", 100_000)
	rows[500].Result.Alignment = nil
	rows[501].References = append(rows[501].References, "", "another")
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures, Alignments: true})
	for _, s := range rows {
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	open(t, w, &file)
	got, err := pq.Read[row](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(rows) {
		t.Fatalf("%d rows, want %d", len(got), len(rows))
	}
	for i, s := range rows {
		wrd, _ := s.Result.Value(metric.WRD)
		if g := got[i]; g.Segment != s.Number || g.Candidate != s.Candidate || !slices.Equal(g.References, s.References) ||
			*g.WRD != wrd || *g.ID != s.ID {
			t.Fatalf("row %d: got %+v, want %+v", i, g, s)
		}
		want := []move{}
		for _, m := range s.Result.Alignment {
			want = append(want, move{m.CandidateToken, m.ReferenceToken, m.Mass, m.Cost})
		}
		if !slices.Equal(got[i].Alignment, want) {
			t.Fatalf("row %d: alignment %+v, want %+v", i, got[i].Alignment, want)
		}
		if !slices.Equal(got[i].Missing, s.Result.Missing) || !slices.Equal(got[i].Invented, s.Result.Invented) {
			t.Fatalf("row %d: missing %q, invented %q", i, got[i].Missing, got[i].Invented)
		}
	}
}

// columnsOf lists the leaf columns in order with their physical types.
func columnsOf(schema *pq.Schema) (columns []string) {
	for _, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		columns = append(columns, filepath.Join(path...)+" "+leaf.Node.Type().String())
	}
	return columns
}

// Columns of other programs stand between the measures and human; a row must have a number for each.
func TestExternalScores(t *testing.T) {
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "wrd|test"},
		outcome.Shape{Measures: measures, External: []string{"COMET", "b"}})
	for i, s := range segments() {
		s.External = []float64{float64(i), -0.5}
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	columns := columnsOf(open(t, w, &file).Schema())
	want := []string{"wrd DOUBLE", "wrd_similarity DOUBLE", "COMET DOUBLE", "b DOUBLE", "human DOUBLE"}
	if got := columns[len(columns)-len(want):]; !slices.Equal(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
	type external struct {
		WRD   *float64 `parquet:"wrd,optional"`
		COMET float64  `parquet:"COMET"`
		B     float64  `parquet:"b"`
		Human *float64 `parquet:"human,optional"`
	}
	got, err := pq.Read[external](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]external{{pointer(0.25), 0, -0.5, nil}, {nil, 1, -0.5, nil}}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	for name, taken := range map[string]bool{"system": true, "wrd": true, "bertscore_p": true, "human": true,
		"alignment": true, "COMET": false, "bertscore": false} {
		if outcome.Known(name) != taken {
			t.Errorf("column %s: taken %v, want %v", name, !taken, taken)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a row without the scores of a column was written")
		}
	}()
	w.Write(segments()[0])
}

func TestSegmentsManyRowGroups(t *testing.T) {
	const n = 120_001
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures})
	s := segments()[0]
	for i := range n {
		s.Number = int64(i)
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, w, &file)
	if f.NumRows() != n || len(f.RowGroups()) < 3 {
		t.Errorf("%d rows in %d groups, want %d in at least 3", f.NumRows(), len(f.RowGroups()), n)
	}
	if _, ok := f.Schema().Lookup("alignment", "list", "element", "mass"); ok {
		t.Error("an alignment column that nobody asked for")
	}
}

func BenchmarkWriteSegments(b *testing.B) {
	rows := drawnSegments(4096)
	for _, alignments := range []bool{false, true} {
		b.Run(fmt.Sprintf("alignments=%v", alignments), func(b *testing.B) {
			w := parquet.NewSegmentWriter(io.Discard, parquet.Run{Signature: "wrd|bench"},
				outcome.Shape{Measures: measures, Alignments: alignments})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := w.Write(rows[i%len(rows)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// drawnSegments returns segments of different texts of twelve words, each aligned with one of the reference.
func drawnSegments(n int) []outcome.Row {
	draw := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 5000)
	for i := range words {
		for range 2 + draw.IntN(9) {
			words[i] += string(rune('a' + draw.IntN(26)))
		}
	}
	rows := make([]outcome.Row, n)
	for i := range rows {
		s := segments()[0]
		s.Number = int64(i)
		s.Result.SetValue(metric.WRD, draw.Float64())
		s.Result.Alignment = make([]metric.Move, 12)
		var candidate, reference []string
		for k := range s.Result.Alignment {
			move := metric.Move{CandidateToken: words[int(5000*draw.Float64()*draw.Float64())],
				ReferenceToken: words[int(5000*draw.Float64()*draw.Float64())], Mass: draw.Float64(), Cost: draw.Float64()}
			candidate, reference = append(candidate, move.CandidateToken), append(reference, move.ReferenceToken)
			s.Result.Alignment[k] = move
		}
		s.Candidate, s.References = strings.Join(candidate, " "), []string{strings.Join(reference, " ")}
		rows[i] = s
	}
	return rows
}

// The memory of one row serves the next. What remains is that of pages and row groups.
func TestSegmentsAllocate(t *testing.T) {
	w := parquet.NewSegmentWriter(io.Discard, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures, Alignments: true})
	s := segments()[0]
	if n := testing.AllocsPerRun(60_000, func() {
		s.Number++
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations a row, want 0", n)
	}
}

// Each measure has its column, which is null where that measure has no value.
func TestSegmentsSeveralMeasures(t *testing.T) {
	columns := []metric.Column{metric.WMD, metric.BERTScoreP, metric.DynaMax}
	s := segments()[0]
	s.Result.SetValue(metric.WMD, 2.5)
	s.Result.SetValue(metric.DynaMax, 0.5)
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: columns})
	if err := w.Write(s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	type measures struct {
		WMD        *float64 `parquet:"wmd,optional"`
		BERTScoreP *float64 `parquet:"bertscore_p,optional"`
		DynaMax    *float64 `parquet:"dynamax,optional"`
	}
	got, err := pq.Read[measures](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]measures{{WMD: pointer(2.5), DynaMax: pointer(0.5)}}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}
