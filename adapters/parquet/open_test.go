package parquet_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/parquet"
)

// A panic over damaged bytes says something about the file, not about the library.
func TestRecover(t *testing.T) {
	for _, c := range []struct {
		name  string
		panic func()
		want  string
	}{
		{"none", func() {}, "as before"},
		{"of the language", func() { _ = []int{}[len(os.Args)] },
			"found a Parquet file that is damaged: its pages contradict its header"},
		{"of the library", func() { panic("page is too short") },
			"found a Parquet file that is damaged: page is too short"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := errors.New("as before")
			func() {
				defer parquet.Recover(&err)
				c.panic()
			}()
			if err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// A footer of lists in lists in lists ends in a sentence, not in the path to the innermost one.
func TestDeepFooter(t *testing.T) {
	const list, listOfOneList = 0x19, 0x19 // in Thrift's compact protocol: field 1, and an element that is a list
	footer := append([]byte{list}, bytes.Repeat([]byte{listOfOneList}, 5000)...)
	file := append([]byte(parquet.Magic), footer...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(footer)))
	file = append(file, parquet.Magic...)
	_, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err == nil || len(err.Error()) > 300 || !strings.HasPrefix(err.Error(),
		"found a Parquet file that is cut off or damaged: ") {
		t.Errorf("found %.400v", err)
	}
}
