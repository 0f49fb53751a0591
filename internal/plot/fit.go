package plot

// leastSquares returns the two ends of the line of least squares as positions on the axes: x in [0, 1], y perhaps beyond.
// There is none where all x are the same on the axis. Each product is rounded by itself, so
// that processors that fuse it with a sum draw the same line.
func leastSquares(xs, ys []float64, x, y Axis) (ends [2][2]float64, ok bool) {
	var meanX, meanY, varX, covXY float64
	n := float64(len(xs))
	for i := range xs {
		meanX += x.At(xs[i]) / n
		meanY += y.At(ys[i]) / n
	}
	low, high := 1.0, 0.0
	for i := range xs {
		at := x.At(xs[i])
		low, high = min(low, at), max(high, at)
		dx := at - meanX
		varX += float64(dx * dx)
		covXY += float64(dx * (y.At(ys[i]) - meanY))
	}
	if low >= high {
		return ends, false
	}
	slope := covXY / varX
	height := func(at float64) float64 { return meanY + float64(slope*(at-meanX)) }
	for i, at := range []float64{low, high} {
		ends[i] = [2]float64{at, height(at)}
	}
	return ends, true
}

// cut ends a line where it leaves the frame.
func cut(line [2][2]float64) [2][2]float64 {
	from, to := line[0], line[1]
	for i := range line {
		if y := min(max(line[i][1], 0), 1); y != line[i][1] { // so it is not level
			line[i] = [2]float64{from[0] + float64((y-from[1])*(to[0]-from[0]))/(to[1]-from[1]), y}
		}
	}
	return line
}

// ends returns the ends of a line between positions on the axes in pixels.
func (p *panel) ends(line [2][2]float64) (x0, y0, x1, y1 float64) {
	wide, high := p.Right-p.Left, p.Bottom-p.Top
	return p.Left + float64(line[0][0]*wide), p.Bottom - float64(line[0][1]*high),
		p.Left + float64(line[1][0]*wide), p.Bottom - float64(line[1][1]*high)
}
