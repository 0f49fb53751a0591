package rows

import (
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/parquetcolumn"
	"github.com/wordrotator/wrd/internal/wording"
)

// cell returns what the current row has in the column.
func (w *wantedColumn) cell() cell {
	values, ok := w.Reader.(*parquetcolumn.Values)
	switch c := (parquetCell{values}); {
	case !ok:
		return wrong{errors.New("found lists of numbers, expected something else")}
	case c.IsJSON && !c.IsList:
		return c.member()
	default:
		return c
	}
}

// A parquetCell is what the current row has in a column.
type parquetCell struct{ *parquetcolumn.Values }

// one returns the value of the current row; false if it is null.
func (c parquetCell) one() (pq.Value, bool, error) {
	if c.IsList {
		return pq.Value{}, false, errors.New("found a list, expected one value")
	}
	if len(c.Current) == 0 || c.Current[0].IsNull() {
		return pq.Value{}, false, nil
	}
	return c.Current[0], true, nil
}

func (c parquetCell) name() (string, error) {
	v, ok, err := c.one()
	if !ok || err != nil {
		return "", err
	}
	text, _ := c.Text(v)
	text, err = valid(text)
	return textName(text), err
}

func (c parquetCell) text() (string, bool, error) {
	if c.IsList {
		texts, _, err := c.texts()
		if err != nil {
			return "", false, err
		}
		return onlyText(len(texts), func() (string, bool, error) { return texts[0], true, nil })
	}
	v, ok, err := c.one()
	if !ok || err != nil {
		return "", false, err
	}
	text, err := c.textOf(v)
	return text, true, err
}

func (c parquetCell) texts() (texts []string, ok bool, err error) {
	if !c.IsList || c.IsAbsent() {
		return nil, false, nil
	}
	if n := len(c.Current); n > 1 || n == 1 && !c.Current[0].IsNull() {
		texts = make([]string, 0, n)
	}
	for i := range c.Current {
		v := &c.Current[i]
		switch {
		case !v.IsNull():
			text, err := c.textOf(*v)
			if err != nil {
				return nil, false, err
			}
			texts = append(texts, text)
		case c.IsElement(*v):
			texts, err = append(texts, ""), ErrNullText
		}
	}
	return texts, true, err
}

func (c parquetCell) number() (float64, error) {
	v, ok, err := c.one()
	if err != nil {
		return 0, errors.New("found a list, expected a number")
	}
	if !ok {
		return absent, nil
	}
	return c.numberOf(v)
}

// numberOf returns a value that must be a number.
func (c parquetCell) numberOf(v pq.Value) (float64, error) {
	x, err := c.Number(v)
	if err == nil && math.Abs(x) > MostSize {
		err = sizeError(x, fmt.Sprint(x))
	}
	return x, err
}

// member returns what the current row holds where the column says that its texts are JSON.
func (c parquetCell) member() cell {
	v, ok, err := c.one()
	if err != nil {
		return wrong{err}
	}
	if !ok {
		return member{}
	}
	if err := checkElements(string(v.ByteArray())); err != nil {
		return wrong{err}
	}
	value, err := jsonvalue.Parse(v.ByteArray())
	if err != nil {
		return wrong{fmt.Errorf("found %s, expected JSON as the type of the column says: %w",
			wording.Quote(string(v.ByteArray())), err)}
	}
	return member{value}
}

// textOf returns a value that must be a text.
func (c parquetCell) textOf(v pq.Value) (string, error) {
	text, isText := c.Text(v)
	if !isText {
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
