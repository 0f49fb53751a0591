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
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/download"
)

var (
	listSetsFlag = &cli.BoolFlag{Name: "list", Usage: "list the known sets and download nothing"}
	mirrorFlag   = &cli.StringFlag{Name: "mirror", EnvVars: []string{"WRD_MIRROR"},
		Usage: "download from the folder at `URL`, which has the files under the publishers' names, those of an encoder " +
			"in a folder of its name"}
	checksumFlag = &cli.StringFlag{Name: "checksum",
		Usage: "the `HEX` digits of the SHA-256 or MD5 that the file must have"}
	pullFolderFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags,
		Usage: "keep the file in `DIR` instead of the cache's folder vectors"}
)

func vectorsPullCommand() *cli.Command {
	mirror, hub := *mirrorFlag, *hubFlag // the library keeps what it found in the environment
	return &cli.Command{
		Name:      "pull",
		Usage:     "download a known set of vectors, or an encoder, from its publisher",
		UsageText: "wrd vectors pull [flags] NAME\nwrd vectors pull --list",
		Description: "Shows size and licence, downloads the file, verifies it and prints its path; --vectors NAME " +
			"then finds it,\n" +
			"or --encoder NAME for an encoder, which is a folder of files.\n" +
			"A download that was cut short is resumed by the same command.\n" +
			"The variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured.",
		Flags: []cli.Flag{
			listSetsFlag, &mirror, &hub, checksumFlag, pullFolderFlag,
			cacheDirFlag, formatFlag(textOrJSON...),
		},
		Action: vectorsPull,
	}
}

// vectorsPull fetches a set, or lists all.
func vectorsPull(c *cli.Context) error {
	format, err := formatOf(c, textOrJSON)
	if err != nil {
		return err
	}
	if listSetsFlag.Get(c) {
		if _, err := positional(c); err != nil {
			return err
		}
		return writeSets(c.App.Writer, format, vectors.Sets(), encoders.Sets())
	}
	args, err := positional(c, "NAME")
	if err != nil {
		return err
	}
	if set, ok := encoders.FindSet(args[0]); ok {
		return pullEncoder(c, set, format)
	}
	set, _, ok := vectors.FindSet(args[0])
	if !ok {
		hint := "wrd vectors pull --list lists them"
		if strings.HasPrefix(args[0], "fasttext-") {
			hint += "; with --format json also the languages"
		}
		return &hintedError{fmt.Errorf("found %q, expected the name of a known set of vectors or of an encoder", args[0]),
			hint}
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
	digits := cmp.Or(checksumFlag.Get(p.c), p.set.SHA256, p.set.MD5)
	if digits != "" {
		var err error
		if p.checksum, err = download.ParseChecksum(digits); err != nil {
			return fmt.Errorf("--checksum: %w", err)
		}
	}
	dir, mode := pullFolderFlag.Get(p.c), os.FileMode(0o777)
	if dir == "" {
		var err error
		if dir, err = vectors.FetchedDir(cacheDirFlag.Get(p.c)); err != nil {
			return err
		}
		mode = 0o700
	}
	p.path = filepath.Join(dir, p.set.File)
	p.address = p.set.Address
	if mirror := mirrorFlag.Get(p.c); mirror != "" {
		u, err := webAddress(mirrorFlag.Name, mirror)
		if err != nil {
			return err
		}
		p.address = u.JoinPath(p.set.File).String()
	}
	if p.address == "" {
		return &hintedError{
			fmt.Errorf("%s: the publisher has this file only on a page for browsers, %s", p.set.Name, p.set.Page),
			cmp.Or(p.set.Note, "download it with a browser and save it as "+p.path),
		}
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
	d := &download.Download{URL: p.address, Path: p.path, Checksum: p.checksum}
	result, err := runDownload(p.c, d, p.set.File, p.set.Bytes)
	if err != nil {
		return p.advise(err)
	}
	verdict := p.judge(result)
	p.say("%s", verdict)
	return p.write(format, result, verdict)
}

// from is the address without a password.
func (p *pull) from() string {
	if u, err := url.Parse(p.address); err == nil {
		return u.Redacted()
	}
	return p.address
}

// advise adds to an error what can be done.
func (p *pull) advise(err error) error {
	if p.c.Context.Err() != nil {
		return err
	}
	if mismatch, ok := errors.AsType[*download.MismatchError](err); ok {
		if mismatch.Existing {
			return &hintedError{err, "remove the file to download it again"}
		}
		return &hintedError{err, p.set.Page + " may say why; --checksum HEX expects another one"}
	}
	if _, statErr := os.Stat(p.path + download.PartEnding); statErr == nil {
		return &hintedError{err, "the same command goes on where this one ended"}
	}
	return &hintedError{err, p.set.Page + " says where the file is; --mirror URL downloads it from elsewhere"}
}
