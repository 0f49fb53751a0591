package parquet_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

func TestCorrelations(t *testing.T) {
	group, reason := "en-de", "metric scores are constant"
	rows := []parquet.Correlation{
		{Measure: "wrd", HumanName: "human", Level: "segment", Averaging: "item", Statistic: "pearson",
			Value: pointer(0.5), CILow: pointer(0.4),
			CIHigh: pointer(0.6), PValue: pointer(0.01), Systems: 3, Segments: 20, Group: &group},
		{Measure: "wmd", HumanName: "human", Level: "system", Averaging: "none", Statistic: "acc_eq", Reason: &reason,
			Epsilon: pointer(0.1)},
	}
	report := []correlate.Correlation{
		{Group: group, Human: "human", Level: "segment", Averaging: "item", Statistic: "pearson", Measure: "wrd",
			Value: pointer(0.5), PValue: pointer(0.01),
			ConfidenceLimits: evaluation.ConfidenceLimits{CILow: pointer(0.4), CIHigh: pointer(0.6)}, Systems: 3, Segments: 20},
		{Human: "human", Level: "system", Averaging: "none", Statistic: "acc_eq", Measure: "wmd",
			Reason: reason, Epsilon: pointer(0.1)},
	}
	if diff := cmp.Diff(rows, parquet.CorrelationsOf(report)); diff != "" {
		t.Errorf("rows of a report (-want +got):\n%s", diff)
	}
	var file bytes.Buffer
	if err := parquet.WriteCorrelations(&file, parquet.Run{Signature: "wrd|test"}, rows); err != nil {
		t.Fatal(err)
	}
	got, err := pq.Read[parquet.Correlation](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rows, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	f, err := pq.OpenFile(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"measure", "human_name", "level", "averaging", "statistic", "value", "ci_low", "ci_high",
		"p_value", "n_systems", "n_segments"}
	var columns []string
	for _, path := range f.Schema().Columns() {
		columns = append(columns, path[0])
	}
	if !slices.Equal(columns[:len(want)], want) {
		t.Errorf("columns %v, want to begin with %v", columns, want)
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
