package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
)

// A verdict follows from the drop, what the test says of it, and what the set could have shown.
func TestVerdicts(t *testing.T) {
	detectable := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		name                 string
		drop, margin         float64
		adjusted, leastP     float64
		detectable           *float64
		worse, equal, better int
		want                 checkVerdict
	}{
		{"a drop beyond chance and margin", 0.1, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, verdictRegression},
		{"the drop is the margin", 0.05, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, verdictPass},
		{"alpha itself is significant", 0.1, 0.05, 0.05, 1e-9, detectable(0.03), 50, 0, 10, verdictRegression},
		{"better", -0.1, 0, 0.01, 1e-9, detectable(0.03), 10, 0, 50, verdictPass},
		{"chance, in a set that shows enough", 0.01, 0.05, 0.4, 1e-9, detectable(0.03), 30, 0, 30, verdictPass},
		{"chance, in a set that is too small", 0.01, 0.02, 0.4, 1e-9, detectable(0.03), 30, 0, 30, verdictInconclusive},
		{"a large drop, in a set that is too small", 0.3, 0.02, 0.06, 0.06, detectable(0.5), 5, 0, 0, verdictInconclusive},
		{"nothing changed", 0, 0, 1, 1, nil, 0, 60, 0, verdictPass},
		{"all changed alike, too few", 0.2, 0.1, 0.5, 0.5, nil, 2, 0, 0, verdictInconclusive},
		{"all changed alike, within the margin, too few", 0.2, 0.3, 0.5, 0.5, nil, 2, 0, 0, verdictInconclusive},
		{"all changed alike, enough", 0.2, 0.1, 0.002, 0.002, nil, 10, 0, 0, verdictRegression},
		{"significant by a test that cannot be", 0.2, 0.1, 0.01, 0.5, detectable(0.3), 2, 0, 0, verdictInconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			test := checkTest{Drop: c.drop, Margin: c.margin, Adjusted: c.adjusted, Segments: c.worse + c.equal + c.better,
				Worse: c.worse, Equal: c.equal, Better: c.better, difference: agreement.Difference{LeastP: c.leastP, Detectable: c.detectable}}
			test.conclude(0.05)
			if test.Verdict != c.want {
				t.Errorf("%s (%s), want %s", test.Verdict, test.Reason, c.want)
			}
			if test.Detectable != nil && math.IsNaN(*test.Detectable) {
				t.Error("NaN")
			}
		})
	}
}

// What a text holds cannot end an annotation or the XML.
func TestReportsEscape(t *testing.T) {
	nasty := "a,b:c%d\r\n::error::x\x00\x1b<]]>&\"\xff"
	r := &checkReport{
		Tests:          []checkTest{{System: nasty, Measure: "wrd", Against: "baseline", Verdict: verdictRegression, Reason: nasty}},
		Worst:          []worseSegment{{System: nasty, Measure: "wrd", Segment: "1", Line: 2, Candidate: nasty, Reference: nasty}},
		candidateFiles: map[string]string{nasty: nasty},
	}
	var b bytes.Buffer
	writeAnnotations(&b, r)
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[1], "::error file=a%2Cb%3Ac%25d%0D%0A%3A%3Aerror%3A%3Ax") || !strings.Contains(lines[1], ",line=2,title=") {
		t.Errorf("annotations %q", lines)
	}
	path := filepath.Join(t.TempDir(), "junit.xml")
	if err := writeJUnit(path, r); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(content)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, content)
		}
	}
}

// With the same seed the report is the same, for any number of threads.
func TestCheckRepeats(t *testing.T) {
	baseline := filepath.Join(t.TempDir(), "baseline.parquet")
	check := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		args = append([]string{"wrd", "check", "-r", "../../testdata/mt/reference.txt", "--baseline", baseline, "--no-cache"}, args...)
		if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code > exitRegression {
			t.Fatalf("exit status %d: %s", code, stderr.String())
		}
		return stdout.String()
	}
	check("-c", "../../testdata/mt/system-a.txt", "--update")
	one := check("-c", "../../testdata/mt/system-b.txt", "--threads", "1", "--format", "json")
	if two := check("-c", "../../testdata/mt/system-b.txt", "--threads", "2", "--format", "json"); two != one || !strings.Contains(one, `"verdict": "regression"`) {
		t.Errorf("on one thread\n%s\non two\n%s", one, two)
	}
}
