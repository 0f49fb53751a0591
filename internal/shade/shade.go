// Package shade colors costs: from a light blue for what costs nothing to a dark orange for a cost of 1 or more, on
// white paper, and on dark paper from a dark blue to a light orange. Lightness goes one way all along, so that the order
// can be seen in grey and by people who do not tell red from green.
package shade

import (
	"fmt"
	"math"
)

// A Scale is the colors of the two ends, as #rrggbb.
type Scale struct{ Cheap, Dear string }

// The scales of white and of dark paper.
var (
	Light = Scale{"#9ecae1", "#b34700"}
	Dark  = Scale{"#2c5d8a", "#ffb366"}
)

// Steps is how many parts the scale has for pictures that name their colors.
const Steps = 20

// Step returns the part of a cost, in [0, Steps].
func Step(cost float64) int { return int(math.Round(min(max(cost, 0), 1) * Steps)) }

// At returns the color of a step: that between the ends in Oklab (Ottosson 2020), as color-mix(in oklab) of CSS has it.
func (s Scale) At(step int) string {
	cheap, dear := oklab(s.Cheap), oklab(s.Dear)
	share := float64(step) / Steps
	var mixed [3]float64
	for i := range mixed {
		mixed[i] = float64(cheap[i]*(1-share)) + float64(dear[i]*share)
	}
	return hex(mixed)
}

// The matrices of Oklab, from linear sRGB to responses of the cones and from their cubic roots, and back.
var (
	toCones = matrix{
		{0.4122214708, 0.5363325363, 0.0514459929},
		{0.2119034982, 0.6806995451, 0.1073969566},
		{0.0883024619, 0.2817188376, 0.6299787005},
	}
	toLab = matrix{
		{0.2104542553, 0.7936177850, -0.0040720468},
		{1.9779984951, -2.4285922050, 0.4505937099},
		{0.0259040371, 0.7827717662, -0.8086757660},
	}
	fromLab = matrix{
		{1, 0.3963377774, 0.2158037573},
		{1, -0.1055613458, -0.0638541728},
		{1, -0.0894841775, -1.2914855480},
	}
	fromCones = matrix{
		{4.0767416621, -3.3077115913, 0.2309699292},
		{-1.2684380046, 2.6097574011, -0.3413193965},
		{-0.0041960863, -0.7034186147, 1.7076147010},
	}
)

type matrix [3][3]float64

func (m matrix) of(v [3]float64) (out [3]float64) {
	for i, row := range m {
		for k, x := range row {
			out[i] += float64(x * v[k])
		}
	}
	return out
}

func oklab(color string) [3]float64 {
	var rgb [3]uint8
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		panic("shade: " + color + " is no color") // the scales are above
	}
	var linear [3]float64
	for i, c := range rgb {
		if linear[i] = float64(c) / 255; linear[i] <= 0.04045 {
			linear[i] /= 12.92
		} else {
			linear[i] = math.Pow((linear[i]+0.055)/1.055, 2.4)
		}
	}
	cones := toCones.of(linear)
	for i := range cones {
		cones[i] = math.Cbrt(cones[i])
	}
	return toLab.of(cones)
}

func hex(lab [3]float64) string {
	cones := fromLab.of(lab)
	for i, x := range cones {
		cones[i] = x * x * x
	}
	out := "#"
	for _, c := range fromCones.of(cones) {
		if c = min(max(c, 0), 1); c <= 0.0031308 {
			c *= 12.92
		} else {
			c = 1.055*math.Pow(c, 1/2.4) - 0.055
		}
		out += fmt.Sprintf("%02x", int(math.Round(255*c)))
	}
	return out
}
