package corpus

import (
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// lineCorpus is a Corpus of files of lines alone: line n of each belongs to segment n.
type lineCorpus struct {
	openFiles
	systems    []text.System // sorted
	files      []*lineFile   // of the systems, then of the references, then of the sources if there are any
	references []string
	sources    bool // whether there are sources
	options    Options
	ahead      ahead[metric.Line]
}

type lineFile struct {
	input *file.Input
	lines *text.Reader
	ended bool // whether all lines were read
}

func openLines(systems []text.System, references []string, candidates, others []*source, sources *source,
	o Options) (Corpus, error) {
	if len(references) == 0 && !o.WithoutReferences {
		return nil, ErrNoReferences
	}
	if o.ReadSources && sources == nil {
		return nil, ErrNoSources
	}
	c := &lineCorpus{references: references, sources: sources != nil, options: o}
	var err error
	if c.systems, err = text.SortSystems(systems); err != nil {
		return nil, err
	}
	var files []*source
	for _, system := range c.systems {
		i := slices.IndexFunc(candidates, func(s *source) bool { return s.system == system })
		files = append(files, candidates[i])
	}
	if files = append(files, others...); sources != nil {
		files = append(files, sources)
	}
	for _, s := range files {
		c.files = append(c.files, &lineFile{input: s.lines, lines: c.read(s.lines)})
	}
	return c, nil
}

func (c *lineCorpus) Systems() (names []string) {
	for _, s := range c.systems {
		names = append(names, s.Name)
	}
	return names
}

func (c *lineCorpus) Files() map[string]string {
	files := map[string]string{}
	for _, s := range c.systems {
		files[s.Name] = s.Path
	}
	return files
}

func (c *lineCorpus) References() int { return len(c.references) }

func (c *lineCorpus) Sources() bool { return c.sources }

func (c *lineCorpus) Humans() []string { return nil }

func (c *lineCorpus) FewestReferences() int { return c.References() }

func (c *lineCorpus) Tabled() bool { return false }

func (c *lineCorpus) Lines() iter.Seq2[metric.Line, error] { return c.ahead.before(c.rest) }

func (c *lineCorpus) FirstReferences(most int) []string {
	return c.ahead.first(c.rest, most, referencesOfLine)
}

func (c *lineCorpus) Sentences() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range c.references {
			if !c.options.sentences(path, yield) {
				return
			}
		}
	}
}

// rest yields the lines until the files end, and goes on where it ended.
func (c *lineCorpus) rest(yield func(metric.Line, error) bool) {
	var kept blocks
	for {
		texts := kept.list(len(c.files))
		ended := 0
		for i, s := range c.files {
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
		case ended == len(c.files):
			return
		case ended > 0:
			yield(metric.Line{}, c.differentLengths())
			return
		}
		n, m := len(c.systems), len(c.systems)+len(c.references)
		line := metric.Line{Candidates: texts[:n:n], References: texts[n:m:m]}
		if c.sources {
			line.Source = texts[m]
		}
		if !yield(line, nil) {
			return
		}
	}
}

func (c *lineCorpus) Length() (int64, error) {
	first := c.files[0].lines
	end := first.Offset() + countedFurther
	for _, err := range c.rest {
		if err != nil {
			return 0, err
		}
		if first.Offset() > end {
			return -1, nil
		}
	}
	return first.Line(), nil
}

// countedFurther is how many bytes of each file are read after one has ended, to say how long the others are: all of
// what people wrote, and a blink of what never ends.
const countedFurther = 8 << 20

// differentLengths says how long each file is, as far as it is quickly known. Errors in lines that nobody asked for are
// none.
func (c *lineCorpus) differentLengths() error {
	shortest, longest := int64(math.MaxInt64), c.files[0]
	var lengths []string
	for _, s := range c.files {
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

// A DifferentLengthsError says that files of lines have different numbers of lines, so that it is unknown which lines
// belong to the same segment.
type DifferentLengthsError struct{ message string }

func (e *DifferentLengthsError) Error() string { return e.message }

// count reads the rest of a file, if that is little, and returns how many lines were read and whether these are all.
// From a pipe nothing more is read: it might wait for ever.
func (s *lineFile) count() (lines int64, all bool) {
	at, end := s.lines.Line(), s.lines.Offset()+countedFurther
	for s.input.Size > 0 && s.lines.Offset() < end {
		if _, err := s.lines.Next(); err == io.EOF {
			return s.lines.Line(), true
		} else if err != nil {
			break
		}
	}
	return at, s.ended
}
