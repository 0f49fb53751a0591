package html_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/inspection"
)

// hostile holds what would run or change the page if it stood there unescaped.
const hostile = "</script><script>alert(1)</script><!-- ]]> --><img src=x onerror=alert(1)><style>*{}</style>" +
	"<svg onload=alert(1)>&lt;\"'`${x}\u202e\u200f\u00ad\U000e0041\u2028\x00\x1b[31m {{.Title}} javascript:alert(1)"

// report returns the report of two systems with texts that are hostile in every place.
func report(t *testing.T, segments int) *html.Report {
	t.Helper()
	systems := []string{"a" + hostile, "b" + hostile}
	values := make([]float64, 2*segments)
	list := make([]evaluation.Segment, segments)
	for i := range values {
		values[i] = float64((i*7919)%1000) / 1000
	}
	values[1] = math.NaN()
	for i := range list {
		list[i] = evaluation.Segment{ID: fmt.Sprint(i+1, hostile), Doc: fmt.Sprint("doc", i%2, hostile)}
	}
	grid, err := agreement.NewGrid(2, segments, values)
	if err != nil {
		t.Fatal(err)
	}
	inspection, err := inspection.Inspect(t.Context(), inspection.Contents{}, &inspection.Input{
		Human: "human" + hostile,
		Scores: evaluation.Scores{Name: "x", Systems: systems, Segments: list, Columns: []evaluation.Column{
			{Name: "human" + hostile, Grid: grid}, {Name: "m" + hostile, LowerIsBetter: true, Grid: grid}}},
		Texts: texts(systems, list),
	})
	if err != nil {
		t.Fatal(err)
	}
	say.Inspected(inspection)
	return &html.Report{Title: hostile, Inspection: inspection, Signatures: []string{hostile},
		Correlations: []correlate.Correlation{{Measure: hostile, Human: hostile}}}
}

func texts(systems []string, list []evaluation.Segment) iter.Seq2[inspection.OutputTexts, error] {
	return func(yield func(inspection.OutputTexts, error) bool) {
		for _, system := range systems {
			for i, segment := range list {
				t := inspection.OutputTexts{
					Texts: evaluation.Texts{Output: evaluation.Output{System: system, Segment: segment},
						Candidate: fmt.Sprint(
							"candidate ",
							i,
							hostile,
							"\xff",
						), References: []string{"reference " + hostile, "猫が"},
						Details: reading.Details{
							Source:  hostile,
							Status:  "ok" + hostile,
							Counted: true,
							Counts:  metric.Counts{CandidateTokens: 3},
						}},
					Alignment: []explained.Move{
						{CandidateToken: hostile, ReferenceToken: hostile + "\xff", Mass: 1,
							Cost: 0.5},
					},
					Missing: []string{hostile + "\xff"},
				}
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

func written(t *testing.T, r *html.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// ours are the scripts, styles and data that the page brings.
var ours = regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`)

// Whatever texts and names hold, the page has the elements and attributes of its template and no other.
func TestHostileTexts(t *testing.T) {
	page := written(t, report(t, 60))
	if !utf8.ValidString(page) {
		t.Error("the page is not UTF-8")
	}
	kinds := map[string]int{}
	for _, m := range ours.FindAllStringSubmatch(page, -1) {
		kinds[m[1]+m[2]]++
		if m[2] != "" && strings.Contains(m[3], "<") {
			t.Errorf("the data in <%s%s> hold a <", m[1], m[2])
		}
	}
	if kinds["script"] != 1 || kinds["style"] != 1+strings.Count(page, "<svg xmlns") ||
		kinds[`script type="text/plain" id="texts"`] != 1 {
		t.Errorf("found the elements %v, expected one script and a style of the page and of each picture", kinds)
	}
	rest := ours.ReplaceAllString(page, "")
	for i, line := range strings.Split(rest, "\n") {
		if visible.Text(line) != line {
			t.Errorf("line %d holds characters that must be escaped: %q", i+1, line)
		}
	}
	known := strings.Fields(
		"html head meta title body a header h1 h2 h3 p main section div table thead tbody tr th td span " +
			"small b bdi footer code svg desc rect g path circle text nav caption details summary ul li br q line tfoot",
	)
	decoder := xml.NewDecoder(strings.NewReader(rest[strings.Index(rest, "<html"):]))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, []string{"meta"}, xml.HTMLEntity
	open := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open++
			if !slices.Contains(known, e.Name.Local) {
				t.Errorf("found the element %s", e.Name.Local)
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || a.Name.Local == "src" ||
					a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") {
					t.Errorf("found the attribute %s=%q of %s", a.Name.Local, a.Value, e.Name.Local)
				}
			}
		case xml.EndElement:
			open--
		case xml.Comment, xml.ProcInst:
			t.Errorf("found %v", e)
		}
	}
	if open != 0 {
		t.Errorf("%d elements are not closed", open)
	}
}

// The policy forbids everything but the script and the styles of the page.
func TestPolicy(t *testing.T) {
	page := written(t, report(t, 3))
	found := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if found == nil || !strings.HasPrefix(found[1], "default-src 'none'; ") || strings.Contains(found[1], "unsafe") {
		t.Fatalf("found the policy %q", found)
	}
	if at := strings.Index(page, found[0]); strings.Contains(page[:at], "<style") ||
		strings.Contains(page[:at], "<script") {
		t.Error("something stands before the policy")
	}
	for _, m := range ours.FindAllStringSubmatch(page, -1) {
		if m[2] != "" {
			continue // data
		}
		sum := sha256.Sum256([]byte(m[3]))
		if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(found[1], hash) {
			t.Errorf("the policy lacks the hash of a %s", m[1])
		}
	}
	for _, address := range []string{"http://", "https://"} {
		rest := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", "")
		if strings.Contains(rest, address) {
			t.Errorf("the page names an address at %q", rest[strings.Index(rest, address):][:40])
		}
	}
}

// unpacked returns the data of an element.
func unpacked(t *testing.T, page, id string) string {
	t.Helper()
	m := regexp.MustCompile(`<script type="text/plain" id="` + id + `">([^<]*)</script>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("found no data %s", id)
	}
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// The data hold the exact texts, but for bytes that are no text.
func TestData(t *testing.T) {
	r := report(t, 3)
	r.Rows[1].Outputs[0].Spans = []inspection.Span{{Start: 2, End: 5, Severity: "major"}, {Start: 4, End: 6, Category: "Style"}}
	page := written(t, r)
	want := ""
	for i := range 3 {
		candidate := fmt.Sprint("candidate ", i, hostile, "�")
		want += r.Rows[i].ID + r.Rows[i].Doc + hostile + "reference " + hostile + "猫が" + candidate + candidate
	}
	if got := unpacked(t, page, "texts"); got != want {
		t.Errorf("found the texts\n%q, expected\n%q", got, want)
	}
	if got := unpacked(t, page, "alignments"); strings.Count(got, `[[0,0,1,0.5]],[],[0]]`) != 5 { // one output has no score
		t.Errorf("found the alignments %s", got)
	}
	if got, want := unpacked(t, page, "spans"), `[[1,0,[["ca",""],["nd","major"],["i","major; Style"],["d","Style"],["ate`; !strings.HasPrefix(got, want) {
		t.Errorf("found the spans %s, expected %s…", got, want)
	}
	if written(t, r) != page {
		t.Error("the same report gives other bytes")
	}
}

// The pictures show the systems with intervals, and of many systems the first.
func TestPictures(t *testing.T) {
	few := written(t, report(t, 60))
	for _, want := range []string{"Scatter plot “Means of the systems”: 2 points, human",
		`<path class="whiskers"`, `<path class="equal"`, "Histogram “a"} {
		if !strings.Contains(few, want) {
			t.Errorf("two systems: the page lacks %s", want)
		}
	}
	const systems, segments = 14, 4
	input := &inspection.Input{Human: "human"}
	for i := range systems {
		input.Systems = append(input.Systems, fmt.Sprint("system ", i))
	}
	for i := range segments {
		input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(i)})
	}
	for _, name := range []string{"m", "human"} {
		values := make([]float64, systems*segments)
		for i := range values {
			values[i] = float64(i * 31 % 17)
		}
		grid, err := agreement.NewGrid(systems, segments, values)
		if err != nil {
			t.Fatal(err)
		}
		input.Columns = append(input.Columns, evaluation.Column{Name: name, Grid: grid})
	}
	inspection, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	say.Inspected(inspection)
	many := written(t, &html.Report{Inspection: inspection})
	for _, want := range []string{"<summary>Histograms of m (12)</summary>\n<p class=\"legend\">The first 12 of 14 systems, the best first.</p>",
		"The first 12 of 91 pairs of systems, the largest difference first.", "<summary>Segments by score and human score (12)</summary>"} {
		if !strings.Contains(many, want) {
			t.Errorf("many systems: the page lacks %s", want)
		}
	}
	_, histograms, _ := strings.Cut(many, "<summary>Histograms of m (12)</summary>")
	best := inspection.Systems[inspection.ByMean()[0]].System
	if _, after, _ := strings.Cut(histograms, "Histogram “"); !strings.HasPrefix(after, best+"”") {
		t.Errorf("many systems: the first histogram is %.20q, expected that of the best system, %s", after, best)
	}
	_, pairs, _ := strings.Cut(many, "<summary>Segments by the scores of two systems (12)</summary>")
	_, pairs, _ = strings.Cut(pairs, "Scatter plot “m”")
	pairs, _, _ = strings.Cut(pairs, "<svg xmlns")
	if worst := inspection.Systems[inspection.ByMean()[systems-1]].System; !strings.Contains(pairs, best) ||
		!strings.Contains(pairs, worst) {
		t.Errorf("many systems: the first pair is not that of the best, %s, and the worst, %s: %.200s", best, worst, pairs)
	}
	if got, want := strings.Count(many, "<svg xmlns"), 1+4*12; got != want {
		t.Errorf("many systems: found %d pictures, expected %d", got, want)
	}
}

// The buckets are in the page as a table, and as choices of the list.
func TestBuckets(t *testing.T) {
	r := report(t, 60)
	high := 2.0
	count := func(n int) inspection.Bucket {
		return inspection.Bucket{Segments: n, Means: [][]evaluation.MeanScore{{{}, {}}, {{}, {}}}}
	}
	lengths := []inspection.Bucket{count(20), count(40)}
	lengths[0].High, lengths[1].Low = &high, 3
	r.Buckets = append(r.Buckets, inspection.Buckets{By: inspection.ByLength, List: lengths, Of: make([]int8, 60)})
	r.Buckets[len(r.Buckets)-1].Of[0] = -1
	page := written(t, r)
	for _, want := range []string{
		`<caption>Length of the reference in tokens</caption>`, `<a data-bucket="length:up to 2">up to 2</a></th><td>20</td><td>–`,
		`<a data-bucket="length:3 or more">3 or more</a>`, `"choices":["reference of up to 2 tokens","reference of 3 or more tokens"]`,
		`<a data-bucket="score:best fifth">best fifth</a>`, `<a data-bucket="human:worst fifth">worst fifth</a>`, `{"key":"score","names":["worst fifth",`,
		"<summary>Means of human",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	numbers := unpacked(t, page, "numbers")
	if got := numbers[len(numbers)-60:]; got != "\xff"+strings.Repeat("\x00", 59) {
		t.Errorf("found the buckets %q of the rows", got)
	}
}

// A report of scores alone, and of one system, is a page, too.
func TestScoresAlone(t *testing.T) {
	grid, err := agreement.NewGrid(1, 2, []float64{math.NaN(), 0.25})
	if err != nil {
		t.Fatal(err)
	}
	inspection, err := inspection.Inspect(t.Context(), inspection.Contents{}, &inspection.Input{
		Scores: evaluation.Scores{Systems: []string{"s"}, Segments: []evaluation.Segment{{ID: "1"}, {ID: "2"}},
			Columns: []evaluation.Column{{Name: "m", Grid: grid}}}})
	if err != nil {
		t.Fatal(err)
	}
	say.Inspected(inspection)
	page := written(t, &html.Report{Inspection: inspection})
	for _, want := range []string{"The input has no texts.", "0.2500", "<title>s: 2 segments</title>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteFails(t *testing.T) {
	if err := html.Write(failing{}, report(t, 2)); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v", err)
	}
}
