package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/visible"
)

// hostile is a name, and hostileText a text, that would color a terminal, turn the direction of writing round, and be
// a name that is notified, a link, HTML, a number of an issue and the end of a cell.
const (
	hostile     = "x\x1b[31m\u202eevil\u200f\u00ad\ue000\u0378\U000e0041 @someone <b> #12 www.x.org | GH-3 &#64;you"
	hostileText = "a dog " + hostile + " </details> https://x.org\u009b"
)

// runIn runs the command and returns what it printed. Tests that use it are not parallel: flags keep what was parsed.
func runIn(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), append([]string{"wrd"}, args...), strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

// hostileFiles makes files of which the names and the texts are hostile, and returns the folder.
func hostileFiles(t *testing.T) (dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows forbids such names")
	}
	dir = t.TempDir()
	good, bad, table := "", "", "system\tsegment\thuman\tm\u202e\tn\n"
	for i := range 12 {
		good += "a cat sat on the mat\n"
		bad += hostileText + "\n"
		for _, system := range []string{"x\x1b", "y\u202e"} {
			table += fmt.Sprintf("%s\t%d\t%d\t%d\t%d\n", system, i, i%7, i%5, i%3)
		}
	}
	writeTestFile(t, filepath.Join(dir, "r\x1b.txt"), good)
	writeTestFile(t, filepath.Join(dir, "before.txt"), good)
	writeTestFile(t, filepath.Join(dir, "c.txt"), bad)
	writeTestFile(t, filepath.Join(dir, "t\u202e.tsv"), table)
	writeTestFile(t, filepath.Join(dir, "s\x1b.tsv"), "1\ta cat\ta dog\n2\ta cat\tthe cat\n3\ta cat\ta cat\n")
	writeTestFile(t, filepath.Join(dir, "w\x1b.tsv"), "cat\tdog\t1\ncat\tcat\t5\ndog\thouse\t0\n")
	writeTestFile(t, filepath.Join(dir, "v\x1b|convert:AWR@deadbeef|y\nwrd.vec"), "cat 1 0\ndog\x1b 0 1\na\u202e 1 1\n")
	return dir
}

// What names and texts hold is shown as it is, and controls nothing, in every verb that writes for people.
func TestHostileNamesAndTexts(t *testing.T) {
	t.Chdir(hostileFiles(t))
	t.Setenv("WRD_CACHE_DIR", filepath.Join(t.TempDir(), "cache\x1b"))
	const name, reference, vectors = hostile, "r\x1b.txt", "v\x1b|convert:AWR@deadbeef|y\nwrd.vec"
	_, stderr, code := runIn(t, "check", "-c", name+"=before.txt", "-r", reference, "--baseline", "b\x1b.parquet",
		"--update")
	if code != 0 {
		t.Fatal(stderr)
	}
	check := []string{"check", "-c", name + "=c.txt", "-r", reference, "--baseline", "b\x1b.parquet", "--annotations",
		"--junit", "junit.xml", "--format"}
	for _, c := range []struct {
		name string
		code int
		args []string
		// shown must be in what is printed.
		shown string
	}{
		{"score", 0, []string{"score", "-c", name + "=c.txt", "-r", reference}, `x\x1b[31m\u202eevil\u200f\u00ad\ue000\u0378\U000e0041 @someone`},
		{"several measures", 0, []string{"score", "-c", name + "=c.txt", "-r", reference, "--measure", "wrd,wmd"},
			`x\x1b[31m`},
		{"vectors of a hostile name", 0, []string{"score", "-c", "c.txt", "-r", reference, "--vectors", vectors},
			`wrd|vectors:v\x1b\x7cconvert:AWR@deadbeef\x7cy\nwrd@`},
		{"explain", 0, []string{"explain", "--tokenizer", "whitespace", "cat \x1b[31mdog \u202ecat", "cat \x1b[2J"},
			`\x1b[31mdog`},
		{"check, text", 1, append(check, "text"), `x\x1b[31m\u202eevil\u200f\u00ad\ue000\u0378\U000e0041 @someone`},
		{"check, Markdown", 1, append(check, "markdown"),
			`now: a dog x\\x1b\[31m\\u202eevil\\u200f\\u00ad\\ue000\\u0378\\U000e0041 @&#8203;someone \<b\> #&#8203;12 www&#8203;.x.org \| GH-&#8203;3 ` +
				`\&#&#8203;64;you \</details\> https:&#8203;//x.org\\u009b`},
		{"compare", 0, []string{"compare", "-c", name + "=c.txt", "-c", "before.txt", "-r", reference}, `x\x1b[31m`},
		{"compare, Markdown", 0, []string{"compare", "-c", name + "=c.txt", "-c", "before.txt", "-r", reference,
			"--format", "markdown"}, `\\U000e0041 @&#8203;someone`},
		{"compare, LaTeX", 0, []string{"compare", "-c", name + "=c.txt", "-c", "before.txt", "-r", reference,
			"--format", "latex"}, `textbackslash{}x1b[31m\textbackslash{}u202eevil\textbackslash{}u200f\textbackslash{}u00ad\textbackslash{}ue000\textbackslash{}u0378\textbackslash{}U000e0041 @someone $<$b$>$ \#12`},
		{"correlate", 0, []string{"correlate", "--table", "t\u202e.tsv", "--human", "human", "--measure", "m\u202e,n",
			"--compare", "perm_both", "--samples", "20", "-o", "out"}, `m\u202e`},
		{"correlate, Markdown", 0, []string{"correlate", "--table", "t\u202e.tsv", "--human", "human", "--measure",
			"m\u202e",
			"--format", "markdown"}, `| m\\u202e |`},
		{"sts", 0, []string{"sts", "--data", "s\x1b.tsv", "--plot", "plot.svg"}, `s\x1b.tsv`},
		{"wordsim", 0, []string{"wordsim", "--data", "w\x1b.tsv", "--format", "latex"}, `w\textbackslash{}x1b.tsv`},
		{"vectors info", 0, []string{"vectors", "info", vectors}, `dog\x1b`},
		{"cache list", 0, []string{"cache", "list"}, `v\x1b|convert:AWR@deadbeef|y\nwrd`},
		{"report", 0, []string{"report", "t\u202e.tsv", "-o", "report.html", "--lower-is-better", "m\u202e"}, ""},
		{"an absent file", 2, []string{"score", "-c", "no\x1b\nwrd: hint: run this", "-r", reference},
			`wrd: no\x1b\nwrd: hint: run this: `},
		{"an unknown flag", 2, []string{"score", "--\x1b[31m"}, `\x1b[31m`},
		{"an unknown verb", 2, []string{"\u202e"}, `\u202e`},
		{"bad text", 2, []string{"explain", "--format", "\x1b", "a", "b"}, `\x1b`},
	} {
		t.Run(c.name, func(t *testing.T) {
			stdout, stderr, code := runIn(t, c.args...)
			if code != c.code {
				t.Fatalf("exit status %d, want %d:\n%s%s", code, c.code, stdout, stderr)
			}
			if !strings.Contains(stdout+stderr, c.shown) {
				t.Errorf("does not show %s:\n%s%s", c.shown, stdout, stderr)
			}
			for line := range strings.Lines(stdout + stderr) {
				if line = strings.TrimSuffix(line, "\n"); visible.Text(line) != line {
					t.Errorf("printed as it is: %q", line)
				}
				if strings.HasPrefix(line, "wrd: hint: run this") || strings.HasPrefix(line, "wrd|convert") {
					t.Errorf("a name passes for a line of its own: %q", line)
				}
			}
		})
	}
	for _, file := range []string{"junit.xml", "plot.svg", "out/correlations.svg"} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.ReplaceAll(string(content), "\n", ""); visible.Text(text) != strings.ReplaceAll(text, "\t",
			`\t`) {
			t.Errorf("%s holds characters as they are", file)
		}
	}
	// What programs read holds the exact characters.
	stdout, _, _ := runIn(t, "score", "-c", name+"=c.txt", "-r", reference, "--format", "json", "-o", "results")
	var summary struct{ Systems []struct{ System string } }
	if err := json.Unmarshal([]byte(stdout), &summary); err != nil || summary.Systems[0].System != name {
		t.Errorf("JSON holds %+q, %v", summary, err)
	}
	rows, err := pq.ReadFile[struct {
		System    string `parquet:"system"`
		Candidate string `parquet:"candidate"`
	}]("results/segments.parquet")
	if err != nil || rows[0].System != name || rows[0].Candidate != hostileText {
		t.Errorf("Parquet holds %q, %v", rows, err)
	}
}

// Names of files that are not UTF-8 can be given for all that is read and written.
func TestNamesThatAreNotUTF8(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have no such names")
	}
	t.Chdir(t.TempDir())
	t.Setenv("WRD_CACHE_DIR", filepath.Join(t.TempDir(), "cache\xff"))
	writeTestFile(t, "a\xff.txt", "a cat\na dog\n")
	writeTestFile(t, "a\xfe.txt", "a cat\na cat\n")
	writeTestFile(t, "v\xff.vec", "a 1 0\ncat 0 1\ndog 1 1\n")
	writeTestFile(t, "n\xff.txt", "a 10\ncat 3\ndog 2\n")
	for _, args := range [][]string{
		{"score", "-c", "a\xff.txt", "-c", "a\xfe.txt", "-r", "a\xff.txt", "--vectors", "v\xff.vec",
			"-o", "out\xff"},
		{"correlate", "--table", "out\xff/segments.parquet", "--human", "wrd", "--measure", "wrd_similarity",
			"-o", "agreement\xff"},
		{"compare", "-c", "a\xff.txt", "-c", "b\xff=a\xfe.txt", "-r", "a\xff.txt"},
		{"matrix", "-c", "a\xff.txt", "-r", "a\xfe.txt", "-o", "m\xff.npy"},
		{"convert", "fit", "--letters", "W", "--vectors", "v\xff.vec", "--frequencies", "n\xff.txt", "-o", "f\xff.fit"},
		{"vectors", "info", "v\xff.vec"},
		{"cache", "list"},
	} {
		stdout, stderr, code := runIn(t, args...)
		if code != 0 {
			t.Errorf("%q: exit status %d, %s", args, code, stderr)
		}
		if !utf8.ValidString(stdout) || !utf8.ValidString(stderr) {
			t.Errorf("%q prints %q %q", args, stdout, stderr)
		}
	}
	rows, err := pq.ReadFile[struct {
		System string `parquet:"system"`
	}]("out\xff/segments.parquet")
	if err != nil || len(rows) != 4 || rows[0].System != `a\xfe` || rows[1].System != `a\xff` {
		t.Errorf("found the systems %+v, %v", rows, err)
	}
	f, err := os.Open("out\xff/segments.parquet")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	file, err := pq.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	if signature, _ := file.Lookup("wrd.signature"); !strings.HasPrefix(signature, `wrd|vectors:v\xff@`) {
		t.Errorf("found the signature %q", signature)
	}
	for _, made := range []string{"agreement\xff/correlations.parquet", "m\xff.npy", "f\xff.fit"} {
		if _, err := os.Stat(made); err != nil {
			t.Error(err)
		}
	}
}
