package transport_test

import (
	"math"
	"testing"
)

// FuzzSolve makes a problem of any bytes: two for the shape, one that chooses what the rest mean, then one for each
// mass and each cost, over and over. Every answer must prove itself, and every path must repeat it.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
	f.Add([]byte{12, 12, 1, 1})
	f.Add([]byte{30, 2, 2, 0, 255, 0, 7, 1, 0, 0, 0, 9})
	f.Add([]byte{40, 40, 7, 200, 100, 3, 250, 17, 66, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 {
			return
		}
		n, m, kind := 1+int(data[0])%48, 1+int(data[1])%48, data[2]
		data = data[3:]
		at := 0
		next := func() float64 {
			x := data[at%len(data)]
			// A second round is not a copy of the first.
			x += byte(at/len(data)) * 37
			at++
			return float64(x)
		}
		mass := func() float64 {
			if kind&1 != 0 {
				return math.Pow(10, -next()/20)
			}
			return math.Floor(next() / 64)
		}
		cost := func() float64 {
			switch kind >> 1 & 3 {
			case 0:
				return next() / 128
			case 1:
				return math.Floor(next() / 128)
			case 2:
				return math.Pow(10, next()/20-6)
			default:
				return (next()-128)/128 + next()/(1<<15)
			}
		}
		p := problem{fill(n, mass), fill(m, mass), fill(n*m, cost)}
		p.a[n-1] += 1e-3
		p.b[0] += 1e-3
		p.a, p.b = unit(p.a), unit(p.b)
		if _, err := newPaths().solve(p); err != nil {
			t.Fatal(err)
		}
	})
}
