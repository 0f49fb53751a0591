package parquet_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

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
