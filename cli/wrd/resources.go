package main

import (
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/cache"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
)

// defaultVectors is the name of the embedded vectors, of their frequencies and of their converter.
const defaultVectors = embedding.DefaultName

// Flags that say where words, vectors and their counts come from.
var (
	vectorsFlag = &cli.StringFlag{Name: "vectors", Value: defaultVectors, Category: vectorFlags,
		Usage: "`NAME|FILE`: " + defaultVectors + " (embedded), a set that wrd vectors pull has fetched, or a file of word2vec, GloVe, fastText, NumPy or safetensors, plain, .gz or .zip"}
	wordsFlag = &cli.StringFlag{Name: "words", Category: vectorFlags,
		Usage: "`FILE` with the words of a NumPy array, one a line", DefaultText: "x.words beside x.npy"}
	frequenciesFlag = &cli.StringFlag{Name: "frequencies", Category: vectorFlags,
		Usage: "`FILE` of a word and its count a line, plain or gzip, for the letters A, W and U and the measure wmd_sif_weights", DefaultText: "those of " + defaultVectors}
	cacheDirFlag = &cli.StringFlag{Name: "cache-dir", EnvVars: []string{"WRD_CACHE_DIR"}, Category: cacheFlags,
		Usage: "`DIR` that keeps vector files in a form that opens at once", DefaultText: "wrd in the user's folder for caches"}
	noCacheFlag = &cli.BoolFlag{Name: "no-cache", Category: cacheFlags, Usage: "read vector files anew and keep nothing"}
)

// notify returns a function that shows a notice on standard error.
func notify(c *cli.Context) func(string) {
	return func(notice string) { fmt.Fprintln(c.App.ErrWriter, "wrd: "+notice) }
}

// openCache opens the cache that the flags name.
func openCache(c *cli.Context) *cache.Cache {
	if c.Bool(noCacheFlag.Name) {
		return cache.None(notify(c))
	}
	return cache.Open(c.String(cacheDirFlag.Name), notify(c))
}

// openVectors opens the vectors that the flags name.
func openVectors(c *cli.Context, tables *cache.Cache) (*embedding.Store, error) {
	return openNamedVectors(c, tables, c.String(vectorsFlag.Name))
}

// openNamedVectors opens the embedded vectors, fetched ones or a file.
func openNamedVectors(c *cli.Context, tables *cache.Cache, name string) (*embedding.Store, error) {
	store, _, err := loadVectors(c, tables, name)
	return store, err
}

// loadVectors does the same, and says what the reader of a file found.
func loadVectors(c *cli.Context, tables *cache.Cache, name string) (*embedding.Store, embedding.Report, error) {
	words := c.String(wordsFlag.Name)
	if name == defaultVectors {
		if words != "" {
			return nil, embedding.Report{}, fmt.Errorf("--words: found a list for %s, which has its own words", name)
		}
		store, err := embedding.Default()
		return store, embedding.Report{}, err
	}
	if path, ok, err := pulledVectors(c, name); err != nil {
		return nil, embedding.Report{}, err
	} else if ok {
		name = path
	}
	store, report, err := tables.Load(c.Context, cache.Source{Path: name, Words: words}, c.App.Reader, func(what string, position func() (done, total int64)) func() {
		return startProgress(c.App.ErrWriter, what, position)
	})
	if errors.Is(err, os.ErrNotExist) {
		err = &hintedError{err, "--vectors takes " + defaultVectors + ", a name that wrd vectors pull --list shows, or a file"}
	}
	return store, report, err
}

// openFrequencies opens the counts that the flags name. Without the flag the embedded vectors have counts of
// their own, and other vectors none.
func openFrequencies(c *cli.Context) (*embedding.Frequencies, error) {
	path := c.String(frequenciesFlag.Name)
	if path == "" {
		if c.String(vectorsFlag.Name) == defaultVectors {
			return embedding.DefaultFrequencies()
		}
		return nil, nil
	}
	return readFrequencies(c, path)
}

// readFrequencies reads a file of counts.
func readFrequencies(c *cli.Context, path string) (*embedding.Frequencies, error) {
	in, err := file.Open(path, c.App.Reader)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	frequencies, report, err := embedding.ReadFrequencies(c.Context, in, in.Name, cache.VectorsName(path))
	for _, warning := range report.Warnings() {
		notify(c)(warning)
	}
	return frequencies, err
}

// needFrequencies says how to give frequencies to letters that read them.
func needFrequencies(letters convert.Letters, frequencies *embedding.Frequencies) error {
	if frequencies == nil && letters.NeedsFrequencies() {
		return &hintedError{fmt.Errorf("the converter %s needs word frequencies, found none for these vectors", letters),
			"give --frequencies FILE, with a word and its count a line"}
	}
	return nil
}

// loadConverter opens a saved fit, or the embedded one.
func loadConverter(c *cli.Context, nameOrFile string, vectors *embedding.Store) (*convert.Converter, error) {
	if nameOrFile == defaultVectors {
		return convert.Default(c.Context)
	}
	info, err := readConverterInfo(nameOrFile)
	if err != nil {
		return nil, err
	}
	frequencies, err := openFrequencies(c)
	if err != nil {
		return nil, err
	}
	if err := needFrequencies(info.Letters, frequencies); err != nil {
		return nil, err
	}
	f, err := os.Open(nameOrFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	converter, err := convert.Load(c.Context, f, convert.Resources{Vectors: vectors, Frequencies: frequencies})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOrFile, err)
	}
	return converter, nil
}

// readConverterInfo reads what a saved fit says of itself.
func readConverterInfo(path string) (convert.Info, error) {
	in, err := file.Open(path, nil)
	if err != nil {
		return convert.Info{}, &hintedError{err, "a converter is " + defaultVectors + " or a file that wrd convert fit wrote"}
	}
	defer in.Close()
	info, err := convert.ReadInfo(in)
	if err != nil {
		return info, fmt.Errorf("%s: %w", path, err)
	}
	return info, nil
}

// fitConverter learns a converter from sentences, with the vectors and tokens of options.
func fitConverter(c *cli.Context, letters convert.Letters, options metric.Options, sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	frequencies, err := openFrequencies(c)
	if err != nil {
		return nil, err
	}
	if err := needFrequencies(letters, frequencies); err != nil {
		return nil, err
	}
	return metric.FitConverter(c.Context, letters, options, frequencies, sentences)
}

// openConverter returns the converter that --convert or --converter asks for, nil for none, and the table that it
// makes of the vectors, nil if it makes none. --convert learns from sentences, which are nil where there is nothing to
// learn from.
func openConverter(c *cli.Context, tables *cache.Cache, options metric.Options, sentences iter.Seq2[string, error]) (*convert.Converter, *embedding.Store, error) {
	letters, err := convert.ParseLetters(c.String("convert"))
	if err != nil {
		return nil, nil, fmt.Errorf("--convert: %w", err)
	}
	saved := c.String("converter")
	var converter *convert.Converter
	switch {
	case saved != "" && c.IsSet("convert"):
		return nil, nil, errors.New("found --convert and --converter, expected one of them")
	case saved != "":
		converter, err = loadConverter(c, saved, options.Vectors)
	case letters == convert.Letters{}:
		return nil, nil, nil
	case letters.NeedsSentences() && sentences == nil:
		err = &hintedError{fmt.Errorf("--convert: %s learns from the sentences of a corpus, and there is none here", letters),
			"give --converter " + defaultVectors + ", or a FILE that wrd convert fit wrote"}
	default:
		converter, err = fitConverter(c, letters, options, sentences)
	}
	if err != nil {
		return nil, nil, err
	}
	table, err := convertedTable(c, tables, converter)
	return converter, table, err
}

// convertedTable returns the table that converter makes of its vectors, or nil if it makes none. Tables of vector
// files are kept in the cache; converting the embedded vectors takes less time than reading a kept table would.
func convertedTable(c *cli.Context, tables *cache.Cache, converter *convert.Converter) (*embedding.Store, error) {
	if converter.Letters().SentenceWise() {
		return nil, nil
	}
	build := func() (*embedding.Store, error) { return converter.Table(c.Context) }
	vectors := converter.Vectors()
	if c.String(vectorsFlag.Name) == defaultVectors || c.String(vectorsFlag.Name) == file.Stdin {
		return build()
	}
	name := vectors.Name() + "+" + converter.Letters().String()
	key := fmt.Sprintf("%s of %s, converter %s", converter.Letters(), vectors.Digest(), converter.Hash())
	return tables.Derived(name, key, build)
}
