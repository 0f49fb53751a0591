package parquet_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// correlation is how other programs see a row of correlations.parquet.
type correlation struct {
	Measure   string   `parquet:"measure"`
	HumanName string   `parquet:"human_name"`
	Level     string   `parquet:"level"`
	Averaging string   `parquet:"averaging"`
	Statistic string   `parquet:"statistic"`
	Value     *float64 `parquet:"value,optional"`
	CILow     *float64 `parquet:"ci_low,optional"`
	CIHigh    *float64 `parquet:"ci_high,optional"`
	PValue    *float64 `parquet:"p_value,optional"`
	Systems   int64    `parquet:"n_systems"`
	Segments  int64    `parquet:"n_segments"`
	Group     *string  `parquet:"group,optional"`
	Reason    *string  `parquet:"reason,optional"`
	Epsilon   *float64 `parquet:"epsilon,optional"`
}

func TestCorrelations(t *testing.T) {
	group, reason := "en-de", "metric scores are constant"
	want := []correlation{
		{Measure: "wrd", HumanName: "human", Level: "segment", Averaging: "item", Statistic: "pearson",
			Value: pointer(0.5), CILow: pointer(0.4), CIHigh: pointer(0.6), PValue: pointer(0.01), Systems: 3, Segments: 20,
			Group: &group},
		{Measure: "wmd", HumanName: "human", Level: "system", Averaging: "none", Statistic: "acc_eq", Reason: &reason,
			Epsilon: pointer(0.1)},
	}
	rows := []correlate.Correlation{
		{Group: group, Human: "human", Level: "segment", Averaging: "item", Statistic: "pearson", Measure: "wrd",
			Value: pointer(0.5), PValue: pointer(0.01),
			ConfidenceLimits: evaluation.ConfidenceLimits{CILow: pointer(0.4), CIHigh: pointer(0.6)}, Systems: 3, Segments: 20},
		{Human: "human", Level: "system", Averaging: "none", Statistic: "acc_eq", Measure: "wmd",
			Reason: reason, Epsilon: pointer(0.1)},
	}
	var file bytes.Buffer
	if err := parquet.WriteCorrelations(&file, parquet.Run{Signature: "wrd|test"}, rows); err != nil {
		t.Fatal(err)
	}
	got, err := pq.Read[correlation](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("rows: %v (-want +got):\n%s", err, diff)
	}
	path := filepath.Join(t.TempDir(), "correlations.parquet")
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	read, err := parquet.ReadCorrelations(path)
	if diff := cmp.Diff(rows, read, cmpopts.IgnoreUnexported(correlate.Correlation{})); err != nil || diff != "" {
		t.Errorf("rows read: %v (-want +got):\n%s", err, diff)
	}
	f, err := pq.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"measure", "human_name", "level", "averaging", "statistic", "value", "ci_low", "ci_high",
		"p_value", "n_systems", "n_segments"}
	var columns []string
	for _, path := range f.Schema().Columns() {
		columns = append(columns, path[0])
	}
	if !slices.Equal(columns[:len(names)], names) {
		t.Errorf("columns %v, want to begin with %v", columns, names)
	}
	if signature, _ := f.Lookup(parquet.SignatureKey); signature != "wrd|test" {
		t.Errorf("signature %q", signature)
	}
	for _, room := range []full{0, 100} {
		if err := parquet.WriteCorrelations(&room, parquet.Run{}, rows); !errors.Is(err, errFull) {
			t.Errorf("on a full disk: %v", err)
		}
	}
}
