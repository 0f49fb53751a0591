package adapters_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

func explain(t *testing.T, candidate, reference string) metric.Explanation {
	t.Helper()
	store, err := embedding.New("toy", []string{"east", "north", "west"}, 2, []float32{1, 0, 0, 2, -3, 0})
	if err != nil {
		t.Fatal(err)
	}
	scorer, err := metric.NewScorer(metric.Options{Vectors: store, Tokenizer: "whitespace", Normalize: tokenize.NormalizeNone})
	if err != nil {
		t.Fatal(err)
	}
	e, err := scorer.Explain(candidate, reference)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The picture is well-formed, shows each distinct word once on its side, and a band for each move.
func TestSVGWriteAlignment(t *testing.T) {
	e := explain(t, `east <a&b"> north east`, "west east")
	var b bytes.Buffer
	if err := svg.WriteAlignment(&b, e); err != nil {
		t.Fatal(err)
	}
	var texts []string
	paths := 0
	inText := false
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
			if token.Name.Local == "path" {
				paths++
			}
		case xml.CharData:
			if inText {
				texts = append(texts, string(token))
			}
		case xml.EndElement:
			inText = false
		}
	}
	if paths != len(e.Alignment) {
		t.Errorf("%d bands for %d moves", paths, len(e.Alignment))
	}
	got := strings.Join(texts, " ")
	if !strings.HasPrefix(got, `east <a&b"> north west east Word Rotator's Distance 0.8333`) {
		t.Errorf("labels %q", got)
	}
}

// Labels of any script have room, and those that are read from right to left stand on the same side of their bar.
func TestSVGScripts(t *testing.T) {
	var b bytes.Buffer
	if err := svg.WriteAlignment(&b, explain(t, "机器翻译质量评估 القطة،", "القطة،")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`x="160" y="32" text-anchor="end" font-style="italic" text-decoration="underline">机器翻译质量评估</text>`, // 16 columns of 8.5 from the margin
		`text-anchor="start" direction="rtl" font-style="italic">القطة،</text>`,
		`text-anchor="end" direction="rtl" font-style="italic">القطة،</text>`,
		"<title>\u200eالقطة،\u200e → \u200eالقطة،\u200e: mass",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("found no %s in\n%s", want, b.String())
		}
	}
}

// The picture follows the reader's dark mode: every color of text, bars and paper has one for dark screens.
func TestSVGDark(t *testing.T) {
	var b bytes.Buffer
	if err := svg.WriteAlignment(&b, explain(t, "east north", "west")); err != nil {
		t.Fatal(err)
	}
	picture := b.String()
	_, dark, found := strings.Cut(picture, "@media screen and (prefers-color-scheme:dark){")
	if !found {
		t.Fatalf("found no dark colors in\n%s", picture)
	}
	for _, m := range regexp.MustCompile(`class="(\w+)"[^>]* fill="#`).FindAllStringSubmatch(picture, -1) {
		if !strings.Contains(dark, ".wrd-alignment ."+m[1]+"{") && !strings.Contains(dark, ".wrd-alignment ."+m[1]+",") {
			t.Errorf("%s has no dark color", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`<(\w+)[^>]* fill="#`).FindAllString(picture, -1) {
		if !strings.Contains(m, `class="`) {
			t.Errorf("found a color without a class: %s", m)
		}
	}
}

// XML cannot hold every character, and a page obeys some.
func TestSVGWriteAlignmentVisibly(t *testing.T) {
	var b bytes.Buffer
	if err := svg.WriteAlignment(&b, explain(t, "east\x01 \u202enorth west\xff", "\x1b[31m north east")); err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{`>east\x01<`, `>\u202enorth<`, `>west\xff<`, `>\x1b[31m<`} {
		if !strings.Contains(b.String(), label) {
			t.Errorf("found no %s in\n%s", label, b.String())
		}
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSVGNothingToDraw(t *testing.T) {
	var b bytes.Buffer
	if err := svg.WriteAlignment(&b, explain(t, "", "east")); err == nil || b.Len() > 0 {
		t.Errorf("%v, wrote %q", err, b.String())
	}
}
