package scores

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/inspection"
)

// eachText calls visit for each output of a test set that comes with texts, system by system.
func (s testSet) eachText(t *Table, visit func(inspection.Texts) bool) error {
	systems, err := entries(s.dir, "system-outputs", s.pair)
	if err != nil || len(systems) == 0 {
		return err
	}
	p, err := s.part(t)
	if err != nil {
		return err
	}
	n := 1 // segments
	for n < len(p.system) && p.system[n] == p.system[0] {
		n++
	}
	sources, err := s.lines(p.source, n, "sources", s.pair+".txt")
	if err != nil {
		return err
	}
	names, err := entries(s.dir, "references")
	if err != nil {
		return err
	}
	var references [][]string
	for _, name := range names {
		if strings.HasPrefix(name, s.pair+".") && strings.HasSuffix(name, ".txt") {
			lines, err := s.lines(p.source, n, "references", name)
			if err != nil {
				return err
			}
			references = append(references, lines)
		}
	}
	for _, name := range systems {
		system, found := strings.CutSuffix(name, ".txt")
		if !found {
			continue
		}
		candidates, err := s.lines(p.source, n, "system-outputs", s.pair, name)
		if err != nil {
			return err
		}
		for i, candidate := range candidates {
			if p.segment[i] < 0 {
				continue
			}
			var output inspection.Texts
			output.System, output.Segment, output.Candidate = system, t.Segments[p.segment[i]], candidate
			output.HasCandidate = true
			for _, lines := range references {
				output.References = append(output.References, lines[i])
			}
			if sources != nil {
				output.Source = sources[i]
			}
			if !visit(output) {
				return nil
			}
		}
	}
	return nil
}

// part returns the scores of a file of the set, whose rows begin with all segments of a system.
func (s testSet) part(t *Table) (*part, error) {
	files, err := s.files()
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if p, err := t.partOf(file); err == nil {
			return p, nil
		}
	}
	return t.partOf(s.dir)
}

// lines reads a file of texts, a line for each of n segments of scores; nil if there is no such file.
func (s testSet) lines(scores string, n int, path ...string) (lines []string, err error) {
	name := filepath.Join(append([]string{s.dir}, path...)...)
	in, err := file.Open(name, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for reader := text.NewReader(in, name); ; {
		line, err := reader.Next()
		switch {
		case err == io.EOF && len(lines) == n:
			return lines, nil
		case err == io.EOF:
			return nil, fmt.Errorf("%s: found %d lines, expected %d as there are segments in %s", name, len(lines), n,
				scores)
		case err != nil:
			return nil, err
		}
		lines = append(lines, string(line))
	}
}
