package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// comparedScores are the scores that systems are compared by, wherever they come from.
type comparedScores struct {
	systems      []string // sorted, until the baseline is moved first
	segments     []string // names
	documents    []int    // of each segment, where all have one
	undocumented int      // how many segments have none
	columns      []comparedColumn
}

// A comparedColumn holds one score for each system and segment, NaN where there is none.
type comparedColumn struct {
	name      string
	lower     bool // is better
	grid      agreement.Grid
	signature string // "" if there is none
}

// scoresToCompare computes scores of texts, or reads them from tables.
func scoresToCompare(c *cli.Context) (*comparedScores, error) {
	texts, tables := c.IsSet("candidate") || c.IsSet("reference"), c.IsSet("table")
	switch {
	case !texts && !tables:
		return nil, &hintedError{errors.New("found nothing to compare: give -c FILE… and -r FILE…, or --table FILE"), helpLine(c)}
	case texts && tables:
		return nil, errors.New("found --table and texts (-c, -r), expected one of them")
	case tables:
		if err := refuseFlags(c, "beside --table, whose scores are made already", slices.Concat(scoringFlags(), measureFlags()[1:]), "multi-reference", "documents"); err != nil {
			return nil, err
		}
		return tabledScores(c)
	}
	if err := refuseFlags(c, "without --table, which it explains", layoutFlags()); err != nil {
		return nil, err
	}
	return scoredTexts(c)
}

// refuseFlags refuses flags that would have no effect. Those of the cache may come from the environment.
func refuseFlags(c *cli.Context, where string, flags []cli.Flag, more ...string) error {
	for _, flag := range flags {
		more = append(more, flag.Names()[0])
	}
	for _, name := range more {
		if c.IsSet(name) && name != cacheDirFlag.Name && name != noCacheFlag.Name {
			return fmt.Errorf("--%s: found it %s", name, where)
		}
	}
	return nil
}

// tabledScores reads scores from tables.
func tabledScores(c *cli.Context) (*comparedScores, error) {
	wanted, err := columnList(c, "measure")
	if err != nil {
		return nil, err
	}
	t, err := openTables(c, wanted)
	if err != nil {
		return nil, err
	}
	if wanted == nil {
		if wanted, err = usualColumn(t.Columns()); err != nil {
			return nil, err
		}
	}
	s := &comparedScores{systems: slices.Clone(t.Systems)}
	numbers := map[string]int{} // of documents
	for _, segment := range t.Segments {
		if segment.Group != t.Segments[0].Group {
			return nil, &hintedError{fmt.Errorf("found the groups of segments %q and %q, expected one", t.Segments[0].Group, segment.Group),
				"--where COLUMN=VALUE chooses one, such as lp=en-de"}
		}
		s.segments = append(s.segments, segment.String())
		s.addDocument(segment.Doc, numbers)
	}
	for _, name := range wanted {
		column := comparedColumn{name: name, lower: lowerIsBetter(c, name), signature: t.Signature(name)}
		if column.grid, err = t.Grid(name); err != nil {
			return nil, err
		}
		if err := checkSignatures(c, name, t.Signatures); err != nil {
			return nil, err
		}
		s.columns = append(s.columns, column)
	}
	return s, nil
}

// usualColumn chooses the column to compare by where nobody says it.
func usualColumn(columns []string) ([]string, error) {
	switch usual := metric.WRD.String(); {
	case slices.Contains(columns, usual):
		return []string{usual}, nil
	case len(columns) == 1:
		return columns, nil
	case len(columns) == 0:
		return nil, errors.New("found no column of scores, expected one")
	}
	return nil, &hintedError{fmt.Errorf("found several columns of scores, expected to know which: %s", joined(columns)), "choose by --measure LIST"}
}

// checkSignatures refuses a column whose files score in different ways.
func checkSignatures(c *cli.Context, column string, of func(string) (sources, signatures []string)) error {
	sources, signatures := of(column)
	for i, signature := range signatures {
		if (signature == "") != (signatures[0] == "") {
			with, without := sources[0], sources[i]
			if signatures[0] == "" {
				with, without = without, with
			}
			notify(c)(fmt.Sprintf("column %s: %s carries no signature: whether its scores can be compared with those of %s is not known", column, without, with))
			continue
		}
		if difference := metric.ParseSignature(signatures[0]).Difference(column, sources[0], metric.ParseSignature(signature), sources[i]); difference != "" {
			return &hintedError{fmt.Errorf("column %s: found scores with different signatures, which cannot be compared: %s", column, difference),
				"score all systems in the same way"}
		}
	}
	return nil
}

// scoredTexts scores texts as wrd score does.
func scoredTexts(c *cli.Context) (*comparedScores, error) {
	files, err := systemsOf(c)
	if err != nil {
		return nil, err
	}
	options, err := scoreOptions(c)
	if err != nil {
		return nil, err
	}
	corpus, err := text.OpenCorpus(files, c.StringSlice("reference"), c.App.Reader)
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return nil, err
	}
	s := &comparedScores{systems: corpus.Systems()}
	signature := scorer.Signature(len(c.StringSlice("reference"))).String()
	values := make([][][]float64, len(scorer.Measures())) // measure, system, segment
	for m, measure := range scorer.Measures() {
		values[m] = make([][]float64, len(s.systems))
		s.columns = append(s.columns, comparedColumn{name: measure.Main().String(), lower: measure.Main().Distance(), signature: signature})
	}
	stop := startProgress(c.App.ErrWriter, "scoring", corpus.Progress)
	defer stop()
	err = scorer.Stream(c.Context, corpus.Lines(), threadsFlag.Get(c), func(_ metric.Line, scored []metric.Result) error {
		s.segments = append(s.segments, fmt.Sprint(len(s.segments)+1))
		for m, measure := range scorer.Measures() {
			for i := range scored {
				score, ok := scored[i].Value(measure.Main())
				if !ok {
					score = math.NaN()
				}
				values[m][i] = append(values[m][i], score)
			}
		}
		return nil
	})
	stop()
	if err != nil {
		return nil, explainSegment(err, s.systems)
	}
	if len(s.segments) == 0 {
		return nil, errors.New("found no segments: all files are empty, expected at least one line")
	}
	for m := range values {
		if s.columns[m].grid, err = agreement.NewGrid(len(s.systems), len(s.segments), slices.Concat(values[m]...)); err != nil {
			return nil, err
		}
	}
	for _, notice := range corpus.Notices() {
		notify(c)(notice)
	}
	return s, s.readDocuments(c)
}

// readDocuments reads --documents, a name for each segment.
func (s *comparedScores) readDocuments(c *cli.Context) error {
	path := c.String("documents")
	if path == "" {
		s.undocumented = len(s.segments)
		return nil
	}
	numbers := map[string]int{}
	for line, err := range text.Lines([]string{path}, c.App.Reader, notify(c)) {
		if err != nil {
			return err
		}
		s.addDocument(line, numbers)
	}
	if n := len(s.documents); n != len(s.segments) {
		return fmt.Errorf("%s: found the documents of %d segments, expected %d", path, n, len(s.segments))
	}
	return nil
}

// addDocument adds the next segment's document.
func (s *comparedScores) addDocument(name string, numbers map[string]int) {
	if name == "" {
		s.undocumented++
	}
	number, ok := numbers[name]
	if !ok {
		number = len(numbers)
		numbers[name] = number
	}
	s.documents = append(s.documents, number)
}

// moveFirst moves a system to the front.
func (s *comparedScores) moveFirst(system int) {
	name := s.systems[system]
	s.systems = slices.Insert(slices.Delete(s.systems, system, system+1), 0, name)
	for i := range s.columns {
		grid := &s.columns[i].grid
		row := slices.Clone(grid.Row(system))
		rest := slices.Concat(grid.Values[:system*grid.Segments], grid.Values[(system+1)*grid.Segments:])
		grid.Values = slices.Concat(row, rest)
	}
}

// sharedSegments counts the segments that two systems both have a score for.
func sharedSegments(grid agreement.Grid, a, b int) (n int) {
	for j := range grid.Segments {
		if !math.IsNaN(grid.At(a, j)) && !math.IsNaN(grid.At(b, j)) {
			n++
		}
	}
	return n
}

// joined writes a list.
func joined(list []string) string { return strings.Join(list, ", ") }
