package adapters_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/evaluation/repeat"
)

var (
	systems    = []string{"a", "b"}
	candidates = [][]string{{"a cat sat", "the dog"}, {"the dog barked zork", ""}, {"", "rain"}}
	references = [][]string{{"the cat sat", "a cat was sitting"}, {"a dog barked"}, {"no rain fell"}}
)

// scored scores the texts by settings into a folder, as wrd score does; change may change a row before it is written.
func scored(t *testing.T, s setup.Settings, alignments bool, change func(*outcome.Row)) (dir string) {
	t.Helper()
	material := setup.Material{Sentences: func(yield func(string, error) bool) {
		for k := range 2 {
			for _, list := range references {
				if k < len(list) && !yield(list[k], nil) {
					return
				}
			}
		}
	}}
	opened, err := new(setup.Environment).Open(t.Context(), s, material)
	if err != nil {
		t.Fatal(err)
	}
	opened.Options.Alignments = alignments
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		t.Fatal(err)
	}
	corpus := evaluation.Corpus{Systems: systems, References: 2, Fewest: 1,
		Lines: func(yield func(metric.Line, error) bool) {
			for i := range candidates {
				if !yield(metric.Line{Candidates: candidates[i], References: references[i],
					Human: []float64{float64(i), math.NaN()}}, nil) {
					return
				}
			}
		},
		External: evaluation.ExternalScores{Names: []string{"COMET"}, Next: func(_ metric.Line, system int, scores []float64) error {
			scores[0] = float64(system) + .5
			return nil
		}}}
	scoring := evaluation.ScoreOptions{}
	dir = t.TempDir()
	run := parquet.Run{Signature: scoring.Signature(scorer, corpus).String(), Settings: opened.Settings.String()}
	results, err := parquet.CreateResults(t.Context(), dir, run,
		outcome.Shape{Measures: scorer.Columns(), Alignments: alignments, External: []string{"COMET"}})
	if err != nil {
		t.Fatal(err)
	}
	defer results.Abort()
	summary, err := evaluation.Score(t.Context(), scorer, corpus, scoring,
		outcome.Sink(systems, func(row outcome.Row) error {
			if change != nil {
				change(&row)
			}
			return results.Rows.Write(row)
		}))
	if err != nil {
		t.Fatal(err)
	}
	if err := results.Commit(outcome.Means(summary)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Results of any settings are replayed to the bit.
func TestReplaySame(t *testing.T) {
	for name, s := range map[string]setup.Settings{
		"defaults": {},
		"learned": {Convert: new("WR"), Measures: setup.Measures{"bertscore", "wrd", "wmd_sif_weights"},
			IDF: new(true), MultiReference: new("mean")},
		"a purpose":   {Purpose: new("similarity")},
		"beyond":      {MassPower: new(.3), Spelling: new("all"), OrderWeight: new(.1), ContextWeight: new(.1), OOV: new("skip")},
		"mixed":       {SpellingWeight: new(.1)},
		"an encoder":  {Purpose: new("translation"), Layer: new(1)},
		"its states":  {Encoder: new("context-en"), Convert: new("AR")},
		"empty texts": {Empty: new("skip"), Case: new("keep"), Tokenizer: new("whitespace")},
	} {
		t.Run(name, func(t *testing.T) {
			dir := scored(t, s, s.Measures == nil && s.Purpose == nil, nil)
			for _, workers := range []int{1, 3} {
				report, err := replay.Results(t.Context(), dir, &setup.Environment{Workers: workers}, setup.Settings{}, 0, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !report.Same || report.Values == 0 || report.Segments != 3 || len(report.Changed) > 0 ||
					len(report.Differences) > 0 || report.Now != report.Signature ||
					!cmp.Equal(report.External, []string{"COMET"}) {
					t.Errorf("found %+v", report)
				}
			}
		})
	}
}

// One changed bit of anything is found, with its place.
func TestReplayDifferent(t *testing.T) {
	value := func(row *outcome.Row, column metric.Column) float64 {
		x, _ := row.Result.Value(column)
		return x
	}
	for name, test := range map[string]struct {
		change func(row *outcome.Row)
		want   repeat.Difference
	}{
		"the last bit of a score": {func(row *outcome.Row) {
			row.Result.SetValue(metric.WRD, math.Nextafter(value(row, metric.WRD), 1))
		}, repeat.Difference{Value: "wrd"}},
		"a count": {func(row *outcome.Row) { row.Result.CandidateOOV = 7 },
			repeat.Difference{Value: "candidate_oov", Stored: "7", Now: "1"}},
		"a status": {func(row *outcome.Row) { row.Result.Status = metric.EmptyCandidate },
			repeat.Difference{Value: "status", Stored: "empty_candidate", Now: "ok"}},
		"a mass": {func(row *outcome.Row) {
			row.Result.Alignment = append([]metric.Move{}, row.Result.Alignment...)
			row.Result.Alignment[1].Mass *= 1 + 1e-15
		}, repeat.Difference{Value: "alignment, move 2"}},
		"a word without a counterpart": {func(row *outcome.Row) { row.Result.Missing = append(row.Result.Missing, "dog") },
			repeat.Difference{Value: "missing"}},
		"a text": {func(row *outcome.Row) { row.Candidate = "the dog barked" },
			repeat.Difference{Value: "candidate_tokens", Stored: "4", Now: "3"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := scored(t, setup.Settings{}, true, func(row *outcome.Row) {
				if row.System == "a" && row.Number == 1 {
					test.change(row)
				}
			})
			report, err := replay.Results(t.Context(), dir, new(setup.Environment), setup.Settings{}, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			if report.Same || report.Different == 0 || len(report.Changed) > 0 {
				t.Fatalf("found %+v", report)
			}
			first, want := report.Differences[0], test.want
			want.System, want.Segment = "a", "2"
			if want.Stored == "" {
				want.Stored, want.Now = first.Stored, first.Now
			}
			if first != want || first.Stored == first.Now {
				t.Errorf("got %+v, want %+v", first, want)
			}
		})
	}
}

// Vectors that changed are named by their digests, and so is a mean that changed with them.
func TestReplayChangedVectors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "toy.vec")
	write := func(cat string) {
		if err := os.WriteFile(path, fmt.Appendf(nil, "3 2\ncat %s\ndog 0 1\nsat 1 1\n", cat), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("1 0")
	dir := scored(t, setup.Settings{Vectors: &path}, false, nil)
	write("0.9 0.1")
	e := &setup.Environment{NoCache: true}
	report, err := replay.Results(t.Context(), dir, e, setup.Settings{}, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Changed) != 1 || report.Changed[0].Part != "vectors" ||
		!strings.HasPrefix(report.Changed[0].Stored, "toy@") || report.Changed[0].Stored == report.Changed[0].Now {
		t.Errorf("found %+v", report.Changed)
	}
	last := report.Differences[len(report.Differences)-1]
	if report.Same || last.Segment != "" || last.Value != "ci_high of wrd_similarity" {
		t.Errorf("found %+v", report)
	}

	// Elsewhere the vectors of before give the bits of before.
	write("1 0")
	moved := filepath.Join(t.TempDir(), "toy.vec")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Results(t.Context(), dir, e, setup.Settings{}, 0, nil); err == nil {
		t.Error("vectors that are not there are no error")
	}
	report, err = replay.Results(t.Context(), dir, e, setup.Settings{Vectors: &moved}, 0, nil)
	if err != nil || !report.Same {
		t.Errorf("found %+v, %v", report, err)
	}
}

func TestReplayNotReplayable(t *testing.T) {
	write := func(run parquet.Run, rows ...outcome.Row) string {
		dir := t.TempDir()
		results, err := parquet.CreateResults(t.Context(), dir, run, outcome.Shape{Measures: []metric.Column{metric.WRD}})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if err := results.Rows.Write(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := results.Commit(nil); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	row := outcome.Row{System: "a", Candidate: "x", References: []string{"y"}}
	second := row
	second.Number = 5
	bare := row
	bare.References = nil
	for name, test := range map[string]struct{ dir, want string }{
		"no settings":   {write(parquet.Run{Signature: "wrd|x"}, row), "found no settings"},
		"token vectors": {write(parquet.Run{Settings: `{"token_vectors": "toy.parquet"}`}, row), "token vectors of toy.parquet"},
		"order":         {write(parquet.Run{Settings: `{}`}, row, second), "row 2: found another segment or system"},
		"no references": {write(parquet.Run{Settings: `{}`}, bare), "row 1: found no reference"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := replay.Results(t.Context(), test.dir, new(setup.Environment), setup.Settings{}, 0, nil)
			if _, ok := errors.AsType[*replay.NotReplayableError](err); !ok || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want …%s…", err, test.want)
			}
		})
	}
	for settings, want := range map[string]string{
		`{"purpse": "x"}`:      "did you mean purpose?",
		`{"tokenizer": "nix"}`: `tokenizer: found "nix"`,
		`{"tokenizer":`:        "expected an object of JSON",
	} {
		dir := write(parquet.Run{Settings: settings}, row)
		_, err := replay.Results(t.Context(), dir, new(setup.Environment), setup.Settings{}, 0, nil)
		if err == nil || !strings.HasPrefix(err.Error(), dir) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s: …%s…", settings, err, dir, want)
		}
	}
	_, err := replay.Results(t.Context(), write(parquet.Run{Settings: `{}`}), new(setup.Environment), setup.Settings{}, 0, nil)
	if !errors.Is(err, evaluation.ErrNoSegments) {
		t.Errorf("without rows: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = replay.Results(ctx, scored(t, setup.Settings{}, false, nil), new(setup.Environment), setup.Settings{}, 0, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}
