package adapters_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"pgregory.net/rapid"
)

// measures are the columns of the files of these tests.
var measures = []metric.Column{metric.WRD, metric.WRDSimilarity}

// store writes rows into a file.
func store(t interface {
	Helper()
	Fatal(...any)
}, path string, run parquet.Run, alignments bool, humans, external []string, rows []outcome.Row) {
	t.Helper()
	var file bytes.Buffer
	w := parquet.NewSegmentWriter(&file, run, outcome.Shape{Measures: measures, Humans: humans, Alignments: alignments, External: external})
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// drawnRow draws what a row may hold.
func drawnRow(t *rapid.T, number int64, humans, external int) (row outcome.Row) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab é中\n\x00")), 0, 6, -1)
	count, score := rapid.IntRange(0, math.MaxInt32), rapid.Float64Range(-rows.MostSize, rows.MostSize)
	row = outcome.Row{System: text.Draw(t, "system"), Number: number, Candidate: text.Draw(t, "candidate"),
		References: rapid.SliceOfN(text, 1, 3).Draw(t, "references"), Doc: text.Draw(t, "doc"),
		ID: text.Draw(t, "id"), Domain: text.Draw(t, "domain"),
		External: []float64{}}
	row.Result = metric.Result{Status: rapid.SampledFrom(metric.Statuses()).Draw(t, "status")}
	for _, c := range outcome.Counts(false) {
		*c.Count(&row.Result.Counts) = count.Draw(t, c.Name)
	}
	for _, column := range measures {
		if rapid.Bool().Draw(t, "a value?") {
			row.Result.SetValue(column, score.Draw(t, "value"))
		}
	}
	for range humans {
		x := math.NaN()
		if rapid.Bool().Draw(t, "judged?") {
			x = score.Draw(t, "human")
		}
		row.Humans = append(row.Humans, x)
	}
	for range external {
		row.External = append(row.External, score.Draw(t, "external"))
	}
	for range rapid.IntRange(0, 3).Draw(t, "moves") {
		row.Result.Alignment = append(row.Result.Alignment, metric.Move{CandidateToken: text.Draw(t, "from"),
			ReferenceToken: text.Draw(t, "to"), Mass: score.Draw(t, "mass"), Cost: score.Draw(t, "cost")})
	}
	for _, words := range []*[]string{&row.Result.Missing, &row.Result.Invented} {
		for range rapid.IntRange(0, 3).Draw(t, "words") {
			*words = append(*words, text.Draw(t, "word"))
		}
	}
	return row
}

// What was written is read, bit by bit, by several at once.
func TestReplayStoredSegments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "segments.parquet")
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SampledFrom([][]string{nil, {"COMET"}, {"BLEU", "chr F"}}).Draw(t, "external")
		people := rapid.SampledFrom([][]string{{"human"}, {"human.fluency", "human.adequacy"}}).Draw(t, "humans")
		var list []outcome.Row
		for i := range rapid.IntRange(1, parts.Of(parts.Thorough, 40, 150)).Draw(t, "rows") {
			list = append(list, drawnRow(t, int64(i), len(people), len(names)))
		}
		run := parquet.Run{Signature: "wrd|test", Settings: `{"oov":"own"}`}
		store(t, path, run, true, people, names, list)
		s, err := replay.OpenSegments(path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if s.Run != run || !s.Alignments || !cmp.Equal(s.Columns, measures) || !cmp.Equal(s.External, names) || !cmp.Equal(s.Humans, people) {
			t.Fatalf("found %+v", s)
		}
		var found [2][]outcome.Row
		var errs [2]error
		var wait sync.WaitGroup
		for i := range found {
			wait.Go(func() {
				for row, err := range s.Rows() {
					found[i], errs[i] = append(found[i], row), err
				}
			})
		}
		wait.Wait()
		for i, found := range found {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if diff := cmp.Diff(list, found, cmp.AllowUnexported(metric.Result{}), cmpopts.EquateNaNs()); diff != "" {
				t.Fatalf("(-written +read)\n%s", diff)
			}
		}
	})
}

func TestReplayOpenSegmentsErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no table\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var systems bytes.Buffer
	if err := parquet.WriteSystems(&systems, parquet.Run{}, nil, nil); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.parquet")
	if err := os.WriteFile(other, systems.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "nowhere"): "nowhere: no such file or directory",
		dir:                           "segments.parquet: no such file or directory",
		text:                          "text: found no Parquet file, expected segments.parquet of wrd score -o",
		other:                         "other.parquet: found no column segment, expected segments.parquet of wrd score -o",
	} {
		if _, err := replay.OpenSegments(path); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want …%s", path, err, want)
		}
	}
}

// Whatever bytes a file has, reading it ends, with rows or an error.
func FuzzReplayOpenSegments(f *testing.F) {
	path := filepath.Join(f.TempDir(), "seed")
	store(f, path, parquet.Run{Signature: "s", Settings: "{}"}, true, nil, nil, []outcome.Row{{System: "x", ID: "n1", Doc: "d", Domain: "news", Candidate: "a é",
		References: []string{"b é", "c"}, Result: metric.Result{Counts: metric.Counts{CandidateTokens: 3}, Missing: []string{"b"},
			Alignment: []metric.Move{{CandidateToken: "a", ReferenceToken: "b", Mass: 1, Cost: 0.5}}}},
		{System: "y", References: []string{"b é", ""}, Result: metric.Result{Status: metric.EmptyCandidate}}})
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("PAR1PAR1"))
	path = filepath.Join(f.TempDir(), "fuzzed")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := replay.OpenSegments(path)
		if err != nil {
			return
		}
		defer s.Close()
		n := 0
		for _, err := range s.Rows() {
			if n++; err != nil || n > 1000 {
				return
			}
		}
	})
}
