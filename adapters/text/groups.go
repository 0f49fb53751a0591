package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A GroupSize is how many consecutive lines of a file belong to one group; WholeFile means all of them.
type GroupSize int

// WholeFile makes one group of each whole file.
const WholeFile GroupSize = 0

// ParseGroupSize reads a positive number, or "all" for WholeFile.
func ParseGroupSize(s string) (GroupSize, error) {
	if s == "all" {
		return WholeFile, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("found %q, expected all or a number of lines from 1", s)
	}
	return GroupSize(n), nil
}

// Groups reads the groups of texts that stand in files. It must not be shared between goroutines, except for Progress.
type Groups struct {
	corpus Source
	// next returns the group of a number, from 1, and false where the files end instead.
	next func(number int) (group metric.Group, more bool, err error)

	held []metric.Group // looked at before they were asked for
	err  error          // of the one after these
}

// OpenGroups opens files of candidates, in order of their names, and of references, of which there may be none. A
// group is made of so many consecutive lines of every file: first all those of the first file, then those of the
// next. Every file must hold the same number of whole groups.
func OpenGroups(
	systems []System, references []string, perCandidate, perReference GroupSize, stdin io.Reader) (*Groups, error) {
	corpus, err := OpenCorpus(systems, references, stdin)
	if err != nil {
		return nil, err
	}
	var rows []Rows
	for _, s := range corpus.sources {
		rows = append(rows, s)
	}
	parallel := &parallelGroups{rows, len(systems), perCandidate, perReference}
	return &Groups{corpus: corpus, next: parallel.next}, nil
}

// Rows are what a file holds of groups: texts, usually one, in each line or row.
type Rows interface {
	// Next returns the texts of the next row, which the caller may keep, or io.EOF after the last.
	Next() ([]string, error)
	// Name is what messages call the file.
	Name() string
	// Line is the number of the row that Next returned last, from 1.
	Line() int64
}

// A Source is what groups are read from. Its methods are those of Corpus.
type Source interface {
	Notices() []string
	Progress() (done, total int64)
	Close()
}

// NewGroups is OpenGroups for rows that are open, all of them parts of source.
func NewGroups(source Source, candidates, references []Rows, perCandidate, perReference GroupSize) *Groups {
	parallel := &parallelGroups{slices.Concat(candidates, references), len(candidates), perCandidate, perReference}
	return &Groups{corpus: source, next: parallel.next}
}

// Next returns the next line, as a source of Rows.
func (s *source) Next() ([]string, error) {
	line, err := s.lines.Next()
	if err != nil {
		return nil, err
	}
	return []string{string(line)}, nil
}

func (s *source) Name() string { return s.input.Name }

func (s *source) Line() int64 { return s.lines.Line() }

// OpenJSONGroups opens a file with a JSON object a line: {"candidates": [text, …], "references": [text, …]}, where the
// references may be absent. The path may be "-" for stdin.
func OpenJSONGroups(path string, stdin io.Reader) (*Groups, error) {
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, err
	}
	s := &source{input: in, lines: NewReader(in, in.Name)}
	return &Groups{corpus: &Corpus{sources: []*source{s}}, next: s.jsonGroup}, nil
}

// Notices returns a sentence for each thing that was dropped from the files so far.
func (g *Groups) Notices() []string { return g.corpus.Notices() }

// Progress is like Corpus.Progress.
func (g *Groups) Progress() (done, total int64) { return g.corpus.Progress() }

// Close closes the files.
func (g *Groups) Close() { g.corpus.Close() }

// FirstReferences returns the references of the first groups, at most so many; the candidates of a group that has none,
// which are compared with each other. All still yields these groups, and an error among them.
func (g *Groups) FirstReferences(most int) (list []string) {
	for number := 1; len(list) < most && number <= most; number++ {
		if number > len(g.held) {
			group, more, err := g.next(number)
			if g.err = err; err != nil || !more {
				break
			}
			g.held = append(g.held, group)
		}
		group := &g.held[number-1]
		if list = append(list, group.References...); len(group.References) == 0 {
			list = append(list, group.Candidates...)
		}
	}
	return list[:min(most, len(list))]
}

// All yields the groups until the files end, or an error that names file and line.
func (g *Groups) All() iter.Seq2[metric.Group, error] {
	return func(yield func(metric.Group, error) bool) {
		number := len(g.held) + 1
		for len(g.held) > 0 {
			group := g.held[0]
			if g.held = g.held[1:]; !yield(group, nil) {
				return
			}
		}
		if g.err != nil {
			yield(metric.Group{}, g.err)
			return
		}
		for ; ; number++ {
			group, more, err := g.next(number)
			if err != nil || !more {
				if err != nil {
					yield(metric.Group{}, err)
				}
				return
			}
			if !yield(group, nil) {
				return
			}
		}
	}
}

// parallelGroups reads groups that stand side by side in files of lines.
type parallelGroups struct {
	sources               []Rows
	candidates            int // how many of the sources hold candidates
	candidate, references GroupSize
}

// next reads a group, and returns false where all files end instead.
func (g *parallelGroups) next(number int) (group metric.Group, more bool, err error) {
	ended, going := -1, -1 // a file that is at its end, and one that is not
	for i, s := range g.sources {
		size := g.candidate
		if i >= g.candidates {
			size = g.references
		}
		texts, err := take(s, size, number)
		if err != nil {
			return group, false, err
		}
		if len(texts) == 0 {
			ended = i
		} else {
			going = i
		}
		if i < g.candidates {
			group.Candidates = append(group.Candidates, texts...)
		} else {
			group.References = append(group.References, texts...)
		}
	}
	if ended >= 0 && number == 1 {
		return group, false, fmt.Errorf("%s: found an empty file, expected at least one text",
			g.sources[ended].Name())
	}
	if ended >= 0 && going >= 0 {
		return group, false, fmt.Errorf("%s ends after %d groups, and %s goes on; expected as many groups in each "+
			"file: set how many lines a group has",
			g.sources[ended].Name(), number-1, g.sources[going].Name())
	}
	return group, going >= 0, nil
}

// take returns the texts of the next group, none at the end of the file.
func take(s Rows, size GroupSize, group int) (texts []string, err error) {
	if size == WholeFile && group > 1 {
		return nil, nil
	}
	rows := 0
	for ; size == WholeFile || rows < int(size); rows++ {
		row, err := s.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		texts = append(texts, row...)
	}
	if size != WholeFile && rows > 0 && rows < int(size) {
		return nil, fmt.Errorf("%s:%d: found the end of the file after %d lines of group %d, expected %d lines in "+
			"each group",
			s.Name(), s.Line(), rows, group, size)
	}
	return texts, nil
}

// jsonGroup reads the group of the next line, and returns false at the end of the file.
func (s *source) jsonGroup(int) (group metric.Group, more bool, err error) {
	line, err := s.lines.Next()
	if err == io.EOF {
		return group, false, nil
	}
	if err != nil {
		return group, false, err
	}
	if group, err = parseGroup(line); err != nil {
		return group, false, fmt.Errorf("%s:%d: %w", s.input.Name, s.lines.Line(), err)
	}
	return group, true, nil
}

const jsonGroupShape = `expected an object {"candidates": ["…"], "references": ["…"]}`

func parseGroup(line []byte) (metric.Group, error) {
	var fields struct {
		Candidates *[]string `json:"candidates"`
		References []string  `json:"references"`
	}
	if err := json.Unmarshal(line, &fields); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return metric.Group{}, fmt.Errorf("found a JSON %s at byte %d, %s", wording.Clip(wrong.Value), wrong.Offset,
				jsonGroupShape)
		}
		return metric.Group{}, fmt.Errorf("found no line of JSON (%v), %s", err, jsonGroupShape)
	}
	if err := checkGroup(line); err != nil {
		return metric.Group{}, err
	}
	if fields.Candidates == nil {
		return metric.Group{}, fmt.Errorf("found no candidates, %s", jsonGroupShape)
	}
	return metric.Group{Candidates: *fields.Candidates, References: fields.References}, nil
}

// checkGroup rejects what encoding/json takes silently: a member given twice, or in another spelling, and null for a
// text.
func checkGroup(line []byte) error {
	value, err := jsonvalue.Parse(line)
	if err != nil {
		return err
	}
	members, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("found no object, %s", jsonGroupShape)
	}
	for name, member := range members {
		for _, known := range []string{"candidates", "references"} {
			if name != known && strings.EqualFold(name, known) {
				return fmt.Errorf("found the member %s, %s", wording.Quote(name), jsonGroupShape)
			}
		}
		texts, _ := member.([]any)
		if name == "candidates" || name == "references" {
			if i := slices.Index(texts, nil); i >= 0 {
				return fmt.Errorf("found null as text %d of the %s, %s", i+1, name, jsonGroupShape)
			}
		}
	}
	return nil
}
