package render

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		name        string
		unit        string
		done, total int64
		passed      time.Duration
		want        string
	}{
		{"a share", "", 250, 1000, 10 * time.Second, "work  25%  30s left"},
		{"nothing yet", "", 0, 1000, 2 * time.Second, "work  0%  2s"},
		{"bytes", "byte", 30_000_000, 90_000_000, time.Minute, "work  33%  30 MB of 90 MB  2m0s left"},
		{"no end in sight", "byte", 30_000_000, 0, 90 * time.Second, "work  30 MB  1m30s"},
		{"all", "", 7, 7, 3 * time.Second, "work  100%  3s"},
		{"more than all", "byte", 9, 7, 3 * time.Second, "work  100%  9 B of 7 B  3s"},
		{"segments", "segment", 5000, 20_000, 10 * time.Second, "work  25%  5,000 segments  500/s  30s left"},
		{"rows", "row", 5000, 20_000, 10 * time.Second, "work  25%  5,000 rows  500/s  30s left"},
		{"segments of a pipe", "segment", 1, 0, 4 * time.Second, "work  1 segment  4s"},
	} {
		if got := progressLine("work", c.unit, c.done, c.total, c.passed); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Where no terminal is, nothing is written, and nobody asks for the position.
func TestNoProgressWithoutTerminal(t *testing.T) {
	var stderr bytes.Buffer
	stop := Progress(&stderr, "work", "byte", func() (int64, int64) { t.Error("asked"); return 0, 0 })
	stop()
	stop()
	if stderr.Len() > 0 {
		t.Errorf("wrote %q", stderr.String())
	}
}
