package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
)

// Flags that say by which measures texts are compared.
var (
	measureFlag = &cli.StringFlag{Name: "measure", Value: string(metric.MeasureWRD),
		Usage: "`LIST` of measures: " + strings.Join(names(metric.Measures()), ",")}
	withoutNormFlag = &cli.BoolFlag{Name: "without-norm",
		Usage: "replace add by add_without_norm, which sums directions without norms"}
	idfFlag = &cli.BoolFlag{Name: "idf", Usage: "bertscore weights tokens by inverse document frequency"}
)

// measureFlags are the flags that say by which measures texts are compared, --measure first.
func measureFlags() []cli.Flag { return []cli.Flag{measureFlag, withoutNormFlag, idfFlag} }

// measuresOf reads --measure and --without-norm.
func measuresOf(c *cli.Context) ([]metric.Measure, error) {
	measures, err := listedMeasures(c)
	if err != nil {
		return nil, err
	}
	if idfFlag.Get(c) && !slices.Contains(measures, metric.MeasureBERTScore) {
		return nil, fmt.Errorf("--%s: found no %s in --measure, which it weights", idfFlag.Name,
			metric.MeasureBERTScore)
	}
	for _, flag := range []string{massPowerFlag.Name, spellingFlag.Name, orderWeightFlag.Name, contextWeightFlag.Name} {
		if c.IsSet(flag) && !slices.ContainsFunc(measures, metric.Measure.Rotates) {
			return nil, fmt.Errorf("--%s: found no %s in --measure, which it changes", flag, metric.MeasureWRD)
		}
	}
	if !withoutNormFlag.Get(c) {
		return measures, nil
	}
	i := slices.Index(measures, metric.MeasureAdd)
	switch {
	case i < 0:
		return nil, fmt.Errorf("--without-norm: found no %s in --measure, which it changes", metric.MeasureAdd)
	case slices.Contains(measures, metric.MeasureAddWithoutNorm):
		return slices.Delete(measures, i, i+1), nil
	}
	measures[i] = metric.MeasureAddWithoutNorm
	return measures, nil
}

// listedMeasures reads --measure, which --purpose may stand for.
func listedMeasures(c *cli.Context) ([]metric.Measure, error) {
	if !decides(c, measureFlag.Name) {
		preset, err := presetOf(c)
		return preset.Measures, err
	}
	measures, err := metric.ParseMeasures(c.String(measureFlag.Name))
	if err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	return measures, nil
}

// addMeasures puts the measures into options, with what they need beyond vectors. sentences are what --idf learns from.
func addMeasures(c *cli.Context, options *metric.Options, measures []metric.Measure,
	sentences iter.Seq2[string, error]) error {
	if err := addFrequencies(c, options, measures); err != nil {
		return err
	}
	options.Measures = measures
	if !idfFlag.Get(c) || options.IDF != nil {
		return nil
	}
	if sentences == nil {
		return &hintedError{errors.New("--idf learns from the sentences of a corpus, and there is none here"),
			"give the texts as files, by -c and -r"}
	}
	if options.Encoder != nil {
		var err error
		options.IDF, err = metric.LearnEncoderIDF(c.Context, options.Encoder, sentences)
		return err
	}
	tokenizer, err := options.NewTokenizer()
	if err != nil {
		return err
	}
	options.IDF, err = metric.LearnIDF(c.Context, tokenizer, sentences)
	return err
}

// addFrequencies puts the frequencies into options that measures need.
func addFrequencies(c *cli.Context, options *metric.Options, measures []metric.Measure) (err error) {
	if !slices.ContainsFunc(measures, metric.Measure.NeedsFrequencies) || options.Frequencies != nil {
		return nil
	}
	if options.Frequencies, err = openFrequencies(c); err != nil {
		return err
	}
	if options.Frequencies == nil {
		return &vectors.NoFrequenciesError{For: "the measure " + string(metric.MeasureWMDSIFWeights)}
	}
	return nil
}
