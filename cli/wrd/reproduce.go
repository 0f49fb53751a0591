package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/paper"
	"github.com/wordrotator/wrd/internal/scores"
	"github.com/wordrotator/wrd/metric/embedding"
)

// Flags of reproduce. Those of names that other verbs have too mean nearly the same.
var (
	paperVectorsFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: vectorsFlag.Name, Category: vectorFlags,
		DefaultText: defaultVectors,
		Usage: "`NAME=FILE`, NAME being one of " + strings.Join(paperNames(), ", ") + "; FILE as in score, " +
			"by default what wrd vectors pull downloaded; repeat it for more"}}
	paperDataFlag        = &cli.StringFlag{Name: "data", Usage: "`DIR` of the data sets"}
	paperFrequenciesFlag = &cli.StringFlag{Name: frequenciesFlag.Name, Category: vectorFlags,
		Usage:       "`FILE` with a word and its count per line, plain or gzip",
		DefaultText: "DIR/" + paper.FrequenciesFile + "; for " + defaultVectors + " its own"}
	paperScoresFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: scoresName,
		Usage: "`NAME=DIR` of scores of another program, one number per line in DIR/STS15/headlines.txt and so on, " +
			"or NAME@STS15/headlines=FILE; the paper quotes " + strings.Join(paper.Systems(), ", ") +
			"; repeat it for more"}}
)

// The flags of the encoder of which the paper's claim about contextual vectors is tested.
var (
	paperEncoderFlag = &cli.StringFlag{Name: encoderFlag.Name, Category: vectorFlags,
		Usage: "test the claim about contextual vectors with the encoder `NAME|DIR`, as in score"}
	paperLayerFlag = &cli.IntFlag{Name: layerFlag.Name, Category: vectorFlags,
		Usage: "with --encoder: take the states of layer `N`", DefaultText: "the last one, as the paper did"}
)

var reproduceFormats = []string{"text", "json", "markdown"}

func reproduceCommand() *cli.Command {
	return &cli.Command{
		Name:  "reproduce",
		Usage: "recompute the paper's tables and test its claims",
		UsageText: "wrd reproduce --data DIR [--vectors NAME=FILE…] [flags]\n\n" +
			"wrd reproduce --data data\n" +
			"wrd reproduce --data data --vectors glove=glove.840B.300d.zip --vectors psl --format markdown",
		Description: "DIR holds sts/STS12 to sts/STS15, sts/STS-B, sts/twitter, sts/SICK-R and wordsim; missing " +
			"files\n" +
			"are named and left out. docs/reproduction.md explains the layout and each choice that the\n" +
			"paper leaves open. A correlation is × 100; the difference is ours minus the paper's.",
		Flags: []cli.Flag{
			paperVectorsFlag, paperDataFlag, paperFrequenciesFlag, paperScoresFlag, paperEncoderFlag, paperLayerFlag, precisionFlag,
			cacheDirFlag, noCacheFlag,
			formatFlag(reproduceFormats...),
		},
		Action: reproduce,
	}
}

func paperNames() []string {
	var names []string
	for _, set := range paper.Vectors() {
		names = append(names, set.Name)
	}
	return append(names, defaultVectors)
}

func reproduce(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := formatOf(c, reproduceFormats)
	if err != nil {
		return err
	}
	settings := paper.Settings{Notify: notify(c), Progress: progressOf(c), Hint: func(set paper.VectorSet) string {
		return fmt.Sprintf("wrd vectors pull %s, then --%s %s (or --%[2]s %[3]s=FILE)", set.Catalog, vectorsFlag.Name,
			set.Name)
	}}
	names, err := namedVectors(paperVectorsFlag.Get(c))
	if err != nil {
		return err
	}
	if settings.Dir, err = dataFolder(c); err != nil {
		return err
	}
	for _, v := range names {
		settings.Vectors = append(settings.Vectors, paper.Source{Name: v.name, Open: func() (
			*embedding.Store, *embedding.Frequencies, error) {
			return openToReproduce(c, settings.Dir, v)
		}})
	}
	if settings.Encoders, err = encodersToReproduce(c); err != nil {
		return err
	}
	if settings.Systems, settings.Scores, err = scoresToReproduce(c); err != nil {
		return err
	}
	result, err := paper.Reproduce(c.Context, settings)
	if err != nil {
		return err
	}
	return show.Reproduction(c.App.Writer, format, result)
}

// A namedSource is one --vectors.
type namedSource struct {
	name   string // one of paperNames
	source string // as openNamedVectors takes it
}

// namedVectors reads --vectors.
func namedVectors(args []string) ([]namedSource, error) {
	if len(args) == 0 {
		args = []string{defaultVectors}
	}
	var wanted []namedSource
	seen := map[string]bool{}
	for _, arg := range args {
		name, source, given := strings.Cut(arg, "=")
		set, ok := paper.Find(name)
		switch {
		case !ok && name != defaultVectors:
			return nil, fmt.Errorf("--vectors: found %q, expected NAME=FILE with one of the names: %s",
				arg, strings.Join(paperNames(), ", "))
		case seen[name]:
			return nil, fmt.Errorf("--vectors: found %s twice, expected it once", name)
		case given && source == "":
			return nil, fmt.Errorf("--vectors: found %q, expected a file after =", arg)
		case given && !ok:
			return nil, fmt.Errorf("--vectors: found %q, expected %s alone: its vectors are built in", arg, name)
		case !given && ok:
			source = set.Catalog
		case !given:
			source = name
		}
		seen[name] = true
		wanted = append(wanted, namedSource{name, source})
	}
	return wanted, nil
}

// encodersToReproduce reads --encoder, --layer and --precision.
func encodersToReproduce(c *cli.Context) ([]paper.EncoderSource, error) {
	s := setup.Settings{Encoder: given(c, encoderFlag.Name, c.String), Layer: given(c, layerFlag.Name, c.Int),
		Precision: given(c, precisionFlag.Name, c.String)}
	if _, err := s.Complete(setup.Settings{}); err != nil || s.Encoder == nil {
		return nil, asFlags(err)
	}
	opened, err := environmentOf(c).OpenTexts(c.Context, s)
	if err != nil {
		return nil, asFlags(err)
	}
	o := opened.Options
	return []paper.EncoderSource{{Model: o.Encoder, Layer: s.Layer, Precision: o.Precision}}, nil
}

// dataFolder returns the folder of --data.
func dataFolder(c *cli.Context) (string, error) {
	dir := paperDataFlag.Get(c)
	if dir == "" {
		return "", &hintedError{errors.New("found no data: give --data DIR"), helpLine(c)}
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", fmt.Errorf("--data: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("--data: %s is a file, expected a folder", dir)
	}
	return dir, nil
}

// openToReproduce opens vectors and the counts for them, nil if there are none.
func openToReproduce(c *cli.Context, dir string, v namedSource) (*embedding.Store, *embedding.Frequencies, error) {
	store, err := openNamedVectors(c, v.source)
	if err != nil {
		return nil, nil, err
	}
	e, settings := environmentOf(c), settingsWithVectors(c, v.name)
	if settings.Frequencies != nil || v.name == defaultVectors {
		frequencies, err := e.OpenFrequencies(c.Context, settings)
		return store, frequencies, err
	}
	settings.Frequencies = new(filepath.Join(dir, filepath.FromSlash(paper.FrequenciesFile)))
	frequencies, err := e.OpenFrequencies(c.Context, settings)
	if errors.Is(err, fs.ErrNotExist) {
		notify(c)("found no " + paper.FrequenciesFile + " below the data folder, so what needs word frequencies is " +
			"left out; " +
			"--frequencies FILE gives others")
		return store, nil, nil
	}
	return store, frequencies, err
}

// scoresToReproduce reads --scores: the systems, and where their scores for a part are.
func scoresToReproduce(c *cli.Context) (systems []string, find func(system, part string) string, err error) {
	sources, err := scoreSources(c)
	if err != nil {
		return nil, nil, err
	}
	type place struct{ system, part string }
	dirs, files := map[string]string{}, map[place]string{} // a folder with PART.txt for a system, or single files
	parts := paper.Parts()
	for _, source := range sources {
		info, err := os.Stat(source.Path)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("--scores: %w", err)
		case source.Part == "" && !info.IsDir():
			return nil, nil, fmt.Errorf("--scores: found the file %s for %s, expected a folder with %s.txt and so on, "+
				"or %[2]s@%[3]s=FILE", source.Path, source.Name, parts[0])
		case source.Part == "":
			dirs[source.Name] = source.Path
		case !slices.Contains(parts, source.Part):
			return nil, nil, fmt.Errorf("--scores: found %s@%s, expected one of: %s",
				source.Name, source.Part, strings.Join(parts, ", "))
		default:
			files[place{source.Name, source.Part}] = source.Path
		}
	}
	return scores.Names(sources), func(system, part string) string {
		if path := files[place{system, part}]; path != "" {
			return path
		}
		if dir := dirs[system]; dir != "" {
			return filepath.Join(dir, filepath.FromSlash(part)+".txt")
		}
		return ""
	}, nil
}
