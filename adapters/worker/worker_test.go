package worker_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"pgregory.net/rapid"
)

// scorer makes a scorer with the embedded vectors.
func scorer(t testing.TB, options metric.Options) *metric.Scorer {
	t.Helper()
	s, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An answer is a line of a worker.
type answer struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Frame  *int            `json:"frame"`
	Error  *worker.Error   `json:"error"`
}

// serve sends input to a worker and returns its answers.
func serve(t testing.TB, s *metric.Scorer, settings worker.Settings, input string) (answers []answer) {
	t.Helper()
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, settings, strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		if i == 0 {
			continue // hello
		}
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("line %d: %v: %s", i, err, line)
		}
		answers = append(answers, a)
	}
	return answers
}

func TestHello(t *testing.T) {
	s := scorer(t, metric.Options{Measures: []metric.Measure{metric.MeasureBERTScore, metric.MeasureWRD}})
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, worker.Settings{}, strings.NewReader(""), &out); err != nil {
		t.Fatal(err)
	}
	var hello worker.Hello
	if err := json.Unmarshal(out.Bytes(), &hello); err != nil {
		t.Fatal(err)
	}
	if hello.Signature != s.Signature(1).String() || hello.Protocol != worker.Protocol || len(hello.Methods) != 7 {
		t.Errorf("found %+v", hello)
	}
	var main []string
	for _, column := range hello.Columns {
		if column.Main {
			main = append(main, fmt.Sprint(column.Name, column.Distance))
		}
	}
	if got := fmt.Sprint(main); got != "[bertscore_f1false wrdtrue]" {
		t.Errorf("found the main columns %s", got)
	}
}

// What cannot be answered is answered with an error, and the request after it is answered as ever.
func TestBadRequests(t *testing.T) {
	s := scorer(t, metric.Options{})
	const good = `{"id": "good", "method": "score", "params": {"candidates": ["a cat"], "references": ["a cat"]}}`
	for _, c := range []struct{ name, request, code, message string }{
		{"garbage", "garbage", worker.ParseError, "found no valid JSON"},
		{"half a line", `{"id": 1, "method"`, worker.ParseError, "unexpected end"},
		{"nothing", " ", worker.ParseError, "empty line"},
		{"no object", `[1, 2]`, worker.InvalidRequest, "found a JSON array, expected an object"},
		{"bytes that are no text", "{\"id\": \"\xff\"}", worker.ParseError, "not UTF-8"},
		{"half a character", `{"id": 1, "method": "tokenize", "params": {"texts": ["\uDE00 \ud83d\ude00"]}}`,
			worker.ParseError, `surrogate pair, \uDE00, at byte 54`},
		{"the other half", `{"id": 1, "method": "tokenize", "params": {"texts": ["\\\ud83d\n"]}}`, worker.ParseError,
			`surrogate pair, \ud83d, at byte 56`},
		{"a member twice", `{"id": 1, "method": "score", "method": "mbr"}`, worker.InvalidRequest, `"method" twice`},
		{"a member twice inside", `{"id": 1, "method": "tokenize", "params": {"texts": [], "texts": ["a"]}}`,
			worker.InvalidRequest, `"texts" twice`},
		{"an unknown member", `{"id": 1, "methods": "score"}`, worker.InvalidRequest, `unknown member "methods"`},
		{"no method", `{"id": 1}`, worker.UnknownMethod, `found "", expected one of: score, explain`},
		{"an unknown method", `{"id": 1, "method": "shutdown"}`, worker.UnknownMethod, `found "shutdown"`},
		{"no params", `{"id": 1, "method": "score"}`, worker.InvalidParams, "params: found none"},
		{"an unknown parameter", `{"id": 1, "method": "score", "params": {"candidate": "a"}}`, worker.InvalidParams,
			`unknown member "candidate"`},
		{"a text where a list is due", `{"id": 1, "method": "score", "params": {"candidates": "a", "references": []}}`,
			worker.InvalidParams, "candidates: found a JSON string, expected a list"},
		{"a number where a text is due", `{"id": 1, "method": "tokenize", "params": {"texts": [1]}}`,
			worker.InvalidParams, "found a JSON number, expected a string"},
		{"too few references", `{"id": 1, "method": "score", "params": {"candidates": ["a", "b"], "references": ["a"]}}`,
			worker.InvalidParams, "found 2 candidates and references for 1"},
		{"no reference", `{"id": 1, "method": "score", "params": {"candidates": ["a"], "references": [[]]}}`,
			worker.InvalidParams, "segment 0: found no reference"},
		{"one text to explain", `{"id": 1, "method": "explain", "params": {"candidate": "a"}}`, worker.InvalidParams,
			"candidate and reference"},
		{"nothing to choose from", `{"id": 1, "method": "mbr", "params": {"groups": [{"candidates": []}]}}`,
			worker.InvalidParams, "group 0: found no candidate"},
		{"systems of different length",
			`{"id": 1, "method": "compare", "params": {"systems": {"a": ["x"], "b": []}, "references": ["x"]}}`,
			worker.InvalidParams, "system b: found 0 texts, expected one for each of 1 segments"},
		{"an unknown test", `{"id": 1, "method": "compare", "params": {"scores": {"a": [1]}, "test": "magic"}}`,
			worker.InvalidParams, `test: found "magic", expected one of: randomisation, bootstrap`},
		{"texts and scores", `{"id": 1, "method": "compare", "params": {"systems": {"a": []}, "scores": {}}}`,
			worker.InvalidParams, "expected one of them"},
		{"scores of other systems", `{"id": 1, "method": "correlate", "params": {"measures": {"m": {"a": [1]}}, ` +
			`"human": {"h": {"b": [1]}}}}`, worker.InvalidParams, "expected those of the other columns"},
		{"a distance that is not there", `{"id": 1, "method": "correlate", "params": {"measures": {"m": {"a": [1]}}, ` +
			`"human": {"h": {"a": [1]}}, "lower_is_better": ["n"]}}`, worker.InvalidParams, `found "n"`},
		{"a frame of less than nothing", `{"id": 1, "method": "score", "frame": -1}`, worker.InvalidRequest, "found -1"},
		{"a frame for another method", `{"id": 1, "method": "mbr", "frame": 0}`, worker.InvalidRequest, "found a frame"},
		{"an empty frame", `{"id": 1, "method": "score", "frame": 0}`, worker.InvalidParams, "frame: found 0 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := serve(t, s, worker.Settings{}, c.request+"\n"+good+"\n")
			if len(answers) != 2 {
				t.Fatalf("found %d answers, expected 2", len(answers))
			}
			e := answers[0].Error
			if e == nil || e.Code != c.code || !strings.Contains(e.Message, c.message) {
				t.Errorf("found %+v, expected %s: …%s…", e, c.code, c.message)
			}
			if strings.Contains(c.request, `"id": 1`) && json.Valid([]byte(c.request)) && answers[0].ID != 1. {
				t.Errorf("found the id %v, expected 1", answers[0].ID)
			}
			if answers[1].ID != "good" || answers[1].Error != nil {
				t.Errorf("the request after it: %+v", answers[1])
			}
		})
	}
}

// A line or a frame that is too long costs no memory and no more than an error.
func TestTooLarge(t *testing.T) {
	s := scorer(t, metric.Options{})
	settings := worker.Settings{MaxRequest: 4 << 10}
	long := io.MultiReader(strings.NewReader(`{"id": 1, "x": "`), io.LimitReader(endless{}, 64<<20),
		strings.NewReader("\n"+`{"id": 2, "method": "score", "frame": 1000000}`+"\n"), io.LimitReader(endless{}, 1000000),
		strings.NewReader(`{"id": 3, "method": "tokenize", "params": {"texts": ["a"]}}`+"\n"))
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, settings, long, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, expected := range []string{`"code":"too_large"`, `"code":"too_large"`, `"tokens":[["a"]]`} {
		if !strings.Contains(lines[i+1], expected) {
			t.Errorf("answer %d: found %s, expected %s", i, lines[i+1], expected)
		}
	}
}

// What the input breaks off is answered all the same.
func TestCutOff(t *testing.T) {
	s := scorer(t, metric.Options{})
	for _, c := range []struct{ name, input, want string }{
		{"a line", `{"id": 1, "method": "score", "par`, `{"id":null,"error":{"code":"parse_error"`},
		{"a frame", `{"id": 2, "method": "score", "frame": 100}` + "\nabc", `{"id":2,"error":{"code":"invalid_request"`},
		{"a frame that is too long", `{"id": 3, "method": "score", "frame": 1000000}` + "\nabc",
			`{"id":3,"error":{"code":"too_large"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := worker.Serve(t.Context(), s, worker.Settings{MaxRequest: 4 << 10}, strings.NewReader(c.input), &out)
			_, answers, _ := strings.Cut(out.String(), "\n")
			if err != nil || !strings.HasPrefix(answers, c.want) || strings.Count(answers, "\n") != 1 {
				t.Errorf("got %q, %v, want one answer beginning with %s", answers, err, c.want)
			}
		})
	}
}

// A short request for a matrix that would not fit into memory is refused before anything is computed.
func TestTooManyPairs(t *testing.T) {
	text := strings.TrimSuffix(strings.Repeat(`"a",`, 4000), ",")
	request := fmt.Sprintf(`{"id": 1, "method": "matrix", "params": {"groups": [{"candidates": [%s], "references": [%s]}]}}`,
		text, text)
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), scorer(t, metric.Options{}), worker.Settings{}, strings.NewReader(request+"\n"),
		&out); err != nil {
		t.Fatal(err)
	}
	if want := `"error":{"code":"too_large","message":"found 16000000 pairs of texts, expected at most 4000000`; !strings.
		Contains(out.String(), want) {
		t.Errorf("found no %s in %.300s", want, out.String())
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// The end of the input, in the middle of whatever, ends the worker, and what came before is answered.
func TestEnd(t *testing.T) {
	s := scorer(t, metric.Options{})
	for _, c := range []struct{ name, input, code string }{
		{"of a line", `{"id": 1, "method": "tok`, worker.ParseError},
		{"of a frame", `{"id": 1, "method": "score", "frame": 100}` + "\nabc", worker.InvalidRequest},
		{"without a last line end", `{"id": 1, "method": "tokenize", "params": {"texts": []}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := serve(t, s, worker.Settings{}, c.input)
			if len(answers) != 1 {
				t.Fatalf("found %d answers, expected 1", len(answers))
			}
			if e := answers[0].Error; (e == nil) != (c.code == "") || e != nil && e.Code != c.code {
				t.Errorf("found %+v, expected %q", e, c.code)
			}
		})
	}
}

// When the context ends, so does the work on a request, and Serve.
func TestCancel(t *testing.T) {
	s := scorer(t, metric.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	var group struct {
		Groups []map[string][]string `json:"groups"`
	}
	texts := make([]string, 4000)
	for i := range texts {
		texts[i] = fmt.Sprintf("text number %d of many that are all to be compared with each other %d", i, i*i)
	}
	group.Groups = []map[string][]string{{"candidates": texts, "references": texts}}
	params, err := json.Marshal(group)
	if err != nil {
		t.Fatal(err)
	}
	in, client := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		fmt.Fprintf(client, `{"id": 1, "method": "matrix", "params": %s}`+"\n", params)
		cancel()
	}()
	go io.Copy(io.Discard, answers)
	if err := worker.Serve(ctx, s, worker.Settings{}, in, out); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected %v", err, context.Canceled)
	}
}

// An output that nobody reads ends the worker.
func TestClosedOutput(t *testing.T) {
	s := scorer(t, metric.Options{})
	in := strings.NewReader(strings.Repeat(`{"id": 1, "method": "tokenize", "params": {"texts": ["a"]}}`+"\n", 100))
	out, err := os.OpenFile(os.DevNull, os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := worker.Serve(t.Context(), s, worker.Settings{}, in, out); err == nil {
		t.Error("found no error, expected that of the output")
	}
}

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
		settings := worker.Settings{Workers: rapid.IntRange(1, 4).Draw(rt, "workers")}
		params, err := json.Marshal(map[string]any{"candidates": candidates, "references": references})
		if err != nil {
			rt.Fatal(err)
		}
		packed := pack(candidates, references)
		input := fmt.Sprintf("{\"id\": 1, \"method\": \"score\", \"params\": %s}\n{\"id\": 2, \"method\": \"score\", "+
			"\"frame\": %d}\n%s", params, len(packed), packed)
		var out bytes.Buffer
		if err := worker.Serve(t.Context(), s, settings, strings.NewReader(input), &out); err != nil {
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

// pack makes a frame of the texts.
func pack(candidates []string, references [][]string) []byte {
	put := binary.LittleEndian.AppendUint32
	frame := put(nil, uint32(len(candidates)))
	for _, r := range references {
		frame = put(frame, uint32(len(r)))
	}
	var texts []string
	for i := range candidates {
		texts = append(append(texts, candidates[i]), references[i]...)
	}
	for _, text := range texts {
		frame = put(frame, uint32(len(text)))
	}
	return append(frame, strings.Join(texts, "")...)
}

func TestUndefined(t *testing.T) {
	s := scorer(t, metric.Options{Empty: metric.EmptyError})
	answers := serve(t, s, worker.Settings{},
		`{"id": 1, "method": "score", "params": {"candidates": ["a", ""], "references": ["a", "a"]}}`+"\n")
	if e := answers[0].Error; e == nil || e.Code != worker.Undefined || e.Data["segment"] != 1. {
		t.Errorf("found %+v, expected %s of segment 1", e, worker.Undefined)
	}
}

// compare answers what the evaluation says of the same texts.
func TestCompare(t *testing.T) {
	s := scorer(t, metric.Options{})
	answers := serve(t, s, worker.Settings{}, `{"id": 1, "method": "compare", "params": {"systems": `+
		`{"b": ["a cat sat", "no", "dogs bark"], "a": ["the cat sat", "yes", "a dog barks"]}, `+
		`"references": ["the cat sat", ["yes", "yeah"], "dogs bark"], "seed": 7, "samples": 100, "baseline": "a"}}`+"\n")
	if answers[0].Error != nil {
		t.Fatal(answers[0].Error)
	}
	var report evaluation.CompareReport
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

// correlate knows which measures are distances, and answers with what they correlate.
func TestCorrelate(t *testing.T) {
	s := scorer(t, metric.Options{})
	answers := serve(t, s, worker.Settings{}, `{"id": 1, "method": "correlate", "params": {"measures": `+
		`{"up": {"x": [1, 2, 3, 4, null]}, "down": {"x": [4, 3, 2, 1, 0]}}, "human": {"h": {"x": [1, 2, 3, 4, 5]}}, `+
		`"lower_is_better": ["down"], "statistics": ["pearson"], "levels": ["segment"]}}`+"\n")
	if answers[0].Error != nil {
		t.Fatal(answers[0].Error)
	}
	var result worker.Correlations
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
	answers := serve(t, scorer(t, metric.Options{}), worker.Settings{},
		`{"id": 1, "method": "tokenize", "params": {"texts": ["Hello, World!", ""]}}`+"\n")
	if got := string(answers[0].Result); got != `{"tokens":[["hello","world"],[]]}` {
		t.Errorf("found %s", got)
	}
}

// matrix and mbr answer what the scorer says.
func TestGroups(t *testing.T) {
	s := scorer(t, metric.Options{})
	group := metric.Group{Candidates: []string{"a cat", "the dog", ""}, References: []string{"cats", "dogs"}}
	answers := serve(t, s, worker.Settings{}, `{"id": 1, "method": "matrix", "params": {"groups": [{"candidates": `+
		`["a cat", "the dog", ""], "references": ["cats", "dogs"]}, {"candidates": [], "references": []}]}}`+"\n"+
		`{"id": 2, "method": "mbr", "params": {"groups": [{"candidates": ["a cat", "the dog", ""], "references": `+
		`["cats", "dogs"]}, {"candidates": ["alone"]}]}}`+"\n")
	var matrices worker.Matrices
	var choices worker.Choices
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

// Whatever bytes come, the worker ends with its input and writes lines of JSON only.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"id": 1, "method": "score", "params": {"candidates": ["a cat"], "references": [["a", "cat"]]}}` + "\n",
		"{\"id\": 2, \"method\": \"score\", \"frame\": 18}\n\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00ab",
		"{\"frame\": 1e3}\n{\"frame\": 99999999999999999999}\n", `{"id": "\ud83d", "method": "\udead"}`,
		`{"id": 3, "method": "explain", "params": {"candidate": "x", "reference": "y", "svg": true}}` + "\n",
		`{"id": 4, "method": "compare", "params": {"scores": {"a": [1, 2], "b": [2, null]}, "samples": 10}}` + "\n",
		`{"id": 5, "method": "correlate", "params": {"measures": {"m": {"a": [1e308, 2]}}, "human": {"h": {"a": [1, 2]}}, ` +
			`"samples": 10}}` + "\n",
		`{"id": 6, "method": "mbr", "params": {"groups": [{"candidates": ["a", "b"]}]}}`, "\r\n\x00\n",
	} {
		f.Add([]byte(seed))
	}
	s := scorer(f, metric.Options{})
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 1<<12 {
			return
		}
		var out bytes.Buffer
		err := worker.Serve(t.Context(), s, worker.Settings{MaxRequest: 1 << 11, Workers: 1}, bytes.NewReader(input), &out)
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		reader := bufio.NewReader(&out)
		for {
			line, err := reader.ReadBytes('\n')
			if err == io.EOF {
				return
			}
			var a answer
			if err := json.Unmarshal(line, &a); err != nil {
				t.Fatalf("%v: %q", err, line)
			}
			if a.Error != nil && a.Error.Code == worker.Fault {
				t.Fatal(a.Error)
			}
			if a.Frame != nil {
				if _, err := reader.Discard(*a.Frame); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
