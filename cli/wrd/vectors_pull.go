package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/download"
	"github.com/wordrotator/wrd/metric"
)

func vectorsPullCommand() *cli.Command {
	return &cli.Command{
		Name:      "pull",
		Usage:     "download a known set of vectors from its publisher",
		UsageText: "wrd vectors pull [flags] NAME\nwrd vectors pull --list",
		Description: "Shows size and licence, fetches the file, checks it and prints its path; --vectors NAME then finds it.\n" +
			"A fetch that was cut short goes on where it ended when the same command is given again.\n" +
			"The variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Usage: "list the known sets and fetch nothing"},
			&cli.StringFlag{Name: "mirror", EnvVars: []string{"WRD_MIRROR"}, Usage: "fetch from the folder at `URL`, which has the files under the publishers' names"},
			&cli.StringFlag{Name: "checksum", Usage: "the `HEX` digits of the SHA-256 or MD5 that the file must have"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags, Usage: "keep the file in `DIR` instead of the cache's folder vectors"},
			cacheDirFlag, formatFlag("text", "json"),
		},
		Action: vectorsPull,
	}
}

// vectorsPull fetches a set, or lists all.
func vectorsPull(c *cli.Context) error {
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	if c.Bool("list") {
		if _, err := positional(c); err != nil {
			return err
		}
		return listSets(c, format)
	}
	args, err := positional(c, "NAME")
	if err != nil {
		return err
	}
	set, _, ok := vectors.FindSet(args[0])
	if !ok {
		return &hintedError{fmt.Errorf("found %q, expected the name of a known set of vectors", args[0]), "wrd vectors pull --list lists them"}
	}
	p := pull{c: c, set: set}
	if err := p.prepare(); err != nil {
		return err
	}
	return p.run(format)
}

// A pull is one set on its way here.
type pull struct {
	c        *cli.Context
	set      vectors.Set
	address  string
	path     string
	checksum download.Checksum
}

// prepare finds out what is to be fetched, and where to.
func (p *pull) prepare() error {
	digits := cmp.Or(p.c.String("checksum"), p.set.SHA256, p.set.MD5)
	if digits != "" {
		var err error
		if p.checksum, err = download.ParseChecksum(digits); err != nil {
			return fmt.Errorf("--checksum: %w", err)
		}
	}
	dir, mode := p.c.String("output"), os.FileMode(0o777)
	if dir == "" {
		var err error
		if dir, err = vectors.FetchedDir(cacheDirFlag.Get(p.c)); err != nil {
			return err
		}
		mode = 0o700
	}
	p.path = filepath.Join(dir, p.set.File)
	p.address = p.set.Address
	if mirror := p.c.String("mirror"); mirror != "" {
		u, err := url.Parse(mirror)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return fmt.Errorf("--mirror: found %q, expected an address that begins with https:// or http://", mirror)
		}
		p.address = u.JoinPath(p.set.File).String()
	}
	if p.address == "" {
		return &hintedError{fmt.Errorf("%s: the publisher has this file only on a page for people, %s", p.set.Name, p.set.Page),
			cmp.Or(p.set.Note, "fetch it with a browser and save it as "+p.path)}
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return fmt.Errorf("%s: cannot be made: %w", dir, err)
	}
	return nil
}

// say prints a line about the set on standard error.
func (p *pull) say(format string, args ...any) {
	notify(p.c)(p.set.Name + ": " + fmt.Sprintf(format, args...))
}

// run fetches the file and says what came.
func (p *pull) run(format string) error {
	p.announce()
	d := &download.Download{URL: p.address, Path: p.path, Checksum: p.checksum, UserAgent: "wrd/" + metric.Version}
	show := func() (stop func()) {
		return startProgress(p.c.App.ErrWriter, "fetching "+p.set.File, func() (done, total int64) {
			done, total = d.Position()
			return done, cmp.Or(total, p.set.Bytes)
		})
	}
	stop := show()
	d.Notify = func(notice string) { // a line in the middle of a bar could not be read
		stop()
		notify(p.c)(notice)
		stop = show()
	}
	result, err := d.Run(p.c.Context)
	stop()
	if err != nil {
		return p.advise(err)
	}
	verdict := p.judge(result)
	p.say("%s", verdict)
	if format == "json" {
		return writeJSON(p.c.App.Writer, struct {
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
	_, err = fmt.Fprintln(p.c.App.Writer, p.path)
	return err
}

// announce says what is about to be fetched.
func (p *pull) announce() {
	p.say("%s", p.set.About)
	p.say("licence: %s; see %s", p.set.Licence, p.set.Page)
	if p.set.Note != "" {
		p.say("%s", p.set.Note)
	}
	if _, err := os.Lstat(p.path); err == nil {
		p.say("%s is there already and is checked", p.path)
		return
	}
	p.say("%s from %s", sizeText(p.set), p.from())
}

// from is the address without a password.
func (p *pull) from() string {
	if u, err := url.Parse(p.address); err == nil {
		return u.Redacted()
	}
	return p.address
}

// sizeText is the size of a set as far as it is known.
func sizeText(set vectors.Set) string {
	if set.Bytes == 0 {
		return "size not known"
	}
	return bytesText(set.Bytes)
}

// judge says how far the file is the right one.
func (p *pull) judge(result download.Result) string {
	var verdict string
	switch {
	case p.checksum != download.Checksum{}:
		verdict = "the " + p.checksum.Algorithm + " is as expected"
	case p.set.Recorded == "":
		verdict = "the publisher gives no checksum; the SHA-256 of what came is " + result.SHA256
	case p.set.Recorded == result.SHA256:
		verdict = "the publisher gives no checksum; the SHA-256 of what came is " + result.SHA256 + ", the one that " + p.set.RecordedBy + " recorded"
	default:
		verdict = "warning: the publisher gives no checksum, and the SHA-256 of what came is " + result.SHA256 + ", where " + p.set.RecordedBy +
			" recorded " + p.set.Recorded + ": the file has been changed by its publisher or by somebody else"
	}
	if p.set.Bytes != 0 && p.set.Bytes != result.Bytes {
		verdict += fmt.Sprintf("; warning: found %d bytes, expected %d", result.Bytes, p.set.Bytes)
	}
	return verdict
}

// advise adds to an error what can be done.
func (p *pull) advise(err error) error {
	if p.c.Context.Err() != nil {
		return err
	}
	if mismatch, ok := errors.AsType[*download.MismatchError](err); ok {
		if mismatch.Existing {
			return &hintedError{err, "remove the file to fetch it again"}
		}
		return &hintedError{err, p.set.Page + " may say why; --checksum HEX expects another one"}
	}
	if _, statErr := os.Stat(p.path + download.PartEnding); statErr == nil {
		return &hintedError{err, "the same command goes on where this one ended"}
	}
	return &hintedError{err, p.set.Page + " says where the file is; --mirror URL fetches it from elsewhere"}
}

// listSets prints the catalogue.
func listSets(c *cli.Context, format string) error {
	type member struct {
		Name string `json:"name"`
		File string `json:"file"`
	}
	type set struct {
		Name       string   `json:"name"`
		About      string   `json:"about"`
		File       string   `json:"file"`
		Address    string   `json:"address,omitempty"`
		Page       string   `json:"page"`
		Licence    string   `json:"licence"`
		Bytes      int64    `json:"bytes,omitempty"`
		Members    []member `json:"members,omitempty"`
		Note       string   `json:"note,omitempty"`
		SHA256     string   `json:"sha256,omitempty"`
		MD5        string   `json:"md5,omitempty"`
		Recorded   string   `json:"recorded_sha256,omitempty"`
		RecordedBy string   `json:"recorded_by,omitempty"`
	}
	sets := []set{}
	rows := [][]string{{"name", "size", "vectors"}}
	for _, s := range vectors.Sets() {
		var members []member
		for _, m := range s.Members {
			members = append(members, member(m))
		}
		sets = append(sets, set{s.Name, s.About, s.File, s.Address, s.Page, s.Licence, s.Bytes, members, s.Note, s.SHA256, s.MD5, s.Recorded, s.RecordedBy})
		size := ""
		if s.Bytes != 0 {
			size = bytesText(s.Bytes)
		}
		if s.Address == "" {
			size = "by browser"
		}
		rows = append(rows, []string{s.Name, size, s.About})
		if len(s.Members) > 1 {
			rows = append(rows, []string{"", "", "  → " + strings.Join(s.MemberNames(), ", ")})
		}
	}
	if format == "json" {
		return writeJSON(c.App.Writer, struct {
			Sets []set `json:"sets"`
		}{sets})
	}
	return writeColumns(c.App.Writer, rows, 3)
}
