// Package wrap breaks text into lines of the width that a terminal shows.
package wrap

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Lines breaks text into lines of at most width columns, between words, and long lists after commas; a longer word,
// such as an address, stays whole, and so do p < 0.05 and 95 %. Spaces and line ends of the text only part words.
func Lines(text string, width int) (lines []string) {
	line, used := "", 0
	for _, word := range words(text) {
		parts := []string{word}
		if uniseg.StringWidth(word) > width {
			parts = strings.SplitAfter(word, ",")
		}
		for i, part := range parts {
			space := ""
			if line != "" && i == 0 {
				space = " "
			}
			n := uniseg.StringWidth(space + part)
			if line != "" && used+n > width {
				lines, line, used = append(lines, line), "", 0
				space, n = "", uniseg.StringWidth(part)
			}
			line, used = line+space+part, used+n
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// words returns the words of a text, a number with its signs as one.
func words(text string) (list []string) {
	joins := false
	for word := range strings.FieldsSeq(text) {
		compares := word == "<" || word == "="
		if (joins || compares || word == "%") && list != nil {
			list[len(list)-1] += " " + word
		} else {
			list = append(list, word)
		}
		joins = compares
	}
	return list
}
