package rows

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/internal/jsonvalue"
)

// A jsonMember is a cell of a jsonRow.
type jsonMember struct {
	column     string
	kind       jsontext.Kind
	start, end int    // of the content in those of the row
	content    string // the text, or JSON; of an object without its members. See jsonRow.member
}

// appendContent appends what a jsonMember holds of a value.
func appendContent(to []byte, value jsontext.Value, kind jsontext.Kind) ([]byte, error) {
	switch {
	case kind == jsontext.KindString && bytes.IndexByte(value, '\\') >= 0:
		return jsontext.AppendUnquote(to, value)
	case kind == jsontext.KindString:
		return append(to, value[1:len(value)-1]...), nil
	case kind == jsontext.KindBeginArray && bytes.IndexByte(value, '{') >= 0 || kind == jsontext.KindBeginObject && len(value) > 2:
		if err := jsonvalue.Check(value); err != nil {
			return nil, err
		}
	}
	return append(to, value...), nil
}

func (m *jsonMember) decoded() any {
	switch m.kind {
	case jsontext.KindString:
		return m.content
	case jsontext.KindNumber:
		return json.Number(m.content)
	}
	value, err := jsonvalue.Parse([]byte(m.content))
	if err != nil {
		panic("rows: " + err.Error()) // the decoder has read it
	}
	return value
}

func (m *jsonMember) name() (string, error) {
	switch m.kind {
	case jsontext.KindString:
		return textName(m.content), nil
	case jsontext.KindNumber:
		return numberName(m.content), nil
	}
	return m.outside().name()
}

func (m *jsonMember) text() (string, bool, error) {
	if m.kind == jsontext.KindString {
		return m.content, true, nil
	}
	if err := m.checkElements(); err != nil {
		return "", false, err
	}
	return member{m.decoded()}.text()
}

func (m *jsonMember) texts() ([]string, bool, error) {
	if err := m.checkElements(); err != nil {
		return nil, false, err
	}
	return member{m.decoded()}.texts()
}

// checkElements fails if a list has too many elements.
func (m *jsonMember) checkElements() error {
	if m.kind != jsontext.KindBeginArray {
		return nil
	}
	return checkElements(m.content)
}

func (m *jsonMember) number() (float64, error) {
	if m.kind == jsontext.KindNumber {
		return parseNumber(m.content)
	}
	return m.outside().number()
}

// outside is the cell as what it is, without the elements of a list or the members of an object, which may be many.
func (m *jsonMember) outside() member {
	switch m.kind {
	case jsontext.KindBeginArray:
		return member{[]any{}}
	case jsontext.KindBeginObject:
		return member{map[string]any{}}
	}
	return member{m.decoded()}
}
