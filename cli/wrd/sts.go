package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/scores"
	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags of sts.
var (
	stsDataFlag = pairDataFlag("gold, sentence, sentence")
	plotFlag    = &cli.StringFlag{Name: "plot", Category: outputFlags,
		Usage: "draw gold against predicted scores into `FILE`.svg"}
	stsTokenVectorsFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: tokenVectorsFlag,
		Usage: "`NAME[@PART]=FILE` of the sentences as tokens with a vector each, Parquet or safetensors; " +
			"PART names the data file where there are several; repeat it for more"}}
	fittedFlag = convertListFlag("learned from the sentences of each file")
	skipFlag   = &cli.StringFlag{Name: oovFlag.Name, Value: string(metric.OOVSkip), Category: vectorFlags,
		Usage: "`POLICY` for tokens without a vector: skip (leave them out, as the paper does) or own (a direction " +
			"of their own)"}
)

func stsCommand() *cli.Command {
	return &cli.Command{
		Name:  "sts",
		Usage: "measure how well similarity of sentences agrees with human scores",
		UsageText: "wrd sts --data FILE… [--measure LIST] [--convert LIST] [flags]\n\n" +
			"wrd sts --data dev.tsv\n" +
			"wrd sts --data OnWN.tsv --data headlines.tsv --measure wrd,wmd,add --convert none,AWR --format markdown",
		Description: "Each file holds one pair per line: gold score, sentence, sentence, separated by TABs, without\n" +
			"quoting (UTF-8, plain or gzip; - is standard input). Prints Pearson's r × 100 and Spearman's ρ × 100\n" +
			"for every file, measure and converter, and the mean over the files. Distances are negated, so\n" +
			"that more is better for all measures; bertscore stands for its F1. A converter learns from all\n" +
			"sentences of a file. Unknown words are left out unless --oov own says otherwise.",
		Flags: append([]cli.Flag{
			stsDataFlag,
			threadsFlag,
			stsTokenVectorsFlag,
			scoresFlag("higher means more similar; PART names the data file if there are several"),
			plotFlag,
			formatFlag(gridFormats...),
		}, append(measureFlags(), scoringFlagsWith(fittedFlag, skipFlag)...)...),
		Action: similarity,
	}
}

func similarity(c *cli.Context) error {
	format, err := gridFormat(c)
	if err != nil {
		return err
	}
	if err := keepInputs(c, outputFile{plotFlag.Name, plotFlag.Get(c)}); err != nil {
		return err
	}
	q := pairQuestion{}
	defer q.close()
	if err := q.read(c); err != nil {
		return err
	}
	report, err := evaluation.Pairs(c.Context, q.settings, q.sets)
	if failed, ok := errors.AsType[*evaluation.PairError](err); ok {
		return fmt.Errorf("%s: line %d: %w", failed.Set, failed.Pair+1, failed.Err)
	}
	if err != nil {
		return err
	}
	for _, warning := range report.Warnings {
		notify(c)(warning)
	}
	if path := plotFlag.Get(c); path != "" {
		if err := writeFile(c.Context, path, func(w io.Writer) error { return show.SimilarityPlot(w, report.Rows) }); err != nil {
			return err
		}
	}
	for _, row := range report.Rows {
		if row.Reason != "" {
			notify(c)(fmt.Sprintf("%s: no correlation: %s", row.Label(), row.Reason))
		}
	}
	return show.Similarity(c.App.Writer, format, report)
}

// A pairQuestion is what sts asks.
type pairQuestion struct {
	settings evaluation.PairSettings
	sets     []evaluation.PairSet
	encoders []*tokenvectors.File // that are open
}

// close closes what read has opened.
func (q *pairQuestion) close() {
	for _, file := range q.encoders {
		file.Close()
	}
}

// read reads the flags and opens what they name.
func (q *pairQuestion) read(c *cli.Context) error {
	settings, err := settingsOf(c)
	if err != nil {
		return err
	}
	settings.TokenVectors = nil // beside words, not in their place
	settings, err = settings.Complete(setup.Settings{OOV: new(string(metric.OOVSkip))}.Over(environmentOf(c).Defaults))
	if err != nil {
		return asFlags(err)
	}
	letters, err := lettersList(c)
	if err != nil {
		return err
	}
	if q.settings.Workers, err = threads(c); err != nil {
		return err
	}
	if err := checkPlot(plotFlag.Get(c)); err != nil {
		return err
	}
	if q.sets, err = openPairs(c, stsDataFlag, sts.Sentences); err != nil {
		return err
	}
	if err := q.readExternal(c); err != nil {
		return err
	}
	if err := q.openEncoders(c); err != nil {
		return err
	}
	q.settings.IDF = idfFlag.Get(c)
	q.settings.Scored = func(rows []evaluation.PairRow) { q.warn(c, rows) }
	if err := q.open(c, settings, letters); err != nil {
		return asFlags(err)
	}
	return q.needFrequencies(c, settings)
}

// open opens what complete settings name. letters are learned from each file if there is no saved converter.
func (q *pairQuestion) open(c *cli.Context, settings setup.Settings, letters []convert.Letters) error {
	e, options := environmentOf(c), &q.settings.Options
	opened, err := e.OpenTexts(c.Context, settings)
	if err != nil {
		return err
	}
	*options = opened.Options
	if options.Encoder == nil {
		if options.Frequencies, err = e.OpenFrequencies(c.Context, settings); err != nil {
			return err
		}
	}
	if settings.Converter == nil {
		q.settings.Letters = letters
		return nil
	}
	options.Converter, err = e.SavedConverter(c.Context, settings, *options)
	if err == nil && options.Encoder == nil && options.NeedsWholeConverter() {
		options.Converter, err = e.VectorSettings(settings).WithTable(c.Context, options.Converter)
	}
	return err
}

// needFrequencies says how to give the frequencies that measures and converters lack.
func (q *pairQuestion) needFrequencies(c *cli.Context, settings setup.Settings) error {
	err := environmentOf(c).AddFrequencies(c.Context, settings, &q.settings.Options)
	for _, letters := range q.settings.Letters {
		if err == nil && q.settings.Options.Encoder == nil {
			err = vectors.NeedFrequencies(letters, q.settings.Options.Frequencies)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", q.sets[0].Name, err)
	}
	return nil
}

// readExternal reads what --scores has for each file: a prediction of each program, in one order. The name of a measure
// of ours is refused: two rows would have it.
func (q *pairQuestion) readExternal(c *cli.Context) error {
	sources, err := scoreSources(c)
	if err != nil {
		return err
	}
	names := scores.Names(sources)
	for _, name := range names {
		if slices.Contains(metric.Measures(), metric.Measure(name)) {
			return fmt.Errorf("--%s: found the name %s, which is a measure of ours, expected another name", scoresName,
				name)
		}
	}
	paths, err := scores.Arrange(sources, names, calledFor(q.sets), nil)
	if err != nil {
		return fmt.Errorf("--%s: %w", scoresName, err)
	}
	for i := range q.sets {
		set := &q.sets[i]
		for k, name := range names {
			list, err := scores.Read(c.Context, paths[k][i], name, "", len(set.Pairs), notify(c))
			if err != nil {
				return err
			}
			external := evaluation.ExternalPrediction{Name: name, Digest: scores.Digest(list), Scores: list}
			set.External = append(set.External, external)
		}
	}
	return nil
}

// openEncoders opens what --token-vectors has for each file: the sentences by each encoder, in one order.
func (q *pairQuestion) openEncoders(c *cli.Context) error {
	if c.IsSet(tokenVectorsFlag) && c.IsSet(purposeFlag.Name) {
		return fmt.Errorf("found --%s and --%s, expected one of them: it stands for settings of words",
			purposeFlag.Name, tokenVectorsFlag)
	}
	sources, err := scores.ParseSources(stsTokenVectorsFlag.Get(c))
	if err != nil {
		return fmt.Errorf("--%s: %w", tokenVectorsFlag, err)
	}
	names := scores.Names(sources)
	paths, err := scores.Arrange(sources, names, calledFor(q.sets), nil)
	if err != nil {
		return fmt.Errorf("--%s: %w", tokenVectorsFlag, err)
	}
	for i := range q.sets {
		for k, encoder := range names {
			file, err := tokenvectors.Open(c.Context, paths[k][i])
			if err != nil {
				return err
			}
			q.encoders = append(q.encoders, file)
			if systems, references := len(file.Systems()), file.References(); systems != 1 || references != 1 {
				return fmt.Errorf("%s: found %d systems and %d references, expected one candidate and one reference "+
					"per pair",
					paths[k][i], systems, references)
			}
			origin := *file.Origin()
			origin.Name = encoder
			given := evaluation.PairVectors{Name: file.Path(), Origin: origin, Lines: file.Lines()}
			q.sets[i].Vectors = append(q.sets[i].Vectors, given)
		}
	}
	return nil
}

// warn says of how many pairs there is nothing to compare.
func (q *pairQuestion) warn(c *cli.Context, rows []evaluation.PairRow) {
	for _, row := range rows {
		tellWindows(c, int64(row.SeveralWindows), "pairs of "+row.Label())
		if row.Empty > 0 {
			pairs := len(q.sets[row.Set].Pairs)
			notify(c)(fmt.Sprintf("%s: nothing to compare in %d of %d pairs", row.Label(), row.Empty, pairs))
		}
	}
}
