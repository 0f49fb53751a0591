package plot_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/plot"
)

func panels(n int) []plot.Panel {
	all := make([]plot.Panel, n)
	for i := range all {
		all[i] = plot.Panel{Title: "a & b < c", X: []float64{0, 1, 5}, Y: []float64{-1, 0, float64(i)}}
	}
	return all
}

func TestScatterSVG(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 45} {
		var first, second bytes.Buffer
		for _, w := range []*bytes.Buffer{&first, &second} {
			if err := plot.WriteScatter(w, "svg", "gold", "predicted", panels(n)); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%d panels: two runs differ", n)
		}
		if got := strings.Count(first.String(), "a &amp; b &lt; c"); got != n {
			t.Errorf("%d titles, want %d", got, n)
		}
		decoder := xml.NewDecoder(&first)
		for {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%d panels: not XML: %v", n, err)
			}
		}
	}
}

func TestLabelsAndFit(t *testing.T) {
	var with, without bytes.Buffer
	panel := plot.Panel{X: []float64{1, 2, 3}, Y: []float64{1, 3, 2}, Labels: []string{"first system", "b", "c <d>"},
		Fit: true}
	if err := plot.WriteScatter(&with, "svg", "human", "wrd", []plot.Panel{panel}); err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"first system", "c &lt;d&gt;", "#B03A2E"} {
		if !strings.Contains(with.String(), label) {
			t.Errorf("found no %q in the picture", label)
		}
	}
	panel.X = []float64{2, 2, 2} // no line fits
	if err := plot.WriteScatter(&without, "svg", "human", "wrd", []plot.Panel{panel}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(without.String(), "#B03A2E") {
		t.Error("a line where all x are equal")
	}
	panel.Labels = panel.Labels[:2]
	if err := plot.WriteScatter(io.Discard, "svg", "x", "y", []plot.Panel{panel}); err == nil {
		t.Error("two labels for three points were accepted")
	}
}

// XML cannot hold every character, and a page obeys some.
func TestScatterVisibly(t *testing.T) {
	var b bytes.Buffer
	panel := plot.Panel{Title: "t\x01", X: []float64{1}, Y: []float64{2}, Labels: []string{"s\x1b\xff"}}
	if err := plot.WriteScatter(&b, "svg", "x\u202e", "y\ufffe", []plot.Panel{panel}); err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{`>t\x01<`, `>s\x1b\xff<`, `>x\u202e<`, `>y\ufffe<`} {
		if !strings.Contains(b.String(), label) {
			t.Errorf("found no %s in the picture", label)
		}
	}
	for decoder := xml.NewDecoder(&b); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestScatterPNG(t *testing.T) {
	var w bytes.Buffer
	if err := plot.WriteScatter(&w, "png", "gold", "predicted", panels(3)); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&w)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != size.Y || size.X < 500 {
		t.Errorf("three panels take %v, want a square of two by two", size)
	}
}

// Points that are all equal, and none at all, are drawn too.
func TestScatterDegenerate(t *testing.T) {
	for _, panel := range []plot.Panel{{}, {X: []float64{1}, Y: []float64{1}},
		{X: []float64{1, 1}, Y: []float64{2, 2}}} {
		if err := plot.WriteScatter(io.Discard, "svg", "x", "y", []plot.Panel{panel}); err != nil {
			t.Errorf("%v: %v", panel, err)
		}
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{"a.svg": "svg", "b/c.PNG": "png", "a.jpg": "", "svg": "", "": ""} {
		got, err := plot.FormatOf(path)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}
