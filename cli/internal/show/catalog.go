package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/cli/internal/render"
)

// Catalog writes the vectors and encoders that are built in, downloaded or known, as text or JSON.
func Catalog(w io.Writer, format string, sets []catalog.Listed) error {
	if format == "json" {
		return render.JSON(w, struct {
			Sets []catalog.Listed `json:"sets"`
		}{sets})
	}
	rows := [][]string{{"name", "state", "size", "about"}}
	for _, state := range []catalog.State{catalog.BuiltIn, catalog.Downloaded, catalog.Known} {
		for _, s := range sets {
			if s.State != state {
				continue
			}
			size, about := "", s.About
			if s.Bytes > 0 {
				size = render.Bytes(s.Bytes)
			}
			if s.What == "encoder" {
				about = "encoder: " + about
			}
			rows = append(rows, []string{s.Name, string(s.State), size, about})
		}
	}
	return render.Columns(w, rows, len(rows[0]))
}

// KnownSets writes all sets that can be downloaded, as text or JSON.
func KnownSets(w io.Writer, format string) error {
	if format == "json" {
		return render.JSON(w, struct {
			Sets     []catalog.Set `json:"sets"`
			Encoders []catalog.Set `json:"encoders"`
		}{catalog.Vectors(), catalog.Encoders()})
	}
	rows := [][]string{{"name", "size", "vectors"}}
	for _, s := range catalog.Vectors() {
		size := ""
		if s.Bytes != 0 {
			size = render.Bytes(s.Bytes)
		}
		if s.Address == "" {
			size = "by browser"
		}
		about := s.About
		if s.Languages != nil {
			about = fmt.Sprintf("%s; %d languages, such as de or zh", s.About, len(s.Languages))
		}
		rows = append(rows, []string{s.Name, size, about})
		if len(s.Members) > 1 {
			rows = append(rows, []string{"", "", "  → " + strings.Join(s.MemberNames(), ", ")})
		}
	}
	for _, s := range catalog.Encoders() {
		size, about := "", "encoder: "+s.About
		if s.Size() > 0 {
			size = render.Bytes(s.Size())
		}
		if !s.HasChecksums() {
			about += " (checksums are those of the first download)"
		}
		rows = append(rows, []string{s.Name, size, about})
	}
	return render.Columns(w, rows, 3)
}

// Pulled prints where a set is, and in JSON what it is.
func Pulled(w io.Writer, format string, p *catalog.Pull, fetched []catalog.Fetched, verdict string) error {
	switch {
	case format != "json":
		_, err := fmt.Fprintln(w, p.Path)
		return err
	case p.Set.IsEncoder():
		return render.JSON(w, struct {
			Name    string            `json:"name"`
			Path    string            `json:"path"`
			Address string            `json:"address"`
			Commit  string            `json:"commit"`
			Licence string            `json:"licence"`
			Files   []catalog.Fetched `json:"files"`
		}{p.Set.Name, p.Path, p.From, p.Set.Commit, p.Set.Licence, fetched})
	}
	return render.JSON(w, struct {
		Name    string `json:"name"`
		Path    string `json:"path"`
		Address string `json:"address"`
		Licence string `json:"licence"`
		Bytes   int64  `json:"bytes"`
		SHA256  string `json:"sha256"`
		Fetched bool   `json:"fetched"`
		Verdict string `json:"verdict"`
	}{p.Set.Name, p.Path, p.From, p.Set.Licence, fetched[0].Bytes, fetched[0].SHA256, fetched[0].Fetched, verdict})
}

// Announced are the lines that say what is about to be fetched.
func Announced(p *catalog.Pull, there bool) []string {
	set := &p.Set
	lines := []string{set.About, fmt.Sprintf("licence: %s; see %s", set.Licence, set.Page)}
	if set.Note != "" {
		lines = append(lines, set.Note)
	}
	switch {
	case set.IsEncoder() && set.Size() == 0:
		return append(lines, fmt.Sprintf("%d files of a size that is not known from %s", len(set.Files), p.From))
	case set.IsEncoder():
		return append(lines, fmt.Sprintf("%s in %d files from %s", render.Bytes(set.Size()), len(set.Files), p.From))
	case there:
		return append(lines, p.Path+" exists already and is verified")
	case set.Bytes == 0:
		return append(lines, "size not known from "+p.From)
	}
	return append(lines, render.Bytes(set.Bytes)+" from "+p.From)
}
