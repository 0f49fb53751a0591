package worker_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"pgregory.net/rapid"
)

// Lines and frames give the bits that the scorer gives, for any number of goroutines.
func TestSameBits(t *testing.T) {
	words := []string{"a", "cat", "sat", "on", "the", "mat", "xyzzy", "42", "", "…", "naïve", "\n", "人"}
	options := metric.Options{Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore},
		Empty: metric.EmptySkip}
	s := scorer(t, options)
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(rt, "segments")
		candidates := rapid.SliceOfN(text, n, n).Draw(rt, "candidates")
		references := rapid.SliceOfN(rapid.SliceOfN(text, 1, 3), n, n).Draw(rt, "references")
		config := worker.Config{Workers: rapid.IntRange(1, 4).Draw(rt, "workers")}
		params, err := json.Marshal(map[string]any{"candidates": candidates, "references": references})
		if err != nil {
			rt.Fatal(err)
		}
		packed := pack(candidates, references, nil)
		input := fmt.Sprintf("{\"id\": 1, \"method\": \"score\", \"params\": %s}\n{\"id\": 2, \"method\": \"score\", "+
			"\"frame\": %d}\n%s", params, len(packed), packed)
		var out bytes.Buffer
		if err := worker.Serve(t.Context(), s, config, strings.NewReader(input), &out); err != nil {
			rt.Fatal(err)
		}
		reader := bufio.NewReader(&out)
		line := func(into any) {
			data, err := reader.ReadBytes('\n')
			if err == nil {
				err = json.Unmarshal(data, into)
			}
			if err != nil {
				rt.Fatal(err)
			}
		}
		var byLine struct{ Result worker.Score }
		var byFrame struct {
			Result worker.ScoreFrame
			Frame  int
		}
		line(&worker.Hello{})
		line(&byLine)
		line(&byFrame)
		frame, err := io.ReadAll(reader)
		if err != nil || len(frame) != byFrame.Frame || byFrame.Result.Segments != n || byLine.Result.Segments != n {
			rt.Fatalf("found a frame of %d bytes and %d segments, %v, expected %d and %d", len(frame),
				byFrame.Result.Segments, err, byFrame.Frame, n)
		}
		for i := range candidates {
			expected, err := s.Score(metric.Segment{Candidate: candidates[i], References: references[i]})
			if err != nil {
				rt.Fatal(err)
			}
			for k, column := range s.Columns() {
				value, ok := expected.Value(column)
				found := byLine.Result.Scores[column.String()][i]
				if (found != nil) != ok || ok && math.Float64bits(*found) != math.Float64bits(value) {
					rt.Errorf("segment %d, %v: found %v, expected %v", i, column, found, value)
				}
				framed := math.Float64frombits(binary.LittleEndian.Uint64(frame[(k*n+i)*8:]))
				if math.IsNaN(framed) == ok || ok && math.Float64bits(framed) != math.Float64bits(value) {
					rt.Errorf("segment %d, %v: found %v in the frame, expected %v", i, column, framed, value)
				}
			}
			counts := len(s.Columns()) * n * 8
			for k, count := range []int{expected.CandidateTokens, expected.CandidateOOV, expected.ReferenceTokens,
				expected.ReferenceOOV, expected.BestReference} {
				if found := int32(binary.LittleEndian.Uint32(frame[counts+(k*n+i)*4:])); int(found) != count {
					rt.Errorf("segment %d, count %d: found %d, expected %d", i, k, found, count)
				}
			}
			if status := byFrame.Result.Statuses[frame[counts+5*n*4+i]]; status != expected.Status.String() {
				rt.Errorf("segment %d: found the status %s, expected %v", i, status, expected.Status)
			}
		}
	})
}

// pack makes a frame of the texts; sources are nil for none.
func pack(candidates []string, references [][]string, sources []string) []byte {
	put := binary.LittleEndian.AppendUint32
	frame := put(put(nil, uint32(len(candidates))), uint32(min(len(sources), 1)))
	texts := slices.Concat(candidates, sources)
	for i := range candidates {
		var own []string
		if references != nil {
			own = references[i]
		}
		frame, texts = put(frame, uint32(len(own))), append(texts, own...)
	}
	for _, text := range texts {
		frame = put(frame, uint32(len(text)))
	}
	return append(frame, strings.Join(texts, "")...)
}

// Frames with sources, alone and beside references, give the values that requests in JSON give, and are refused where
// they lack what a measure reads. Sources that none reads change nothing.
func TestFramesWithSources(t *testing.T) {
	candidates, sources, references := []string{"a cat", "the dog"}, []string{"a cat sat", "no"}, [][]string{{"a cat"}, {"a", "dog"}}
	multi, err := encoders.Location{Name: "context-multi"}.Open()
	if err != nil {
		t.Fatal(err)
	}
	both := scorer(t, metric.Options{Encoder: multi, Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureSource}})
	alone := scorer(t, metric.Options{Encoder: multi, Measures: []metric.Measure{metric.MeasureSource}})
	for _, c := range []struct {
		name   string
		scorer *metric.Scorer
		frame  []byte
		params map[string]any // the same in JSON, nil if the frame is refused
		says   string
	}{
		{"beside references", both, pack(candidates, references, sources),
			map[string]any{"candidates": candidates, "references": references, "sources": sources}, ""},
		{"alone", alone, pack(candidates, nil, sources), map[string]any{"candidates": candidates, "sources": sources}, ""},
		{"no source where one is read", both, pack(candidates, references, nil), nil, "found 2 candidates and sources for 0"},
		{"sources that nothing reads", scorer(t, metric.Options{}), pack(candidates, references, sources),
			map[string]any{"candidates": candidates, "references": references}, ""},
		{"no reference where one is read", both, pack(candidates, nil, sources), nil, "segment 1: found no reference"},
		{"neither with sources nor without", alone, binary.LittleEndian.AppendUint32(make([]byte, 4), 2), nil,
			"frame: found 2 where 1 says that segments have sources"},
	} {
		t.Run(c.name, func(t *testing.T) {
			params, err := json.Marshal(c.params)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := worker.Serve(t.Context(), c.scorer, worker.Config{}, strings.NewReader(fmt.Sprintf(
				"{\"method\": \"score\", \"frame\": %d}\n%s{\"method\": \"score\", \"params\": %s}\n", len(c.frame), c.frame, params)),
				&out); err != nil {
				t.Fatal(err)
			}
			reader := bufio.NewReader(&out)
			var hello worker.Hello
			var framed struct {
				Result worker.ScoreFrame
				Frame  int
				Error  *worker.Error
			}
			var listed struct{ Result worker.Score }
			next := func(into any) {
				line, err := reader.ReadBytes('\n')
				if err := errors.Join(err, json.Unmarshal(line, into)); err != nil {
					t.Fatal(err)
				}
			}
			next(&hello)
			next(&framed)
			if c.params == nil {
				if framed.Error == nil || !strings.Contains(framed.Error.Message, c.says) {
					t.Errorf("found %+v, expected an error with %q", framed, c.says)
				}
				return
			}
			if framed.Error != nil {
				t.Fatal(framed.Error)
			}
			numbers := make([]byte, framed.Frame)
			if _, err := io.ReadFull(reader, numbers); err != nil {
				t.Fatal(err)
			}
			next(&listed)
			for k, column := range framed.Result.Columns {
				for i, value := range listed.Result.Scores[column] {
					if found := math.Float64frombits(binary.LittleEndian.Uint64(numbers[(2*k+i)*8:])); value == nil || found != *value {
						t.Errorf("%s of segment %d: found %v, expected %v", column, i, found, value)
					}
				}
			}
		})
	}
}

func TestUndefined(t *testing.T) {
	s := scorer(t, metric.Options{Empty: metric.EmptyError})
	answers := serve(t, s, worker.Config{},
		`{"id": 1, "method": "score", "params": {"candidates": ["a", ""], "references": ["a", "a"]}}`+"\n")
	if e := answers[0].Error; e == nil || e.Code != worker.Undefined || e.Data["segment"] != 1. {
		t.Errorf("found %+v, expected %s of segment 1", e, worker.Undefined)
	}
}

// compare answers what the evaluation says of the same texts.
func TestCompare(t *testing.T) {
	s := scorer(t, metric.Options{})
	answers := serve(t, s, worker.Config{}, `{"id": 1, "method": "compare", "params": {"systems": `+
		`{"b": ["a cat sat", "no", "dogs bark"], "a": ["the cat sat", "yes", "a dog barks"]}, `+
		`"references": ["the cat sat", ["yes", "yeah"], "dogs bark"], "seed": 7, "samples": 100, "baseline": "a"}}`+"\n")
	if answers[0].Error != nil {
		t.Fatal(answers[0].Error)
	}
	var report compare.Report
	if err := json.Unmarshal(answers[0].Result, &report); err != nil {
		t.Fatal(err)
	}
	if report.Seed != 7 || report.Draws != 100 || *report.Baseline != "a" || len(report.Measures[0].Pairs) != 1 ||
		!strings.Contains(*report.Measures[0].Signature, "refs:1-2") {
		t.Errorf("found %+v", report)
	}
	mean := 0.
	for _, pair := range [][2]string{{"the cat sat", "the cat sat"}, {"yes", "yes"}, {"a dog barks", "dogs bark"}} {
		r, err := s.Score(metric.Segment{Candidate: pair[0], References: []string{pair[1]}})
		if err != nil {
			t.Fatal(err)
		}
		value, _ := r.Value(metric.WRD)
		mean += value / 3
	}
	if found := report.Measures[0].Systems[0].Mean; math.Abs(found-mean) > 1e-12 {
		t.Errorf("found the mean %v of system a, expected %v", found, mean)
	}
}

// Where people judged some of the outputs, compare says first what they prefer.
func TestCompareWithPeople(t *testing.T) {
	const request = `{"id": 1, "method": "compare", "params": {"scores": {"a": [3, 4, 5, 3, 4, 5], "b": [2, 3, 4, 2, 3, 4], ` +
		`"c": [1, 1, 1, 1, 1, 1]}, "name": "m", "human": %s}}` + "\n"
	for _, c := range []struct{ name, human, want string }{
		{"of all systems", `{"human": {"a": [1, 1, 1, 1, 1, 1], "b": [2, 2, 2, 2, 2, null], "c": [0, 0, 0, 0, 0, 0]}}`,
			`"sentences":["People rank b first, 2nd of 3 by m (`},
		{"of some", `{"adequacy": {"a": [1, 1, 1, 1, 1, 1], "c": [0, 0, 0, 0, 0, 0]}}`,
			`"sentences":["People (adequacy) agree that a is best.","Not judged: b."]`},
		{"of two kinds", `{"adequacy": {"a": [1, 1, 1, 1, 1, 1], "c": [0, 0, 0, 0, 0, 0]}, "fluency": {}}`,
			`"There is no ranking by people (fluency): people judged no output that m scored."`},
		{"of a system that there is not", `{"human": {"d": [1]}}`, `human: human: found the system \"d\", expected some of: a, b, c`},
		{"too few", `{"human": {"a": [1]}}`, `human: human: system a: found 1 scores, expected one for each of 6 segments`},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer := serve(t, scorer(t, metric.Options{}), worker.Config{}, fmt.Sprintf(request, c.human))[0]
			said := string(answer.Result)
			if answer.Error != nil {
				data, _ := json.Marshal(answer.Error)
				said = string(data)
			}
			if !strings.Contains(said, c.want) {
				t.Errorf("found %s, want %s", said, c.want)
			}
		})
	}
}

// correlate knows which measures are distances, and answers with what they correlate.
func TestCorrelate(t *testing.T) {
	s := scorer(t, metric.Options{})
	answers := serve(t, s, worker.Config{}, `{"id": 1, "method": "correlate", "params": {"measures": `+
		`{"up": {"x": [1, 2, 3, 4, null]}, "down": {"x": [4, 3, 2, 1, 0]}}, "human": {"h": {"x": [1, 2, 3, 4, 5]}}, `+
		`"lower_is_better": ["down"], "statistics": ["pearson"], "levels": ["segment"]}}`+"\n")
	if answers[0].Error != nil {
		t.Fatal(answers[0].Error)
	}
	var result jobs.Correlated
	if err := json.Unmarshal(answers[0].Result, &result); err != nil {
		t.Fatal(err)
	}
	for i, expected := range []struct {
		measure string
		n       int
	}{{"down", 5}, {"up", 4}} {
		row := result.Rows[i]
		if row.Measure != expected.measure || math.Abs(*row.Value-1) > 1e-12 || row.Segments != expected.n {
			t.Errorf("row %d: found %s %v of %d segments, expected 1 for %+v", i, row.Measure, *row.Value, row.Segments,
				expected)
		}
	}
}

// A text without tokens has a list of none, not null.
func TestTokenize(t *testing.T) {
	answers := serve(t, scorer(t, metric.Options{}), worker.Config{},
		`{"id": 1, "method": "tokenize", "params": {"texts": ["Hello, World!", ""]}}`+"\n")
	if got := string(answers[0].Result); got != `{"tokens":[["hello","world"],[]]}` {
		t.Errorf("found %s", got)
	}
}

// matrix and mbr answer what the scorer says.
func TestGroups(t *testing.T) {
	s := scorer(t, metric.Options{})
	group := metric.Group{Candidates: []string{"a cat", "the dog", ""}, References: []string{"cats", "dogs"}}
	answers := serve(t, s, worker.Config{}, `{"id": 1, "method": "matrix", "params": {"groups": [{"candidates": `+
		`["a cat", "the dog", ""], "references": ["cats", "dogs"]}, {"candidates": [], "references": []}]}}`+"\n"+
		`{"id": 2, "method": "mbr", "params": {"groups": [{"candidates": ["a cat", "the dog", ""], "references": `+
		`["cats", "dogs"]}, {"candidates": ["alone"]}]}}`+"\n")
	var matrices worker.Matrices
	var choices jobs.Choices
	for i, into := range []any{&matrices, &choices} {
		if answers[i].Error != nil {
			t.Fatal(answers[i].Error)
		}
		if err := json.Unmarshal(answers[i].Result, into); err != nil && i > 0 {
			t.Fatal(err)
		}
	}
	expected, err := s.Matrix(group)
	if err != nil {
		t.Fatal(err)
	}
	for i := range group.Candidates {
		for j := range group.References {
			value, _ := expected.Value(metric.WRD, i, j)
			if found := *matrices.Groups[0].Scores["wrd"][i][j]; found != value {
				t.Errorf("%d, %d: found %v, expected %v", i, j, found, value)
			}
		}
	}
	choice, err := s.Choose(group, false)
	if err != nil {
		t.Fatal(err)
	}
	if c := choices.Choices[0]; c.Best != choice.Best || *c.Utility != choice.Utility {
		t.Errorf("found %+v, expected %+v", c, choice)
	}
	if c := choices.Choices[1]; c.Text != "alone" || c.Utility != nil {
		t.Errorf("found %+v, expected nothing to compare with", c)
	}
}

// TestProgress asks every method how far it is: those that can tell say so before the answer, which is the same.
func TestProgress(t *testing.T) {
	s := scorer(t, metric.Options{})
	for _, test := range []struct {
		method, params string
		parts          []string
	}{
		{"matrix", `{"groups": [{"candidates": ["a cat", "a dog"], "references": ["the cat", "a"]}]}`, []string{"comparing"}},
		{"compare", `{"systems": {"a": ["a cat", "a dog"], "b": ["a", "the dog"]}, "references": ["the cat", "a dog"]}`,
			[]string{"scoring", "comparing"}},
		{"correlate", `{"measures": {"m": {"s": [1, 2, 3]}}, "human": {"h": {"s": [1, 2, 4]}}}`, []string{"correlating"}},
		{"mbr", `{"groups": [{"candidates": ["a cat", "a dog"]}]}`, nil},
		{"score", `{"candidates": ["a"], "references": ["a"]}`, nil},
	} {
		t.Run(test.method, func(t *testing.T) {
			ask := func(progress string) []string {
				return strings.Split(strings.TrimSpace(output(t, s, worker.Config{},
					fmt.Sprintf(`{"id": "x", "method": %q, "params": %s%s}`+"\n", test.method, test.params, progress))), "\n")[1:]
			}
			lines := ask(`, "progress": true`)
			want := ask("")
			if len(want) != 1 || lines[len(lines)-1] != want[0] {
				t.Errorf("found\n%s\nexpected at the end\n%s", lines, want)
			}
			var parts []string
			for _, line := range lines[:len(lines)-1] {
				var p worker.Progress
				if err := json.Unmarshal([]byte(line), &p); err != nil || string(p.ID) != `"x"` ||
					p.Progress.Done < 0 || p.Progress.Total > 0 && p.Progress.Done > p.Progress.Total {
					t.Errorf("found %s, %v", line, err)
				}
				if n := len(parts); n == 0 || parts[n-1] != p.Progress.What {
					parts = append(parts, p.Progress.What)
				}
			}
			if !slices.Equal(parts, test.parts) {
				t.Errorf("found the parts %q, expected %q", parts, test.parts)
			}
		})
	}
}

// A page holds what the request says of the outputs; what is wrong with a request leaves no file.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	options := metric.Options{}
	for _, c := range []struct {
		name   string
		params map[string]any
		holds  []string // in the page
		says   string   // where there is none
	}{
		{"texts with names and judgments", map[string]any{"systems": map[string]any{"one": []string{"a cat", "a dog"},
			"two": []string{"the cat", "dogs"}}, "references": []string{"the cat", "the dog"}, "ids": []string{"first", "second"},
			"documents": []string{"d", "d"}, "human": map[string]any{"fluency": map[string]any{"one": []float64{1, 2}}}},
			[]string{"first", "two", "human.fluency", "the dog"}, ""},
		{"an id twice", map[string]any{"systems": map[string]any{"one": []string{"a", "b"}}, "references": []string{"a", "b"},
			"ids": []string{"x", "x"}}, nil, `ids: found "x" of segment 1 again at segment 2`},
		{"results that are not there", map[string]any{"results": filepath.Join(dir, "none")}, nil, "no such file"},
		{"nothing", map[string]any{}, nil, "found systems and results, or neither"},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := filepath.Join(t.TempDir(), "page.html")
			c.params["output"] = page
			params, err := json.Marshal(c.params)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := worker.Serve(t.Context(), scorer(t, options), worker.Config{Options: options},
				strings.NewReader(fmt.Sprintf("{\"method\": \"report\", \"params\": %s}\n", params)), &out); err != nil {
				t.Fatal(err)
			}
			written, err := os.ReadFile(page)
			if c.says != "" {
				if !os.IsNotExist(err) || !strings.Contains(out.String(), strings.ReplaceAll(c.says, `"`, `\"`)) {
					t.Errorf("found %v, %s, expected no page and %q", err, out.String(), c.says)
				}
				return
			}
			if err != nil {
				t.Fatalf("%v, %s", err, out.String())
			}
			for _, part := range c.holds {
				if !bytes.Contains(written, []byte(part)) {
					t.Errorf("the page has no %q", part)
				}
			}
		})
	}
}
