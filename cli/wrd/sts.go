package main

import (
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

func stsCommand() *cli.Command {
	return &cli.Command{
		Name:  "sts",
		Usage: "measure how well the similarity of sentences agrees with human scores",
		UsageText: "wrd sts --data FILE… [--measure LIST] [--convert LIST] [flags]\n\n" +
			"wrd sts --data dev.tsv\n" +
			"wrd sts --data OnWN.tsv --data headlines.tsv --measure wrd,wmd,add --convert none,AWR --format markdown",
		Description: "Each file holds one pair a line: gold score, sentence, sentence, with TABs between them and no\n" +
			"quoting (UTF-8, plain or gzip; - is standard input). Prints Pearson's r × 100 and Spearman's ρ × 100\n" +
			"for every file, measure and converter, and the mean over the files. Distances are negated, so\n" +
			"that more is better for all measures; bertscore stands for its F1. A converter learns from all\n" +
			"sentences of a file. Unknown words are left out unless --oov own says otherwise.",
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "data", Usage: "`FILE` of gold, sentence, sentence a line; repeat it for more files"},
			threadsFlag,
			&cli.StringSliceFlag{Name: tokenVectorsFlag, Usage: "`NAME[@PART]=FILE` of the sentences as tokens with a vector each, Parquet or safetensors; PART names the data file where there are several; repeat it for more"},
			scoresFlag("higher is more alike; PART names the data file where there are several"),
			&cli.StringFlag{Name: "plot", Category: outputFlags, Usage: "draw gold against predicted scores into `FILE`, .svg or .png"},
			formatFlag(gridFormats...),
		}, append(measureFlags(), stsFlags()...)...),
		Action: similarity,
	}
}

// stsFlags are the scoring flags as sts has them.
func stsFlags() []cli.Flag {
	flags := scoringFlags()
	for i, flag := range flags {
		switch flag.Names()[0] {
		case "oov":
			flags[i] = &cli.StringFlag{Name: "oov", Value: string(metric.OOVSkip), Category: vectorFlags,
				Usage: "`POLICY` for tokens without a vector: skip (leave them out, as the paper does) or own (a direction of their own)"}
		case "convert":
			flags[i] = convertListFlag("learned from the sentences of each file")
		}
	}
	return flags
}

// convertListFlag is --convert of verbs that compare converters.
func convertListFlag(learned string) cli.Flag {
	return &cli.StringFlag{Name: "convert", Value: convert.None, Category: vectorFlags,
		Usage: "`LIST` of vector converters by their letters, such as none,A,AWR, " + learned}
}

// errBothConverters is said of two ways to name converters.
var errBothConverters = errors.New("found --convert and --converter, expected one of them")

// lettersList reads --convert as a list.
func lettersList(c *cli.Context) (list []convert.Letters, err error) {
	for name := range strings.SplitSeq(c.String("convert"), ",") {
		letters, err := convert.ParseLetters(strings.TrimSpace(name))
		if err != nil {
			return nil, fmt.Errorf("--convert: %w", err)
		}
		if slices.Contains(list, letters) {
			return nil, fmt.Errorf("--convert: found %s twice, expected it once", letters)
		}
		list = append(list, letters)
	}
	return list, nil
}

// A similarityRun scores files of sentence pairs by several measures and converters.
type similarityRun struct {
	*cli.Context
	options     metric.Options
	measures    []metric.Measure
	converters  []convert.Letters
	saved       *convert.Converter // what --converter names, in place of converters
	tokenizer   tokenize.Tokenizer
	vocabulary  *convert.Vocabulary // what fits share
	frequencies *embedding.Frequencies
	files       []dataFile
	outside     [][]outsidePrediction // for each file
	given       [][]givenPairs        // for each file
	plot        *scatterPlot          // nil if nobody asked for one
}

// A dataFile is one file of pairs.
type dataFile struct {
	path  string
	pairs []sts.Pair
}

// called lists what the flags of other programs' results may call a file: its path or its name, with or without ending.
func (f *dataFile) called() []string {
	base := strings.TrimSuffix(filepath.Base(f.path), ".gz")
	return []string{f.path, strings.TrimSuffix(base, filepath.Ext(base)), base}
}

func similarity(c *cli.Context) error {
	format, err := gridFormat(c)
	if err != nil {
		return err
	}
	run := similarityRun{Context: c}
	defer run.closeGiven()
	if err := run.prepare(); err != nil {
		return err
	}
	var rows []similarityRow
	for i := range run.files {
		more, err := run.score(i)
		if err != nil {
			return fmt.Errorf("%s: %w", run.files[i].path, err)
		}
		rows = append(rows, more...)
	}
	if run.plot != nil {
		if err := run.plot.write(c.String("plot")); err != nil {
			return err
		}
	}
	return writeSimilarity(c, format, rows, len(run.files))
}

// prepare reads the flags and opens what they name.
func (run *similarityRun) prepare() (err error) {
	c := run.Context
	if run.measures, err = measuresOf(c); err != nil {
		return err
	}
	if run.converters, err = lettersList(c); err != nil {
		return err
	}
	oov, err := oneOf(c, "oov", names(metric.OOVPolicies())...)
	if err != nil {
		return err
	}
	empty, err := oneOf(c, "empty", names(metric.EmptyPolicies())...)
	if err != nil {
		return err
	}
	if _, err := threads(c); err != nil {
		return err
	}
	saved := c.String("converter")
	if saved != "" && c.IsSet("convert") {
		return errBothConverters
	}
	if path := c.String("plot"); path != "" {
		if run.plot, err = newScatterPlot(path); err != nil {
			return err
		}
	}
	if run.files, err = openData(c, sts.Sentences); err != nil {
		return err
	}
	if run.outside, err = readOutside(c, run.files); err != nil {
		return err
	}
	if err := run.openGiven(); err != nil {
		return err
	}
	if run.options, err = tokenOptions(c); err != nil {
		return err
	}
	run.options.OOV, run.options.Empty = metric.OOVPolicy(oov), metric.EmptyPolicy(empty)
	extend(c, &run.options)
	if run.frequencies, err = openFrequencies(c); err != nil {
		return err
	}
	run.options.Frequencies = run.frequencies
	run.vocabulary = metric.NewVocabulary(run.options.Vectors, run.frequencies)
	if run.tokenizer, err = run.options.NewTokenizer(); err != nil {
		return err
	}
	if saved != "" {
		run.converters = run.converters[:1] // one pass
		if run.saved, err = loadConverter(c, saved, run.options.Vectors); err == nil && run.options.OOV != metric.OOVSkip {
			run.saved, err = vectorSettings(c).WithTable(c.Context, run.saved)
		}
	}
	return err
}

// openData reads the files that --data names.
func openData(c *cli.Context, layout sts.Layout) ([]dataFile, error) {
	if _, err := positional(c); err != nil {
		return nil, err
	}
	paths := c.StringSlice("data")
	if len(paths) == 0 {
		return nil, &hintedError{errors.New("found no data: give --data FILE"), helpLine(c)}
	}
	files := make([]dataFile, len(paths))
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, fmt.Errorf("--data: found %s twice, expected it once", path)
		}
		pairs, err := sts.Open(path, c.App.Reader, layout, notify(c))
		if err != nil {
			return nil, err
		}
		files[i] = dataFile{path, pairs}
	}
	return files, nil
}

// sentences yields all sentences of both sides.
func (f *dataFile) sentences() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, pair := range f.pairs {
			if !yield(pair.First, nil) || !yield(pair.Second, nil) {
				return
			}
		}
	}
}

// lines yields the pairs as segments.
func (f *dataFile) lines(yield func(metric.Line, error) bool) {
	for _, pair := range f.pairs {
		if !yield(metric.Line{Candidates: []string{pair.First}, References: []string{pair.Second}}, nil) {
			return
		}
	}
}

// score scores file i with every converter and measure; the rows of one measure stand together, then come those of token
// vectors, and those of other programs.
func (run *similarityRun) score(i int) ([]similarityRow, error) {
	f := &run.files[i]
	options := run.options
	if err := addMeasures(run.Context, &options, run.measures, f.sentences()); err != nil {
		return nil, err
	}
	rows := make([]similarityRow, len(run.measures)*len(run.converters))
	predictions := make([]prediction, len(rows))
	for k, letters := range run.converters {
		converter, err := run.converter(letters, f)
		if err != nil {
			return nil, err
		}
		options.Converter = converter
		scorer, err := metric.NewScorer(options)
		if err != nil {
			return nil, err
		}
		scores, err := run.predict(scorer, f, f.lines)
		if err != nil {
			return nil, err
		}
		label := convert.None
		if converter != nil {
			label = converter.Letters().String()
		}
		for m, measure := range run.measures {
			row := newSimilarityRow(&scores[m])
			row.Data, row.Vectors, row.Measure, row.Convert = f.path, options.Vectors.Name(), string(measure), label
			row.Signature = scorer.Signature(1).String()
			rows[m*len(run.converters)+k] = row
			run.warnWithout(&row, &scores[m], len(f.pairs))
			predictions[m*len(run.converters)+k] = scores[m]
		}
	}
	for _, g := range run.given[i] {
		more, scores, err := g.score(run, f)
		if err != nil {
			return nil, err
		}
		rows, predictions = append(rows, more...), append(predictions, scores...)
	}
	for k := range run.outside[i] {
		row, p := run.outside[i][k].row(f)
		rows, predictions = append(rows, row), append(predictions, p)
	}
	if run.plot != nil {
		for i, row := range rows {
			run.plot.add(row, &predictions[i])
		}
	}
	return rows, nil
}

// warnWithout says of how many pairs there is nothing to compare.
func (run *similarityRun) warnWithout(row *similarityRow, p *prediction, pairs int) {
	if p.without > 0 {
		notify(run.Context)(fmt.Sprintf("%s: nothing to compare in %d of %d pairs", row.label(), p.without, pairs))
	}
}

// converter returns the converter of a file, nil for none. It converts the words of the file, or all where the length of
// unknown words depends on them. Their table is kept in the cache only if other files will need the same.
func (run *similarityRun) converter(letters convert.Letters, f *dataFile) (*convert.Converter, error) {
	converter := run.saved
	if converter == nil && letters != (convert.Letters{}) {
		if err := vectors.NeedFrequencies(letters, run.frequencies); err != nil {
			return nil, err
		}
		var err error
		if converter, err = metric.FitConverter(run.Context.Context, run.vocabulary, letters, run.tokenizer, f.sentences()); err != nil {
			return nil, err
		}
	}
	switch {
	case converter == nil || converter.Letters().SentenceWise():
		return converter, nil
	case run.options.OOV == metric.OOVSkip:
		return metric.ConverterFor(run.Context.Context, converter, run.tokenizer, f.sentences())
	}
	return converter, nil
}

// A prediction is what one measure says of the pairs of a file, beside what people say.
type prediction struct {
	gold, scores []float64 // of the pairs that have a score; higher is more alike
	without      int       // pairs without a distribution, whatever the empty policy makes of them
}

// predict scores the pairs of a file by all measures. lines has one for each pair.
func (run *similarityRun) predict(scorer *metric.Scorer, f *dataFile, lines iter.Seq2[metric.Line, error]) ([]prediction, error) {
	predictions := make([]prediction, len(run.measures))
	next := 0
	err := scorer.Stream(run.Context.Context, lines, run.Context.Int("threads"), func(_ metric.Line, results []metric.Result) error {
		r := &results[0]
		for m, measure := range run.measures {
			p, column := &predictions[m], measure.Main()
			if !r.Defined(column) {
				p.without++
			}
			score, ok := r.Value(column)
			if !ok {
				continue
			}
			if column.Distance() {
				score = -score
			}
			p.gold = append(p.gold, f.pairs[next].Gold)
			p.scores = append(p.scores, score)
		}
		next++
		return nil
	})
	if failed, ok := errors.AsType[*metric.SegmentError](err); ok {
		return nil, fmt.Errorf("line %d: %w", failed.Segment+1, failed.Err)
	}
	return predictions, err
}
