package scores_test

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Scores that were kept are the table that their file reads as, whatever the segments are called.
func TestCollected(t *testing.T) {
	for _, c := range []struct {
		name string
		ids  []string
	}{
		{"numbers", []string{"", "", ""}},
		{"ids", []string{"n7", "n9", "n8"}},
		{"some ids", []string{"n7", "", "n8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, systems := t.TempDir(), []string{"b", "a"}
			run := parquet.Run{Signature: "wrd|of:this"}
			file, err := parquet.CreateResults(t.Context(), dir, run, outcome.Shape{Measures: []metric.Column{metric.WRD}})
			if err != nil {
				t.Fatal(err)
			}
			named := !slices.Contains(c.ids, "")
			values := make([]float64, 2*len(c.ids))
			segments := evaluation.Numbered(len(c.ids))
			for k, id := range c.ids {
				if segments[k].Doc = fmt.Sprint("d", k/2); named {
					segments[k].ID, segments[k].FromZero = id, false
				}
				for i, system := range systems {
					var r metric.Result
					values[i*len(c.ids)+k] = math.NaN()
					if i+k > 0 {
						r.SetValue(metric.WRD, float64(i)+float64(k)/8)
						values[i*len(c.ids)+k] = float64(i) + float64(k)/8
					}
					if err := file.Rows.Write(outcome.Row{System: system, Number: int64(k), ID: id, Doc: segments[k].Doc,
						Candidate: fmt.Sprint(system, k), References: []string{"r"}, Result: r}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := file.Commit(nil); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, parquet.SegmentsFile)
			grid, err := agreement.NewGrid(2, len(c.ids), values)
			if err != nil {
				t.Fatal(err)
			}
			kept := scores.Collected(&evaluation.Scores{Systems: systems, Segments: segments,
				Columns: []evaluation.Column{{Name: "wrd", Signature: run.Signature, Grid: grid}}}, path)
			read, err := scores.Open(path, nil, scores.Options{Columns: []string{"wrd"}}, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := said(t, kept, path), said(t, read, path); !reflect.DeepEqual(got, want) {
				t.Errorf("kept %q\nread %q", got, want)
			}
		})
	}
}

// said lists what a table says, by both names of segments.
func said(t *testing.T, tab *scores.Table, path string) (list []string) {
	list = append(list, fmt.Sprint(tab.Systems, tab.Columns(), tab.Signature("wrd"), tab.JoinedBy(), tab.ByLine))
	for _, s := range tab.Segments {
		list = append(list, fmt.Sprintf("%+v", s))
	}
	other := read(t, "numbers", "system\tsegment\tx\na\t0\t1\na\t1\t1\na\t2\t1\n", scores.Options{})
	alike, _, err := scores.Alike(tab, other)
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, fmt.Sprintf("%v", alike[1].Segments))
	g, err := tab.Grid("wrd")
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, fmt.Sprint(g.Values))
	err = textsOf(tab, scores.File{Path: path}, func(o inspection.OutputTexts) {
		list = append(list, fmt.Sprint(o.System, o.Segment, o.Candidate, o.References))
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
