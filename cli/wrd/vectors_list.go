package main

import (
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/encoder"
)

func vectorsListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list the vectors and encoders that are built in, downloaded, or known",
		UsageText: "wrd vectors list [flags]",
		Description: "What is built in or downloaded is ready for --vectors NAME or --encoder NAME; wrd vectors pull NAME " +
			"downloads what is known. $WRD_VECTORS names the vectors that are used where no --vectors does.",
		Flags:  []cli.Flag{cacheDirFlag, formatFlag(textOrJSON...)},
		Action: vectorsList,
	}
}

// A listedSet is what wrd vectors list says of vectors or of an encoder.
type listedSet struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`            // vectors or encoder
	State string `json:"state"`           // built in, downloaded or known
	Bytes int64  `json:"bytes,omitempty"` // of the download; 0 if that is not known
	About string `json:"about"`
	Path  string `json:"path,omitempty"` // of what was downloaded
}

const (
	builtIn    = "built in"
	downloaded = "downloaded"
	known      = "known"
)

func vectorsList(c *cli.Context) error {
	format, err := onlyFormat(c, textOrJSON)
	if err != nil {
		return err
	}
	sets := knownSets(cacheDirFlag.Get(c))
	if format == "json" {
		return render.JSON(c.App.Writer, struct {
			Sets []listedSet `json:"sets"`
		}{sets})
	}
	rows := [][]string{{"name", "state", "size", "about"}}
	for _, state := range []string{builtIn, downloaded, known} {
		for _, s := range sets {
			if s.State != state {
				continue
			}
			size, about := "", s.About
			if s.Bytes > 0 {
				size = render.Bytes(s.Bytes)
			}
			if s.Kind == "encoder" {
				about = "encoder: " + about
			}
			rows = append(rows, []string{s.Name, s.State, size, about})
		}
	}
	return render.Columns(c.App.Writer, rows, len(rows[0]))
}

// knownSets lists all vectors and encoders that have names. Vectors of many languages are one set, and those that were
// downloaded have names of their own.
func knownSets(cacheDir string) []listedSet {
	sets := []listedSet{
		{Name: defaultVectors, Kind: "vectors", State: builtIn, About: "English"},
		{Name: encoder.ContextENName, Kind: "encoder", State: builtIn, About: "English"},
	}
	add := func(s listedSet, path string, here bool) {
		s.State = known
		if here {
			s.State, s.Path = downloaded, path
		}
		sets = append(sets, s)
	}
	for _, set := range vectors.Sets() {
		for _, language := range set.Languages {
			one, _, _ := vectors.FindSet(strings.Replace(set.Name, "LANG", language.Code, 1))
			if path, here := one.Fetched(cacheDir); here {
				add(listedSet{Name: one.Name, Kind: "vectors", Bytes: one.Bytes, About: one.About}, path, here)
			}
		}
		names := []string{set.Name}
		if len(set.Members) > 1 {
			names = set.MemberNames()
		}
		path, here := set.Fetched(cacheDir)
		for _, name := range names {
			add(listedSet{Name: name, Kind: "vectors", Bytes: set.Bytes, About: set.About}, path, here)
		}
	}
	for _, set := range encoders.Sets() {
		path, here := set.Fetched(cacheDir)
		add(listedSet{Name: set.Name, Kind: "encoder", Bytes: set.Bytes(), About: set.About}, path, here)
	}
	return sets
}
