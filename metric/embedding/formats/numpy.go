package formats

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/embedding"
)

const numPyMagic = "\x93NUMPY"

// ReadNumPy reads vectors that NumPy saved as an array (.npy) of two dimensions, words × components, with its words
// in a list next to it, one per line. The numbers may be of half, single or double precision in either byte
// order, the array in C's or in Fortran's. Doubles are rounded to float32.
//
// wordsFile is what errors call the list. The Report's lines are those of the list. Otherwise arguments and
// errors are as with [ReadWord2Vec]: a list with another number of words than the array has rows is an error,
// and so are other types and shapes and a file that is longer or shorter than its header says.
func ReadNumPy(ctx context.Context, r io.Reader, file string, words io.Reader, wordsFile,
	name string) (*embedding.Store, Report, error) {
	rd := &numPyReader{rowReader: newRowReader(ctx, r, file, NumPyArray)}
	s, err := rd.read(words, wordsFile, name)
	return s, rd.report, err
}

// A numPyReader is the state of one ReadNumPy.
type numPyReader struct {
	rowReader
	numbers   safetensors.Type
	bigEndian bool
	columns   bool // Fortran's order: one column after another
	dim       int
	list      *wordList
}

func (r *numPyReader) read(words io.Reader, wordsFile, name string) (*embedding.Store, error) {
	if err := r.readHeader(); err != nil {
		return nil, r.explain(err)
	}
	var err error
	if r.list, err = readWordList(words, wordsFile, r.dim, &r.report); err != nil {
		return nil, err
	}
	if r.list.rows != r.want {
		return nil, fmt.Errorf("%s: found %s, expected one for each of the %s of %s", wordsFile,
			count(r.list.rows, "word"), count(r.want, "row"), r.file)
	}
	read := r.readRows
	if r.columns {
		read = r.readColumns
	}
	if err := read(); err != nil {
		return nil, r.explain(err)
	}
	if _, err := r.in.ReadByte(); err == nil {
		return nil, fmt.Errorf("%s: found more bytes than an array of %d×%d has", r.file, r.want, r.dim)
	} else if err != io.EOF {
		return nil, r.explain(err)
	}
	return r.list.words.Finish(name)
}

// readHeader reads what the array is.
func (r *numPyReader) readHeader() error {
	start := make([]byte, len(numPyMagic)+2)
	if _, err := io.ReadFull(r.in, start); err != nil {
		return err
	}
	if string(start[:len(numPyMagic)]) != numPyMagic {
		return fmt.Errorf("found %q at the beginning, expected NumPy's mark %q", start[:len(numPyMagic)], numPyMagic)
	}
	size := make([]byte, 4)
	switch version := start[len(numPyMagic)]; version {
	case 1:
		size = size[:2]
	case 2, 3:
	default:
		return fmt.Errorf("found version %d of NumPy's format, expected 1 to 3", version)
	}
	if _, err := io.ReadFull(r.in, size); err != nil {
		return err
	}
	const longest = 1 << 20 // a header of numbers has a hundred bytes; records of many fields have more
	n := binary.LittleEndian.Uint32(append(size, 0, 0)[:4])
	if n > longest {
		return fmt.Errorf("found a header of %d bytes, expected at most %d", n, longest)
	}
	header := make([]byte, n)
	if _, err := io.ReadFull(r.in, header); err != nil {
		return err
	}
	return r.parseHeader(header)
}

// parseHeader reads the header, which is a Python dictionary (numpy.lib.format).
func (r *numPyReader) parseHeader(header []byte) error {
	part := func(pattern string) [][]byte { return regexp.MustCompile(pattern).FindSubmatch(header) }
	descr := part(`'descr':\s*'([<>|=])([a-zA-Z])([0-9]{1,3})'`)
	order := part(`'fortran_order':\s*(True|False)`)
	shape := part(`'shape':\s*\(([0-9L, ]*)\)`)
	if order == nil || shape == nil {
		return fmt.Errorf("found the header %s, expected 'descr', 'fortran_order' and 'shape'", quote(header))
	}
	if descr != nil && string(descr[2]) == "f" {
		size, _ := strconv.Atoi(string(descr[3]))
		r.numbers, r.bigEndian = safetensors.Type(fmt.Sprint("F", 8*size)), string(descr[1]) == ">"
	}
	if r.numbers.Size() == 0 {
		return fmt.Errorf("found numbers of another type in the header %s, expected f2, f4 or f8", quote(header))
	}
	table := regexp.MustCompile(`^\s*([0-9]+)L?\s*,\s*([0-9]+)L?\s*,?\s*$`).FindSubmatch(shape[1])
	if table == nil {
		return fmt.Errorf("found an array of the shape (%.60s), expected two dimensions, words and components",
			shape[1])
	}
	r.want, r.dim = atMost(table[1]), atMost(table[2])
	r.columns = string(order[1]) == "True"
	if r.want < 1 || uint64(r.want) > embedding.MaxWords {
		return fmt.Errorf("found an array of %.30s words, expected 1 to %d", table[1], uint64(embedding.MaxWords))
	}
	if err := embedding.CheckDim(r.dim); err != nil {
		return fmt.Errorf("found an array of %w", err)
	}
	return nil
}

// atMost reads digits; a number that is too large for an int becomes the largest, which no table has.
func atMost(digits []byte) int {
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return math.MaxInt
	}
	return n
}

// readRows reads an array in C's order.
func (r *numPyReader) readRows() error {
	id := 0
	buf, unused := make([]byte, r.numbers.Size()*r.dim), make([]float32, r.dim)
	for r.row = 1; r.row <= r.want; r.row++ {
		if r.stopped() {
			return context.Cause(r.ctx)
		}
		if err := r.readNumbers(buf); err != nil {
			return err
		}
		row := unused
		if !r.list.skipped[r.row-1] {
			row = r.list.words.Row(id)
			id++
		}
		if err := r.numbers.Row(row, buf); err != nil {
			return err
		}
	}
	return nil
}

// readNumbers fills buf with whole numbers in little-endian order.
func (r *numPyReader) readNumbers(buf []byte) error {
	_, err := io.ReadFull(r.in, buf)
	if size := r.numbers.Size(); r.bigEndian {
		for number := range slices.Chunk(buf, size) {
			slices.Reverse(number)
		}
	}
	return err
}

// readColumns reads an array in Fortran's order. The table is needed whole from the first column on, but the header
// is believed only when a sixteenth of the columns has come in, as an embedding.Builder does; till then they are kept aside.
func (r *numPyReader) readColumns() error {
	const believe = 16
	aside := make([][]float32, max(1, r.dim/believe))
	for k := range aside {
		aside[k] = make([]float32, r.want)
		if err := r.readColumn(k, aside[k]); err != nil {
			return err
		}
	}
	table := r.list.words
	table.Row(table.Len() - 1)
	column := make([]float32, r.want)
	for k := range r.dim {
		if k < len(aside) {
			column, aside[k] = aside[k], nil
		} else if err := r.readColumn(k, column); err != nil {
			return err
		}
		id := 0
		for i, x := range column {
			if !r.list.skipped[i] {
				table.Row(id)[k] = x
				id++
			}
		}
	}
	return nil
}

// readColumn reads the numbers of one component.
func (r *numPyReader) readColumn(k int, column []float32) error {
	var buf [8]byte
	for i := range column {
		r.row = i + 1
		if err := r.readNumbers(buf[:r.numbers.Size()]); err != nil {
			return err
		}
		var err error
		if column[i], err = r.numbers.Component(buf[:], k+1); err != nil {
			return err
		}
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	return nil
}
