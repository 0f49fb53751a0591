package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"golang.org/x/sys/unix"
)

// onTerminal returns the lines that a command writes to a terminal of 80 columns.
func onTerminal(t *testing.T, args ...string) []string {
	t.Helper()
	t.Setenv("COLUMNS", "")
	t.Setenv("NO_COLOR", "1")
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer master.Close()
	fd := int(master.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	if err := unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	shown := make(chan string)
	go func() {
		all, _ := io.ReadAll(master) // which ends with an error when nobody has the other end
		shown <- string(all)
	}()
	var errs strings.Builder
	code := run(context.Background(), append([]string{"wrd"}, args...), strings.NewReader(""), slave, &errs)
	slave.Close()
	lines := strings.Split(<-shown, "\r\n")
	if code != exitDone {
		t.Fatalf("%d: %s", code, errs.String())
	}
	return lines
}

// The first screen of a terminal says who is best, whether that is certain, and whether people agree; of 15 systems it has the
// whole ranking.
func TestFirstScreen(t *testing.T) {
	for _, c := range []struct {
		name string
		args func(t *testing.T) []string
		want []string
	}{
		{"two systems", func(*testing.T) []string {
			const mt = "../../testdata/mt/"
			return []string{mt + "system-a.txt", mt + "system-b.txt", "-r", mt + "reference.txt"}
		}, []string{"system-a is significantly better than system-b by wrd: ", "At WMT, people agreed with 92% of such", "\nsystem-b  0.2469 ",
			"p: paired approximate randomisation."}},
		{"WMT23", func(t *testing.T) []string { return []string{shareddata.Path(t, "data/mt/wmt23_zh-en_mqm.jsonl.gz")} },
			[]string{"People put Lan-BridgeMT and GPT4-5shot first, 8th and 9th of 15 by wrd; wrd puts\nYishu, ONLINE-B and HW-TSC first, ",
				"systems in the same order: 84 of 105, 80% (", "\n1        Yishu ", "\n4        NLLB_Greedy ",
				"p: paired approximate randomisation, corrected for 105 pairs (Holm)."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "WMT23" {
				parts.Need(t, parts.Thorough)
			}
			lines := onTerminal(t, append([]string{"compare"}, c.args(t)...)...)
			screen := strings.Join(lines[:min(24, len(lines))], "\n")
			for _, want := range c.want {
				if !strings.Contains(strings.ReplaceAll(screen, "\n", " "), strings.ReplaceAll(want, "\n", " ")) {
					t.Errorf("the first screen lacks %q:\n%s", want, screen)
				}
			}
			for _, line := range lines {
				if n := len([]rune(line)); n > 80 && !strings.Contains(line, "|version:") {
					t.Errorf("%d columns: %s", n, line)
				}
			}
		})
	}
}
