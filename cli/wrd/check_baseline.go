package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// readBaseline reads the flags of the baseline, and finds out what it holds.
func (o *checkOptions) readBaseline(c *cli.Context, path string) (err error) {
	if err := flags.OnlyOnce(path, "--baseline is read for the scores and again for the texts", ""); err != nil {
		return err
	}
	if o.baseline, err = flags.ReadTable(c, path, 0, 2); err != nil {
		return err
	}
	stored := flags.BaselineFile(c)
	_, gone := os.Stat(stored)
	if o.settings.New = errors.Is(gone, fs.ErrNotExist); o.settings.New && o.update == "" {
		if flags.IsNamedAsTexts(path) {
			return fmt.Errorf("--%s: %s: %w", baselineFlag.Name, path, file.Cause(gone))
		}
		return args.Hint(fmt.Errorf("%s: there is no baseline yet", path), "--update makes this run the baseline")
	}
	if !o.settings.New {
		asked := o.baseline
		asked.Columns = o.settings.Columns
		o.holds, _ = scores.ContentOf(asked) // whatever keeps it from being read, openBaseline says
	}
	if o.update != "" {
		if err := o.checkUpdate(stored); err != nil {
			return err
		}
	}
	if !o.baselineIsTexts() {
		return nil
	}
	if o.baseline.Where != nil {
		return fmt.Errorf("--where: found %s in --%s, expected a table of scores to choose rows of", o.holds, baselineFlag.Name)
	}
	references, sources := o.besideOfRun()
	for _, path := range slices.Concat(references, sources) {
		if err := flags.OnlyOnce(path, "the texts of --baseline are scored against the same texts, too", ""); err != nil {
			return err
		}
	}
	return nil
}

// checkUpdate fails if --update would replace what is no baseline that wrd stored, or take the name of a file of texts.
func (o *checkOptions) checkUpdate(path string) error {
	if o.settings.New && !flags.IsNamedAsTexts(path) || !o.settings.New && !o.baselineIsTexts() && isStored(path) {
		return nil
	}
	name := file.Unpacked(path)
	if name = strings.TrimSuffix(name, filepath.Ext(name)) + ".parquet"; name == path {
		name = filepath.Join(filepath.Dir(path), "baseline.parquet")
	}
	return args.Hint(fmt.Errorf("--%s: found %s, which is no baseline that wrd stored, expected a name that ends in .parquet",
		updateFlag.Name, path), fmt.Sprintf("--%s %s stores the scores of this run", baselineFlag.Name, args.Quote(name)))
}

// isStored says whether a baseline is one that may be replaced by another: a Parquet file, or one that should be.
func isStored(path string) bool {
	if filepath.Ext(path) == ".parquet" {
		return true
	}
	stored, err := replay.OpenSegments(path)
	if err == nil {
		stored.Close()
	}
	return err == nil
}

// baselineIsTexts says whether the baseline holds texts, which are to be scored.
func (o *checkOptions) baselineIsTexts() bool {
	return o.holds == scores.HoldsLines || o.holds == scores.HoldsTexts
}

// besideOfRun are the files of references and of sources of the run, against which the texts of a baseline are scored:
// those that measures read.
func (o *checkOptions) besideOfRun() (references, sources []string) {
	readsReferences, readsSources := !o.texts.Options.WithoutReferences, o.texts.Options.ReadSources
	if o.stored.Path != "" {
		references = []string{o.stored.Path}
		sources = references
		if s, err := settingsOfResults(o.stored.Path, setup.Settings{}); err == nil && s.Measures != nil {
			readsReferences, readsSources = s.Reads()
		}
	} else { // a table with them has those of the other tables, too
		references, sources = o.texts.References, []string{o.texts.Systems[0].Path}
		if len(references) == 0 {
			references = sources
		}
		if o.texts.Options.Sources != "" {
			sources = []string{o.texts.Options.Sources}
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

// baselineTexts are the texts of the baseline and what they are scored against: its own references and sources, or those
// of the run.
func (o *checkOptions) baselineTexts() (texts flags.TextOptions, err error) {
	path := o.baseline.Path
	system, err := text.ParseSystem("./" + path)
	if err != nil {
		return texts, err
	}
	system.Path = path
	texts.Systems = []text.System{system}
	texts.Options = corpus.Options{Layout: o.baseline.Layout, Common: o.texts.Options.Common}
	references, sources := o.besideOfRun()
	texts.Options.WithoutReferences, texts.Options.ReadSources = references == nil, sources != nil
	var read []rows.Role
	if sources != nil {
		read = append(read, rows.Source)
	}
	table, err := corpus.OpenTexts(path, nil, texts.Options.Layout, rows.Candidate, read...)
	if err != nil {
		return texts, err
	}
	table.Close()
	if !table.Has(rows.Reference) {
		texts.References, texts.Options.References = references, &o.texts.Options.Layout
	}
	if len(sources) > 0 && !table.Has(rows.Source) {
		texts.Options.Sources = sources[0]
	}
	if o.stored.Path != "" {
		texts.Options.References = &o.stored.Layout
		texts.Settings, err = settingsOfResults(o.stored.Path, o.scoring)
	}
	return texts, err
}

// readBaselineTexts reads the texts of a baseline through, if it holds some, so that what is wrong with them is known
// before anything is scored.
func (o *checkOptions) readBaselineTexts(ctx context.Context) error {
	if !o.baselineIsTexts() {
		return nil
	}
	if o.stored.Path != "" {
		if s, err := settingsOfResults(o.stored.Path, setup.Settings{}); err != nil || s.Vectors == nil && s.Encoder == nil {
			return args.Hint(errors.Join(fmt.Errorf("--%s: found %s in %s, and in %s no settings of wrd to score them by, expected "+
				"scores", baselineFlag.Name, o.holds, o.baseline.Path, o.stored.Path), err), "wrd check -c FILE -r FILE --"+
				baselineFlag.Name+" "+args.Quote(o.baseline.Path)+" scores both")
		}
	}
	texts, err := o.baselineTexts()
	if err != nil {
		return err
	}
	source, err := texts.Open(ctx)
	if err != nil {
		return texts.Explain(err)
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
func scoreBaseline(ctx context.Context, h flags.Host, o *checkOptions, candidate *checkedScores) (*checkedScores, error) {
	texts, err := o.baselineTexts()
	if err != nil {
		return nil, err
	}
	scorer, opened := candidate.scorer, candidate.opened
	var source *corpus.Corpus
	if scorer != nil {
		source, err = texts.Open(ctx)
	} else {
		source, opened, err = h.OpenCorpus(ctx, &texts)
	}
	if err = texts.Explain(err); err != nil {
		return nil, err
	}
	defer source.Close()
	if scorer == nil {
		if scorer, err = metric.NewScorer(opened.Options); err != nil {
			return nil, err
		}
	}
	before, err := scoreTexts(ctx, h, o.baseline.Path, scorer, opened, source)
	if err == nil {
		h.Tell(slices.DeleteFunc(before.told, func(notice string) bool { return slices.Contains(candidate.told, notice) }))
	}
	return before, err
}

// openBaseline opens the stored scores or scores the texts, nil if there are none yet. Where --force says so, scores that
// cannot be read are no error yet. The segments of both are called alike.
func openBaseline(ctx context.Context, h flags.Host, o *checkOptions, candidate *checkedScores) (
	*check.Input, error) {
	if o.baseline.Path == "" || o.settings.New {
		return nil, nil
	}
	baseline := &checkedScores{name: o.baseline.Path, Input: o.baseline}
	if o.baselineIsTexts() {
		var err error
		if baseline, err = scoreBaseline(ctx, h, o, candidate); err != nil {
			return nil, err
		}
	} else if err := baseline.open(h, o.settings.Columns); err != nil {
		err = fmt.Errorf("baseline %w", err)
		if baseline.table != nil { // it is a table, of other columns
			err = args.Hint(err, "--update --force makes this run the baseline")
		}
		return &check.Input{Scores: evaluation.Scores{Name: baseline.name}, Err: err}, nil
	}
	alike, notices, err := scores.Alike(baseline.table, candidate.table)
	if err != nil {
		return nil, err
	}
	h.Tell(notices)
	if o.common {
		if notices, err := scores.TakeCommon(alike...); err != nil {
			return nil, err
		} else {
			h.Tell(notices)
		}
	}
	baseline.table, candidate.table, candidate.baseline = alike[0], alike[1], baseline
	return baseline.input(o)
}
