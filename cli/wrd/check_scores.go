package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// checkedScores are the scores of one side, in a file.
type checkedScores struct {
	name    string // what messages call it
	path    string
	options table.Options
	table   *table.Table
	places  []int             // of a baseline: for each segment of the candidate its place in table.Segments
	files   map[string]string // of each system that was scored now: the file of its texts
	scorer  *metric.Scorer    // that scored them now, nil for stored scores
	scored  metric.Options    // of scorer
	folder  string            // to be removed, "" for none
}

func (s *checkedScores) close() {
	if s.folder != "" {
		os.RemoveAll(s.folder)
	}
}

// openCandidate scores the texts of -c, or opens the scores of --results.
func openCandidate(c *cli.Context, s *checkSettings) (*checkedScores, error) {
	if path := c.String("results"); path != "" {
		for _, flag := range []string{"candidate", "reference"} {
			if c.IsSet(flag) {
				return nil, fmt.Errorf("--results: found --%s too, expected scores or texts", flag)
			}
		}
		if path == file.Stdin {
			return nil, errors.New("--results: found standard input, expected a file: it is read several times")
		}
		scores := &checkedScores{name: path, path: path}
		return scores, scores.open(c, 1, s.columns)
	}
	scores, err := scoreCandidate(c)
	if err != nil {
		return nil, err
	}
	scores.options.Columns = s.columns
	if scores.table, err = table.Open(scores.path, nil, scores.options, notify(c)); err != nil {
		scores.close()
	}
	return scores, err
}

// open reads a file of the user; side is 0 for the baseline, 1 for the candidate.
func (s *checkedScores) open(c *cli.Context, side int, columns []string) (err error) {
	if s.options, err = tableOptions(c, side, 2, columns); err != nil {
		return err
	}
	if s.table, err = table.Open(s.path, nil, s.options, notify(c)); err != nil {
		return err
	}
	for _, column := range columns {
		if _, err := s.table.Grid(column); err != nil {
			return err
		}
	}
	return nil
}

// scoreCandidate scores the texts of -c into a file of its own folder, as wrd score does.
func scoreCandidate(c *cli.Context) (_ *checkedScores, err error) {
	systems, err := systemsOf(c)
	if err != nil {
		return nil, err
	}
	options, err := scoreOptions(c)
	if err != nil {
		return nil, err
	}
	scores := &checkedScores{name: "this run", files: map[string]string{}, scored: options}
	if scores.scorer, err = metric.NewScorer(options); err != nil {
		return nil, err
	}
	for _, system := range systems {
		scores.files[system.Name] = system.Path
	}
	corpus, err := text.OpenCorpus(systems, c.StringSlice("reference"), c.App.Reader)
	if err != nil {
		return nil, err
	}
	defer corpus.Close()
	if scores.folder, err = os.MkdirTemp("", "wrd-check-"); err != nil {
		return nil, fmt.Errorf("no folder for the scores: %w", err)
	}
	defer func() {
		if err != nil {
			scores.close()
		}
	}()
	scores.path = filepath.Join(scores.folder, "segments.parquet")
	if err := scores.write(c, corpus); err != nil {
		return nil, err
	}
	for _, notice := range corpus.Notices() {
		notify(c)(notice)
	}
	return scores, nil
}

// write scores a corpus into the file.
func (s *checkedScores) write(c *cli.Context, corpus *text.Corpus) error {
	out, err := file.Create(s.path)
	if err != nil {
		return err
	}
	defer out.Abort()
	signature := s.scorer.Signature(len(c.StringSlice("reference"))).With("seed", strconv.FormatUint(seedFlag.Get(c), 10))
	rows := parquet.NewSegmentWriter(out, signature.String(), s.scorer.Columns(), false)
	systems := corpus.Systems()
	stop := startProgress(c.App.ErrWriter, "scoring", corpus.Progress)
	defer stop()
	var segment int64
	err = s.scorer.Stream(c.Context, corpus.Lines(), threadsFlag.Get(c), func(line metric.Line, scored []metric.Result) error {
		for i := range scored {
			row := parquet.Segment{System: systems[i], Number: segment, Candidate: line.Candidates[i], References: line.References, Result: scored[i]}
			if err := rows.Write(row); err != nil {
				return err
			}
		}
		segment++
		return nil
	})
	stop()
	if err := errors.Join(out.Failed(), explainSegment(err, systems)); err != nil {
		return err
	}
	if segment == 0 {
		return errors.New("found no segments: all files are empty, expected at least one line")
	}
	if err := rows.Close(); err != nil {
		return errors.Join(out.Failed(), err)
	}
	return out.Commit()
}

// openBaseline opens the stored scores, nil if there are none yet.
func (s *checkSettings) openBaseline(c *cli.Context) (*checkedScores, error) {
	if s.baseline == "" {
		return nil, nil
	}
	if _, err := os.Stat(s.baselineFile()); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	baseline := &checkedScores{name: s.baseline, path: s.baseline}
	err := baseline.open(c, 0, s.columns)
	if err == nil {
		return baseline, nil
	}
	err = fmt.Errorf("baseline %w", err)
	if baseline.table != nil { // it is a table, of other columns
		err = &hintedError{err, "--update --force makes this run the baseline"}
	}
	return nil, err
}

// baselineFile returns the file that --baseline means: itself, or segments.parquet in the folder. A path that is not there
// yet is a folder unless its name has an ending.
func (s *checkSettings) baselineFile() string {
	info, err := os.Stat(s.baseline)
	if err == nil && info.IsDir() || err != nil && filepath.Ext(s.baseline) == "" {
		return filepath.Join(s.baseline, "segments.parquet")
	}
	return s.baseline
}

// comparable returns which system of the baseline each system of the candidate is held against. It fails unless the scores of
// both sides mean the same: equal signatures, segments and references.
func (s *checkSettings) comparable(c *cli.Context, baseline, candidate *checkedScores) (map[string]string, error) {
	const hint = "score both in the same way, or accept the new way by --update --force"
	for _, column := range s.columns {
		difference := metric.ParseSignature(baseline.table.Signature(column)).Difference(column, baseline.name,
			metric.ParseSignature(candidate.table.Signature(column)), candidate.name)
		if difference != "" {
			return nil, &hintedError{fmt.Errorf("the scores of %s cannot be compared, their signatures differ: %s", column, difference), hint}
		}
	}
	places, err := samePlaces(baseline, candidate)
	if err != nil {
		return nil, err
	}
	baseline.places = places
	before, err := baseline.references()
	if err != nil {
		return nil, fmt.Errorf("baseline %w", err)
	}
	now, err := candidate.references()
	if err != nil {
		return nil, err
	}
	switch {
	case before == nil && now == nil:
	case before == nil || now == nil:
		notify(c)("only one of the two files has references: whether they are the same cannot be told")
	default:
		if err := sameReferences(baseline, candidate, before, now); err != nil {
			return nil, err
		}
	}
	return s.systemPairs(baseline, candidate)
}

// samePlaces returns for each segment of the candidate its place in the baseline. It fails if the segments are not the same:
// have other ids or, where one side has no ids, are of another number.
func samePlaces(baseline, candidate *checkedScores) ([]int, error) {
	before, now := baseline.table.Segments, candidate.table.Segments
	places := make([]int, len(now))
	if baseline.table.ByLine != candidate.table.ByLine {
		if len(before) != len(now) {
			return nil, fmt.Errorf("the segments are not the same: found %d in %s and %d in %s", len(before), baseline.name, len(now), candidate.name)
		}
		for i := range places {
			places[i] = i
		}
		return places, nil
	}
	at := map[string]int{}
	for i, segment := range before {
		at[segment.String()] = i
	}
	var gone, added []string
	for i, segment := range now {
		place, ok := at[segment.String()]
		if !ok {
			added = append(added, segment.String())
		}
		places[i] = place
		delete(at, segment.String())
	}
	for _, segment := range before {
		if _, left := at[segment.String()]; left {
			gone = append(gone, segment.String())
		}
	}
	var found []string
	for _, side := range []struct {
		ids  []string
		only string
	}{{gone, baseline.name}, {added, candidate.name}} {
		if n := len(side.ids); n > 0 {
			found = append(found, fmt.Sprintf("%d only in %s (segment %s)", n, side.only, firstFew(side.ids)))
		}
	}
	if found != nil {
		return nil, fmt.Errorf("the segments are not the same: found %s", strings.Join(found, ", "))
	}
	return places, nil
}

// firstFew lists the first few of many.
func firstFew(list []string) string {
	const few = 3
	if len(list) > few {
		return strings.Join(list[:few], ", ") + ", …"
	}
	return strings.Join(list, ", ")
}

// references returns a hash of the references of each segment, nil if the file has none.
func (s *checkedScores) references() (hashes []uint64, err error) {
	at := make(map[string]int, len(s.table.Segments))
	for i, segment := range s.table.Segments {
		at[segment.String()] = i
	}
	err = table.Outputs(s.path, nil, s.options, func(o table.Output) error {
		if o.References == nil {
			return nil
		}
		if hashes == nil {
			hashes = make([]uint64, len(at))
		}
		h := fnv.New64a()
		for _, reference := range o.References {
			fmt.Fprintf(h, "%d:%s", len(reference), reference)
		}
		hashes[at[o.Segment.String()]] = h.Sum64()
		return nil
	})
	return hashes, err
}

// sameReferences fails if a segment has other references than before.
func sameReferences(baseline, candidate *checkedScores, before, now []uint64) error {
	var different []string
	for i, segment := range candidate.table.Segments {
		if now[i] != before[baseline.places[i]] {
			different = append(different, segment.String())
		}
	}
	if len(different) == 0 {
		return nil
	}
	return &hintedError{fmt.Errorf("the references of %d of %d segments differ between %s and %s (segment %s): the scores cannot be compared",
		len(different), len(now), baseline.name, candidate.name, firstFew(different)),
		"check the same test set, or accept the new one by --update --force"}
}

// systemPairs returns which system of the baseline each system of the candidate is held against.
func (s *checkSettings) systemPairs(baseline, candidate *checkedScores) (map[string]string, error) {
	pairs := map[string]string{}
	before := baseline.table.Systems
	for _, system := range candidate.table.Systems {
		switch {
		case s.system != "" && slices.Contains(before, s.system):
			pairs[system] = s.system
		case s.system != "":
			return nil, fmt.Errorf("--system %s: found the systems %s in %s", s.system, strings.Join(before, ", "), baseline.name)
		case slices.Contains(before, system):
			pairs[system] = system
		case len(before) == 1 && len(candidate.table.Systems) == 1:
			pairs[system] = before[0]
		default:
			return nil, &hintedError{fmt.Errorf("found no system %q in %s, which has %s", system, baseline.name, strings.Join(before, ", ")),
				"write -c name=FILE, or name the system of the baseline by --system"}
		}
	}
	return pairs, nil
}
