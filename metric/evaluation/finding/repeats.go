package finding

import "strings"

// repeats says whether a text says the same again at once: a word five times, two or three words three times, more words
// twice. Of scripts without spaces two characters are a word, and one must come seven times.
func (w *written) repeats() bool {
	n := len(w.words)
	for size := 1; 2*size <= n; size++ {
		run := 0 // words that are those size before
		for i := size; i < n; i++ {
			if w.words[i].lower != w.words[i-size].lower {
				run = 0
				continue
			}
			run++
			need := 4 * size // a word: five times
			switch length := w.size(i-size+1, i+1); {
			case length >= 4:
				need = size
			case length >= 2:
				need = 2 * size
			case w.words[i].single:
				need = 6 * size
			}
			if run >= need {
				return true
			}
		}
	}
	return false
}

// again is how many words make a passage that nobody writes twice in one text.
const again = 6

// repeatsLater says whether a passage comes again.
func (w *written) repeatsLater() bool {
	if len(w.words) < 2*again {
		return false
	}
	size := again
	if w.words[0].single && w.words[len(w.words)/2].single {
		size = 2 * again
	}
	seen := map[string]int{}
	for i := 0; i+size <= len(w.words); i++ {
		var passage strings.Builder
		for _, one := range w.words[i : i+size] {
			passage.WriteString(one.lower)
			passage.WriteByte(' ')
		}
		if at, ok := seen[passage.String()]; ok && i-at >= size {
			return true
		} else if !ok {
			seen[passage.String()] = i
		}
	}
	return false
}

// isTwice says whether a text is the same text twice.
func (w *written) isTwice() bool {
	n := len(w.words)
	if n < 4 || n%2 != 0 {
		return false
	}
	for i := range n / 2 {
		if w.words[i].lower != w.words[n/2+i].lower {
			return false
		}
	}
	return true
}
