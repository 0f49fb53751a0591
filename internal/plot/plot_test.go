package plot_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/internal/visible"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write testdata/plots.svg")

// An element is what a picture holds: a name, attributes, and the text directly in it.
type element struct {
	name, text string
	attributes map[string]string
}

func (e element) number(t *testing.T, attribute string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.attributes[attribute], 64)
	if err != nil {
		t.Fatalf("%s of %v: %v", attribute, e, err)
	}
	return v
}

func draw(t interface{ Fatal(...any) }, name string, plots ...plot.Plot) string {
	var b bytes.Buffer
	if err := plot.WriteSVG(&b, name, plots...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// read returns the elements of a picture in their order. The picture must be XML.
func read(t interface{ Fatal(...any) }, picture string) (list []*element) {
	var open []*element
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal("not XML:", err, picture)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			list, open = append(list, e), append(open, e)
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(token)
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

func texts(list []*element, name string) (texts []string) {
	for _, e := range list {
		if e.name == name {
			texts = append(texts, e.text)
		}
	}
	return texts
}

func class(list []*element, class string) (found []*element) {
	for _, e := range list {
		if e.attributes["class"] == class {
			found = append(found, e)
		}
	}
	return found
}

// examples are plots of all kinds with all that they can show.
func examples() []plot.Plot {
	names := []string{"online-a", "机器翻译质量评估", "نظام الترجمة", `<b>&"'\` + "\x1b\u202e\xff"}
	values, human := []float64{0.73, 0.72, 0.53, 0.35}, []float64{1, 1.02, 2, -1.5}
	intervals := []plot.Interval{{0.7, 0.76}, {0.68, 0.75}, {0.5, 0.56}, {0.3, 0.41}}
	crowd := plot.Scatter{Title: "a title that is too long for one line of a panel, which is 400 pixels wide",
		XLabel: "gold", YLabel: "predicted", Fit: true}
	for i := range 250 {
		crowd.X = append(crowd.X, float64(i%50)/10)
		crowd.Y = append(crowd.Y, float64(i%50)/50+float64(i*i%17)/30)
	}
	return []plot.Plot{
		plot.Histogram{Title: "similarity", XLabel: "wrd_similarity", YLabel: "segments", Values: crowd.Y},
		crowd,
		plot.Scatter{Title: "en-de: wrd", XLabel: "DA 人间评分", YLabel: "measure, higher is better", X: human, Y: values,
			Names: names, Fit: true, YIntervals: intervals, IntervalName: "95 % interval"},
		plot.Scatter{Title: "one axis for both", XLabel: "online-a", YLabel: "online-b", X: values,
			Y: []float64{0.7, 0.4, 0.5, 0.9}, Equal: true},
		plot.Histogram{Title: "as wide as another", XLabel: "wrd", YLabel: "segments", Values: values,
			Range: &plot.Interval{Low: -1, High: 0.4}},
	}
}

// Every machine draws the same, byte for byte: go test ./internal/plot -run TestPicture -update, then look at it.
func TestPicture(t *testing.T) {
	const file = "testdata/plots.svg"
	got := draw(t, "All kinds of plots", examples()...)
	read(t, got)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-file +got; -update writes it):\n%s", file, diff)
	}
}

var moved = regexp.MustCompile(`^translate\((\S+) (\S+)\)$`)

// Panels stand row by row in a square and do not overlap.
func TestLayout(t *testing.T) {
	for n, want := range map[int]struct{ columns, rows int }{1: {1, 1}, 2: {2, 1}, 3: {2, 2}, 5: {3, 2}, 45: {7, 7}} {
		one := plot.Scatter{X: []float64{0, 1}, Y: []float64{0, 1}}
		list := read(t, draw(t, "plots", slices.Repeat([]plot.Plot{one}, n)...))
		xs, ys := map[string]bool{}, map[string]bool{}
		panels := 0
		for _, e := range list {
			if m := moved.FindStringSubmatch(e.attributes["transform"]); m != nil {
				panels++
				xs[m[1]], ys[m[2]] = true, true
			}
		}
		if panels != n || len(xs) != want.columns || len(ys) != want.rows {
			t.Errorf("%d plots: %d panels in %d columns and %d rows", n, panels, len(xs), len(ys))
		}
	}
}

// A picture is XML whatever texts it is given, and shows them as a reader is to see them.
func TestTextsAreShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anyBytes := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		anything := rapid.OneOf(rapid.String(), anyBytes,
			rapid.SampledFrom([]string{"</svg>", "]]>", "<!--", "&amp;", "{{.}}", "a\x00\r\n\t", "\ufffe\u2028\u202e"}))
		texted := func(label string) string { return anything.Draw(t, label) }
		title, x, y, first, second := texted("title"), texted("x"), texted("y"), texted("first"), texted("second")
		names := []string{first, second}
		for _, p := range []plot.Plot{
			plot.Scatter{Title: title, XLabel: x, YLabel: y, X: []float64{1, 2}, Y: []float64{3, 4}, Names: names},
			plot.Histogram{Title: title, XLabel: x, YLabel: y, Values: []float64{1, 2}},
		} {
			list := read(t, draw(t, title, p))
			if got := texts(list, "title")[0]; got != visible.Text(title) {
				t.Fatalf("name %q, want %q", got, visible.Text(title))
			}
			shown := texts(list, "text")
			for _, line := range shown {
				if line != visible.Text(line) {
					t.Fatalf("%q is not escaped", line)
				}
			}
			wanted := names
			if _, ok := p.(plot.Histogram); ok {
				wanted = nil
			}
			for _, name := range wanted {
				if !slices.Contains(shown, visible.Text(name)) {
					t.Fatalf("%q is not among %q", visible.Text(name), shown)
				}
			}
			// Long ones take several lines, which are broken between letters or at spaces.
			all := strings.Join(strings.Fields(strings.Join(shown, "")), "")
			for _, text := range []string{title, x} {
				if text = strings.Join(strings.Fields(visible.Text(text)), ""); !strings.Contains(all, text) {
					t.Fatalf("%q is not in %q", text, all)
				}
			}
		}
	})
}

// Points stand where the axes say, and axes cover intervals too.
func TestScatterDots(t *testing.T) {
	s := plot.Scatter{X: []float64{0, 5, 2.5}, Y: []float64{-1, 1, 0}}
	var at [][2]float64
	for _, e := range read(t, draw(t, "", s)) {
		if e.name == "circle" {
			at = append(at, [2]float64{e.number(t, "cx"), e.number(t, "cy")})
		}
	}
	// The frame of a plot without title and labels: 44 to 386 by 8 to 298.
	if want := [][2]float64{{44, 298}, {386, 8}, {215, 153}}; !slices.Equal(at, want) {
		t.Errorf("dots at %v, want %v", at, want)
	}
	s.YIntervals = []plot.Interval{{-3, 1}, {1, 1}, {0, 4}}
	list := class(read(t, draw(t, "", s)), "whiskers")
	if len(list) != 1 || strings.Count(list[0].attributes["d"], "M") != 2*3 {
		t.Errorf("whiskers %v, want two of three strokes each", list)
	}
	for _, e := range read(t, draw(t, "", s)) {
		if e.name == "circle" && (e.number(t, "cy") < 8 || e.number(t, "cy") > 298) {
			t.Errorf("a dot outside of the frame at %s", e.attributes["cy"])
		}
	}
}

// The line of least squares is as long as the points are apart, also where it leaves their range: the axis grows.
func TestWholeFit(t *testing.T) {
	s := plot.Scatter{Fit: true, X: []float64{1.938, 2.812, 2.933, 3.25, 3.625, 3.688},
		Y: []float64{0.4113, 0.4777, 0.4966, 0.5096, 0.5901, 0.6286}}
	list := read(t, draw(t, "", s))
	var x0, y0, x1, y1 float64
	if _, err := fmt.Sscanf(class(list, "fit")[1].attributes["d"], "M%f %fL%f %f", &x0, &y0, &x1, &y1); err != nil {
		t.Fatal(err)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range list {
		if e.name == "circle" {
			low, high = min(low, e.number(t, "cx")), max(high, e.number(t, "cx"))
		}
	}
	if math.Abs(x0-low) > 0.1 || math.Abs(x1-high) > 0.1 {
		t.Errorf("a line from %g to %g, expected from %g to %g as the points", x0, x1, low, high)
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y []float64
		want string // path from (44, 298), the lower left corner of the frame, to (386, 8)
	}{
		{"a line", []float64{0, 1, 5}, []float64{0, 1, 5}, "M44 298L386 8"},
		{"falling", []float64{0, 5}, []float64{5, 0}, "M44 8L386 298"},
		{"flat", []float64{0, 5, 5}, []float64{1, 1, 1}, "M44 153L386 153"},
		{"cut at the frame", []float64{0, 0, 0, 5, 5, 4.9, 4.9}, []float64{0, 0, 0, 1, 1, -0.2, -0.2}, ""},
		{"large", []float64{-math.MaxFloat64, math.MaxFloat64}, []float64{-math.MaxFloat64, math.MaxFloat64}, ""},
		{"all x are equal", []float64{2, 2, 2}, []float64{1, 2, 3}, "none"},
		{"one point", []float64{2}, []float64{1}, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := read(t, draw(t, "", plot.Scatter{X: c.x, Y: c.y, Fit: true}))
			legend := slices.Contains(texts(list, "text"), "least squares")
			lines := class(list, "fit")
			if c.want == "none" {
				if len(lines) > 0 || legend {
					t.Errorf("a line %v, legend %v", lines, legend)
				}
				return
			}
			if len(lines) != 2 || !legend { // one of them in the legend
				t.Fatalf("lines %v, legend %v", lines, legend)
			}
			const down = 19 // for the legend
			var x0, y0, x1, y1 float64
			got := lines[1].attributes["d"]
			if _, err := fmt.Sscanf(got, "M%f %fL%f %f", &x0, &y0, &x1, &y1); err != nil {
				t.Fatal(got, err)
			}
			if x0 < 44 || x1 > 386 || min(y0, y1) < 8+down || max(y0, y1) > 298+down {
				t.Errorf("%s leaves the frame", got)
			}
			if moved := fmt.Sprintf("M%g %gL%g %g", x0, y0-down, x1, y1-down); c.want != "" && moved != c.want {
				t.Errorf("%s, want %s", moved, c.want)
			}
		})
	}
}

// A bin starts at its lower end, and the last one holds its upper end too; 0.3 is 0.3, though no float64 is.
func TestHistogramBins(t *testing.T) {
	h := plot.Histogram{Values: []float64{0, 0.1, 0.2, 0.3, 0.3, 0.6, 0.7, 0.99, 1}}
	got := texts(read(t, draw(t, "h", h)), "title")[1:]
	want := []string{"0 to 0.05: 1", "0.10 to 0.15: 1", "0.20 to 0.25: 1", "0.30 to 0.35: 2", "0.60 to 0.65: 1",
		"0.70 to 0.75: 1", "0.95 to 1.00: 2"}
	if !slices.Equal(got, want) {
		t.Errorf("bins\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), 1, 50).Draw(t, "values")
		total := 0
		for _, title := range texts(read(t, draw(t, "h", plot.Histogram{Values: values})), "title")[1:] {
			n, err := strconv.Atoi(title[strings.LastIndex(title, " ")+1:])
			if err != nil {
				t.Fatal(err)
			}
			total += n
		}
		if total != len(values) {
			t.Fatalf("the bins hold %d of %d values", total, len(values))
		}
	})
}

// Names that are read from right to left end where others begin, so that all stand on the same side of their dots.
func TestNamesFromRightToLeft(t *testing.T) {
	p := plot.Scatter{X: []float64{0}, Y: []float64{0}, Names: []string{"القطة"}}
	for _, e := range read(t, draw(t, "", p)) {
		if e.text == "القطة" && e.name == "text" &&
			(e.attributes["direction"] != "rtl" || e.attributes["text-anchor"] != "end") {
			t.Errorf("%v", e.attributes)
		}
	}
}

// Names avoid the dots and each other where there is room.
func TestNamesKeepApart(t *testing.T) {
	p := plot.Scatter{X: []float64{0, 0.3, 5, 5}, Y: []float64{0, 0, 0, 5},
		Names: []string{"first system", "second", "third, at the right", "fourth, in the corner"}}
	list := read(t, draw(t, "", p))
	type box struct{ left, top, right, bottom float64 }
	var dots, names []box
	for _, e := range list {
		switch {
		case e.name == "circle":
			x, y := e.number(t, "cx"), e.number(t, "cy")
			dots = append(dots, box{x - 3, y - 3, x + 3, y + 3})
		case e.name == "text" && slices.Contains(p.Names, e.text):
			x, y := e.number(t, "x"), e.number(t, "y")
			wide := 6 * float64(len(e.text))
			x -= map[string]float64{"start": 0, "middle": wide / 2, "end": wide}[e.attributes["text-anchor"]]
			names = append(names, box{x, y - 8, x + wide, y + 2})
		}
	}
	if len(dots) != 4 || len(names) != 4 {
		t.Fatalf("%d dots and %d names, want 4 each", len(dots), len(names))
	}
	for i, a := range names {
		if a.left < 0 || a.right > 400 {
			t.Errorf("%q is outside of the panel: %v", p.Names[i], a)
		}
		for _, b := range slices.Concat(dots, names[:i]) {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("%q at %v covers %v", p.Names[i], a, b)
			}
		}
	}
}

// Very many names would hide the points: each is told when a dot is pointed at.
func TestCrowd(t *testing.T) {
	p := plot.Scatter{}
	for i := range 199 {
		p.X, p.Y = append(p.X, float64(i)), append(p.Y, float64(i*i))
		p.Names = append(p.Names, fmt.Sprintf("system %d", i))
	}
	for _, written := range []bool{true, false} {
		list := read(t, draw(t, "", p))
		if got := slices.Contains(texts(list, "text"), "system 7"); got != written {
			t.Errorf("%d points: name written %v, want %v", len(p.X), got, written)
		}
		if !slices.Contains(texts(list, "title"), "system 7 (7, 49)") {
			t.Errorf("%d points: a dot does not say its name", len(p.X))
		}
		p.X, p.Y, p.Names = append(p.X, 1), append(p.Y, 1), append(p.Names, "one more")
	}
}

// Few points, equal ones, and none at all, are drawn too.
func TestDegenerate(t *testing.T) {
	for _, p := range []plot.Plot{plot.Scatter{}, plot.Scatter{X: []float64{1}, Y: []float64{1}, Fit: true},
		plot.Scatter{X: []float64{1, 1}, Y: []float64{2, 2}, Fit: true}, plot.Histogram{},
		plot.Histogram{Values: []float64{0}}, plot.Histogram{Values: []float64{7, 7}}} {
		picture := draw(t, "", p)
		if read(t, picture); strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
			t.Errorf("%+v: %s", p, picture)
		}
	}
}

// Screen readers find what the picture shows.
func TestDescription(t *testing.T) {
	list := read(t, draw(t, "Scores against anna", examples()...))
	if list[0].attributes["role"] != "img" || texts(list, "title")[0] != "Scores against anna" {
		t.Errorf("%v %v", list[0], list[1])
	}
	got := texts(list, "desc")[0]
	for _, want := range []string{
		"Histogram “similarity”: 250 values, wrd_similarity from 0 to ",
		": 250 points, gold from 0 to 4.9, predicted from ",
		"Scatter plot “en-de: wrd”: 4 points, DA 人间评分 from -1.5 to 2, measure, higher is better from 0.35 to 0.73; " +
			"online-a (1, 0.73); ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("found no %q in %q", want, got)
		}
	}
}

func TestCheckName(t *testing.T) {
	for path, want := range map[string]bool{"a.svg": true, "b/c.SVG": true, "a.png": false, "a.svg.gz": false,
		"svg": false, "": false} {
		if err := plot.CheckName(filepath.FromSlash(path)); (err == nil) != want {
			t.Errorf("%q: %v", path, err)
		}
	}
}
