package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// nameOfBaseline is what errors call the option.
const nameOfBaseline = setup.Name("baseline")

// readBaseline finds out what the file of the baseline holds.
func (c *checking) readBaseline() error {
	path := c.Baseline.Path
	if path == "" {
		return nil
	}
	stored := BaselineFile(path)
	_, gone := os.Stat(stored)
	if c.Rules.New = errors.Is(gone, fs.ErrNotExist); c.Rules.New && !c.Update {
		if isNamedAsTexts(path) {
			return setup.Errorf("%v: %s: %w", nameOfBaseline, path, file.Cause(gone))
		}
		return setup.Errorf("%s: there is no baseline yet", path).
			Hinted("%v makes this run the baseline", setup.Name("update"))
	}
	if !c.Rules.New {
		asked := c.Baseline
		asked.Columns = c.Rules.Columns
		c.holds, _ = scores.ContentOf(asked) // whatever keeps it from being read, openBaseline says
	}
	if c.Update {
		if err := c.checkUpdate(stored); err != nil {
			return err
		}
	}
	if !c.baselineIsTexts() {
		return nil
	}
	if c.Baseline.Where != nil {
		return setup.Errorf("%v: found %s in %v, expected a table of scores to choose rows of", setup.Name("where"), c.holds,
			nameOfBaseline)
	}
	if c.Outputs != nil { // which are in memory
		return nil
	}
	references, sources := c.besideOfRun()
	for _, path := range slices.Concat(references, sources) {
		if err := OnlyOnce(path, "the texts of %v are scored against the same texts, too", nameOfBaseline); err != nil {
			return err
		}
	}
	return nil
}

// OnlyOnce is an error if a file that is read several times can be read only once. The format says what reads it again.
func OnlyOnce(path, format string, args ...any) error {
	if file.Rereadable(path) {
		return nil
	}
	if path == file.Stdin {
		path = "standard input"
	}
	return setup.Errorf(format+": found %s, which can be read only once, expected a file", append(args, path)...)
}

// baselineIsTexts says whether the baseline is texts, which are to be scored.
func (c *checking) baselineIsTexts() bool {
	return c.BaselineOutputs != nil || c.holds == scores.HoldsLines || c.holds == scores.HoldsTexts
}

// besideOfRun are the files of references and of sources of the run, against which the texts of a baseline are scored:
// those that measures read. Texts in memory are in the file of the scores of this run by then.
func (c *checking) besideOfRun() (references, sources []string) {
	readsReferences, readsSources := true, true
	switch {
	case c.Outputs != nil:
		references = []string{c.now.Path}
		sources = references
		readsReferences, readsSources = c.Outputs.Opened.Settings.Reads()
	case c.Stored.Path != "":
		references = []string{c.Stored.Path}
		sources = references
		readsSources = false
		if s, err := SettingsOfResults(c.Stored.Path, setup.Settings{}); err == nil && s.Measures != nil {
			readsReferences, readsSources = s.Reads()
		}
	default: // a table with them has those of the other tables, too
		readsReferences, readsSources = !c.Texts.Options.WithoutReferences, c.Texts.Options.NeedSources
		references, sources = c.Texts.References, []string{c.Texts.Systems[0].Path}
		if len(references) == 0 {
			references = sources
		}
		if c.Texts.Options.Sources != "" {
			sources = []string{c.Texts.Options.Sources}
		}
	}
	if !readsReferences {
		references = nil
	}
	if !readsSources {
		sources = nil
	}
	return references, sources
}

// baselineTexts are the texts of the baseline and what they are scored against: its own references and sources, or
// those of the run.
func (c *checking) baselineTexts() (texts TextFiles, err error) {
	path := c.Baseline.Path
	system, err := text.ParseSystem("./" + path)
	if err != nil {
		return texts, err
	}
	system.Path = path
	texts.Systems = []text.SystemFile{system}
	texts.Options = corpus.Options{Layout: c.Baseline.Layout, Common: c.Common && c.Stored.Path == ""}
	references, sources := c.besideOfRun()
	texts.Options.WithoutReferences, texts.Options.NeedSources = references == nil, sources != nil
	table, err := corpus.OpenTexts(path, nil, texts.Options.Layout, rows.Candidate, rows.Source)
	if err != nil {
		return texts, err
	}
	table.Close()
	if !table.Has(rows.Reference) {
		texts.References = references
	}
	if len(sources) > 0 && !table.Has(rows.Source) {
		texts.Options.Sources = sources[0]
	}
	switch {
	case c.Outputs != nil:
		texts.Options.References = new(rows.Layout)
		texts.Options.Called = map[string]string{c.now.Path: c.Outputs.Name}
	case c.Stored.Path != "":
		texts.Options.References = &c.Stored.Layout
		texts.Settings, err = SettingsOfResults(c.Stored.Path, c.Scoring)
	case texts.References != nil:
		texts.Options.References = &c.Texts.Options.Layout
	}
	return texts, err
}

// SettingsOfResults returns the settings that results are stored with, and those of s over them; s for other files.
func SettingsOfResults(path string, s setup.Settings) (setup.Settings, error) {
	if !file.Rereadable(path) { // a pipe would be waited for, and read in vain
		return s, nil
	}
	stored, err := replay.OpenSegments(path)
	if err != nil {
		return s, nil
	}
	defer stored.Close()
	of, err := stored.Settings()
	switch {
	case errors.Is(err, replay.ErrNoSettings):
		return s, nil
	case err != nil:
		return s, err
	}
	if of.TokenVectors != nil {
		return s, setup.Errorf("%s: found scores of the token vectors of %s, which results do not hold", path,
			*of.TokenVectors).Hinted("wrd explain --token-vectors %s", wording.Argument(*of.TokenVectors))
	}
	return s.Over(of), nil
}

// readBaselineTexts reads the texts of a baseline through, if it is a file of some, so that what is wrong with them is
// known before anything is scored.
func (c *checking) readBaselineTexts(ctx context.Context) error {
	if !c.baselineIsTexts() || c.Outputs != nil {
		return nil
	}
	if c.Stored.Path != "" {
		s, err := SettingsOfResults(c.Stored.Path, setup.Settings{})
		if err != nil || s.Vectors == nil && s.Encoder == nil {
			said := "%v: found %s in %s, and in %s no settings of wrd to score them by, expected scores"
			why := []any{nameOfBaseline, c.holds, c.Baseline.Path, c.Stored.Path}
			if err != nil {
				said, why = said+"\n%w", append(why, err)
			}
			return setup.Errorf(said, why...).Hinted("wrd check -c FILE -r FILE --baseline %s scores both",
				wording.Argument(c.Baseline.Path))
		}
	}
	texts, err := c.baselineTexts()
	if err != nil {
		return err
	}
	source, err := texts.Open(ctx)
	if err != nil {
		return err
	}
	defer source.Close()
	for _, err := range source.Lines() {
		if err != nil {
			return err
		}
	}
	return nil
}

// scoreBaseline scores the texts of a baseline as those of the candidate were scored.
func (c *checking) scoreBaseline(ctx context.Context) (*checkedScores, error) {
	if c.BaselineOutputs != nil {
		return c.host.scoreSide(ctx, c.BaselineOutputs.Name, c.now.scorer, c.now.opened, c.BaselineOutputs.toScore())
	}
	texts, err := c.baselineTexts()
	if err != nil {
		return nil, err
	}
	scorer, opened := c.now.scorer, c.now.opened
	var source *corpus.Corpus
	if scorer != nil {
		source, err = texts.Open(ctx)
	} else {
		source, opened, err = c.host.OpenCorpus(ctx, &texts)
	}
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if scorer == nil {
		if scorer, err = metric.NewScorer(opened.Options); err != nil {
			return nil, err
		}
	}
	before, err := c.host.scoreSide(ctx, c.Baseline.Path, scorer, opened, ofFiles(source))
	if err == nil {
		c.host.Tell(slices.DeleteFunc(before.told, func(notice string) bool { return slices.Contains(c.now.told, notice) }))
	}
	return before, err
}

// openBaseline opens the stored scores or scores the texts, nil if there are none yet. Where Rules.Force says so,
// scores that cannot be read are no error yet. The segments of both are called alike.
func (c *checking) openBaseline(ctx context.Context) (*check.Version, error) {
	if c.Rules.New || c.Baseline.Path == "" && c.BaselineOutputs == nil {
		return nil, nil
	}
	baseline := &checkedScores{name: c.Baseline.Path, File: c.Baseline}
	if c.baselineIsTexts() {
		var err error
		if baseline, err = c.scoreBaseline(ctx); err != nil {
			return nil, err
		}
	} else if err := baseline.open(c.host, c.Rules.Columns); err != nil {
		err = fmt.Errorf("baseline %w", err)
		if baseline.table != nil { // it is a table, of other columns
			err = setup.Errorf("%w", err).Hinted("%v makes this run the baseline", acceptNew)
		}
		return &check.Version{Scores: evaluation.Scores{Name: baseline.name}, Err: err}, nil
	}
	alike, notices, err := scores.Alike(baseline.table, c.now.table)
	if err != nil {
		return nil, err
	}
	c.host.Tell(notices)
	if c.Common {
		notices, err := scores.TakeCommon(alike...)
		if err != nil {
			return nil, err
		}
		c.host.Tell(notices)
	}
	baseline.table, c.now.table, c.now.baseline = alike[0], alike[1], baseline
	return c.input(baseline)
}
