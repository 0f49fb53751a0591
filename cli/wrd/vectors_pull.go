package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/download"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

var (
	listSetsFlag = &cli.BoolFlag{Name: "list", Usage: "list what can be downloaded"}
	mirrorFlag   = &cli.StringFlag{Name: "mirror", EnvVars: []string{"WRD_MIRROR"},
		Usage: "`URL`: download from this folder, which has the publishers' files, and a folder for each encoder"}
	hubFlag = &cli.StringFlag{Name: "hub", Value: catalog.Hub, EnvVars: []string{"HF_ENDPOINT"},
		Usage: "`URL`: download encoders from this hub, with the addresses of Hugging Face"}
	checksumFlag = &cli.StringFlag{Name: "checksum",
		Usage: "`HEX`: SHA-256 or MD5 that the file must have"}
	pullFolderFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: flags.OutputFlags,
		Usage: "`DIR`: keep the file there instead of in the cache"}
)

func vectorsPullCommand() *cli.Command {
	mirror, hub := *mirrorFlag, *hubFlag // the library keeps what it found in the environment
	return &cli.Command{
		Name:      "pull",
		Usage:     "download vectors or an encoder from the publisher",
		UsageText: "wrd vectors pull [flags] NAME\nwrd vectors pull --list",
		Description: "Shows size and licence, downloads the file, verifies it and prints its path. Then use --vectors NAME or\n" +
			"--encoder NAME. Run the same command again to resume a download. Some encoders have no known checksums (see\n" +
			"--list): those of the first download are recorded, and checked from then on. HTTP_PROXY, HTTPS_PROXY and\n" +
			"NO_PROXY apply.",
		Flags: []cli.Flag{
			listSetsFlag, &mirror, &hub, checksumFlag, pullFolderFlag,
			flags.CacheDirFlag, flags.PlainFormat,
		},
		Action: flags.Verb(readPull, runPull),
	}
}

// pullOptions are what vectors pull is asked: a set, or none for a list of all.
type pullOptions struct {
	pull   catalog.Pull
	list   bool
	format string
}

// readPull reads the flags.
func readPull(c *cli.Context) (o pullOptions, err error) {
	if listSetsFlag.Get(c) {
		_, err := args.Positional(c)
		return pullOptions{list: true, format: flags.PlainFormat.Get(c)}, err
	}
	name, err := args.Positional(c, "NAME")
	if err != nil {
		return o, err
	}
	set, _, ok := catalog.Find(name[0])
	if !ok {
		hint := "wrd vectors pull --list lists them"
		if strings.HasPrefix(name[0], "fasttext-") {
			hint += "; with --format json also the languages"
		}
		return o, args.Hint(fmt.Errorf("found %q, expected the name of a known set of vectors or of an encoder", name[0]),
			hint)
	}
	return readPullOf(c, set)
}

// readPullOf is readPull for a set.
func readPullOf(c *cli.Context, set catalog.Set) (o pullOptions, err error) {
	o = pullOptions{pull: catalog.Pull{Set: set, CacheDir: flags.CacheDirFlag.Get(c), Folder: pullFolderFlag.Get(c)},
		format: flags.PlainFormat.Get(c)}
	p := &o.pull
	if p.Set.IsEncoder() && c.IsSet(checksumFlag.Name) {
		return o, fmt.Errorf("--%s: found it with %s, which is several files with a checksum each", checksumFlag.Name,
			p.Set.Name)
	}
	if digits := checksumFlag.Get(c); digits != "" {
		if p.Checksum, err = download.ParseChecksum(digits); err != nil {
			return o, fmt.Errorf("--%s: %w", checksumFlag.Name, err)
		}
	}
	if mirror := mirrorFlag.Get(c); mirror != "" {
		if p.Mirror, err = webAddress(mirrorFlag.Name, mirror); err != nil {
			return o, err
		}
	}
	if p.Set.IsEncoder() {
		p.Hub, err = webAddress(hubFlag.Name, hubFlag.Get(c))
	}
	return o, err
}

// webAddress reads the value of a flag that is an address.
func webAddress(flag, value string) (*url.URL, error) {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("--%s: found %q, expected an address that begins with https:// or http://", flag, value)
	}
	return u, nil
}

// runPull fetches a set and says what came, or lists all.
func runPull(ctx context.Context, h flags.Host, o pullOptions) error {
	if o.list {
		return show.KnownSets(h.Out, o.format)
	}
	p := &o.pull
	if err := p.Prepare(); err != nil {
		return err
	}
	_, err := os.Lstat(p.Path)
	for _, line := range show.Announced(p, err == nil) {
		h.Notify(p.Set.Name + ": " + line)
	}
	fetched, err := p.Run(ctx, func(ctx context.Context, d *download.Download, name string,
		bytes int64) (download.Result, error) {
		return fetch(ctx, h, d, name, bytes)
	})
	if err != nil {
		return err
	}
	verdict := p.Verdict(fetched)
	told := p.Set.Name + ": " + verdict
	if p.Set.IsEncoder() {
		told += fmt.Sprintf("; --%s %s finds it", flags.EncoderFlag.Name, p.Set.Name)
	}
	h.Notify(told)
	return show.Pulled(h.Out, o.format, p, fetched, verdict)
}

// fetch fetches a file and shows how far it is. bytes is its size, 0 if it is not known.
func fetch(ctx context.Context, h flags.Host, d *download.Download, name string, bytes int64) (download.Result, error) {
	d.UserAgent = "wrd/" + metric.Version
	show := func() (stop func()) {
		return h.Progress.Start("downloading "+name, evaluation.CountsBytes, func() (done, total int64) {
			done, total = d.Position()
			return done, cmp.Or(total, bytes)
		})
	}
	stop := show()
	d.Notify = func(notice string) { // a line in the middle of that of progress could not be read
		stop()
		h.Notify(notice)
		stop = show()
	}
	result, err := d.Run(ctx)
	stop()
	return result, err
}

// pullHint says what to do about a set that could not be fetched, "" if nothing is known.
func pullHint(err error) string {
	if e, ok := errors.AsType[*catalog.BrowserOnlyError](err); ok {
		return cmp.Or(e.Set.Note, "download it with a browser and save it as "+e.Path)
	}
	e, ok := errors.AsType[*catalog.PullError](err)
	if !ok {
		return ""
	}
	switch {
	case e.Damaged:
		return "remove the file to download it again"
	case e.Wrong && e.Set.IsEncoder():
		return "the file is not that of commit " + e.Set.Commit + "; see " + e.Set.Page
	case e.Wrong:
		return e.Set.Page + " may say why; --checksum HEX expects another one"
	case e.Begun:
		return "the same command goes on where this one ended"
	case e.Set.IsEncoder():
		return e.Set.Page + " has the files; --hub URL or --mirror URL downloads them from elsewhere"
	}
	return e.Set.Page + " says where the file is; --mirror URL downloads it from elsewhere"
}
