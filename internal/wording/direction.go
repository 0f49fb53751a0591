package wording

import (
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
)

const leftToRight = string(visible.LeftToRight)

// InLine writes a word or name so that it stays in its place in a line that is read from left to right. Without the
// marks around it, an Arabic or Hebrew word would draw what is behind it, the numbers of a table or the arrow of a
// move, to its left wherever the line is shown in reading order. Other text is returned as it is. What is from outside
// goes through visible.Text before, which would escape the marks.
func InLine(text string) string {
	if !strings.ContainsFunc(text, RightToLeft) || strings.HasPrefix(text, leftToRight) {
		return text
	}
	return leftToRight + text + leftToRight
}

// RightToLeft reports whether a character is of the blocks that Unicode keeps for scripts written from right to left
// (the defaults of Bidi_Class for R and AL).
func RightToLeft(r rune) bool {
	return 0x590 <= r && r <= 0x8ff || 0xfb1d <= r && r <= 0xfdff || 0xfe70 <= r && r <= 0xfefc ||
		0x10800 <= r && r <= 0x10fff || 0x1e800 <= r && r <= 0x1efff
}
