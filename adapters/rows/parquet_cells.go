package rows

import (
	"errors"
	"fmt"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
)

// one returns the value of the current row; false if it is null.
func (c *parquetColumn) one() (pq.Value, bool, error) {
	if c.list {
		return pq.Value{}, false, errors.New("found a list, expected one value")
	}
	if len(c.current) == 0 || c.current[0].IsNull() {
		return pq.Value{}, false, nil
	}
	return c.current[0], true, nil
}

func (c *parquetColumn) name() (string, error) {
	v, ok, err := c.one()
	if !ok || err != nil {
		return "", err
	}
	return valid(c.meaning.text(v))
}

func (c *parquetColumn) text() (string, bool, error) {
	v, ok, err := c.one()
	if !ok || err != nil {
		return "", false, err
	}
	text, err := c.textOf(v)
	return text, true, err
}

func (c *parquetColumn) texts() (texts []string, ok bool, err error) {
	if !c.list {
		return nil, false, nil
	}
	if n := len(c.current); n > 1 || n == 1 && !c.current[0].IsNull() {
		texts = make([]string, 0, n)
	}
	for i := range c.current {
		v := &c.current[i]
		switch {
		case !v.IsNull():
			text, err := c.textOf(*v)
			if err != nil {
				return nil, false, err
			}
			texts = append(texts, text)
		case len(c.current) > 1 || v.DefinitionLevel() == c.null:
			return nil, false, errNullText
		}
	}
	return texts, true, nil
}

func (c *parquetColumn) number() (float64, error) {
	v, ok, err := c.one()
	if err != nil {
		return 0, errors.New("found a list, expected a number")
	}
	if !ok {
		return absent, nil
	}
	return c.meaning.number(v)
}

// member returns what the current row holds where the column says that its texts are JSON.
func (c *parquetColumn) member() cell {
	v, ok, err := c.one()
	if err != nil {
		return wrong{err}
	}
	if !ok {
		return nothing
	}
	value, err := jsonvalue.Parse(v.ByteArray())
	if err != nil {
		return wrong{fmt.Errorf("found %s, expected JSON as the type of the column says: %w",
			wording.Quote(string(v.ByteArray())), err)}
	}
	return member{value}
}

// textOf returns a value that must be a text.
func (c *parquetColumn) textOf(v pq.Value) (string, error) {
	text := c.meaning.text(v)
	if kind := v.Kind(); kind != pq.ByteArray && kind != pq.FixedLenByteArray || c.meaning.kind != itself {
		return "", fmt.Errorf("found the value %s, expected a text", wording.Clip(text))
	}
	return valid(text)
}

// valid returns a text, which must be UTF-8.
func valid(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("found %s, expected UTF-8", wording.Quote(text))
	}
	return text, nil
}
