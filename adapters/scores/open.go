package scores

import (
	"fmt"
	"io"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Options say how a table is read. The zero value finds out by content what it can, and reads all scores of all rows.
type Options struct {
	// Preset is the tool that made the file, see rows.Presets; "" finds out by content, and takes Plain for what no tool
	// writes. A file that the tool does not write is an error.
	Preset rows.Preset
	// Layout says which columns play which role, and what columns of scores are called; the zero value takes the usual
	// names, see rows.Role.
	Layout rows.Layout
	// Columns are the columns of scores to read, called as Layout calls them, those of them that the file has: a cell
	// that is not a number is an error. nil reads every column that holds numbers, and leaves out those of words and
	// those without a number. For a file whose columns have no names see Preset.
	Columns []string
	// People reads the columns of human scores beside Columns, called human or, in an object of JSON, human.…, which nobody
	// needs: they are left out where they hold words, or nothing.
	People bool
	// System is the name of the only system of a file; "" takes that in the file or, where it names none, the name of the
	// file, without its folder and endings.
	System string
	// Where chooses rows; a row must meet all conditions on columns that the file has. nil takes all rows. See
	// Table.ChosenBy.
	Where []Condition
	// Judgments says what becomes of several rows for one system, segment and rater; OneJudgment rejects them.
	Judgments Judgments

	Progress evaluation.Progress // counts the rows that are read
}

// A File is a file of scores, and how it is read.
type File struct {
	Path string
	Options
}

// Open reads the table at path; "-" is stdin, which is asked for nothing else. A path may be that of a folder that
// wrd score -o wrote, or of several files, see rows.Open. notify is told what was left out, a sentence at a time, and must not be nil. Errors begin with the path and
// name line and column; lines of text are a *rows.LinesError.
func Open(path string, stdin io.Reader, o Options, notify func(notice string)) (*Table, error) {
	given := o.System
	if given == "" {
		if system, err := text.ParseSystem("./" + path); err == nil {
			o.System = system.Name
		}
	}
	r, err := rows.Open(path, stdin, o.ofRows())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	t, err := ingest(r, o, notify)
	if err != nil {
		return nil, err
	}
	for _, notice := range r.Notices() {
		notify(notice)
	}
	return t, t.call(given)
}

// ofRows says how the file is recognised.
func (o Options) ofRows() rows.Options {
	return rows.Options{Preset: o.Preset, Layout: o.Layout, Scores: o.Columns}
}

// call gives the only system of a table the name that the file was given, if any.
func (t *Table) call(name string) error {
	switch {
	case t == nil || name == "":
		return nil
	case len(t.Systems) > 1:
		return fmt.Errorf("%s: found %d systems (%s), expected one, as the file is given the name %s", t.parts[0].source,
			len(t.Systems), wording.List(t.Systems), wording.Quote(name))
	}
	if len(t.HumanSystems) > 0 {
		t.HumanSystems = []string{name}
	}
	t.Systems = []string{name}
	return nil
}
