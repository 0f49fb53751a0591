package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
)

// defaultVectors is the name of the embedded vectors, of their frequencies and of their converter.
const defaultVectors = embedding.DefaultName

// Flags that say where words, vectors and their counts come from.
var (
	vectorsFlag = &vectorsNameFlag{&cli.StringFlag{Name: "vectors", Value: defaultVectors, Category: vectorFlags,
		EnvVars: []string{vectorsVariable},
		Usage: "`NAME|FILE`: " + defaultVectors + " (built in), a set that wrd vectors pull has downloaded, " +
			"or a file of word2vec, GloVe, fastText, NumPy or safetensors, plain, .gz or .zip"}}
	wordsFlag = &cli.StringFlag{Name: "words", Category: vectorFlags,
		Usage: "`FILE` with the words of a NumPy array, one per line", DefaultText: "x.words next to x.npy"}
	frequenciesFlag = &cli.StringFlag{Name: "frequencies", Category: vectorFlags,
		Usage: "`FILE` with a word and its count per line, plain or gzip, " +
			"for the letters A, M, Z, W and U and the measure wmd_sif_weights",
		DefaultText: "those of " + defaultVectors}
	cacheDirFlag = &cli.StringFlag{Name: "cache-dir", EnvVars: []string{"WRD_CACHE_DIR"}, Category: cacheFlags,
		Usage: "`DIR` for cached vector files", DefaultText: "wrd in the user's folder for caches"}
	noCacheFlag = &cli.BoolFlag{Name: "no-cache", Category: cacheFlags,
		Usage: "read vector files again and cache nothing"}
)

// vectorsVariable is the variable of the environment that names the vectors where no flag does.
const vectorsVariable = "WRD_VECTORS"

// A vectorsNameFlag is --vectors, whose default vectorsVariable changes. The library's way counts as if the flag were
// given, which flags that need no vectors, such as --encoder, would refuse.
type vectorsNameFlag struct{ *cli.StringFlag }

// Apply replaces the library's.
func (f *vectorsNameFlag) Apply(set *flag.FlagSet) error {
	set.String(f.Name, cmp.Or(os.Getenv(vectorsVariable), f.Value), f.Usage)
	return nil
}

// notify returns a function that shows a notice on standard error.
func notify(c *cli.Context) func(string) {
	return func(notice string) { render.Lines(c.App.ErrWriter, "wrd: "+notice) }
}

// vectorSettings are the settings of the vectors that the flags name.
func vectorSettings(c *cli.Context) vectors.Settings {
	return vectors.Settings{
		Name: vectorsFlag.Get(c), Words: wordsFlag.Get(c), Frequencies: frequenciesFlag.Get(c),
		CacheDir: cacheDirFlag.Get(c), NoCache: noCacheFlag.Get(c),
		Stdin: c.App.Reader, Notify: notify(c),
		Progress: func(what string, position func() (done, total int64)) func() {
			return render.Progress(c.App.ErrWriter, what, true, position)
		},
	}
}

// openVectors opens the vectors that the flags name.
func openVectors(c *cli.Context) (*embedding.Store, error) {
	return openNamedVectors(c, vectorsFlag.Get(c))
}

// openNamedVectors opens the vectors of a name in place of that of --vectors.
func openNamedVectors(c *cli.Context, name string) (*embedding.Store, error) {
	settings, err := settingsFor(c, name)
	if err != nil {
		return nil, err
	}
	store, err := settings.Open(c.Context)
	return store, nameFlag(err)
}

// describeVectors says what the vectors of a name hold.
func describeVectors(c *cli.Context, name string) (*vectors.Description, error) {
	settings, err := settingsFor(c, name)
	if err != nil {
		return nil, err
	}
	about, err := settings.Describe(c.Context)
	return about, nameFlag(err)
}

// settingsFor are the settings of the vectors of a name. An empty one, as of a variable of a shell that is not set,
// does not mean the embedded vectors.
func settingsFor(c *cli.Context, name string) (vectors.Settings, error) {
	settings := vectorSettings(c)
	if settings.Name = name; name == "" {
		return settings, &vectors.NotFoundError{Err: errors.New("found an empty name of vectors")}
	}
	return settings, nil
}

// nameFlag puts the name of a flag into an error that is about its value.
func nameFlag(err error) error {
	if errors.Is(err, vectors.ErrOwnWords) {
		return fmt.Errorf("--%w", err)
	}
	if _, ok := errors.AsType[*vectors.NoWordsError](err); ok {
		return fmt.Errorf("%w or with --%s FILE", err, wordsFlag.Name)
	}
	return err
}

// openFrequencies opens the counts that the flags name, nil for none. They are read once in a run, for they may come
// from a pipe.
func openFrequencies(c *cli.Context) (*embedding.Frequencies, error) {
	const read = "frequencies"
	if counts, ok := c.App.Metadata[read].(*embedding.Frequencies); ok {
		return counts, nil
	}
	counts, err := vectorSettings(c).OpenFrequencies(c.Context)
	if err == nil {
		c.App.Metadata[read] = counts
	}
	return counts, err
}

// loadConverter opens a saved fit, or the embedded one.
func loadConverter(c *cli.Context, name string, store *embedding.Store) (*convert.Converter, error) {
	settings := vectorSettings(c)
	if name != defaultVectors && settings.Frequencies != "" {
		var err error
		if settings.Counts, err = openFrequencies(c); err != nil {
			return nil, err
		}
	}
	return settings.OpenConverter(c.Context, name, store)
}

// fitConverter learns a converter from sentences, with the vectors and tokens of options.
func fitConverter(c *cli.Context, letters convert.Letters, options metric.Options,
	sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	frequencies, err := openFrequencies(c)
	if err != nil {
		return nil, err
	}
	if err := vectors.NeedFrequencies(letters, frequencies); err != nil {
		return nil, err
	}
	tokenizer, err := options.NewTokenizer()
	if err != nil {
		return nil, err
	}
	return metric.FitConverter(c.Context, metric.NewVocabulary(options.Vectors, frequencies), letters, tokenizer,
		sentences)
}

// fitterOf returns what learns a converter from sentences, with the vectors of options.
func fitterOf(c *cli.Context, letters convert.Letters, options metric.Options) (*convert.Fitter, error) {
	frequencies, err := openFrequencies(c)
	if err != nil {
		return nil, err
	}
	if err := vectors.NeedFrequencies(letters, frequencies); err != nil {
		return nil, err
	}
	return metric.NewVocabulary(options.Vectors, frequencies).Fitter(c.Context, letters)
}

// openConverter returns the converter that --convert or --converter asks for, nil for none, with the table that it
// makes of the vectors. --convert learns from sentences, which are nil where there is nothing to learn from.
func openConverter(c *cli.Context, options metric.Options,
	sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	letters, saved, err := wantedConverter(c)
	if err != nil {
		return nil, err
	}
	var converter *convert.Converter
	switch {
	case saved != "":
		converter, err = loadConverter(c, saved, options.Vectors)
	case letters == convert.Letters{}:
		return nil, nil
	case letters.NeedsSentences() && sentences == nil:
		err = nothingToLearnFrom(letters, "give --converter "+defaultVectors+", or a FILE that wrd convert fit wrote")
	default:
		converter, err = fitConverter(c, letters, options, sentences)
	}
	if err != nil {
		return nil, err
	}
	return vectorSettings(c).WithTable(c.Context, converter)
}

// wantedConverter reads --convert and --converter: letters to learn, or a saved fit, or neither.
func wantedConverter(c *cli.Context) (letters convert.Letters, saved string, err error) {
	if letters, err = convert.ParseLetters(convertFlag.Get(c)); err != nil {
		return letters, "", fmt.Errorf("--%s: %w", convertFlag.Name, err)
	}
	saved, err = savedConverter(c)
	return letters, saved, err
}

// nothingToLearnFrom is the error of a verb without a corpus.
func nothingToLearnFrom(letters convert.Letters, hint string) error {
	return &hintedError{fmt.Errorf("--%s: %s learns from the sentences of a corpus, and there is none here",
		convertFlag.Name, letters), hint}
}
