package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags of texts whose pieces an encoder gives vectors to.
var (
	encoderFlag = &cli.StringFlag{Name: "encoder", Category: vectorFlags,
		Usage: "take the states of an encoder as vectors: `NAME|DIR`, " + encoder.ContextENName +
			" (built in, English), one that wrd vectors pull has downloaded, or a folder with config.json, " +
			"model.safetensors and its vocabulary"}
	layerFlag = &cli.IntFlag{Name: "layer", Category: vectorFlags,
		Usage:       "with --encoder: take the states of layer `N`, from 0, the embeddings",
		DefaultText: "the one that agreed best"}
	precisionFlag = &cli.StringFlag{Name: "precision", Category: vectorFlags, Value: string(encoder.Float32),
		Usage: "with --encoder: compute in `float32|int8`; int8 is up to three times as fast, and scores differ a little"}
)

// encoderFlags are the flags of an encoder, which decide what vectors are in place of those of words.
func encoderFlags() []cli.Flag { return []cli.Flag{encoderFlag, layerFlag, precisionFlag} }

// decidedByEncoder are the flags that have nothing left to decide where an encoder splits texts and gives the vectors.
var decidedByEncoder = []string{tokenizerFlag.Name, caseFlag.Name, vectorsFlag.Name, wordsFlag.Name, oovFlag.Name}

// encodes says whether an encoder gives the vectors: by --encoder, or by a purpose for which the built-in one is best.
func encodes(c *cli.Context) bool { return c.IsSet(encoderFlag.Name) || purposeEncodes(c) }

// checkEncoder refuses flags that decide nothing with an encoder, or without one.
func checkEncoder(c *cli.Context) error {
	if !encodes(c) {
		if c.IsSet(layerFlag.Name) {
			return fmt.Errorf("--%s: found no --%s, whose layer it is", layerFlag.Name, encoderFlag.Name)
		}
		if c.IsSet(precisionFlag.Name) {
			return fmt.Errorf("--%s: found no --%s, which computes in it", precisionFlag.Name, encoderFlag.Name)
		}
		return nil
	}
	for _, flag := range decidedByEncoder {
		if c.IsSet(flag) {
			return fmt.Errorf("found --%s and --%s, which splits texts into pieces and gives their vectors itself: expected "+
				"one or the other", flag, encoderFlag.Name)
		}
	}
	return nil
}

// openEncoder opens the encoder that the flags name, once in a run.
func openEncoder(c *cli.Context) (*encoder.Model, error) {
	const opened = "encoder"
	if model, ok := c.App.Metadata[opened].(*encoder.Model); ok {
		return model, nil
	}
	flag, name := encoderFlag.Name, encoderFlag.Get(c)
	if !c.IsSet(flag) {
		flag, name = purposeFlag.Name, encoder.ContextENName
	}
	model, err := encoderSettings(c, name).Open()
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	c.App.Metadata[opened] = model
	return model, nil
}

func encoderSettings(c *cli.Context, name string) encoders.Settings {
	return encoders.Settings{Name: name, CacheDir: cacheDirFlag.Get(c)}
}

// encoderOptions turns the scoring flags that remain with an encoder into options.
func encoderOptions(c *cli.Context) (metric.Options, error) {
	empty, err := oneOf(c, emptyFlag.Name, names(metric.EmptyPolicies())...)
	if err != nil {
		return metric.Options{}, err
	}
	options, err := layerOptions(c)
	if err != nil {
		return options, err
	}
	options.Empty = metric.EmptyPolicy(empty)
	return options, extend(c, &options)
}

// layerOptions turns the flags that choose an encoder and its states into options.
func layerOptions(c *cli.Context) (metric.Options, error) {
	if err := checkEncoder(c); err != nil {
		return metric.Options{}, err
	}
	model, err := openEncoder(c)
	if err != nil {
		return metric.Options{}, err
	}
	preset, err := presetOf(c)
	if err != nil {
		return metric.Options{}, err
	}
	options := metric.Options{Encoder: model, Layer: preset.Layer}
	if options.Precision, err = givenPrecision(c); err != nil {
		return options, err
	}
	layer, err := givenLayer(c, model)
	if err != nil {
		return options, err
	}
	if layer != nil {
		options.Layer = layer
	}
	return options, nil
}

// addStatesConverter puts the converter of states into options that --convert or --converter asks for. --convert learns
// from sentences, which are nil where there is nothing to learn from.
func addStatesConverter(c *cli.Context, options *metric.Options, sentences iter.Seq2[string, error]) error {
	letters, saved, err := wantedConverter(c)
	if err != nil {
		return err
	}
	switch {
	case saved != "":
		options.Converter, err = loadStatesConverter(c, saved, *options)
	case letters == convert.Letters{}:
	case letters.NeedsStates() && sentences == nil:
		err = nothingToLearnFrom(letters, "give --converter FILE that wrd convert fit --encoder wrote")
	default:
		options.Converter, err = metric.FitStates(c.Context, *options, letters, sentences, threadsFlag.Get(c))
	}
	return err
}

// loadStatesConverter opens a saved fit for the states that options ask for.
func loadStatesConverter(c *cli.Context, file string, options metric.Options) (*convert.Converter, error) {
	layer, err := options.ConvertedLayer()
	if err != nil {
		return nil, err
	}
	return vectorSettings(c).OpenStatesConverter(c.Context, file, layer)
}

// givenLayer reads --layer, nil if it is not given.
func givenLayer(c *cli.Context, model *encoder.Model) (*int, error) {
	if !c.IsSet(layerFlag.Name) {
		return nil, nil
	}
	layer := layerFlag.Get(c)
	if layers := model.Layers(); layer < 0 || layer > layers {
		return nil, fmt.Errorf("--%s: found %d, expected 0 to %d, which %s has", layerFlag.Name, layer, layers,
			model.Name())
	}
	return &layer, nil
}

// givenPrecision reads --precision.
func givenPrecision(c *cli.Context) (encoder.Precision, error) {
	precision, err := oneOf(c, precisionFlag.Name, names(encoder.Precisions())...)
	return encoder.Precision(precision), err
}

// encoderFiles are the files that an encoder is read from.
func encoderFiles(c *cli.Context, values []string) (files []string) {
	for _, name := range values {
		files = append(files, encoderSettings(c, name).Files()...)
	}
	return files
}

// encoderHint says what to do about an error of an encoder's name, "" if nothing is known.
func encoderHint(err error) string {
	if e, ok := errors.AsType[*encoders.NotFetchedError](err); ok {
		return "wrd vectors pull " + e.Set.Name + " downloads it"
	}
	if e, ok := errors.AsType[*encoders.DamagedError](err); ok {
		return "remove the file, and wrd vectors pull " + e.Set.Name + " downloads it again"
	}
	if _, ok := errors.AsType[*encoders.NotFoundError](err); ok {
		return "--" + encoderFlag.Name + " takes " + encoder.ContextENName +
			", a name that wrd vectors pull --list shows, or a folder"
	}
	return ""
}

// tellWindows says how many segments hold a text that was read in several windows.
func tellWindows(c *cli.Context, n int64, of string) {
	if n > 0 {
		notify(c)(fmt.Sprintf("%s: %d hold a text longer than the encoder reads at once, which was read in overlapping "+
			"windows", of, n))
	}
}

// tellLongTexts says how many texts were read in several windows.
func tellLongTexts(c *cli.Context, n int) {
	if n > 0 {
		notify(c)(fmt.Sprintf("%d texts are longer than the encoder reads at once and were read in overlapping windows", n))
	}
}

// longSegments counts segments, each once for all systems, with a text that was read in several windows.
type longSegments int64

// count is an evaluation.LineSink.
func (n *longSegments) count(line evaluation.ScoredLine) error {
	for i := range line.Results {
		if r := &line.Results[i]; r.CandidateWindows > 1 || r.ReferenceWindows > 1 {
			*n++
			break
		}
	}
	return nil
}

func (n longSegments) tell(c *cli.Context) { tellWindows(c, int64(n), "segments") }
