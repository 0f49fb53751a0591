package scores_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
)

// A table of 10 systems, 2,000 segments and 10 columns in each format of text, all of it or one column.
func BenchmarkRead(b *testing.B) {
	var tsv, csv, jsonl strings.Builder
	columns := []string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"}
	tsv.WriteString("system\tsegment\t" + strings.Join(columns, "\t") + "\n")
	csv.WriteString("system,segment," + strings.Join(columns, ",") + "\n")
	for segment := range 2000 {
		for system := range 10 {
			fmt.Fprintf(&tsv, "system-%d\t%d", system, segment)
			fmt.Fprintf(&csv, "system-%d,%d", system, segment)
			fmt.Fprintf(&jsonl, `{"system":"system-%d","segment":%d`, system, segment)
			for k, c := range columns {
				x := float64(segment*31+system*7+k) / 997
				fmt.Fprintf(&tsv, "\t%v", x)
				fmt.Fprintf(&csv, ",%v", x)
				fmt.Fprintf(&jsonl, `,"%s":%v`, c, x)
			}
			tsv.WriteByte('\n')
			csv.WriteByte('\n')
			jsonl.WriteString("}\n")
		}
	}
	for _, format := range []struct{ name, content string }{{"tsv", tsv.String()}, {"csv", csv.String()},
		{"jsonl", jsonl.String()}} {
		for _, wanted := range [][]string{{"c4"}, nil} {
			n := len(wanted)
			if wanted == nil {
				n = len(columns)
			}
			b.Run(fmt.Sprintf("%s/columns=%d", format.name, n), func(b *testing.B) {
				b.SetBytes(int64(len(format.content)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := readFile(b, []byte(format.content),
						"f", scores.Options{Columns: wanted}, func(string) {}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
