package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/odd"
)

// update rewrites the output of documented commands: go test ./cli/wrd -run TestDocumented -update
var update = flag.Bool("update", false, "rewrite what the documentation says that commands print")

// A form of documentation shows commands and their output in blocks, with a prefix before each line of a block.
type form struct {
	block  *regexp.Regexp // a whole block
	prefix string
}

var (
	// markdown has fenced blocks.
	markdown = form{regexp.MustCompile("(?ms)(?:^```console\n)(.*?)(?:^```$)"), ""}
	// manual is a package comment; a block begins with a command and ends before the next line of text.
	manual = form{regexp.MustCompile(`(?m)^//\t\$ .*\n(?:(?://\n)*//\t.*\n)*`), "//\t"}
)

// documentedShell returns what runs a command of the documentation: in the root of the repository, with wrd on the PATH
// and an empty folder $out.
func documentedShell(t *testing.T) func(command string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		t.Skip("the documented commands are for a Unix shell")
	}
	path := filepath.Dir(build(t)) + string(os.PathListSeparator) + os.Getenv("PATH")
	environment := append(os.Environ(), "PATH="+path, "out="+t.TempDir())
	return func(command string) *exec.Cmd {
		sh := exec.Command("sh", "-c", command)
		sh.Dir, sh.Env = filepath.Join("..", ".."), environment
		return sh
	}
}

// Every block of commands in README, docs and the package comment shows what the commands really print.
func TestDocumentedCommands(t *testing.T) {
	pages, _ := filepath.Glob("../../docs/*.md")
	examples, _ := filepath.Glob("../../docs/examples/*/*.md")
	const readme = "../../README.md"
	files := map[string]form{"doc.go": manual, readme: markdown}
	for _, page := range slices.Concat(pages, examples) {
		files[page] = markdown
	}
	for file, form := range files {
		name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			shell := documentedShell(t)
			run := func(command string) string {
				out, err := shell(command).Output()
				if err != nil {
					t.Errorf("%s: %v", command, err)
				}
				return strings.TrimRight(string(out), "\n")
			}
			printed, commands := form.rerun(string(said), run)
			if commands == 0 && (form == manual || file == readme) {
				t.Errorf("found no command in %s: the test is blind", file)
			}
			switch {
			case printed == string(said):
			case *update:
				if err := os.WriteFile(file, []byte(printed), 0o666); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("%s does not say what its commands print (-said +printed; -update mends it):\n%s", name,
					cmp.Diff(string(said), printed))
			}
		})
	}
}

// Every section that a line of the program names is there, and nobody has to guess its address.
func TestDocumentedOddOutputs(t *testing.T) {
	page, err := os.ReadFile("../../docs/odd-output.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range odd.Outputs() {
		_, name, _ := strings.Cut(section.String(), "#")
		if title := "\n## " + strings.ReplaceAll(name, "-", " ") + "\n"; !strings.Contains(strings.ToLower(string(page)), title) {
			t.Errorf("found no section for %s", section)
		}
		if strings.Count(string(page), section.String()) == 0 {
			t.Errorf("the page shows no line of the program that names %s", section)
		}
	}
}

// Every row of the table of complaints has a command that works, or says that wrd does not do it.
func TestDocumentedComplaints(t *testing.T) {
	shell, commands := documentedShell(t), 0
	page, err := os.ReadFile("../../docs/should-i-use-wrd.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.SplitSeq(table, "\n") {
		_, cell, ok := strings.Cut(strings.TrimSuffix(row, " |"), " | ")
		_, cell, also := strings.Cut(cell, " | ")
		if cell == "none: it does not do this" {
			continue
		}
		_, command, quoted := strings.Cut(cell, "`")
		command, _, closed := strings.Cut(command, "`")
		if !ok || !also || !quoted || !closed {
			t.Errorf("found no command in the last cell of %s", row)
			continue
		}
		// A container may not make a namespace without network.
		command = strings.TrimPrefix(strings.ReplaceAll(command, `\|`, "|"), "unshare -rn ")
		t.Run(fmt.Sprint("row ", commands+1), func(t *testing.T) {
			t.Parallel()
			if printed, err := shell(command).CombinedOutput(); err != nil {
				t.Errorf("%s: %v, %s", command, err, printed)
			}
		})
		commands++
	}
	if commands < 10 {
		t.Errorf("found %d commands: the test is blind", commands)
	}
}

// Every picture in docs is what its command draws: the one at the top of README is that of the two texts beside it, the
// one in docs/correlate.md that of its first example, the one in docs/compare.md is part of the report of its first
// example, and those of docs/benchmarks.md are drawn of the times in bench.
func TestDocumentedPictures(t *testing.T) {
	dir := t.TempDir()
	drawn := map[string][]byte{}
	for picture, args := range map[string][]string{
		"alignment.svg": {"explain", "--format", "svg", "a cat sat on the rug", "the cat was sitting on a mat"},
		"alignment-de.svg": {"explain", "--language", "de", "--purpose", "translation", "--format", "svg",
			"Eine Katze saß auf dem Teppich", "Die Katzen sitzen auf einer Matte"},
		"compare.svg": {"compare", "-c", "../../testdata/mt/system-a.txt", "-c", "../../testdata/mt/system-b.txt",
			"-r", "../../testdata/mt/reference.txt", "--report", filepath.Join(dir, "compare.html")},
		"correlations.svg": {"correlate", "--table", filepath.Join("..", "..", "testdata", "agreement", "scores.tsv"),
			"--human", "anna", "--lower-is-better", "distance", "--measure", "steady,noisy,distance", "-o", dir},
	} {
		var printed, stderr bytes.Buffer
		args = append([]string{"wrd"}, args...)
		if code := run(t.Context(), args, strings.NewReader(""), &printed, &stderr); code != exitDone {
			t.Fatalf("exit status %d, %s", code, stderr.String())
		}
		drawn[picture] = printed.Bytes()
		if slices.Contains(args, "-o") {
			var err error
			if drawn[picture], err = os.ReadFile(filepath.Join(dir, picture)); err != nil {
				t.Fatal(err)
			}
		}
		if slices.Contains(args, "--report") {
			drawn[picture] = scatterOfReport(t, filepath.Join(dir, "compare.html"))
		}
	}
	python, err := exec.LookPath("python3")
	if err == nil {
		out, err := exec.Command(python, filepath.Join("..", "..", "bench", "growth.py"), dir).CombinedOutput()
		if err != nil {
			t.Errorf("bench/growth.py: %v, %s", err, out)
		}
	}
	pictures, _ := filepath.Glob(filepath.Join("..", "..", "docs", "*.svg"))
	others, _ := filepath.Glob(filepath.Join("..", "..", "docs", "*.png"))
	for _, path := range append(pictures, others...) {
		picture := filepath.Base(path)
		if picture == "report.png" {
			continue // see TestDocumentedScreenshot
		}
		now := drawn[picture]
		if strings.HasPrefix(picture, "growth-") {
			var err error
			if now, err = os.ReadFile(filepath.Join(dir, picture)); err != nil {
				t.Run(picture, func(t *testing.T) {
					if python != "" {
						t.Fatal("bench/growth.py did not draw it")
					}
					t.Skip("python3 draws it, which is not here; .ci/run has it")
				})
				continue
			}
		}
		if now == nil {
			t.Errorf("%s: no command of this test draws it", picture)
			continue
		}
		if *update {
			if err := os.WriteFile(path, now, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		said, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(said, now) {
			t.Errorf("%s is not what the command draws now (-update mends it)", path)
		}
	}
}

// scatterOfReport returns the picture in a report that has a point for each segment.
func scatterOfReport(t *testing.T, page string) []byte {
	t.Helper()
	html, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	title := bytes.Index(html, []byte("<title>Segments by the scores of two systems</title>"))
	begin := bytes.LastIndex(html[:max(title, 0)], []byte("<svg "))
	if title < 0 || begin < 0 {
		t.Fatalf("%s has no picture of segments", page)
	}
	picture, _, _ := bytes.Cut(html[begin:], []byte("</svg>"))
	return append(picture, "</svg>\n"...)
}

// The screenshot of the report has other bytes with the fonts of each machine. So it says of which page it was taken: of
// what docs/examples/report.html shows, which is all before its data and its script.
func TestDocumentedScreenshot(t *testing.T) {
	page, err := os.ReadFile("../../docs/examples/report.html")
	if err != nil {
		t.Fatal(err)
	}
	shown, _, ok := bytes.Cut(page, []byte(`<script type="application/json" id="manifest">`))
	picture, err := os.ReadFile("../../docs/report.png")
	if err != nil || !ok {
		t.Fatalf("the page has a manifest: %v; %v", ok, err)
	}
	want := fmt.Sprintf("tEXtSource\x00sha256 of the page %x", sha256.Sum256(shown))
	if !bytes.Contains(picture, []byte(want)) {
		t.Error("docs/report.png was taken of another page: node .ci/report_picture.mjs MODULES takes it again")
	}
}

// The report that the documentation links to is that of the commands in docs/report.md.
func TestDocumentedReport(t *testing.T) {
	dir := t.TempDir()
	results, page := filepath.Join(dir, "results"), filepath.Join(dir, "report.html")
	for _, args := range [][]string{
		{"score", "-c", "../../testdata/mt/system-a.txt", "-c", "../../testdata/mt/system-b.txt",
			"-r", "../../testdata/mt/reference.txt", "-o", results, "--alignments"},
		{"report", results, "-o", page},
	} {
		if _, stderr, code := runIn(t, args...); code != exitDone {
			t.Fatalf("exit status %d, %s", code, stderr)
		}
	}
	written, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const documented = "../../docs/examples/report.html"
	if *update {
		if err := os.WriteFile(documented, written, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := os.ReadFile(documented); err != nil || !bytes.Equal(said, written) {
		t.Errorf("docs/examples/report.html is not what the command writes now (-update mends it; %v)", err)
	}
}

// The page of flags is made of the flags of the verbs.
func TestDocumentedFlags(t *testing.T) {
	const page = "../../docs/flags.md"
	made := flagsPage(newApp(nil, io.Discard, io.Discard))
	if *update {
		if err := os.WriteFile(page, []byte(made), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := os.ReadFile(page); err != nil || string(said) != made {
		t.Errorf("docs/flags.md does not have the flags of the command (-said +made; -update mends it):\n%s",
			cmp.Diff(string(said), made))
	}
}

// flagsPage returns a page with the flags of all verbs, as help has them: first those that several verbs share with one
// meaning, then a section for each verb.
func flagsPage(app *cli.App) string {
	type row struct{ name, head, text string }
	var rows []row
	var all, scoring []string // scoring are the verbs that score texts by settings
	verbs := map[row][]string{}
	var collect func(prefix string, list []*cli.Command)
	collect = func(prefix string, list []*cli.Command) {
		for _, verb := range list {
			if verb.Hidden {
				continue
			}
			name := prefix + verb.Name
			all = append(all, name)
			collect(name+" ", verb.Subcommands)
			for _, flag := range args.Help(app, verb).Flags {
				r := row{flag.Names[0], "--" + flag.Names[0], flag.Usage}
				for _, name := range flag.Names[1:] {
					if len(name) == 1 {
						r.head = "-" + name + ", " + r.head
					}
				}
				if flag.Value != "" {
					r.head += " " + flag.Value
				}
				var more []string
				if flag.Default != "" {
					more = append(more, "default: "+flag.Default)
				}
				for _, name := range flag.Environment {
					more = append(more, "$"+name)
				}
				if more != nil {
					r.text += " (" + strings.Join(more, "; ") + ")"
				}
				if verbs[r] == nil {
					rows = append(rows, r)
				}
				if verbs[r] = append(verbs[r], name); r.name == "context-weight" {
					scoring = verbs[r] // as all of them have it
				}
			}
		}
	}
	collect("", app.Commands)
	slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.name, b.name) })
	// joined are verbs in short: those of one group are written together.
	joined := func(of []string) string {
		var short []string
		for i, verb := range of {
			group, name, ok := strings.Cut(verb, " ")
			if ok && i > 0 && strings.HasPrefix(of[i-1], group+" ") {
				short[len(short)-1] += "|" + name
			} else {
				short = append(short, verb)
			}
		}
		return strings.Join(short, ", ")
	}
	// those are the verbs of a row, in one of the first two sections.
	those := func(r row) (of string, scores bool) {
		missing := slices.DeleteFunc(slices.Clone(scoring), func(verb string) bool { return slices.Contains(verbs[r], verb) })
		more := slices.DeleteFunc(slices.Clone(verbs[r]), func(verb string) bool { return slices.Contains(scoring, verb) })
		if len(missing) > 2 {
			return " (" + joined(verbs[r]) + ")", false
		}
		var but []string
		if len(missing) > 0 {
			but = append(but, "not "+joined(missing))
		}
		if len(more) > 0 {
			but = append(but, "also "+joined(more))
		}
		if but == nil {
			return "", true
		}
		return " (" + strings.Join(but, "; ") + ")", true
	}
	var page strings.Builder
	fmt.Fprintf(&page, "# Flags\n\nEvery flag of every verb, as `wrd VERB --help` explains it.\n\n## Of all that score\n\nThese are "+
		"%s.\n\n", strings.Join(scoring, ", "))
	inText := strings.NewReplacer("<", "&lt;", "*", `\*`)
	write := func(r row, of string) {
		fmt.Fprintf(&page, "- `%s`%s: %s\n", r.head, of, inText.Replace(r.text))
	}
	for _, section := range []bool{true, false} {
		if !section {
			page.WriteString("\n## Of several verbs\n\n")
		}
		for _, r := range rows {
			if of, scores := those(r); len(verbs[r]) > 1 && scores == section {
				write(r, of)
			}
		}
	}
	for _, verb := range all {
		var own []row // flags with one meaning are a row
		for _, r := range rows {
			if len(verbs[r]) != 1 || verbs[r][0] != verb {
				continue
			}
			if same := slices.IndexFunc(own, func(o row) bool { return o.text == r.text }); same >= 0 {
				own[same].head += "`, `" + r.head
			} else {
				own = append(own, r)
			}
		}
		if own != nil {
			fmt.Fprintf(&page, "\n## %s\n\n", verb)
		}
		for _, r := range own {
			write(r, "")
		}
	}
	return page.String()
}

// rerun returns a text with what its commands print now, and how many commands there are.
func (f form) rerun(text string, run func(command string) string) (printed string, commands int) {
	printed = f.block.ReplaceAllStringFunc(text, func(block string) string {
		var lines []string
		for line := range strings.Lines(block) {
			line = strings.TrimSuffix(line, "\n")
			switch command, ok := strings.CutPrefix(line, f.prefix+"$ "); {
			case ok:
				commands++
				lines = append(lines, line)
				for out := range strings.SplitSeq(run(command), "\n") {
					lines = append(lines, strings.TrimRight(f.prefix+out, "\t"))
				}
			case strings.HasPrefix(line, "```"):
				lines = append(lines, line)
			}
		}
		if strings.HasSuffix(block, "\n") {
			lines = append(lines, "")
		}
		return strings.Join(lines, "\n")
	})
	return printed, commands
}

// The package comment lists the verbs as the help of the command does.
func TestManualListsVerbs(t *testing.T) {
	content, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, verb := range newApp(nil, io.Discard, io.Discard).Commands {
		if verb.Hidden {
			continue
		}
		line := fmt.Sprintf("//\t%-9s  %s\n", verb.Name, verb.Usage)
		if !strings.Contains(string(content), line) {
			t.Errorf("doc.go: found no line %q", line)
		}
	}
}
