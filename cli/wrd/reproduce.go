package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/paper"
	"github.com/wordrotator/wrd/metric/embedding"
)

func reproduceCommand() *cli.Command {
	return &cli.Command{
		Name:  "reproduce",
		Usage: "recompute the paper's tables and test its claims",
		UsageText: "wrd reproduce --data DIR [--vectors NAME=FILE…] [flags]\n\n" +
			"wrd reproduce --data data\n" +
			"wrd reproduce --data data --vectors glove=glove.840B.300d.zip --vectors psl --format markdown",
		Description: "DIR holds sts/STS12 to sts/STS15, sts/STS-B, sts/twitter, sts/SICK-R and wordsim; missing files\n" +
			"are named and left out. docs/reproduction.md explains the layout and each choice that the\n" +
			"paper leaves open. A correlation is × 100; the difference is ours minus the paper's.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "vectors", Category: vectorFlags, DefaultText: defaultVectors,
				Usage: "`NAME=FILE`, NAME being one of " + strings.Join(paperNames(), ", ") + "; FILE as in score, by default what wrd vectors pull downloaded; repeat it for more"},
			&cli.StringFlag{Name: "data", Usage: "`DIR` of the data sets"},
			&cli.StringFlag{Name: "frequencies", Category: vectorFlags,
				Usage:       "`FILE` with a word and its count per line, plain or gzip",
				DefaultText: "DIR/" + paper.FrequenciesFile + "; for " + defaultVectors + " its own"},
			&cli.StringSliceFlag{Name: "scores",
				Usage: "`NAME=DIR` of scores of another program, one number per line in DIR/STS15/headlines.txt and so on, or NAME@STS15/headlines=FILE; the paper quotes " + strings.Join(paper.Systems(), ", ") + "; repeat it for more"},
			cacheDirFlag, noCacheFlag,
			formatFlag("text", "json", "markdown"),
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

// A reproduction is what is printed.
type reproduction struct {
	Data     string         `json:"data"`
	Absent   []string       `json:"absent"` // files below Data
	Vectors  []reproduced   `json:"vectors"`
	External []paper.Table  `json:"external"` // of systems of which other programs gave the scores
	Without  []otherVectors `json:"without"`
}

// A reproduced is the part of one set of vectors.
type reproduced struct {
	Name        string          `json:"name"`
	Source      string          `json:"source"` // name and digest
	Words       int             `json:"words"`
	Dim         int             `json:"dim"`
	Frequencies *string         `json:"frequencies"` // name and digest, nil if there are none
	ComparedTo  string          `json:"compared_to"` // the vectors whose numbers the paper's are
	Tables      []paper.Table   `json:"tables"`
	Claims      []paper.Verdict `json:"claims"`
}

// otherVectors are vectors of the paper that were not given.
type otherVectors struct {
	Name string `json:"name"`
	Hint string `json:"hint"`
}

func reproduce(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json", "markdown")
	if err != nil {
		return err
	}
	wanted, err := vectorsToReproduce(c.StringSlice("vectors"))
	if err != nil {
		return err
	}
	dir, err := dataFolder(c)
	if err != nil {
		return err
	}
	result := reproduction{Data: dir, Without: withoutVectors(wanted)}
	external, err := externalToReproduce(c)
	if err != nil {
		return err
	}
	var keys []paper.Key
	for _, vectors := range wanted {
		entries, _ := paper.For(vectors.name)
		keys = append(keys, paper.Keys(entries)...)
	}
	if result.Absent, err = paper.Absent(dir, keys); err != nil {
		return err
	}
	if result.External, err = external.reproduce(dir, notify(c)); err != nil {
		return err
	}
	for _, vectors := range wanted {
		block, err := reproduceWith(c, dir, vectors)
		if err != nil {
			return fmt.Errorf("%s: %w", vectors.name, err)
		}
		result.Vectors = append(result.Vectors, block)
	}
	switch format {
	case "json":
		return writeJSON(c.App.Writer, result)
	case "markdown":
		return result.writeMarkdown(c.App.Writer)
	}
	return result.writeText(c.App.Writer)
}

// A namedVectors is one --vectors.
type namedVectors struct {
	name   string // one of paperNames
	source string // as openNamedVectors takes it
}

// vectorsToReproduce reads --vectors.
func vectorsToReproduce(args []string) ([]namedVectors, error) {
	if len(args) == 0 {
		args = []string{defaultVectors}
	}
	var wanted []namedVectors
	seen := map[string]bool{}
	for _, arg := range args {
		name, source, given := strings.Cut(arg, "=")
		set, ok := paper.Find(name)
		switch {
		case !ok && name != defaultVectors:
			return nil, fmt.Errorf("--vectors: found %q, expected NAME=FILE with one of the names: %s", arg, strings.Join(paperNames(), ", "))
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
		wanted = append(wanted, namedVectors{name, source})
	}
	return wanted, nil
}

// withoutVectors lists the vectors of the paper that are not wanted, and how to get them.
func withoutVectors(wanted []namedVectors) []otherVectors {
	others := []otherVectors{}
	for _, set := range paper.Vectors() {
		given := false
		for _, vectors := range wanted {
			given = given || vectors.name == set.Name
		}
		if !given {
			others = append(others, otherVectors{set.Name,
				fmt.Sprintf("wrd vectors pull %s, then --vectors %s (or --vectors %s=FILE)", set.Catalog, set.Name, set.Name)})
		}
	}
	return others
}

// dataFolder returns the folder of --data.
func dataFolder(c *cli.Context) (string, error) {
	dir := c.String("data")
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

// reproduceWith computes all that the paper reports for one set of vectors.
func reproduceWith(c *cli.Context, dir string, vectors namedVectors) (reproduced, error) {
	store, err := openNamedVectors(c, vectors.source)
	if err != nil {
		return reproduced{}, err
	}
	frequencies, err := frequenciesToReproduce(c, dir, vectors.name)
	if err != nil {
		return reproduced{}, err
	}
	entries, reportedFor := paper.For(vectors.name)
	var done, total atomic.Int64
	stop := startProgress(c.App.ErrWriter, "computing "+vectors.name, func() (int64, int64) { return done.Load(), total.Load() })
	defer stop()
	numbers, err := paper.Recompute(c.Context, paper.Inputs{
		Vectors: store, Frequencies: frequencies, Dir: dir, Notify: notify(c),
		Done: func(d, t int64) { total.Store(t); done.Store(d) },
	}, paper.Keys(entries))
	if err != nil {
		return reproduced{}, err
	}
	block := reproduced{
		Name: vectors.name, Source: source(store.Name(), store.Digest()), Words: store.Len(), Dim: store.Dim(), ComparedTo: reportedFor,
		Tables: paper.Compare(entries, numbers),
		Claims: paper.Judge(paper.Claims(), numbers.Value, paper.ReportedIn(entries)),
	}
	if frequencies != nil {
		name := source(frequencies.Name(), frequencies.Digest())
		block.Frequencies = &name
	}
	return block, nil
}

// source names content as signatures do.
func source(name, digest string) string { return name + "@" + digest[:8] }

// frequenciesToReproduce opens the counts for vectors of the given name, nil if there are none.
func frequenciesToReproduce(c *cli.Context, dir, name string) (*embedding.Frequencies, error) {
	settings := vectorSettings(c)
	settings.Name = name
	if settings.Frequencies != "" || name == defaultVectors {
		return settings.OpenFrequencies(c.Context)
	}
	settings.Frequencies = filepath.Join(dir, filepath.FromSlash(paper.FrequenciesFile))
	frequencies, err := settings.OpenFrequencies(c.Context)
	if errors.Is(err, fs.ErrNotExist) {
		notify(c)("found no " + paper.FrequenciesFile + " below the data folder, so what needs word frequencies is left out; --frequencies FILE gives others")
		return nil, nil
	}
	return frequencies, err
}
