package parquet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
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

// mean is how other programs see a row of systems.parquet.
type mean struct {
	System   string   `parquet:"system"`
	Measure  string   `parquet:"measure"`
	Segments int64    `parquet:"segments"`
	Mean     *float64 `parquet:"mean,optional"`
	StdDev   *float64 `parquet:"stddev,optional"`
	CILow    *float64 `parquet:"ci_low,optional"`
	CIHigh   *float64 `parquet:"ci_high,optional"`
	Human    *float64 `parquet:"human,optional"`
	Units    string   `parquet:"units"`
}

func TestSystems(t *testing.T) {
	score := evaluation.MeanScore{Mean: pointer(0.25), StdDev: pointer(0.1), Segments: 2,
		ConfidenceLimits: evaluation.ConfidenceLimits{CILow: pointer(0.2), CIHigh: pointer(0.3)}}
	rows := outcome.Means(&evaluation.Summary{Columns: []string{"wrd"}, Unit: evaluation.UnitSegment,
		Systems: []evaluation.SystemSummary{
			{System: "x", Humans: []*float64{pointer(2.5)}, Scores: map[string]evaluation.MeanScore{"wrd": score}},
			{System: "y"},
		}})
	var file bytes.Buffer
	if err := parquet.WriteSystems(&file, parquet.Run{Signature: "wrd|test"}, nil, rows); err != nil {
		t.Fatal(err)
	}
	got, err := pq.Read[mean](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	want := []mean{{"x", "wrd", 2, pointer(0.25), pointer(0.1), pointer(0.2), pointer(0.3), pointer(2.5), "segments"},
		{System: "y", Measure: "wrd", Units: "segments"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, parquet.SystemsFile), file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	read, err := parquet.ReadSystems(dir)
	means := rows[0].Humans
	rows[0].Humans = nil // which are not read
	if diff := cmp.Diff(rows, read); err != nil || diff != "" {
		t.Errorf("rows read: %v (-want +got):\n%s", err, diff)
	}
	type inPoints struct {
		Points *float64 `parquet:"points,optional"`
	}
	for _, points := range []*float64{nil, pointer(62.5)} { // a column only where they are known
		rows[0].Points = points
		var file bytes.Buffer
		if err := parquet.WriteSystems(&file, parquet.Run{Signature: "wrd|test"}, nil, rows); err != nil {
			t.Fatal(err)
		}
		f, err := pq.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := f.Schema().Lookup("points"); ok != (points != nil) {
			t.Errorf("found a column points: %v, expected it: %v", ok, points != nil)
		}
		got, err := pq.Read[inPoints](bytes.NewReader(file.Bytes()), int64(file.Len()))
		if diff := cmp.Diff([]inPoints{{points}, {}}, got); err != nil || diff != "" {
			t.Errorf("points: %v (-want +got):\n%s", err, diff)
		}
	}
	rows[0].Points = nil
	type judged struct {
		Human    *float64 `parquet:"human,optional"`
		Fluency  *float64 `parquet:"human.fluency,optional"`
		Adequacy *float64 `parquet:"human.adequacy,optional"`
	}
	rows[0].Humans = append(means, pointer(7))
	for humans, want := range map[string]judged{"": {Human: pointer(2.5)},
		"human.fluency human.adequacy": {Fluency: pointer(2.5), Adequacy: pointer(7)}} {
		var file bytes.Buffer
		if err := parquet.WriteSystems(&file, parquet.Run{Signature: "wrd|test"}, strings.Fields(humans), rows); err != nil {
			t.Fatal(err)
		}
		got, err := pq.Read[judged](bytes.NewReader(file.Bytes()), int64(file.Len()))
		if diff := cmp.Diff([]judged{want, {}}, got); err != nil || diff != "" {
			t.Errorf("human scores %q: %v (-want +got):\n%s", humans, err, diff)
		}
	}
}

// full is a disk that has room for so many more bytes.
type full int

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > int(*f) {
		return int(*f), errFull
	}
	*f -= full(len(p))
	return len(p), nil
}

// However early the disk is full, writing or closing says so.
func TestDiskFull(t *testing.T) {
	for _, room := range []full{0, 4, 100, 1000, 2000} {
		w := parquet.NewSegmentWriter(&room, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures, Alignments: true})
		err := writeAll(w)
		if !errors.Is(err, errFull) {
			t.Errorf("got %v, want %v", err, errFull)
		}
		var rest full
		if err := parquet.WriteSystems(&rest, parquet.Run{Signature: "wrd|test"}, nil, nil); !errors.Is(err, errFull) {
			t.Errorf("systems: got %v, want %v", err, errFull)
		}
	}
}

func writeAll(w *parquet.SegmentWriter) error {
	for _, s := range segments() {
		if err := w.Write(s); err != nil {
			return err
		}
	}
	return w.Close()
}

func TestResults(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "a", "b")
	create := func() *parquet.Results {
		r, err := parquet.CreateResults(t.Context(), dir, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Rows.Write(segments()[0]); err != nil {
			t.Fatal(err)
		}
		return r
	}

	create().Abort()
	if names := list(t, parent); len(names) != 0 {
		t.Errorf("Abort left %v", names)
	}
	r := create()
	if names := list(t, dir); slices.Contains(names, "segments.parquet") {
		t.Errorf("before Commit there is %v", names)
	}
	if err := r.Commit(nil); err != nil {
		t.Fatal(err)
	}
	r.Abort()
	want := []string{"segments.parquet", "systems.parquet"}
	if names := list(t, dir); !slices.Equal(names, want) {
		t.Errorf("after Commit there is %v, want %v", names, want)
	}
	create().Abort()
	if names := list(t, dir); !slices.Equal(names, want) {
		t.Errorf("after a second run was aborted there is %v, want %v", names, want)
	}
}

func TestResultsErrors(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{taken, filepath.Join(taken, "below")} {
		if _, err := parquet.CreateResults(t.Context(), path, parquet.Run{}, outcome.Shape{Measures: measures}); err == nil {
			t.Errorf("%s was accepted", path)
		}
	}
	if names := list(t, dir); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
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
