package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/download"
)

// announce says what is about to be fetched.
func (p *pull) announce() {
	p.say("%s", p.set.About)
	p.say("licence: %s; see %s", p.set.Licence, p.set.Page)
	if p.set.Note != "" {
		p.say("%s", p.set.Note)
	}
	if _, err := os.Lstat(p.path); err == nil {
		p.say("%s exists already and is verified", p.path)
		return
	}
	p.say("%s from %s", sizeText(p.set), p.from())
}

// sizeText is the size of a set as far as it is known.
func sizeText(set vectors.Set) string {
	if set.Bytes == 0 {
		return "size not known"
	}
	return render.Bytes(set.Bytes)
}

// judge says how far the file is the right one.
func (p *pull) judge(result download.Result) string {
	var verdict string
	switch {
	case p.checksum != download.Checksum{}:
		verdict = "the " + p.checksum.Algorithm + " is as expected"
	case p.set.Recorded == "":
		verdict = "the publisher gives no checksum; the SHA-256 of the file is " + result.SHA256
	case p.set.Recorded == result.SHA256:
		verdict = "the publisher gives no checksum; the SHA-256 of the file is " + result.SHA256 + ", the one that " +
			p.set.RecordedBy + " recorded"
	default:
		verdict = "warning: the publisher gives no checksum, and the SHA-256 of the file is " + result.SHA256 +
			", where " + p.set.RecordedBy +
			" recorded " + p.set.Recorded + ": the file has been changed by its publisher or by somebody else"
	}
	if p.set.Bytes != 0 && p.set.Bytes != result.Bytes {
		verdict += fmt.Sprintf("; warning: found %d bytes, expected %d", result.Bytes, p.set.Bytes)
	}
	return verdict
}

// write prints where the file is, and in JSON what it is.
func (p *pull) write(format string, result download.Result, verdict string) error {
	if format == "json" {
		return render.JSON(p.c.App.Writer, struct {
			Name    string `json:"name"`
			Path    string `json:"path"`
			Address string `json:"address"`
			Licence string `json:"licence"`
			Bytes   int64  `json:"bytes"`
			SHA256  string `json:"sha256"`
			Fetched bool   `json:"fetched"`
			Verdict string `json:"verdict"`
		}{p.set.Name, p.path, p.from(), p.set.Licence, result.Bytes, result.SHA256, !result.Existing, verdict})
	}
	_, err := fmt.Fprintln(p.c.App.Writer, p.path)
	return err
}

// writeSets prints all known sets.
func writeSets(w io.Writer, format string, sets []vectors.Set, models []encoders.Set) error {
	if format == "json" {
		return render.JSON(w, struct {
			Sets     []vectors.Set  `json:"sets"`
			Encoders []encoders.Set `json:"encoders"`
		}{sets, models})
	}
	rows := [][]string{{"name", "size", "vectors"}}
	for _, s := range sets {
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
	for _, s := range models {
		rows = append(rows, []string{s.Name, render.Bytes(s.Bytes()), "encoder: " + s.About})
	}
	return render.Columns(w, rows, 3)
}
