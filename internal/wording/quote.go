package wording

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	// mostQuoted is how much of a text of the input a message repeats, in characters: enough to find it, and what a
	// person can read.
	mostQuoted = 60
	// mostListed is how many names a message lists.
	mostListed = 50
)

// Quote writes a text of the input for a message: in quotes, with escapes for what cannot be seen, and of a long text
// the beginning and the length.
func Quote(text string) string {
	if start := beginning(text); len(start) < len(text) {
		return strconv.Quote(start) + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return strconv.Quote(text)
}

// Clip is Quote without quotes, for numbers and names that need none; those that begin or end in white space do.
func Clip(text string) string {
	if strings.TrimSpace(text) != text {
		return Quote(text)
	}
	if start := beginning(text); len(start) < len(text) {
		return start + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return text
}

// Argument writes an argument of a command as a shell would need it.
func Argument(arg string) string {
	if arg != "" && !strings.ContainsAny(arg, " \t\n'\"\\$`*?[]{}()<>|&;!#~") {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Names returns the names of values as strings.
func Names[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

// List writes names of the input for a message.
func List(names []string) string {
	clipped := make([]string, 0, min(len(names), mostListed))
	for _, name := range names[:min(len(names), mostListed)] {
		clipped = append(clipped, Clip(name))
	}
	list := strings.Join(clipped, ", ")
	if len(names) > mostListed {
		list += fmt.Sprintf(", … (%d)", len(names))
	}
	return list
}

// beginning returns the first characters of a text.
func beginning(text string) string {
	n := 0
	for i := range text {
		if n == mostQuoted {
			return text[:i]
		}
		n++
	}
	return text
}

// Listed writes a list of a few as a sentence does, and of many the first.
func Listed(list []string) string {
	const most = 4
	return listed(list, most)
}

// AllListed writes a list as a sentence does, of which each member should be known: only very many are cut.
func AllListed(list []string) string {
	const most = 25
	return listed(list, most)
}

func listed(list []string, most int) string {
	if len(list) > most {
		return strings.Join(list[:most-1], ", ") + fmt.Sprintf(" and %d others", len(list)-most+1)
	}
	if n := len(list) - 1; n > 0 {
		return strings.Join(list[:n], ", ") + " and " + list[n]
	}
	return list[0]
}

// FirstFew lists the first few of many things by what people call them.
func FirstFew[T fmt.Stringer](list []T) string {
	const few = 3
	var names []string
	for _, x := range list[:min(few, len(list))] {
		names = append(names, x.String())
	}
	if len(list) > few {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
