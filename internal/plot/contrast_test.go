package plot_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"strconv"
	"testing"
)

// luminance is the relative luminance of a color #rrggbb (WCAG 2.2).
func luminance(t *testing.T, color string) float64 {
	t.Helper()
	rgb, err := strconv.ParseUint(color[1:], 16, 24)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} { // blue, green, red
		c := float64(rgb>>(8*i)&0xff) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// A class and its color, and the same in the dark style.
var (
	lightColor = regexp.MustCompile(`class="(\w+)[^>]*? (?:fill|stroke)="(#\w{6})"`)
	darkColor  = regexp.MustCompile(`\.wrd-plot \.(\w+)\{\w+:(#\w{6})\}`)
)

// faint returns the color of dots that are not opaque.
func faint(t *testing.T, picture string, colors map[string]string) string {
	t.Helper()
	opacity, err := strconv.ParseFloat(regexp.MustCompile(` fill-opacity="([^"]*)"`).FindStringSubmatch(picture)[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	mixed := "#"
	for i := 1; i < 7; i += 2 {
		dot, _ := strconv.ParseUint(colors["dots"][i:i+2], 16, 8)
		paper, _ := strconv.ParseUint(colors["paper"][i:i+2], 16, 8)
		mixed += fmt.Sprintf("%02x", int(opacity*float64(dot)+(1-opacity)*float64(paper)))
	}
	return mixed
}

// Text and marks stand out from the paper as WCAG 2.2 asks, 4.5 to 1 and 3 to 1, in light and in dark.
func TestContrast(t *testing.T) {
	picture := draw(t, "", examples()...)
	light, dark := map[string]string{}, map[string]string{}
	for _, m := range lightColor.FindAllStringSubmatch(picture, -1) {
		light[m[1]] = m[2]
	}
	for _, m := range darkColor.FindAllStringSubmatch(picture, -1) {
		dark[m[1]] = m[2]
	}
	delete(dark, "names") // its halo
	if dark["paper"] == light["paper"] || len(light) != 9 {
		t.Fatalf("colors %v and %v", light, dark)
	}
	for class := range maps.Keys(light) {
		if dark[class] == "" {
			t.Errorf("%s has no dark color", class)
		}
	}
	light["faint dots"], dark["faint dots"] = faint(t, picture, light), faint(t, picture, dark)
	for name, colors := range map[string]map[string]string{"light": light, "dark": dark} {
		for _, c := range []struct {
			mark, ground string
			least        float64
		}{
			{"text", "paper", 4.5}, {"axes", "paper", 3}, {"dots", "paper", 3}, {"faint dots", "paper", 3}, {"bars", "paper", 3},
			{"equal", "paper", 3}, {"fit", "paper", 3}, {"whiskers", "paper", 3}, {"whiskers", "bars", 3},
		} {
			if got := contrast(t, colors[c.mark], colors[c.ground]); got < c.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, expected %g", name, c.mark, c.ground, got, c.least)
			}
		}
	}
}
