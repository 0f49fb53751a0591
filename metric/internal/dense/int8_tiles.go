package dense

// Some processors multiply tiles of integers, 16 rows of 64 with 64 rows of 16, in one instruction. A panel is in the
// order that they want: four tiles of rows that follow one another and the two that stand side by side in a panel are
// in registers.

const (
	tileRows  = 16 // at most
	tileWords = 16 // in a row of a tile
	// tiledBlock is block for tiles, which need less of the time between two uses of a weight.
	tiledBlock = 256
)

// A tileProduct fills rows of dst, of width sums, with what start is and the products of the integers of rows of a, lda
// words apart, and w, steps·tileWords words of each. The rows are those of so many tiles: tileRows each, or as config
// says if they are one or two.
type tileProduct func(dst []int32, a []uint32, lda int, w []uint32, start []int32, tiles, steps int, config *tileConfig)

// A tileConfig is what tells the processor how large its eight tiles are (LDTILECFG in Intel's manual, volume 2). 0 to
// 3 are sums of two tiles of rows, 4 and 5 these rows, 6 and 7 weights.
type tileConfig [64]byte

// tileConfigs are those for so many rows in two tiles.
var tileConfigs = func() (list [2*tileRows + 1]tileConfig) {
	for rows := range list {
		first, second := tileRows, tileRows
		if rows <= tileRows {
			first = max(1, rows) // the second one is not used
		} else {
			second = rows - tileRows
		}
		c := &list[rows]
		c[0] = 1 // the only palette
		for tile, rows := range [...]int{first, first, second, second, first, second, tileRows, tileRows} {
			c[16+2*tile] = 4 * tileWords
			c[48+tile] = byte(rows)
		}
	}
	return list
}()

// tiled says whether products with these weights are computed in tiles.
func (w *Int8Weights) tiled() bool { return w.kernel.tiles != nil && w.words%tileWords == 0 }

// multiplyTiles computes the sums of the columns of one panel. More rows than two tiles have are computed as if they
// filled whole tiles: to configure the processor anew takes longer than the few rows that nobody needs.
func (w *Int8Weights) multiplyTiles(s *Int8Scratch, m, column int) {
	tiles, config := (m+tileRows-1)/tileRows, &tileConfigs[min(m, 2*tileRows)]
	panel, start := w.panels[column*w.words:][:width*w.words], w.starts[column:][:width]
	_, _ = s.sums[tiles*tileRows*width-1], s.words[tiles*tileRows*w.words-1]
	w.kernel.tiles(s.sums, s.words, w.words, panel, start, tiles, w.words/tileWords, config)
}
