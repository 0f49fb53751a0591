package worker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/worker"
	_ "github.com/wordrotator/wrd/internal/parts" // laws on fewer cases
	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

// output is everything that a worker writes.
func output(t testing.TB, s *metric.Scorer, settings worker.Config, input string) string {
	t.Helper()
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, settings, strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// request is one for scores of texts.
func request(t testing.TB, id int, candidates []string, references [][]string) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{"id": id, "method": "score",
		"params": map[string]any{"candidates": candidates, "references": references}})
	if err != nil {
		t.Fatal(err)
	}
	return string(line) + "\n"
}

// openScores is worker.OpenScores of a folder that can be written.
func openScores(t testing.TB, c *cache.Cache, s *metric.Scorer, options metric.Options) *cache.Scores {
	t.Helper()
	scores, err := worker.OpenScores(c, s, options)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

// TestKeptScoresAreTheSame checks that a worker that keeps scores writes every byte that another one does, whatever is
// asked for again, also in a later worker.
func TestKeptScoresAreTheSame(t *testing.T) {
	texts := []string{"a cat sat", "the cat sat on the mat", "", " ", "猫", "of the", "Stocks fell.", "qqqzzz"}
	text := rapid.SampledFrom(texts)
	for name, options := range map[string]metric.Options{
		"one measure": {},
		"several":     {Measures: []metric.Measure{metric.MeasureBERTScore, metric.MeasureWRD}, Empty: metric.EmptySkip},
		"mean":        {MultiReference: metric.MeanReference},
		"refusing":    {Empty: metric.EmptyError},
	} {
		t.Run(name, func(t *testing.T) {
			s := scorer(t, options)
			rapid.Check(t, func(r *rapid.T) {
				c := cache.Open(t.TempDir(), nil)
				for range 2 {
					var input strings.Builder
					for id := range rapid.IntRange(1, 3).Draw(r, "requests") {
						n := rapid.IntRange(0, 20).Draw(r, "segments") // around the number that is scored without goroutines
						candidates := rapid.SliceOfN(text, n, n).Draw(r, "candidates")
						references := rapid.SliceOfN(rapid.SliceOfN(text, 1, 3), n, n).Draw(r, "references")
						input.WriteString(request(t, id, candidates, references))
					}
					want := output(t, s, worker.Config{}, input.String())
					kept := openScores(t, c, s, options)
					got := output(t, s, worker.Config{Scores: kept}, input.String())
					kept.Close()
					if got != want {
						r.Fatalf("found\n%s\nexpected\n%s", got, want)
					}
				}
			})
		})
	}
}

// TestKeptScoresAreUsed gives a worker the scores of another one, which tell the two apart.
func TestKeptScoresAreUsed(t *testing.T) {
	distance, power := scorer(t, metric.Options{}), scorer(t, metric.Options{MassPower: new(0.0)})
	input := request(t, 1, []string{"a cat sat", "a dog"}, [][]string{{"the cat slept there"}, {"the dog"}})
	c := cache.Open(t.TempDir(), nil)
	score := func(s *metric.Scorer, kept *cache.Scores) string {
		return string(serve(t, s, worker.Config{Scores: kept}, input)[0].Result)
	}
	scores := func(result string) string {
		var read worker.Score
		if err := json.Unmarshal([]byte(result), &read); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(*read.Scores["wrd"][0], *read.Scores["wrd"][1])
	}
	one, other := scores(score(distance, nil)), scores(score(power, nil))
	if one == other {
		t.Fatal("both scorers give the same: the test is blind")
	}
	kept := openScores(t, c, distance, metric.Options{})
	if got := scores(score(distance, kept)); got != one {
		t.Errorf("found %s, expected %s", got, one)
	}
	if got := scores(score(power, kept)); got != one {
		t.Errorf("with the scores of another scorer: found %s, expected its %s", got, one)
	}
	kept.Close()
	if got := scores(score(power, openScores(t, c, distance, metric.Options{}))); got != one {
		t.Errorf("with the scores of another worker: found %s, expected its %s", got, one)
	}
	if got := scores(score(power, openScores(t, c, power, metric.Options{MassPower: new(0.0)}))); got != other {
		t.Errorf("with its own scores: found %s, expected %s", got, other)
	}
}

// TestFolderGoesAway shows that a worker whose folder cannot be written any more answers all the same, and says so once.
func TestFolderGoesAway(t *testing.T) {
	s := scorer(t, metric.Options{})
	dir := t.TempDir()
	kept := openScores(t, cache.Open(dir, nil), s, metric.Options{})
	if err := os.Remove(filepath.Join(dir, "scores")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "scores"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var input string
	for i := range 3 {
		input += request(t, i, []string{fmt.Sprint("a cat sat ", i)}, [][]string{{"the cat"}})
	}
	var notices []string
	for line := range strings.Lines(output(t, s, worker.Config{Scores: kept}, input)) {
		var answer struct {
			Error   any
			Notices []string
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.Error != nil {
			t.Errorf("found %s, %v", line, err)
		}
		notices = append(notices, answer.Notices...)
	}
	if len(notices) != 1 || !strings.HasPrefix(notices[0], "scores are not kept any more: ") ||
		!strings.Contains(notices[0], dir) {
		t.Errorf("notices %q", notices)
	}
}
