package internal_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/wordrotator/wrd/internal/shade"
)

// linear returns the linear components of a color #rrggbb.
func linear(t *testing.T, color string) (rgb [3]float64) {
	t.Helper()
	var c [3]uint8
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil {
		t.Fatal(color, err)
	}
	for i := range c {
		if rgb[i] = float64(c[i]) / 255; rgb[i] > 0.04045 {
			rgb[i] = math.Pow((rgb[i]+0.055)/1.055, 2.4)
		} else {
			rgb[i] /= 12.92
		}
	}
	return rgb
}

// deuteranope returns what people see who lack the cones for green (Viénot, Brettel and Mollon 1999, in linear sRGB).
func deuteranope(c [3]float64) [3]float64 {
	yellow := 0.29275*c[0] + 0.70725*c[1]
	return [3]float64{yellow, yellow, -0.02234*c[0] + 0.02234*c[1] + c[2]}
}

// lightness is L* of CIELAB, in [0, 100].
func lightness(c [3]float64) float64 {
	y := 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}

// Lightness goes one way from cheap to dear, for all eyes and in grey, and far enough to be seen; blue and orange stay
// blue and orange without cones for green.
func TestShadeScales(t *testing.T) {
	for name, s := range map[string]shade.Scale{"light": shade.Light, "dark": shade.Dark} {
		if s.At(0) != s.Cheap || s.At(shade.Steps) != s.Dear {
			t.Errorf("%s: from %s to %s, expected the ends %v", name, s.At(0), s.At(shade.Steps), s)
		}
		for eyes, seen := range map[string]func([3]float64) [3]float64{
			"all cones": func(c [3]float64) [3]float64 { return c }, "no green": deuteranope} {
			first, last := seen(linear(t, s.Cheap)), seen(linear(t, s.Dear))
			direction := math.Copysign(1, lightness(last)-lightness(first))
			if change := math.Abs(lightness(last) - lightness(first)); change < 30 {
				t.Errorf("%s, %s: the ends differ by %.1f in lightness, expected 30", name, eyes, change)
			}
			for step := range shade.Steps {
				a, b := seen(linear(t, s.At(step))), seen(linear(t, s.At(step+1)))
				if (lightness(b)-lightness(a))*direction <= 0 {
					t.Errorf("%s, %s: lightness turns at step %d", name, eyes, step)
				}
			}
			if first[2] <= first[0] || last[2] >= last[0] {
				t.Errorf("%s, %s: the ends are %v and %v, expected blue and orange", name, eyes, first, last)
			}
		}
	}
}

// The colors are those that a browser mixes: values from color-mix(in oklab, …) in Chromium.
func TestShadeMixedAsInBrowsers(t *testing.T) {
	for _, c := range []struct {
		scale shade.Scale
		step  int
		want  string
	}{
		{shade.Light, 5, "#acacb0"}, {shade.Light, 10, "#b38d80"}, {shade.Dark, 5, "#647588"}, {shade.Dark, 15, "#cb9f78"},
	} {
		if got := c.scale.At(c.step); got != c.want {
			t.Errorf("step %d: got %s, want %s", c.step, got, c.want)
		}
	}
}

// Costs beyond the scale have the colors of its ends.
func TestShadeStep(t *testing.T) {
	for cost, want := range map[float64]int{-1: 0, 0: 0, 0.5: 10, 1: shade.Steps, 2: shade.Steps} {
		if got := shade.Step(cost); got != want {
			t.Errorf("%g: got %d, want %d", cost, got, want)
		}
	}
}
