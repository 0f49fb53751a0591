package wrd_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Limits of all documents together, so that a person can read them. Code, output of commands and tables between marks
// such as <!-- WMT23 -->, which scripts write, do not count.
const (
	maxWords     = 45_000
	longSentence = 35 // words; more are hard to follow
	maxLong      = 19
)

var (
	codeBlock   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	dataBlock   = regexp.MustCompile(`(?ms)^<!-- (.+?) -->$.*?^<!-- end of (.+?) -->$`)
	linkTarget  = regexp.MustCompile(`\]\([^)]*\)`)
	newItem     = regexp.MustCompile(`^ *(?:[-*]|\d+\.|#+|\|) `)
	sentenceEnd = regexp.MustCompile(`[.!?:][*_)"”]*(?: |$)`)
)

// Documents stay short, and so do their sentences. -v prints the words of each file and all long sentences.
func TestDocumentsAreShort(t *testing.T) {
	type page struct {
		path  string
		words int
	}
	var pages []page
	var long []string
	total := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != "." {
			return filepath.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := codeBlock.ReplaceAllString(dataBlock.ReplaceAllString(string(content), ""), "")
		pages = append(pages, page{path, len(strings.Fields(text))})
		for _, sentence := range sentences(text) {
			if n := len(strings.Fields(sentence)); n > longSentence {
				long = append(long, fmt.Sprintf("%s: %d words: %s", path, n, sentence))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(pages, func(a, b page) int { return b.words - a.words })
	for _, page := range pages {
		total += page.words
		t.Logf("%6d %s", page.words, page.path)
	}
	for _, sentence := range long {
		t.Log(sentence)
	}
	if total < 10_000 || total > maxWords {
		t.Errorf("found %d words in %d documents, expected at most %d; the longest: %v", total, len(pages), maxWords,
			pages[:5])
	}
	if len(long) > maxLong {
		t.Errorf("found %d sentences of more than %d words, expected at most %d:\n%s", len(long), longSentence, maxLong,
			strings.Join(long, "\n"))
	}
}

// sentences returns the sentences of the paragraphs, items and headings of a text in Markdown. A row of a table is none.
func sentences(text string) []string {
	var paragraphs []string
	open := false
	for line := range strings.Lines(linkTarget.ReplaceAllString(text, "]")) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "|"):
			open = false
		case open && !newItem.MatchString(line):
			paragraphs[len(paragraphs)-1] += " " + line
		default:
			paragraphs, open = append(paragraphs, line), true
		}
	}
	var all []string
	for _, paragraph := range paragraphs {
		all = append(all, sentenceEnd.Split(paragraph, -1)...)
	}
	return all
}

// Every link of a page to another page, and every page that code or its messages name, is there, with its section.
func TestDocumentsAreLinked(t *testing.T) {
	var (
		link    = regexp.MustCompile(`\]\(([^)\s:]+)\)`)
		mention = regexp.MustCompile(`\bdocs/[\w/.-]+\.md(#[\w-]+)?`)
		links   = 0
	)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != "." && path != ".ci" {
			return filepath.SkipDir
		}
		isPage := filepath.Ext(path) == ".md"
		if err != nil || !isPage && !slices.Contains([]string{".go", ".py", ".yml", ".toml"}, filepath.Ext(path)) {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var targets []string
		if isPage {
			for _, found := range link.FindAllStringSubmatch(codeBlock.ReplaceAllString(string(content), ""), -1) {
				targets = append(targets, filepath.Join(filepath.Dir(path), found[1]))
				if strings.HasPrefix(found[1], "#") {
					targets[len(targets)-1] = path + found[1]
				}
			}
		} else {
			targets = mention.FindAllString(string(content), -1)
		}
		for _, target := range targets {
			links++
			file, section, _ := strings.Cut(target, "#")
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which is not there", path, target)
			} else if section != "" && !slices.Contains(sections(t, file), section) {
				t.Errorf("%s links to %s, which has no such section", path, target)
			}
		}
		return nil
	})
	if err != nil || links < 100 {
		t.Errorf("found %d links, %v: the test is blind", links, err)
	}
}

// sections returns the addresses that GitHub gives the headings of a page.
func sections(t *testing.T, file string) []string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	notAddress := regexp.MustCompile(`[^\p{L}\p{N}\p{M} _-]`)
	for line := range strings.Lines(codeBlock.ReplaceAllString(string(content), "")) {
		if marks, title, ok := strings.Cut(line, " "); ok && marks != "" && strings.Trim(marks, "#") == "" {
			title = notAddress.ReplaceAllString(strings.ToLower(strings.TrimSpace(linkTarget.ReplaceAllString(title, "]"))), "")
			all = append(all, strings.ReplaceAll(title, " ", "-"))
		}
	}
	return all
}
