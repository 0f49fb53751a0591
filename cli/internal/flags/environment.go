package flags

import (
	"cmp"
	"flag"
	"os"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// DefaultVectors is the name of the embedded vectors, of their frequencies and of their converter.
const DefaultVectors = embedding.DefaultName

// Flags that say where files are kept.
var (
	CacheDirFlag = &cli.StringFlag{Name: "cache-dir", EnvVars: []string{"WRD_CACHE_DIR"}, Category: runFlags,
		Usage: "`DIR`: folder for cached files", DefaultText: "wrd in the user's cache folder"}
	NoCacheFlag = &cli.BoolFlag{Name: "no-cache", Category: runFlags,
		Usage: "do not use the cache"}
)

// VectorsVariable is the variable of the environment that names the vectors where no flag does.
const VectorsVariable = "WRD_VECTORS"

// A vectorsNameFlag is --vectors, whose default VectorsVariable changes. The library's way counts as if the flag were
// given, which flags that need no vectors, such as --encoder, would reject.
type vectorsNameFlag struct{ *cli.StringFlag }

// Apply replaces the library's.
func (f *vectorsNameFlag) Apply(set *flag.FlagSet) error {
	set.String(f.Name, cmp.Or(os.Getenv(VectorsVariable), f.Value), f.Usage)
	return nil
}

// withVariable says in the help of a flag that a variable of the environment has its default.
func withVariable(f *cli.StringFlag, variable string) *cli.StringFlag {
	f.EnvVars = []string{variable}
	return f
}

// Notify returns a function that shows a notice on standard error.
func Notify(c *cli.Context) func(string) {
	return func(notice string) { render.Message(c.App.ErrWriter, "wrd:", "", notice) }
}

// EnvironmentOf returns the environment of a run, in which encoders and pipes are opened once.
func EnvironmentOf(c *cli.Context) *setup.Environment {
	const kept = "environment"
	if e, ok := c.App.Metadata[kept].(*setup.Environment); ok {
		return e
	}
	e := &setup.Environment{
		CacheDir: CacheDirFlag.Get(c), NoCache: NoCacheFlag.Get(c), Stdin: c.App.Reader, Notify: Notify(c),
		Progress: func(what string, counts evaluation.Counts, position func() (done, total int64)) (stop func()) {
			return render.Progress(c.App.ErrWriter, what, string(counts), position)
		},
		Workers: ThreadsFlag.Get(c),
	}
	if name := os.Getenv(VectorsVariable); name != "" {
		e.Defaults.Vectors = &name
	}
	c.App.Metadata[kept] = e
	return e
}

// settingsWithVectors are settings of the vectors of a name in place of that of --vectors.
func settingsWithVectors(c *cli.Context, name string) setup.Settings {
	return setup.Settings{Vectors: &name, Words: Given(c, WordsFlag.Name, c.String),
		Frequencies: Given(c, FrequenciesFlag.Name, c.String)}
}

// DescribeVectors says what the vectors of a name hold.
func DescribeVectors(c *cli.Context, name string) (*vectors.Description, error) {
	s := settingsWithVectors(c, name)
	if err := setup.NamesVectors(s); err != nil {
		return nil, err
	}
	about, err := EnvironmentOf(c).VectorLocation(s).Describe(c.Context)
	return about, asFlags(c, setup.AboutWords(err))
}
