package main

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	one := check("-c", "../../testdata/mt/system-b.txt", "--threads", "1", "--format", "json")
	two := check("-c", "../../testdata/mt/system-b.txt", "--threads", "2", "--format", "json")
	if two != one || !strings.Contains(one, `"verdict": "regression"`) {
		t.Errorf("on one thread\n%s\non two\n%s", one, two)
	}
}
