// Package html writes an inspection of scores and texts as a web page: one file that needs no network, no server and no
// other file, to be opened, searched, sent and kept.
//
// [Write] is the one call. Nothing in the data can be run: texts stand in the page as characters, and a policy of the
// page keeps the browser from running or fetching anything else. Without scripts the summary and the first
// segments can still be read.
//
// It may change with any version; README lists the packages that do not.
package html

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/shade"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"github.com/wordrotator/wrd/metric/inspection"
)

//go:embed page.css
var css string

// style is page.css with the colors of costs.
var style = sync.OnceValue(func() string {
	return strings.NewReplacer("LIGHT-CHEAP", shade.Light.Cheap, "LIGHT-DEAR", shade.Light.Dear,
		"DARK-CHEAP", shade.Dark.Cheap, "DARK-DEAR", shade.Dark.Dear).Replace(css)
})

// The script of the page, in files of which each tells one story. They share one scope, so that their order matters only
// for what runs at once.
//
//go:embed script/*.js
var scripts embed.FS

var script = sync.OnceValue(func() string {
	return joinScripts("data", "statistics", "filter", "controls", "words", "tags", "scatter", "chart", "groups", "kinds", "list", "search", "selection",
		"segment", "alignment", "export", "address")
})

func joinScripts(names ...string) string {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(async () => {\n")
	for _, name := range names {
		content, err := scripts.ReadFile("script/" + name + ".js")
		if err != nil {
			panic("html: " + err.Error())
		}
		b.Write(content)
	}
	b.WriteString("})().catch(e => {\n  document.getElementById(\"state\").textContent =\n" +
		"    \"The segments cannot be listed here, those below are the worst: \" + e.message;\n  throw e;\n});\n")
	return b.String()
}

//go:embed page.html
var page string

// A Report is what a page shows.
type Report struct {
	Title  string   // "" for one that names the systems and Inputs
	Inputs []string // names of the files that the report is of
	*inspection.Inspection
	Remarks      []string                // in sentences
	Signatures   []string                // that the numbers depend on
	Correlations []correlate.Correlation // of measures with people, perhaps none
	Check        *check.Report           // of the systems, nil if they were not checked
	CheckReasons []string                // one for each test of Check, in sentences
	Progress     evaluation.Progress     // counts the outputs whose texts are packed
	CheckMethod  string                  // how these tests were done, in sentences
}

// Write writes the page. The same report gives the same bytes. Its errors are those of w.
func Write(w io.Writer, r *Report) error {
	out := bufio.NewWriterSize(w, 64<<10)
	view, err := newView(r)
	if err != nil {
		return err
	}
	var body strings.Builder
	if err := pageTemplate().Execute(&body, view); err != nil {
		return err
	}
	out.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
	out.WriteString(`<meta http-equiv="Content-Security-Policy" content="` + policy(body.String()) + "\">\n")
	out.WriteString("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n" +
		"<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"generator\" content=\"wrd\">\n")
	out.WriteString(
		"<title>" + template.HTMLEscapeString(view.Title) + "</title>\n<style>" + style() + "</style>\n</head>\n",
	)
	out.WriteString(body.String())
	if err := writeData(out, r); err != nil {
		return err
	}
	out.WriteString("<script>" + script() + "</script>\n</body>\n</html>\n")
	return out.Flush()
}

// ownStyle finds the styles of pictures in the page. Texts cannot hold one, as their < is written as &lt;.
var ownStyle = lazy.Regexp(`(?s)<style>(.*?)</style>`)

// policy returns the Content-Security-Policy: nothing is fetched, and only the script and the styles of the page, which
// it knows by their hashes, may run, and the worker that the script makes from a part of itself.
func policy(body string) string {
	styles := []string{hash(style())}
	seen := map[string]bool{styles[0]: true}
	for _, match := range ownStyle().FindAllStringSubmatch(body, -1) {
		if h := hash(match[1]); !seen[h] {
			seen[h] = true
			styles = append(styles, h)
		}
	}
	return "default-src 'none'; script-src " + hash(script()) + "; worker-src blob:; style-src " + strings.Join(styles, " ") +
		"; base-uri 'none'; form-action 'none'"
}

// hash names a script or a style in a policy.
func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
