package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/paper"
	"github.com/wordrotator/wrd/metric/embedding"
)

// In JSON every number that is not there is null with a reason, and a difference needs both numbers.
func TestReproduceJSON(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sts", "STS-B"), 0o777); err != nil {
		t.Fatal(err)
	}
	pairs := "5\ta man plays\ta man plays\n3\ta man plays\ta woman plays\n0\ta man plays\tthe sea is cold\n"
	if err := os.WriteFile(filepath.Join(dir, "sts", "STS-B", "dev.tsv"), []byte(pairs), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"wrd", "reproduce", "--data", dir, "--format", "json"},
		strings.NewReader(""), &stdout, &stderr); code != exitDone {
		t.Fatalf("exit status %d, %s", code, stderr.String())
	}
	var got paper.Reproduction
	decoder := json.NewDecoder(&stdout)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if len(got.Vectors) != 1 || got.Vectors[0].ComparedTo != "glove" ||
		got.Vectors[0].Origin != embedding.DefaultOrigin || len(got.Without) != 5 || len(got.Absent) == 0 {
		t.Fatalf("got %d vectors, %d others, %d absent files", len(got.Vectors), len(got.Without), len(got.Absent))
	}
	numbers, absent := 0, 0
	for _, table := range got.Vectors[0].Tables {
		for _, row := range table.Rows {
			if len(row.Cells) != len(table.Columns) {
				t.Errorf("%s, %s: %d cells for %d columns", table.Label, row.Name, len(row.Cells), len(table.Columns))
			}
			for _, cell := range row.Cells {
				switch {
				case cell == nil:
					continue
				case cell.Ours == nil:
					absent++
				default:
					numbers++
				}
				if (cell.Ours == nil) != (cell.Reason != "") {
					t.Errorf("%s: %+v: ours and reason do not fit", table.Label, cell)
				}
				if (cell.Difference == nil) != (cell.Ours == nil || cell.Paper == nil) {
					t.Errorf("%s: %+v: the difference does not fit", table.Label, cell)
				}
			}
		}
	}
	if numbers == 0 || absent == 0 {
		t.Errorf("%d numbers and %d absent ones: the test is blind", numbers, absent)
	}
	for _, claim := range got.Vectors[0].Claims {
		if (claim.Holds == nil) != (claim.Reason != "" && len(claim.Comparisons) == 0) {
			t.Errorf("%+v: verdict and reason do not fit", claim)
		}
	}
}
