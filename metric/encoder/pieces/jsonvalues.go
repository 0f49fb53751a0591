package pieces

import (
	"bytes"
	"encoding/json"
	"iter"
)

// values walk over JSON that is known to be valid, as a part of a file that jsonfile.Read has read: vocabularies of half
// a million pieces take a fraction of the time that encoding/json needs for them.
type values struct{ rest []byte }

// between are the characters between values.
var between = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ',': true, ':': true}

// next returns the next bracket, text in its quotes, or other value; nil at the end.
func (v *values) next() []byte {
	n := 0
	for n < len(v.rest) && between[v.rest[n]] {
		n++
	}
	if v.rest = v.rest[n:]; len(v.rest) == 0 {
		return nil
	}
	n = 1
	switch v.rest[0] {
	case '{', '}', '[', ']':
	case '"':
		for ; v.rest[n] != '"'; n++ {
			if v.rest[n] == '\\' {
				n++
			}
		}
		n++
	default:
		for n < len(v.rest) && !between[v.rest[n]] && v.rest[n] != ']' && v.rest[n] != '}' {
			n++
		}
	}
	one := v.rest[:n]
	v.rest = v.rest[n:]
	return one
}

// elements goes through a list, element by element as it is written. ok is false for what is no list.
func elements(list []byte) (all iter.Seq[[]byte], ok bool) {
	v := values{list}
	if string(v.next()) != "[" {
		return nil, false
	}
	return func(yield func([]byte) bool) {
		v := v
		for {
			one := v.next()
			if string(one) == "]" {
				return
			}
			begin, depth := v.rest, 0
			if one[0] == '[' || one[0] == '{' {
				depth = 1
			}
			for depth > 0 {
				switch v.next()[0] {
				case '[', '{':
					depth++
				case ']', '}':
					depth--
				}
			}
			// one and what was read behind it lie one behind the other.
			if !yield(one[:len(one)+len(begin)-len(v.rest)]) {
				return
			}
		}
	}, true
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
