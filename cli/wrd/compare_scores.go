package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// scoresToCompare computes scores of texts, or reads them from tables, and returns by which settings they were made. Those of texts are
// kept, unless kept is nil.
func scoresToCompare(c *cli.Context, kept *keptRun) (*evaluation.Scores, show.Settings, error) {
	texts, tables := len(flags.CandidatesOf(c)) > 0 || c.IsSet(flags.ReferenceFlag.Name), c.IsSet(flags.TableFlag.Name)
	switch {
	case !texts && !tables:
		return nil, nil, args.Hint(
			errors.New("found nothing to compare: give -c FILE… and -r FILE…, or --table FILE"), args.HelpLine(c))

	case texts && tables:
		return nil, nil, errors.New("found --table and texts (-c, -r), expected one of them")
	case tables:
		ofTexts := slices.Concat(flags.ScoringFlags(), flags.MeasureFlags()[1:], []cli.Flag{flags.MultiReferenceFlag, documentsFlag})
		if err := refuseFlags(c, "with --table, which has scores already", ofTexts); err != nil {
			return nil, nil, err
		}
		return tabledScores(c)
	}
	if err := refuseFlags(c, "without --table, which it explains", flags.LayoutFlags()[1:]); err != nil {
		return nil, nil, err
	}
	return scoredTexts(c, kept)
}

// refuseFlags refuses flags that would have no effect. Those of the cache may come from the environment.
func refuseFlags(c *cli.Context, where string, refused []cli.Flag) error {
	for _, flag := range refused {
		name := flag.Names()[0]
		if c.IsSet(name) && name != flags.CacheDirFlag.Name && name != flags.NoCacheFlag.Name {
			return fmt.Errorf("--%s: found it %s", name, where)
		}
	}
	return nil
}

// tabledScores reads scores from tables.
func tabledScores(c *cli.Context) (*evaluation.Scores, show.Settings, error) {
	wanted, err := columnList(c, compareMeasureFlag.Name, "columns")
	if err != nil {
		return nil, nil, err
	}
	t, err := flags.OpenTables(c, wanted)
	if err != nil {
		return nil, nil, err
	}
	found, notices, err := t.Compared(wanted, flags.LowerIsBetter(c))
	for _, notice := range notices {
		flags.Notify(c)(notice)
	}
	if err != nil {
		return nil, nil, err
	}
	return found, show.SettingsOf(found.Columns), nil
}

// scoredTexts scores texts as wrd score does.
func scoredTexts(c *cli.Context, kept *keptRun) (*evaluation.Scores, show.Settings, error) {
	corpus, opened, err := flags.OpenTexts(c)
	if err != nil {
		return nil, nil, err
	}
	defer corpus.Close()
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, nil, err
	}
	var scores *evaluation.Scores
	if kept != nil {
		kept.scoring = &opened.Options
		scores, err = scoreInto(c, scorer, opened.Settings, corpus, kept.path)
	} else {
		var long flags.LongSegments
		scores, err = evaluation.Collect(c.Context, scorer, flags.CorpusOf(corpus), scoreSettings(c), long.Count)
		err = flags.ExplainSegment(err, corpus.Systems(), unitOf(corpus))
		if err == nil {
			long.Tell(flags.Notify(c))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	for _, notice := range corpus.Notices() {
		flags.Notify(c)(notice)
	}
	return scores, opened.Settings, readDocuments(c, scores.Segments)
}

// readDocuments reads --documents, a name for each segment.
func readDocuments(c *cli.Context, segments []evaluation.Segment) error {
	path := documentsFlag.Get(c)
	if path == "" {
		return nil
	}
	n := 0
	for line, err := range text.Lines([]string{path}, c.App.Reader, flags.Notify(c)) {
		if err != nil {
			return err
		}
		if n < len(segments) {
			segments[n].Doc = line
		}
		n++
	}
	if n != len(segments) {
		return fmt.Errorf("%s: found the documents of %d segments, expected %d", path, n, len(segments))
	}
	return nil
}
