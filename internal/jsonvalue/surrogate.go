package jsonvalue

import (
	"bytes"
	"fmt"
)

// A SurrogateError says that a text escapes one half of a surrogate pair without the other. encoding/json would put a
// replacement character there without a word.
type SurrogateError struct {
	Escape string // such as \ud800
	Byte   int    // where it stands, from 0
}

func (e *SurrogateError) Error() string {
	return fmt.Sprintf("found half of a surrogate pair, %s, at byte %d, expected whole characters", e.Escape, e.Byte)
}

// loneSurrogate returns where valid JSON escapes one half of a surrogate pair without the other, or -1.
func loneSurrogate(data []byte) int {
	for i := 0; ; {
		at := bytes.IndexByte(data[i:], '\\')
		if at < 0 {
			return -1
		}
		i += at
		if data[i+1] != 'u' {
			i += 2
			continue
		}
		switch unit := escaped(data[i:]); {
		case unit>>10 == 0xD800>>10:
			if len(data) < i+12 || data[i+6] != '\\' || data[i+7] != 'u' || escaped(data[i+6:])>>10 != 0xDC00>>10 {
				return i
			}
			i += 12
		case unit>>10 == 0xDC00>>10:
			return i
		default:
			i += 6
		}
	}
}

// escaped returns the code unit of an escape \uXXXX, whose digits are valid.
func escaped(data []byte) (unit int) {
	for _, c := range data[2:6] {
		digit := int(c | 0x20)
		if digit >= 'a' {
			digit += 10 - 'a'
		} else {
			digit = int(c - '0')
		}
		unit = unit<<4 | digit
	}
	return unit
}
