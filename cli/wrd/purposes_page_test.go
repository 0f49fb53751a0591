package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
)

// similarityRow is a row of docs/data/purposes/similarity.tsv: flags, or none, and Pearson's r on STS-B dev.
var similarityRow = regexp.MustCompile(`(?m)^(?:(--.*?)|no flags)\t([0-9.]+)\t`)

// docs/data/purposes/similarity.tsv has the numbers that wrd sts prints for the same flags.
func TestPurposesTable(t *testing.T) {
	dev := shareddata.Path(t, "data/sts/STS-B/dev.tsv")
	table, err := os.ReadFile(filepath.Join("..", "..", "docs", "data", "purposes", "similarity.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := similarityRow.FindAllStringSubmatch(string(table), -1)
	if len(rows) < 20 {
		t.Fatalf("found %d rows in similarity.tsv, expected 20 or more: the test is blind", len(rows))
	}
	for i, row := range rows {
		if i%parts.Of(parts.Thorough, 4, 1) > 0 {
			continue
		}
		said, err := strconv.ParseFloat(row[2], 64)
		if err != nil || strings.Contains(row[1], "--encoder") { // which takes long
			continue
		}
		t.Run("wrd sts "+row[1], func(t *testing.T) {
			stdout, stderr, code := runIn(t, append([]string{"sts", "--data", dev, "--format", "json"}, strings.Fields(row[1])...)...)
			if code != exitDone {
				t.Fatal(stderr)
			}
			var printed struct {
				Rows []struct {
					Pearson float64 `json:"pearson"`
				} `json:"rows"`
			}
			if err := json.Unmarshal([]byte(stdout), &printed); err != nil || len(printed.Rows) != 1 {
				t.Fatal(stdout, err)
			}
			if got := printed.Rows[0].Pearson; math.Abs(got-said) > 0.016 { // rounding, and what --convert learns from
				t.Errorf("prints %.2f, similarity.tsv says %.2f", got, said)
			}
		})
	}
}
