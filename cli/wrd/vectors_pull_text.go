package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/cli/internal/render"
)

// writePulled prints where the set is, and in JSON what it is.
func writePulled(w io.Writer, format string, p *catalog.Pull, fetched []catalog.Fetched, verdict string) error {
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

// writeSets prints all known sets.
func writeSets(w io.Writer, format string) error {
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
		rows = append(rows, []string{s.Name, render.Bytes(s.Size()), "encoder: " + s.About})
	}
	return render.Columns(w, rows, 3)
}
