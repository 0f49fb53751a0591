package formats

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A wordList is the words of rows that are stored elsewhere.
type wordList struct {
	words   *embedding.Builder
	rows    int          // lines of the list
	skipped map[int]bool // rows, from 0, whose word came before
}

// readWordList reads a list with a word on each line. A byte order mark and CRLF are accepted.
func readWordList(r io.Reader, file string, dim int, report *Report) (*wordList, error) {
	list := &wordList{words: embedding.NewBuilder(dim, nil), skipped: make(map[int]bool)}
	lines := bufio.NewReaderSize(r, readAhead)
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			break
		}
		switch {
		case err == bufio.ErrBufferFull:
			return nil, fmt.Errorf("%s:%d: line of %d bytes or more", file, list.rows+1, readAhead)
		case err != nil && err != io.EOF:
			return nil, fmt.Errorf("%s: after line %d: %w", file, list.rows, err)
		}
		if list.rows == 0 {
			line, report.BOM = bytes.CutPrefix(line, []byte(byteOrderMark))
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		word, cr := bytes.CutSuffix(line, []byte("\r"))
		if cr {
			report.CRLF++
		}
		if err := list.add(word, report); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, list.rows, err)
		}
	}
	if list.rows == 0 {
		return nil, fmt.Errorf("%s: found an empty file, expected a word on each line", file)
	}
	return list, nil
}

func (l *wordList) add(word []byte, report *Report) error {
	l.rows++
	if err := embedding.CheckWord(string(word)); err != nil {
		return err
	}
	_, added, err := l.words.Add(word)
	if err == nil && !added {
		report.duplicate(string(word), l.rows)
		l.skipped[l.rows-1] = true
	}
	return err
}
