package wording

import (
	"fmt"
	"strings"
)

// Footnotes are the warnings of cells, numbered in the order in which they are first said.
type Footnotes struct {
	texts []string
	at    map[string]int // the place of each in texts
}

// Mark puts the raised numbers of warnings behind a cell, and remembers the warnings.
func (f *Footnotes) Mark(cell string, warnings []string) string {
	var marks []string
	for _, text := range warnings {
		i, known := f.at[text]
		if !known {
			if f.at == nil {
				f.at = map[string]int{}
			}
			i = len(f.texts)
			f.texts, f.at[text] = append(f.texts, text), i
		}
		marks = append(marks, raised(i+1))
	}
	if marks == nil {
		return cell
	}
	return cell + " " + strings.Join(marks, " ")
}

// Lines returns the warnings with their numbers.
func (f *Footnotes) Lines() (lines []string) {
	for i, text := range f.texts {
		lines = append(lines, raised(i+1)+" "+text)
	}
	return lines
}

// raised writes a number with raised digits.
func raised(n int) string {
	return strings.Map(func(digit rune) rune { return []rune(RaisedDigits)[digit-'0'] }, fmt.Sprint(n))
}

// RaisedDigits are those of marks.
const RaisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
