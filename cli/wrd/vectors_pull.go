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
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/download"
	"github.com/wordrotator/wrd/metric"
)

var (
	listSetsFlag = &cli.BoolFlag{Name: "list", Usage: "list the known sets and download nothing"}
	mirrorFlag   = &cli.StringFlag{Name: "mirror", EnvVars: []string{"WRD_MIRROR"},
		Usage: "download from the folder at `URL`, which has the files under the publishers' names, those of an encoder " +
			"in a folder of its name"}
	hubFlag = &cli.StringFlag{Name: "hub", Value: catalog.Hub, EnvVars: []string{"HF_ENDPOINT"},
		Usage: "download encoders from the hub at `URL`, which has the addresses of Hugging Face"}
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
			cacheDirFlag, plainFormat,
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
		return writeSets(c.App.Writer, format)
	}
	args, err := positional(c, "NAME")
	if err != nil {
		return err
	}
	set, _, ok := catalog.Find(args[0])
	if !ok {
		hint := "wrd vectors pull --list lists them"
		if strings.HasPrefix(args[0], "fasttext-") {
			hint += "; with --format json also the languages"
		}
		return &hintedError{fmt.Errorf("found %q, expected the name of a known set of vectors or of an encoder", args[0]),
			hint}
	}
	return pullSet(c, set, format)
}

// pullSet fetches a set and says what came.
func pullSet(c *cli.Context, set catalog.Set, format string) error {
	p := catalog.Pull{Set: set, CacheDir: cacheDirFlag.Get(c), Folder: pullFolderFlag.Get(c)}
	if err := readPullFlags(c, &p); err != nil {
		return err
	}
	if err := p.Prepare(); err != nil {
		return err
	}
	say := func(format string, args ...any) { notify(c)(set.Name + ": " + fmt.Sprintf(format, args...)) }
	announce(&p, say)
	fetched, err := p.Run(c.Context, func(ctx context.Context, d *download.Download, name string,
		bytes int64) (download.Result, error) {
		return runDownload(ctx, c, d, name, bytes)
	})
	if err != nil {
		return err
	}
	verdict := p.Verdict(fetched)
	if set.IsEncoder() {
		say("%s; --%s %s finds it", verdict, encoderFlag.Name, set.Name)
	} else {
		say("%s", verdict)
	}
	return writePulled(c.App.Writer, format, &p, fetched, verdict)
}

// readPullFlags takes the addresses and the checksum.
func readPullFlags(c *cli.Context, p *catalog.Pull) (err error) {
	if p.Set.IsEncoder() && c.IsSet(checksumFlag.Name) {
		return fmt.Errorf("--%s: found it with %s, which is several files whose checksums are known", checksumFlag.Name,
			p.Set.Name)
	}
	if digits := checksumFlag.Get(c); digits != "" {
		if p.Checksum, err = download.ParseChecksum(digits); err != nil {
			return fmt.Errorf("--%s: %w", checksumFlag.Name, err)
		}
	}
	if mirror := mirrorFlag.Get(c); mirror != "" {
		if p.Mirror, err = webAddress(mirrorFlag.Name, mirror); err != nil {
			return err
		}
	}
	if p.Set.IsEncoder() {
		p.Hub, err = webAddress(hubFlag.Name, hubFlag.Get(c))
	}
	return err
}

// webAddress reads the value of a flag that is an address.
func webAddress(flag, value string) (*url.URL, error) {
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("--%s: found %q, expected an address that begins with https:// or http://", flag, value)
	}
	return u, nil
}

// announce says what is about to be fetched.
func announce(p *catalog.Pull, say func(format string, args ...any)) {
	set := &p.Set
	say("%s", set.About)
	say("licence: %s; see %s", set.Licence, set.Page)
	if set.Note != "" {
		say("%s", set.Note)
	}
	if set.IsEncoder() {
		say("%s in %d files from %s", render.Bytes(set.Size()), len(set.Files), p.From)
		return
	}
	if _, err := os.Lstat(p.Path); err == nil {
		say("%s exists already and is verified", p.Path)
		return
	}
	size := "size not known"
	if set.Bytes != 0 {
		size = render.Bytes(set.Bytes)
	}
	say("%s from %s", size, p.From)
}

// runDownload fetches a file and shows how far it is. bytes is its size, 0 if it is not known.
func runDownload(ctx context.Context, c *cli.Context, d *download.Download, name string,
	bytes int64) (download.Result, error) {
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
