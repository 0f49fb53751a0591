package text

import (
	"fmt"
	"io"
	"iter"

	"github.com/wordrotator/wrd/internal/file"
)

// jsonBytes is how much of the first line shows whether it is JSON.
const jsonBytes = 32 << 10

// Lines yields the lines of files one after another, or the first error, which names file and line. A file that begins
// like JSON is an error. A path may be "-" for stdin. What was dropped from a file is told to notify, a sentence at a
// time.
func Lines(paths []string, stdin io.Reader, notify func(notice string)) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			if !linesOf(path, stdin, notify, yield) {
				return
			}
		}
	}
}

// linesOf yields the lines of one file and returns whether to go on.
func linesOf(path string, stdin io.Reader, notify func(string), yield func(string, error) bool) bool {
	in, err := file.Open(path, stdin)
	if err != nil {
		yield("", err)
		return false
	}
	defer in.Close()
	if IsJSON(in.Start(jsonBytes)) {
		yield("", fmt.Errorf("%s:1: found JSON, expected one text per line", in.Name))
		return false
	}
	lines := NewReader(in, in.Name)
	for {
		line, err := lines.Next()
		if err == io.EOF {
			break
		}
		if !yield(string(line), err) || err != nil {
			return false
		}
	}
	for _, notice := range lines.Notices() {
		notify(notice)
	}
	return true
}
