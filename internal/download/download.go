// Package download fetches one large file over HTTP(S) and does not give up easily.
//
// Most callers need one call:
//
//	d := &download.Download{URL: address, Path: "vectors/glove.6B.zip"}
//	result, err := d.Run(ctx)
//
// The bytes go to PATH.part, and what is known of them to PATH.part.json. A connection that breaks off, or is
// silent for too long, is taken up again where it ended, in the same run or in a later one, provided that the
// server still has the same file (RFC 9110, sections 13.1.5 and 14). The file gets its name only when it is
// whole and its checksum and size are right. Runs that fetch the same file at the same time wait for each other.
//
// The package knows addresses and bytes; which vectors are where is known by package catalog, and what is in
// them by the readers of package formats.
package download

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"github.com/wordrotator/wrd/internal/file"
)

// A Download is one file to fetch. Its fields must not change while Run works; only Position may be called
// from other goroutines.
type Download struct {
	URL       string   // where the file is, http or https
	Path      string   // the name that the file is to get; its folder must exist
	Checksum  Checksum // what its bytes must sum up to; zero if that is not known
	Bytes     int64    // how many it must have; 0 if that is not known
	UserAgent string   // what the server is told; "" is Go's

	// Stall is how long a server may send nothing before the connection is given up; 0 means 60 s.
	Stall time.Duration
	// Tries is how often in a row the server may fail to send worthwhile bytes; 0 means 8.
	Tries int
	// Pause is the wait before the second of these tries, doubled with each further one up to 32 times itself;
	// 0 means 1 s. Where the server says how long to wait, that counts, up to maxPause.
	Pause time.Duration

	// Notify is called with what users should know, sentences without a full stop; nil drops them.
	Notify func(notice string)

	done, total atomic.Int64
}

const (
	defaultStall = time.Minute
	defaultTries = 8
	defaultPause = time.Second
	maxPause     = 5 * time.Minute

	// worthwhile is how many bytes more than ever before make a try a success although the connection broke off
	// after them. As a file is finite this bounds the number of tries for any server.
	worthwhile = 1 << 20
)

// A Result says what Run left at Path.
type Result struct {
	Bytes  int64
	SHA256 string // of these bytes, in hexadecimal digits
	// Existing says that the file was there before, and was only checked.
	Existing bool
}

// Position returns how many bytes are there, of how many, 0 if that is not known. It may be called from any
// goroutine, for a progress bar.
func (d *Download) Position() (done, total int64) { return d.done.Load(), d.total.Load() }

// Run fetches the file. A file that is already at Path is not fetched but checked.
//
// Errors name the address or the path. After most of them the part that came is kept, and the next Run goes on
// from there; a file with the wrong checksum or size is removed.
func (d *Download) Run(ctx context.Context) (Result, error) {
	p, err := openPart(ctx, d.Path, func() { d.notify("%s: another run is downloading it; waiting", d.Path) })
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	if _, err := os.Lstat(d.Path); err == nil {
		result, err := d.check(ctx, d.Path, true)
		if err == nil {
			p.discard()
		}
		return result, err
	} else if !errors.Is(err, fs.ErrNotExist) {
		return Result{}, file.Named(err)
	}
	if why := p.misfit(d.URL); why != "" {
		if p.size > 0 {
			d.notify("%s: %s, starting again", d.Path, why)
		}
		if err := p.restart(state{URL: d.URL}); err != nil {
			return Result{}, err
		}
	}
	if err := d.fetch(ctx, p); err != nil {
		return Result{}, err
	}
	if err := p.finish(); err != nil {
		return Result{}, err
	}
	result, err := d.check(ctx, p.path, false)
	if errors.As(err, new(*MismatchError)) {
		p.discard()
		return Result{}, err
	}
	if err != nil {
		return Result{}, err
	}
	return result, p.commit(d.Path)
}

// fetch tries until the part is whole.
func (d *Download) fetch(ctx context.Context, p *part) error {
	client, stop := newClient()
	defer stop()
	first := cmp.Or(d.Pause, defaultPause)
	tries, pause, most := 0, first, p.size
	for d.show(p); !p.whole(); d.show(p) {
		err := d.try(ctx, client, p)
		passing, ok := errors.AsType[*passingError](err)
		if err != nil && !ok {
			return err
		}
		if p.whole() {
			break
		}
		if p.size >= most+worthwhile {
			tries, pause, most = 0, first, p.size
		}
		if tries++; tries >= cmp.Or(d.Tries, defaultTries) {
			return fmt.Errorf("%w; given up after %d tries without success", err, tries)
		}
		wait := pause
		if passing.wait > 0 {
			wait = passing.wait
		}
		d.notify("%v; trying again in %v", err, wait.Round(time.Millisecond))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
		pause = min(2*pause, 32*first)
	}
	return nil
}

// show makes the state of the part visible to Position.
func (d *Download) show(p *part) {
	d.done.Store(p.size)
	d.total.Store(max(p.state.Length, 0))
}

// check reads the file at path whole and compares what Checksum and Bytes ask for.
func (d *Download) check(ctx context.Context, path string, existing bool) (Result, error) {
	sums, size, err := sum(ctx, path)
	if err != nil {
		return Result{}, err
	}
	if err := d.Checksum.compare(d.Path, sums, existing); err != nil {
		return Result{}, err
	}
	if d.Bytes != 0 && size != d.Bytes {
		return Result{}, &MismatchError{d.Path, "the size in bytes", fmt.Sprint(size), fmt.Sprint(d.Bytes), existing}
	}
	return Result{Bytes: size, SHA256: sums[SHA256], Existing: existing}, nil
}

func (d *Download) notify(format string, args ...any) {
	if d.Notify != nil {
		d.Notify(fmt.Sprintf(format, args...))
	}
}
