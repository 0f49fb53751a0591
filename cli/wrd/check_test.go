package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
)

// With the same seed the report is the same, for any number of threads.
func TestCheckRepeats(t *testing.T) {
	baseline := filepath.Join(t.TempDir(), "baseline.parquet")
	check := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		args = slices.Concat([]string{"wrd", "check", "--no-cache"}, args,
			[]string{"-r", "../../testdata/mt/reference.txt", "--baseline", baseline})
		if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code > exitRegression {
			t.Fatalf("exit status %d: %s", code, stderr.String())
		}
		return stdout.String()
	}
	check("-c", "../../testdata/mt/system-a.txt", "--update")
	for range 2 {
		one := check("-c", "../../testdata/mt/system-b.txt", "--threads", "1", "--format", "json")
		two := check("-c", "../../testdata/mt/system-b.txt", "--threads", "2", "--format", "json")
		if two != one || !strings.Contains(one, `"verdict": "regression"`) {
			t.Errorf("against %s, on one thread\n%s\non two\n%s", baseline, one, two)
		}
		baseline = "../../testdata/mt/system-a.txt" // texts in place of their scores
	}
}

// A table of texts is no baseline that --update may replace, though it is Parquet.
func TestCheckKeepsTexts(t *testing.T) {
	type row struct {
		Candidate string `parquet:"candidate"`
	}
	t.Chdir(t.TempDir())
	if err := pq.WriteFile("texts.parquet", []row{{"a cat"}, {"a dog"}}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("texts.parquet")
	if err != nil {
		t.Fatal(err)
	}
	writeTestFile(t, "text", "a cat\na dog\n")
	line := []string{"wrd", "check", "text", "text", "--baseline", "texts.parquet"}
	for _, update := range [][]string{nil, {"--update"}, {"--update", "--force"}} {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), append(line, update...), strings.NewReader(""), &stdout, &stderr)
		if refused := strings.Contains(stderr.String(), "wrd: --update: found texts.parquet, which is no baseline that wrd stored") &&
			strings.Contains(stderr.String(), "wrd: hint: --baseline baseline.parquet stores"); refused != (update != nil) ||
			(code == exitBadInput) != refused {
			t.Errorf("%v: exit status %d, %s", update, code, stderr.String())
		}
	}
	if after, err := os.ReadFile("texts.parquet"); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the texts were replaced (%v)", err)
	}
}
