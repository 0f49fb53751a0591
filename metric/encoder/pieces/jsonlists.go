package pieces

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// readTokenizerFile decodes a tokenizer.json, of which model is the model. The vocabulary and the merges are nearly all of
// it: they stay where they are in content, and only the rest is given to encoding/json, which takes ten times as long. What
// is found, and the errors, are those of decoding all of it.
func readTokenizerFile(content []byte, into any, model **jsonModel) error {
	rest, large := withoutLists(content)
	if rest == nil || jsonfile.Read(rest, into) != nil || *model == nil {
		return jsonfile.Read(content, into)
	}
	(*model).Vocabulary, (*model).Merges = large.Vocabulary, large.Merges
	return jsonfile.CheckUTF8(content)
}

// withoutLists takes model.vocab and model.merges out of a JSON file, leaving null in their place. It returns nil where it
// is not sure to understand the file as encoding/json does, which is to say what is wrong with it then.
func withoutLists(content []byte) (rest []byte, large jsonModel) {
	w := walker{content: content}
	copied, models := 0, 0
	ok := w.object(func(name string) bool {
		if !strings.EqualFold(name, "model") {
			return w.value(0)
		}
		models++
		return models == 1 && name == "model" && w.object(func(name string) bool {
			begin := w.at
			if !w.value(0) {
				return false
			}
			for is, value := range map[string]*json.RawMessage{"vocab": &large.Vocabulary, "merges": &large.Merges} {
				if !strings.EqualFold(name, is) {
					continue
				}
				if name != is || *value != nil {
					return false
				}
				*value = content[begin:w.at]
				rest = append(append(rest, content[copied:begin]...), "null"...)
				copied = w.at
			}
			return true
		})
	})
	if w.space(); !ok || w.at != len(content) {
		return nil, large
	}
	return append(rest, content[copied:]...), large
}

// A walker goes over JSON, and over nothing else: its methods return false where there is something else. Vocabularies of
// half a million pieces take a fraction of the time that encoding/json needs for them.
type walker struct {
	content []byte
	at      int
}

// space goes over white space.
func (w *walker) space() {
	for w.at < len(w.content) && space[w.content[w.at]] {
		w.at++
	}
}

var space = [256]bool{' ': true, '\t': true, '\r': true, '\n': true}

// is goes over a character, and white space around it.
func (w *walker) is(c byte) bool {
	w.space()
	if w.at >= len(w.content) || w.content[w.at] != c {
		return false
	}
	w.at++
	w.space()
	return true
}

// object goes over an object. member goes over the value of each of its members.
func (w *walker) object(member func(name string) bool) bool {
	if !w.is('{') {
		return false
	}
	for first := true; !w.is('}'); first = false {
		if !first && !w.is(',') {
			return false
		}
		begin := w.at
		if !w.text() {
			return false
		}
		name, ok := textIn(w.content[begin:w.at])
		if !ok || !w.is(':') || !member(name) {
			return false
		}
	}
	return true
}

// value goes over a value that lies in so many others.
func (w *walker) value(depth int) bool {
	const deepest = 100 // encoding/json has 10,000
	w.space()
	if w.at >= len(w.content) || depth > deepest {
		return false
	}
	switch c := w.content[w.at]; c {
	case '"':
		return w.text()
	case '{':
		return w.object(func(string) bool { return w.value(depth + 1) })
	case '[':
		return w.list(depth+1, func([]byte) bool { return true })
	}
	begin := w.at
	for w.at < len(w.content) && !behind[w.content[w.at]] {
		w.at++
	}
	return scalar(w.content[begin:w.at])
}

// behind are the characters that may stand behind a value without brackets and quotes.
var behind = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true, ']': true, '}': true}

// list goes over a list whose elements lie in so many others. element is given each as it is written.
func (w *walker) list(depth int, element func(value []byte) bool) bool {
	if !w.is('[') {
		return false
	}
	for first := true; !w.is(']'); first = false {
		if !first && !w.is(',') {
			return false
		}
		begin := w.at
		if !w.value(depth) || !element(w.content[begin:w.at]) {
			return false
		}
	}
	return true
}

// pairIn returns the elements of a list of two.
func pairIn(list []byte) (first, second []byte, ok bool) {
	w := walker{content: list}
	n := 0
	ok = w.list(0, func(value []byte) bool {
		first, second = second, value
		n++
		return n <= 2
	})
	return first, second, ok && n == 2
}

// textIn returns what a text in its quotes says, in the memory of the value if it can. ok is false for other values.
func textIn(value []byte) (text string, ok bool) {
	if len(value) == 0 || value[0] != '"' {
		return "", false
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return asText(value[1 : len(value)-1]), true
	}
	var unescaped string // which takes memory of its own
	err := json.Unmarshal(value, &unescaped)
	return unescaped, err == nil
}

// scalar reports whether a value without brackets and quotes is JSON.
func scalar(value []byte) bool {
	whole, part, point := bytes.Cut(bytes.TrimPrefix(value, []byte("-")), []byte("."))
	if !digits(whole) || whole[0] == '0' && len(whole) > 1 || point && !digits(part) {
		return json.Valid(value) // what is no plain number
	}
	return true
}

func digits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}

// text goes over a text in its quotes.
func (w *walker) text() bool {
	if w.at >= len(w.content) || w.content[w.at] != '"' {
		return false
	}
	for i := w.at + 1; i < len(w.content); i++ {
		switch c := w.content[i]; {
		case c == '"':
			w.at = i + 1
			return true
		case c < ' ':
			return false
		case c == '\\':
			n := 2
			if i+1 < len(w.content) && w.content[i+1] == 'u' {
				n = 6
			}
			if i+n > len(w.content) || !json.Valid(slices.Concat([]byte(`"`), w.content[i:i+n], []byte(`"`))) {
				return false
			}
			i += n - 1
		}
	}
	return false
}
