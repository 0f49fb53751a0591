package rows

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
)

// datasetAt returns the dataset of Hugging Face in a folder that its save_to_disk wrote. part is one of its splits.
func datasetAt(dir, part string) (*folder, error) {
	var splits struct{ Splits []string }
	if read(&splits, dir, "dataset_dict.json") {
		if !slices.Contains(splits.Splits, part) {
			return nil, fmt.Errorf("%s: found a dataset with the splits %s, expected one of them: write %s:%s", dir,
				wording.List(splits.Splits), dir, append(splits.Splits, "train")[0])
		}
		dir, part = filepath.Join(dir, part), ""
	}
	var state struct {
		Files []struct{ Filename string } `json:"_data_files"`
	}
	if part != "" || !read(&state, dir, "state.json") || len(state.Files) == 0 {
		return nil, nil
	}
	found := new(folder)
	for _, f := range state.Files {
		found.files = append(found.files, filepath.Join(dir, filepath.Base(f.Filename)))
	}
	found.open = func(name string) (*Rows, error) { return openAll(name, found.files, openArrow) }
	return found, nil
}

// read reads a file of JSON, if there is one.
func read(into any, path ...string) bool {
	data, err := os.ReadFile(filepath.Join(path...))
	return err == nil && json.Unmarshal(data, into) == nil
}

// openAll opens files, of the same columns, as one table, whose rows are counted through.
func openAll(name string, files []string, open func(io.Reader, string) (*Rows, error)) (*Rows, error) {
	all := &Rows{Name: name, Free: true}
	var part *Rows
	var wanted []string
	begin := func() error {
		if len(files) == 0 {
			return io.EOF
		}
		in, err := file.Open(files[0], nil)
		if err != nil {
			return err
		}
		files = files[1:]
		all.Close()
		all.closers = []func(){func() { in.Close() }}
		if part, err = open(in, in.Name); err != nil {
			return err
		}
		if all.Columns != nil && !slices.Equal(part.Columns, all.Columns) {
			return fmt.Errorf("%s: found the columns %s, expected those of the files before: %s", part.Name,
				wording.List(part.Columns), wording.List(all.Columns))
		}
		if all.Columns = part.Columns; wanted != nil {
			part.Restrict(wanted...)
		}
		return nil
	}
	all.restrict = func(columns []string) {
		wanted = columns
		part.Restrict(columns...)
	}
	row := new(numbered)
	all.next = func() (_ record, err error) {
		for {
			if row.record, err = part.next(); err == nil {
				row.number++
				return row, nil
			}
			if err == io.EOF {
				err = begin()
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if err := begin(); err != nil {
		all.Close()
		return nil, err
	}
	return all, nil
}

// A numbered record is one of several files.
type numbered struct {
	record
	number int64
}

func (n *numbered) line() int64 { return n.number }
