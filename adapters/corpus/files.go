package corpus

import (
	"slices"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
)

// openFiles are what a corpus or groups are read from: open files of lines, and what was kept of tables.
type openFiles struct {
	kept    streams
	inputs  []*file.Input  // of lines
	lines   []*text.Reader // of these
	notices []string       // about tables
}

// read begins to read a file of lines.
func (o *openFiles) read(in *file.Input) *text.Reader {
	lines := text.NewReader(in, in.Name)
	o.inputs, o.lines = append(o.inputs, in), append(o.lines, lines)
	return lines
}

// finish lets go of a table that is read.
func (o *openFiles) finish(table *Texts) {
	o.notices = append(o.notices, table.Notices()...)
	table.Close()
}

// Notices returns a sentence for each thing that was dropped from the files so far.
func (o *openFiles) Notices() []string {
	notices := slices.Clone(o.notices)
	for _, lines := range o.lines {
		notices = append(notices, lines.Notices()...)
	}
	return notices
}

// Progress counts the bytes of files of lines and of what was kept of tables, see Corpus.
func (o *openFiles) Progress() (done, total int64) {
	for _, in := range o.inputs {
		if in.Size == 0 {
			return 0, 0
		}
		done += in.Consumed()
		total += in.Size
	}
	return done + o.kept.read.Load(), total + o.kept.held.Size()
}

// Close closes the files.
func (o *openFiles) Close() {
	for _, in := range o.inputs {
		in.Close()
	}
	o.kept.held.Close()
}
