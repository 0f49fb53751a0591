package catalog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/internal/download"
)

// A Pull fetches a set from its publisher: Prepare, then Run.
type Pull struct {
	Set      Set
	CacheDir string // where sets are kept; "" means the folder wrd in the user's folder for caches
	Folder   string // where it goes to in place of that; "" for none
	// Mirror is a folder that has the files under the publishers' names, those of an encoder in a folder of its name; nil
	// for none.
	Mirror *url.URL
	Hub    *url.URL // that encoders are fetched from: it has the addresses of Hugging Face
	// Checksum is that of the file of vectors in place of what is known of it, the size, too. An encoder is several files,
	// whose checksums are known, or recorded at the first download.
	Checksum download.Checksum

	Path string // where the set will be, set by Prepare: the file of vectors, or the folder of an encoder
	From string // where it comes from, without a password, set by Prepare

	files []*pulledFile
}

// A pulledFile is one on its way here.
type pulledFile struct {
	*download.Download
	name  string
	bytes int64
}

// A Fetched is a file that is there now.
type Fetched struct {
	Name    string `json:"name"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	Fetched bool   `json:"fetched"` // not there before
	// Recorded says that nothing was known of the SHA-256 before: it is held from now on.
	Recorded bool `json:"recorded,omitempty"`
}

// A BrowserOnlyError says that the publisher has the file only on a page for browsers.
type BrowserOnlyError struct {
	Set  Set
	Path string // where it would be
}

// Error says so.
func (e *BrowserOnlyError) Error() string {
	return fmt.Sprintf("%s: the publisher has this file only on a page for browsers, %s", e.Set.Name, e.Set.Page)
}

// A PullError says why a download failed.
type PullError struct {
	Set Set
	Err error
	// Damaged says that a file which was there is another one, Wrong that the publisher's or the mirror's is, and Begun
	// that the part which came is kept, from which the same Pull goes on.
	Damaged, Wrong, Begun bool
}

// Error is that of Err.
func (e *PullError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *PullError) Unwrap() error { return e.Err }

// Prepare finds out where the files are to come from and to go to, and makes their folder.
func (p *Pull) Prepare() error {
	folder, mode := p.Folder, os.FileMode(0o777)
	if folder == "" {
		var err error
		if folder, err = p.Set.folder(p.CacheDir); err != nil {
			return err
		}
		mode = 0o700
	}
	p.Path = p.Set.pathIn(folder)
	prepare := p.prepareVectors
	if p.Set.IsEncoder() {
		folder, prepare = p.Path, p.prepareEncoder
	}
	if err := prepare(); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, mode); err != nil {
		return fmt.Errorf("%s: cannot be made: %w", folder, err)
	}
	return nil
}

// add adds a file to those that are to be fetched.
func (p *Pull) add(name, address, path string, checksum download.Checksum, bytes int64) {
	d := &download.Download{URL: address, Path: path, Checksum: checksum}
	if checksum == (download.Checksum{}) {
		d.Bytes = bytes
	}
	p.files = append(p.files, &pulledFile{d, name, bytes})
}

// prepareVectors is Prepare for a file of vectors.
func (p *Pull) prepareVectors() (err error) {
	address := p.Set.Address
	p.From = address
	if p.Mirror != nil {
		at := p.Mirror.JoinPath(p.Set.File)
		address, p.From = at.String(), at.Redacted()
	}
	if address == "" {
		return &BrowserOnlyError{p.Set, p.Path}
	}
	if digits := cmp.Or(p.Set.SHA256, p.Set.MD5, p.Set.Recorded); p.Checksum == (download.Checksum{}) && digits != "" {
		if p.Checksum, err = download.ParseChecksum(digits); err != nil {
			return err
		}
	}
	p.add(p.Set.File, address, p.Path, p.Checksum, p.Set.Bytes)
	return nil
}

// prepareEncoder is Prepare for the files of an encoder.
func (p *Pull) prepareEncoder() error {
	from := p.Hub.JoinPath(p.Set.Repository)
	if p.Mirror != nil {
		from = p.Mirror.JoinPath(p.Set.Name)
	}
	p.From = from.Redacted()
	known, err := p.Set.AsRecorded(p.Path)
	if err != nil {
		return err
	}
	for _, file := range known.Files {
		address := from.JoinPath(file.Name)
		if p.Mirror == nil {
			address = p.Set.addressOf(p.Hub, file)
		}
		var checksum download.Checksum
		if file.SHA256 != "" {
			if checksum, err = download.ParseChecksum(file.SHA256); err != nil {
				return err
			}
		}
		p.add(file.Name, address.String(), filepath.Join(p.Path, file.Name), checksum, file.Bytes)
	}
	return nil
}

// Run fetches what is not there, checks each file, and says what is there now, file by file. fetch runs a download, and
// may show how far it is; bytes is what the publisher says of its size, 0 if that is not known.
//
// It fails with a PullError, or where ctx ends.
func (p *Pull) Run(ctx context.Context,
	fetch func(ctx context.Context, d *download.Download, name string, bytes int64) (download.Result, error)) ([]Fetched, error) {
	fetched := make([]Fetched, len(p.files))
	for i := range p.files {
		file := p.files[i]
		result, err := fetch(ctx, file.Download, file.name, file.bytes)
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			e := &PullError{Set: p.Set, Err: err}
			if mismatch, ok := errors.AsType[*download.MismatchError](err); ok {
				e.Damaged, e.Wrong = mismatch.Existing, !mismatch.Existing
			} else if _, statErr := os.Stat(file.Path + download.PartEnding); statErr == nil {
				e.Begun = true
			}
			return nil, e
		}
		fetched[i] = Fetched{file.name, result.Bytes, result.SHA256, !result.Existing,
			p.Set.IsEncoder() && file.Checksum == download.Checksum{}}
	}
	if p.Set.HasChecksums() {
		return fetched, nil
	}
	return fetched, p.Set.record(p.Path, fetched)
}

// Verdict says how far files that were fetched are the right ones, in a sentence without a full stop.
func (p *Pull) Verdict(files []Fetched) string {
	if p.Set.IsEncoder() {
		return p.verdictOfEncoder(files)
	}
	switch {
	case p.Checksum.Hex != "" && p.Checksum.Hex == p.Set.Recorded:
		return "the SHA-256 is the one that " + p.Set.RecordedBy + " recorded"
	case p.Checksum.Hex != "":
		return "the " + p.Checksum.Algorithm + " is as expected"
	}
	verdict := "the publisher gives no checksum; the SHA-256 of the file is " + files[0].SHA256
	if p.Set.Bytes != 0 {
		verdict += ", and its size is as expected"
	}
	return verdict
}

// verdictOfEncoder is Verdict for the files of an encoder.
func (p *Pull) verdictOfEncoder(files []Fetched) string {
	var recorded []string
	for _, file := range files {
		if file.Recorded {
			recorded = append(recorded, file.Name+" "+file.SHA256)
		}
	}
	switch {
	case recorded != nil:
		return "no SHA-256 was known in advance of these files; from now on they are held to: " + strings.Join(recorded, ", ")
	case !p.Set.HasChecksums():
		return "the SHA-256 of each file is that of the first download"
	}
	return "the SHA-256 of each file is as expected"
}
