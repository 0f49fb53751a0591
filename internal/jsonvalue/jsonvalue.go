// Package jsonvalue reads JSON as encoding/json does, except that an object must not have two members of one name, and
// that texts must hold whole characters: encoding/json silently takes the last of two members, although the input is
// ambiguous, and silently replaces half of a surrogate pair.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/wording"
)

// A RepeatedError says that an object has two members of one name.
type RepeatedError struct{ Name string }

func (e *RepeatedError) Error() string {
	return fmt.Sprintf("found the member %s twice in one object, expected different names", wording.Quote(e.Name))
}

// Parse returns the value of whole and valid JSON, as json.RawMessage holds it: nil, a bool, a json.Number, a string,
// an []any or a map[string]any. It fails with a *RepeatedError or a *SurrogateError.
func Parse(valid []byte) (any, error) {
	if at := loneSurrogate(valid); at >= 0 {
		return nil, &SurrogateError{string(valid[at : at+6]), at}
	}
	p := parser{rest: valid}
	return p.value()
}

// A parser walks through valid JSON, so it has nothing to check but names. encoding/json bounds how deep values nest.
type parser struct{ rest []byte }

// next returns the next character that is not space.
func (p *parser) next() byte {
	p.rest = bytes.TrimLeft(p.rest, " \t\r\n")
	return p.rest[0]
}

// skip leaves out the next character that is not space if it is c, and reports whether it is.
func (p *parser) skip(c byte) bool {
	if p.next() != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) value() (any, error) {
	switch p.next() {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return p.text(), nil
	case 'n':
		p.rest = p.rest[len("null"):]
		return nil, nil
	case 't':
		p.rest = p.rest[len("true"):]
		return true, nil
	case 'f':
		p.rest = p.rest[len("false"):]
		return false, nil
	}
	n := 0
	for n < len(p.rest) && bytes.IndexByte([]byte("+-.0123456789eE"), p.rest[n]) >= 0 {
		n++
	}
	number := json.Number(p.rest[:n])
	p.rest = p.rest[n:]
	return number, nil
}

func (p *parser) object() (any, error) {
	members := map[string]any{}
	p.skip('{')
	for !p.skip('}') {
		p.skip(',')
		p.next()
		name := p.text()
		p.skip(':')
		if _, twice := members[name]; twice {
			return nil, &RepeatedError{name}
		}
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		members[name] = value
	}
	return members, nil
}

func (p *parser) array() (any, error) {
	list := []any{}
	p.skip('[')
	for !p.skip(']') {
		p.skip(',')
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, nil
}

// text returns the text that begins here.
func (p *parser) text() string {
	plain, n := true, 1
	for ; p.rest[n] != '"'; n++ {
		if p.rest[n] == '\\' {
			plain = false
			n++
		}
	}
	quoted := p.rest[:n+1]
	p.rest = p.rest[n+1:]
	if plain && utf8.Valid(quoted) {
		return string(quoted[1:n])
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		panic("jsonvalue: " + err.Error()) // the caller's bytes are not JSON
	}
	return text
}
