package pieces_test

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// firstDifference says where two lists of pieces part.
func firstDifference(got, want []pieces.Piece) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	return fmt.Sprintf("from piece %d on got %v, want %v (of %d and %d)", i, got[i:min(i+8, len(got))],
		want[i:min(i+8, len(want))], len(got), len(want))
}
