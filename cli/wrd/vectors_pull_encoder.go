package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/download"
	"github.com/wordrotator/wrd/metric"
)

var hubFlag = &cli.StringFlag{Name: "hub", Value: encoders.Hub, EnvVars: []string{"HF_ENDPOINT"},
	Usage: "download encoders from the hub at `URL`, which has the addresses of Hugging Face"}

// An encoderPull is the files of an encoder on their way here.
type encoderPull struct {
	c      *cli.Context
	set    encoders.Set
	mirror *url.URL // a folder with NAME/FILE; nil for none
	hub    *url.URL
	dir    string
}

// pullEncoder fetches the files of an encoder, each of which must have its checksum.
func pullEncoder(c *cli.Context, set encoders.Set, format string) error {
	p := encoderPull{c: c, set: set}
	if err := p.prepare(); err != nil {
		return err
	}
	p.say("%s", set.About)
	p.say("licence: %s; see %s", set.Licence, set.Page)
	if set.Note != "" {
		p.say("%s", set.Note)
	}
	p.say("%s in %d files from %s", render.Bytes(set.Bytes()), len(set.Files), p.from().Redacted())
	fetched := make([]fetchedFile, len(set.Files))
	for i, file := range set.Files {
		var err error
		if fetched[i], err = p.fetch(file); err != nil {
			return err
		}
	}
	p.say("the SHA-256 of each file is as expected; --%s %s finds it", encoderFlag.Name, set.Name)
	if format == "json" {
		return render.JSON(c.App.Writer, struct {
			Name    string        `json:"name"`
			Path    string        `json:"path"`
			Address string        `json:"address"`
			Commit  string        `json:"commit"`
			Licence string        `json:"licence"`
			Files   []fetchedFile `json:"files"`
		}{set.Name, p.dir, p.from().Redacted(), set.Commit, set.Licence, fetched})
	}
	_, err := fmt.Fprintln(c.App.Writer, p.dir)
	return err
}

// A fetchedFile is one file that is there now.
type fetchedFile struct {
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Fetched bool   `json:"fetched"` // not there before
}

// prepare finds out where the files are to come from, and to go to.
func (p *encoderPull) prepare() (err error) {
	if p.c.IsSet(checksumFlag.Name) {
		return fmt.Errorf("--%s: found it with %s, which is several files whose checksums are known", checksumFlag.Name,
			p.set.Name)
	}
	if mirror := mirrorFlag.Get(p.c); mirror != "" {
		if p.mirror, err = webAddress(mirrorFlag.Name, mirror); err != nil {
			return err
		}
	}
	if p.hub, err = webAddress(hubFlag.Name, hubFlag.Get(p.c)); err != nil {
		return err
	}
	mode := os.FileMode(0o777)
	if dir := pullFolderFlag.Get(p.c); dir != "" {
		p.dir = filepath.Join(dir, p.set.Name)
	} else if p.dir, err = encoders.FetchedDir(cacheDirFlag.Get(p.c), p.set); err != nil {
		return err
	} else {
		mode = 0o700
	}
	if err := os.MkdirAll(p.dir, mode); err != nil {
		return fmt.Errorf("%s: cannot be made: %w", p.dir, err)
	}
	return nil
}

// webAddress reads the value of a flag that is an address.
func webAddress(flag, value string) (*url.URL, error) {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("--%s: found %q, expected an address that begins with https:// or http://", flag, value)
	}
	return u, nil
}

// from is the folder or the hub that the files come from.
func (p *encoderPull) from() *url.URL {
	if p.mirror != nil {
		return p.mirror.JoinPath(p.set.Name)
	}
	return p.hub.JoinPath(p.set.Repository)
}

// fetch fetches one file, or checks the one that is there.
func (p *encoderPull) fetch(file encoders.SetFile) (fetchedFile, error) {
	checksum, err := download.ParseChecksum(file.SHA256)
	if err != nil {
		return fetchedFile{}, err
	}
	address := p.set.Address(p.hub, file)
	if p.mirror != nil {
		address = p.from().JoinPath(file.Name).String()
	}
	path := filepath.Join(p.dir, file.Name)
	result, err := runDownload(p.c, &download.Download{URL: address, Path: path, Checksum: checksum}, file.Name,
		file.Bytes)
	if err != nil {
		return fetchedFile{}, p.advise(err, path)
	}
	return fetchedFile{file.Name, result.Bytes, result.SHA256, !result.Existing}, nil
}

// runDownload fetches a file and shows how far it is. bytes is its size, 0 if it is not known.
func runDownload(c *cli.Context, d *download.Download, name string, bytes int64) (download.Result, error) {
	d.UserAgent = "wrd/" + metric.Version
	show := func() (stop func()) {
		return render.Progress(c.App.ErrWriter, "downloading "+name, true, func() (done, total int64) {
			done, total = d.Position()
			return done, cmp.Or(total, bytes)
		})
	}
	stop := show()
	d.Notify = func(notice string) { // a line in the middle of a bar could not be read
		stop()
		notify(c)(notice)
		stop = show()
	}
	result, err := d.Run(c.Context)
	stop()
	return result, err
}

// advise adds to an error what can be done.
func (p *encoderPull) advise(err error, path string) error {
	if p.c.Context.Err() != nil {
		return err
	}
	if mismatch, ok := errors.AsType[*download.MismatchError](err); ok {
		if mismatch.Existing {
			return &hintedError{err, "remove the file to download it again"}
		}
		return &hintedError{err, "the file is not that of commit " + p.set.Commit + "; see " + p.set.Page}
	}
	if _, statErr := os.Stat(path + download.PartEnding); statErr == nil {
		return &hintedError{err, "the same command goes on where this one ended"}
	}
	return &hintedError{err, p.set.Page + " has the files; --hub URL or --mirror URL downloads them from elsewhere"}
}

// say prints a line about the encoder on standard error.
func (p *encoderPull) say(format string, args ...any) {
	notify(p.c)(p.set.Name + ": " + fmt.Sprintf(format, args...))
}
