package table

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Options say how a table is read. The zero value finds out by content what it can, and reads all scores of all rows.
type Options struct {
	// Preset is the tool that made the file, see Presets; "" finds out by content, and takes Plain for what no tool
	// writes. A file that the tool does not write is an error.
	Preset Preset
	// Layout says which columns play which role, and what columns of scores are called; the zero value takes the usual
	// names, see Role.
	Layout Layout
	// Columns are the columns of scores to read, called as Layout calls them, those of them that the file has: a cell
	// that is not a number is an error. nil reads every column that holds numbers, and leaves out those of words and
	// those without a number. For a file whose columns have no names see Preset.
	Columns []string
	// System is the name of the system of a file that names none; "" takes the name of the file, without its folder and
	// endings.
	System string
	// Where chooses rows; a row must meet all conditions on columns that the file has. nil takes all rows. See
	// Table.ChosenBy.
	Where []Condition
	// ByLine leaves out ids and groups of segments, as if the file had none: segment n of a system is its n-th row.
	ByLine bool

	// Details says that Outputs is to read Output.Details and Output.Alignment, too.
	Details bool

	output func(Output) error // called for each row
}

// An Output is one text of a system with the references it is compared with, as far as a table has texts.
type Output struct {
	System     string             // as in Table.Systems
	Segment    evaluation.Segment // as in Table.Segments
	Place      int                // of Segment in Table.Segments
	ByLine     bool               // as in Table.ByLine
	Candidate  string             // "" if there is none
	References []string           // nil if there are none
	Line       int64              // 1-based: of a text file the line, of Parquet the row

	// With Options.Details:
	Details   evaluation.Details
	Alignment []evaluation.AlignedMove // nil if there is none
}

// Outputs calls visit for the texts of each row of a table, in the order of the file, with systems and segments
// called as in the table that Open returns. It stops at the first error.
func Outputs(path string, stdin io.Reader, o Options, visit func(Output) error) error {
	o.Columns, o.output = []string{}, visit
	_, err := Open(path, stdin, o, func(string) {})
	return err
}

// Open reads the table at path; "-" is stdin, which is asked for nothing else. A path may be that of a folder that
// wrd score -o wrote, or that of a test set of mt-metrics-eval: wmt22, or wmt22:en-de where it has several language
// pairs. notify is told what was left out, a sentence at a time, and must not be nil. Errors begin with the path and
// name line and column.
func Open(path string, stdin io.Reader, o Options, notify func(notice string)) (*Table, error) {
	if o.System == "" {
		if system, err := text.ParseSystem("./" + path); err == nil {
			o.System = system.Name
		}
	}
	if results := filepath.Join(path, "segments.parquet"); isFile(results) {
		path = results
	}
	if set, ok, err := testSetAt(path); ok {
		if err != nil {
			return nil, err
		}
		return set.read(o, notify)
	}
	if f, size, ok := openParquet(path); ok {
		defer f.Close()
		return readParquet(f, size, path, o, notify)
	}
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return Read(in, in.Name, o, notify)
}

// openParquet opens a Parquet file, and returns false if path is something else.
func openParquet(path string) (f *os.File, size int64, ok bool) {
	if path == file.Stdin {
		return nil, 0, false
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // who writes to a pipe sees it closed, and nobody could open it again
		return nil, 0, false
	}
	if f, err = os.Open(path); err != nil {
		return nil, 0, false // file.Open says why
	}
	var magic [4]byte
	if info, err = f.Stat(); err == nil && info.Mode().IsRegular() {
		if n, _ := f.ReadAt(magic[:], 0); isParquet(magic[:n]) {
			return f, info.Size(), true
		}
	}
	f.Close()
	return nil, 0, false
}

// isParquet says whether a file that begins like this is a Parquet file.
func isParquet(start []byte) bool {
	return bytes.HasPrefix(start, []byte(parquet.Magic)) || bytes.HasPrefix(start, []byte(parquet.MagicEncrypted))
}

// sniffed is how much of a file is read to recognise it.
const sniffed = 64 << 10

// Read is Open for the content of a file: a table of any format, but no folder. name stands at the start of its errors.
// Where neither the table nor o names a system, its name is "". Parquet is held in memory whole.
func Read(r io.Reader, name string, o Options, notify func(notice string)) (*Table, error) {
	buffered := bufio.NewReaderSize(r, sniffed)
	start, err := buffered.Peek(sniffed)
	if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, err
	}
	if isParquet(start) {
		return readParquetWhole(buffered, name, o, notify)
	}
	lines := text.NewReader(buffered, name)
	table, err := readText(lines, bytes.TrimPrefix(start, []byte("\ufeff")), name, o, notify)
	if err != nil {
		return nil, err
	}
	for _, notice := range lines.Notices() {
		notify(notice)
	}
	return table, nil
}

// readText reads a table of text lines, of which start is the beginning.
func readText(lines *text.Reader, start []byte, name string, o Options, notify func(string)) (*Table, error) {
	start = bytes.TrimLeft(start, " \t\r\n")
	if len(start) == 0 {
		return nil, fmt.Errorf("%s: found no rows, expected at least one", name)
	}
	format, err := formatOf(o.Preset, start, name)
	if err != nil {
		return nil, err
	}
	rows, err := format.open(lines, name)
	if err == io.EOF {
		return nil, fmt.Errorf("%s: found no rows, expected at least one", name)
	}
	if err != nil {
		return nil, err
	}
	return ingest(rows, name, o, notify)
}
