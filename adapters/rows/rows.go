// Package rows reads tables of any program: Parquet (ours among them), Arrow, JSON Lines or a JSON array, CSV or TSV, and
// the files and folders that other tools write (see [Preset]), plain or compressed, told apart by content.
//
// [Open] returns the [Rows] of a file, one after another. A [Row] has a cell in each column, which it gives as a name,
// a text, a list of texts or a number, as it is asked; what a cell cannot be is an error with file, line and column.
// Which column is what, a [Layout] says. What rows mean is the affair of others: package corpus takes texts from them,
// package scores numbers.
//
// A new format is a file here and a line in formats. Lines of text are a table, too, of one column.
//
// It may change with any version; README lists the packages that do not.
package rows

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/parquetcolumn"
	"github.com/wordrotator/wrd/internal/wording"
)

// Rows gives the rows of a file. It must not be shared between goroutines.
type Rows struct {
	// Name is what messages call the file.
	Name string
	// Columns are the names of those that can be read as text or number; of JSON those of the first row, with dots into
	// objects.
	Columns []string
	// Free says that the columns are what the author of the file wanted, so that one may be missing; the rows of the
	// other files are known to come in order.
	Free bool
	// Prose says that the file is lines of text: a table of one column, whose role LayoutOfLines gives.
	Prose bool
	// ByNumbers says that only numbers, alone or after names, show that the file is a table: lines of text may be numbers, too.
	ByNumbers bool
	// Signature is what the file says its scores depend on, "" if it says nothing.
	Signature string
	// Settings are the same as data, an object of JSON, "" if the file has none.
	Settings string
	// NumRows is how many rows there are, 0 if the file does not say it.
	NumRows int64

	wide bool // whether a wide table is read as a long one, see Layout.Of
	next func() (record, error)
	// late returns the columns of the row that next returned last which no row had before; nil if all rows have the same.
	late func() []string
	// restrict says that no other columns will be asked for; nil if it makes no difference.
	restrict func(columns []string)
	vectors  func(column string) (*parquetcolumn.Vectors, error) // nil unless Parquet
	said     func() []string                                     // what else there is to notice; nil for nothing
	lines    *text.Reader                                        // nil for Parquet
	input    *file.Input                                         // of lines
	closers  []func()
}

// Options say how a file is recognised.
type Options struct {
	// Preset is the tool that made the file; "" finds out by content, and takes Plain for what no tool writes.
	Preset Preset
	// IsText says whether a column of that name holds texts. Where it is not nil, a table is one of texts, and not what a
	// tool writes, and a file may be lines of text.
	IsText func(column string) bool
	// Role is what the texts are read for, which says which of those of a test set in XML are taken.
	Role Role
	// Layout and Scores, columns as it calls them, are what a header of scores may name besides the roles, where nothing
	// else shows that it is one.
	Layout Layout
	Scores []string
}

// Open opens the table at path, or stdin where path is "-"; of a folder that wrd score -o wrote it is segments.parquet. A
// path may also be that of a dataset of Hugging Face, data or of several splits data:train, or that of a test set of
// mt-metrics-eval, wmt22 or of several language pairs wmt22:en-de.
//
// A file is lines of text unless its name or its content says that it is a table: a name that
// ends in one of Endings; the mark of Parquet or Arrow; of JSON a brace and a name, or a bracket;
// of CSV and TSV the names of their first line, of which one must be of texts where Options.IsText is given and otherwise
// of a role, or be asked for, or numbers must stand below; or what a tool writes. Where scores are wanted, lines of text
// are a *LinesError.
//
// A table that the layout says to be wide is read as a long one, see Layout.Of. Errors begin with the path.
func Open(path string, stdin io.Reader, o Options) (*Rows, error) {
	r, err := open(path, stdin, o)
	if err != nil || !o.Layout.isWide() {
		return r, err
	}
	wide, err := widen(r, o.Layout)
	if err != nil {
		r.Close()
	}
	return wide, err
}

// open is Open for a table as it stands.
func open(path string, stdin io.Reader, o Options) (r *Rows, err error) {
	path = File(path)
	if found, err := folderAt(path); err != nil {
		return nil, err
	} else if found != nil {
		return found.open(path)
	} else if o.IsText == nil && file.IsFolder(path) {
		return nil, fmt.Errorf("%s: found a folder without scores, expected a file, a dataset of Hugging Face, or a "+
			"test set of mt-metrics-eval with human-scores or metric-scores", path)
	}
	if f, size, ok := openParquet(path); ok {
		return readFile(f, size, path)
	}
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, err
	}
	var source io.Reader = in
	var start []byte
	if o.IsText != nil {
		start = in.Start(headerBytes)
	} else {
		buffered := bufio.NewReaderSize(in, sniffed)
		if start, err = buffered.Peek(sniffed); err != nil && err != io.EOF {
			in.Close()
			return nil, err
		}
		source = buffered
	}
	if isParquet(start) {
		defer in.Close()
		copied, err := file.Copy(source)
		if err != nil {
			return nil, err
		}
		return readFile(copied, copied.Size(), in.Name)
	}
	if isArrow(string(start[:min(len(start), arrowMark)])) {
		if r, err = openArrow(source, in.Name); err != nil {
			in.Close()
			return nil, err
		}
		r.closers = append(r.closers, func() { in.Close() })
		return r, nil
	}
	defer func() {
		if err != nil {
			in.Close()
		}
	}()
	opens, err := o.formatOf(path, in.Name, string(bytes.TrimPrefix(start, []byte("\ufeff"))))
	if err != nil {
		return nil, err
	}
	prose := opens == nil
	if prose {
		opens = openProse
	}
	if prose && o.IsText == nil {
		if is := file.Foreign(start); is != "" { // whose marks no text begins with
			return nil, fmt.Errorf("%s: found what looks like %s, expected a table of scores", in.Name, is)
		}
		return nil, &LinesError{in.Name}
	}
	lines := text.NewReader(source, in.Name)
	if r, err = opens(lines, in.Name); err == io.EOF || err == nil && len(start) == 0 && !prose {
		return nil, NoRows(in.Name)
	}
	if errors.Is(err, errNoObject) && o.IsText != nil {
		return nil, fmt.Errorf(`%w such as {"candidate": "…", "references": ["…"]}`, err)
	}
	if err != nil {
		return nil, err
	}
	if err := limit.Check(len(r.Columns), "columns"); err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	if returns := lines.Alone(); returns != "" && slices.ContainsFunc(r.Columns, func(c string) bool { return strings.Contains(c, "\r") }) {
		return nil, fmt.Errorf("%s:1: %s, expected the names of columns", in.Name, returns)
	}
	r.Name, r.Prose, r.lines, r.input, r.closers = in.Name, prose, lines, in, append(r.closers, func() { in.Close() })
	return r, nil
}

// A LinesError says that a file holds lines of text where a table of scores is wanted.
type LinesError struct{ Name string }

func (e *LinesError) Error() string {
	return e.Name + ": found lines of text, expected a table of scores"
}

// NoRows is the error of a file without rows.
func NoRows(name string) error {
	return fmt.Errorf("%s: found no rows, expected at least one", name)
}

const (
	// headerBytes is how long the first line of a table may be for it to be told from prose.
	headerBytes = 32 << 10
	// sniffed is how much of another table is read to recognise it.
	sniffed = 64 << 10
)

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

// readFile is ReadParquet for a file of its own.
func readFile(f interface {
	io.ReaderAt
	io.Closer
}, size int64, name string) (*Rows, error) {
	r, err := ReadParquet(f, size, name)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.closers = append(r.closers, func() { f.Close() })
	return r, nil
}

// isParquet says whether a file that begins like this is a Parquet file.
func isParquet(start []byte) bool {
	return bytes.HasPrefix(start, []byte(parquet.Magic)) || bytes.HasPrefix(start, []byte(parquet.MagicEncrypted))
}

// Next returns the next row, valid until the call after it, or io.EOF. Its errors name file and line.
func (r *Rows) Next() (Row, error) {
	rec, err := r.next()
	if err != nil {
		return Row{}, err
	}
	return Row{Line: rec.line(), file: r.Name, record: rec}, nil
}

// Late returns the columns of the row that Next returned last which no row had before, sorted: an object of JSON need
// not have the members of the first one.
func (r *Rows) Late() []string {
	if r.late == nil {
		return nil
	}
	return r.late()
}

// Restrict says, before the first row, that only these columns are needed; others are not read then.
func (r *Rows) Restrict(columns ...string) {
	if r.restrict == nil {
		return
	}
	columns = slices.Clone(columns) // the caller's
	for i, c := range columns {
		if column, ok := columnFor(r.Columns, c); ok {
			columns[i] = column
		}
	}
	r.restrict(columns)
}

// Vectors makes a column of Parquet be read as vectors, from the first row on, for each row that Next returns. There must be
// such a column.
func (r *Rows) Vectors(column string) (*parquetcolumn.Vectors, error) {
	if r.vectors == nil {
		return nil, fmt.Errorf("%s: found a file that is not Parquet, expected one", r.Name)
	}
	v, err := r.vectors(column)
	if err != nil {
		return nil, fmt.Errorf("%s: column %s: %w", r.Name, wording.Quote(column), err)
	}
	return v, nil
}

// Notices returns a sentence for each thing that was dropped from the file so far.
func (r *Rows) Notices() []string {
	var said []string
	if r.said != nil {
		said = r.said()
	}
	if r.lines == nil {
		return said
	}
	return append(r.lines.Notices(), said...)
}

// Returns says how many carriage returns were found inside lines, and what to do if they end lines; "" for none.
func (r *Rows) Returns() string {
	if r.lines == nil {
		return ""
	}
	return r.lines.Alone()
}

// Progress returns how many bytes of a file of lines were read so far, and of how many, 0 if that is not known. It may be
// called from any goroutine.
func (r *Rows) Progress() (done, total int64) {
	if r.input == nil || r.input.Size == 0 {
		return 0, 0
	}
	return r.input.Consumed(), r.input.Size
}

// Close closes the file.
func (r *Rows) Close() {
	for _, closeIt := range r.closers {
		closeIt()
	}
	r.closers = nil
}
