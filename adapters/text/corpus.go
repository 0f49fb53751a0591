package text

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
)

// A System names a file of candidates.
type System struct{ Name, Path string }

// ParseSystem reads "name=path" or a path, whose base name without its endings then names the system. A path
// that itself has an = can be written with a folder: ./a=b.txt. Bytes of a name that are not UTF-8 become \xff.
func ParseSystem(arg string) (System, error) {
	if name, path, ok := strings.Cut(arg, "="); ok && !strings.ContainsAny(name, `/\`) {
		if name == "" || path == "" {
			return System{}, fmt.Errorf("found %q, expected a file or name=file", arg)
		}
		return System{Name: visible.UTF8(name), Path: path}, nil
	}
	if arg == file.Stdin {
		return System{Name: "stdin", Path: arg}, nil
	}
	name := file.Unpacked(filepath.Base(arg))
	if bare := strings.TrimSuffix(name, filepath.Ext(name)); bare != "" {
		name = bare
	}
	return System{Name: visible.UTF8(name), Path: arg}, nil
}

// A Corpus reads the line-aligned files of several systems and references side by side. It must not be
// shared between goroutines, except for Progress.
type Corpus struct {
	systems []System
	sources []*source // of the systems, then of the references
}

type source struct {
	input *file.Input
	lines *Reader
	ended bool // whether all lines were read
}

// OpenCorpus opens the files of systems, in order of their names, and of references. At most one of them may
// be standard input. The names must differ.
func OpenCorpus(systems []System, references []string, stdin io.Reader) (*Corpus, error) {
	systems, err := SortSystems(systems)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, s := range systems {
		paths = append(paths, s.Path)
	}
	c := &Corpus{systems: systems}
	usesStdin := false
	for _, path := range append(paths, references...) {
		if path == file.Stdin && usesStdin {
			c.Close()
			return nil, errors.New("standard input is given twice, expected at most one -")
		}
		usesStdin = usesStdin || path == file.Stdin
		in, err := file.Open(path, stdin)
		if err != nil {
			c.Close()
			return nil, err
		}
		c.add(in)
	}
	return c, nil
}

// SortSystems returns systems in the order of their names, which must differ.
func SortSystems(systems []System) ([]System, error) {
	sorted := slices.SortedFunc(slices.Values(systems), func(a, b System) int { return strings.Compare(a.Name, b.Name) })
	for i, s := range sorted {
		if i > 0 && sorted[i-1].Name == s.Name {
			return nil, fmt.Errorf("two systems are called %q (%s and %s), expected different names: write name=file",
				s.Name, sorted[i-1].Path, s.Path)
		}
	}
	return sorted, nil
}

// NewCorpus returns the corpus of open files: those of systems, which are in the order of SortSystems, then those of
// references.
func NewCorpus(systems []System, inputs []*file.Input) *Corpus {
	c := &Corpus{systems: systems}
	for _, in := range inputs {
		c.add(in)
	}
	return c
}

// add adds the next file.
func (c *Corpus) add(in *file.Input) {
	c.sources = append(c.sources, &source{input: in, lines: NewReader(in, in.Name)})
}

// Systems returns the names of the systems in the order of Line.Candidates: sorted, so that nothing depends
// on the order in which they were given.
func (c *Corpus) Systems() []string {
	names := make([]string, len(c.systems))
	for i, s := range c.systems {
		names[i] = s.Name
	}
	return names
}

// References returns how many references each line has.
func (c *Corpus) References() int { return len(c.sources) - len(c.systems) }

// Lines yields the lines until the files end, or an error that names file and line. Files of different length
// are an error.
func (c *Corpus) Lines() iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		var kept blocks
		for {
			texts := kept.list(len(c.sources))
			ended := 0
			for i, s := range c.sources {
				line, err := s.lines.Next()
				if err == io.EOF {
					ended++
					s.ended = true
				} else if err != nil {
					yield(metric.Line{}, err)
					return
				}
				texts[i] = kept.keep(line)
			}
			switch {
			case ended == len(c.sources):
				return
			case ended > 0:
				yield(metric.Line{}, c.differentLengths())
				return
			}
			n := len(c.systems)
			if !yield(metric.Line{Candidates: texts[:n:n], References: texts[n:]}, nil) {
				return
			}
		}
	}
}

// Length returns how many lines each file has, those read before included, or -1 if that takes long to find out. Errors
// are those of Lines.
func (c *Corpus) Length() (int64, error) {
	end := c.sources[0].lines.offset + countedFurther
	for _, err := range c.Lines() {
		if err != nil {
			return 0, err
		}
		if c.sources[0].lines.offset > end {
			return -1, nil
		}
	}
	return c.sources[0].lines.Line(), nil
}

// countedFurther is how many bytes of each file are read after one has ended, to say how long the others are: all of
// what people wrote, and a blink of what never ends.
const countedFurther = 8 << 20

// differentLengths says how long each file is, as far as it is quickly known. Errors in lines that nobody asked for are
// none.
func (c *Corpus) differentLengths() error {
	shortest, longest := int64(math.MaxInt64), c.sources[0]
	var lengths []string
	for _, s := range c.sources {
		read, known := s.count()
		if known {
			shortest = min(shortest, read)
			lengths = append(lengths, fmt.Sprintf("%s has %d", s.input.Name, read))
		} else {
			lengths = append(lengths, fmt.Sprintf("%s has more than %d", s.input.Name, read-1))
		}
		if s.lines.Line() > longest.lines.Line() {
			longest = s
		}
	}
	return &DifferentLengthsError{fmt.Sprintf("found files of different length (%s lines), expected the same number of "+
		"lines in each; the extra lines begin at %s:%d",
		strings.Join(lengths, ", "), longest.input.Name, shortest+1)}
}

// A DifferentLengthsError says that files of lines have different numbers of lines, so that it is not known which belong
// to the same segment.
type DifferentLengthsError struct{ message string }

func (e *DifferentLengthsError) Error() string { return e.message }

// count reads the rest of a file, if that is little, and returns how many lines were read and whether these are all.
// From a pipe nothing more is read: it might wait for ever.
func (s *source) count() (lines int64, all bool) {
	at, end := s.lines.Line(), s.lines.offset+countedFurther
	for s.input.Size > 0 && s.lines.offset < end {
		if _, err := s.lines.Next(); err == io.EOF {
			return s.lines.Line(), true
		} else if err != nil {
			break
		}
	}
	return at, s.ended
}

// Notices returns a sentence for each thing that was dropped from the files so far.
func (c *Corpus) Notices() []string {
	var notices []string
	for _, s := range c.sources {
		notices = append(notices, s.lines.Notices()...)
	}
	return notices
}

// Progress returns how many bytes were read so far, and of how many. total is 0 if it is not known. It may be
// called from any goroutine.
func (c *Corpus) Progress() (done, total int64) {
	for _, s := range c.sources {
		if s.input.Size == 0 {
			return 0, 0
		}
		done += s.input.Consumed()
		total += s.input.Size
	}
	return done, total
}

// Close closes the files.
func (c *Corpus) Close() {
	for _, s := range c.sources {
		s.input.Close()
	}
}
