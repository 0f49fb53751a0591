package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wordrotator/wrd/internal/wording"
)

// A passingError may not come again at the next try.
type passingError struct {
	error
	wait time.Duration // what the server asks for, 0 for nothing
}

func (e *passingError) Unwrap() error { return e.error }

// errStalled is why a connection is closed on which nothing comes.
var errStalled = errors.New("stalled")

// try asks for what is missing and appends what comes. It returns nil when the server has sent all that it had
// announced, which need not be all that is missing.
func (d *Download) try(ctx context.Context, client *http.Client, p *part) error {
	stall := d.Stall
	if stall == 0 {
		stall = defaultStall
	}
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(stall, func() { cancel(errStalled) })
	defer watch.Stop()

	request, err := d.request(ctx, p)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err == nil {
		defer response.Body.Close()
		err = d.accept(response, p)
	}
	if err == nil {
		err = p.append(readerFunc(func(b []byte) (int, error) {
			n, err := response.Body.Read(b)
			watch.Reset(stall)
			d.done.Add(int64(n))
			return n, err
		}))
	}
	switch {
	case outer.Err() != nil:
		return outer.Err()
	case errors.Is(context.Cause(ctx), errStalled):
		return d.passing("the server sent nothing for %v", stall)
	case err != nil:
		return d.explain(err, p)
	case p.size == 0:
		return d.lasting("the server sent an empty file")
	case p.state.Length < 0:
		p.ended = true
	case !p.whole():
		return d.passing("the server ended after %d of %d bytes", p.size, p.state.Length)
	}
	return nil
}

// request asks for the bytes after those that are there, if the file is still the one they belong to.
func (d *Download) request(ctx context.Context, p *part) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.URL, nil)
	if err != nil {
		return nil, d.lasting("not an address: %w", bare(err))
	}
	if scheme := request.URL.Scheme; scheme != "http" && scheme != "https" || request.URL.Host == "" {
		return nil, d.lasting("expected an address that begins with https:// or http://")
	}
	// The file as it is: no compression on the way, which would have lengths and ranges of its own.
	request.Header.Set("Accept-Encoding", "identity")
	if d.UserAgent != "" {
		request.Header.Set("User-Agent", d.UserAgent)
	}
	if p.size > 0 && p.state.validator() == "" {
		d.notify("%s: the server gives no mark that distinguishes the file from a changed one, starting again",
			d.name())
		if err := p.restart(state{URL: d.URL}); err != nil {
			return nil, err
		}
	}
	if p.size > 0 {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", p.size))
		request.Header.Set("If-Range", p.state.validator())
	}
	return request, nil
}

// accept judges the header of a response and makes p ready for its body.
func (d *Download) accept(response *http.Response, p *part) error {
	status := response.StatusCode
	switch {
	case status == http.StatusOK || status == http.StatusPartialContent && p.size > 0:
		if isPage(response.Header) {
			return d.lasting("found a web page, expected a file")
		}
		if encoding := response.Header.Get("Content-Encoding"); !d.expects(encoding) {
			return d.lasting("found the file in the content encoding %s, expected it as it is, which was asked for",
				wording.Quote(encoding))
		}
		if status == http.StatusPartialContent {
			return d.acceptRest(response, p)
		}
		return d.acceptWhole(response, p)
	case status == http.StatusRequestedRangeNotSatisfiable && p.size > 0:
		return d.anew(p, "the server has no bytes after the first %d", p.size)
	case status == http.StatusRequestTimeout, status == http.StatusTooManyRequests, status >= 500:
		wait := retryAfter(response.Header, time.Now())
		if wait > maxPause {
			return d.lasting("found status %s, and the server asks to wait until %s", statusText(response),
				time.Now().Add(wait).Format(time.DateTime))
		}
		err := d.passing("found status %s", statusText(response))
		err.wait = wait
		return err
	}
	return d.lasting("found status %s, expected the file", statusText(response))
}

// expects reports whether a file in a content encoding is the one that was asked for. Many servers call a file whose
// name ends in .gz encoded, and send it as it is.
func (d *Download) expects(encoding string) bool {
	switch strings.ToLower(encoding) {
	case "", "identity":
		return true
	case "gzip", "x-gzip":
		u, err := url.Parse(d.URL)
		return err == nil && strings.HasSuffix(u.Path, ".gz")
	}
	return false
}

// acceptWhole takes a response that has the whole file.
func (d *Download) acceptWhole(response *http.Response, p *part) error {
	if p.size > 0 {
		d.notify("%s: the server sends the file from its beginning: it has changed, or the server cannot continue",
			d.name())
	}
	now := state{URL: d.URL, ETag: response.Header.Get("ETag"), LastModified: strongDate(response.Header),
		Length: response.ContentLength}
	if now.Length < 0 && response.ProtoMajor == 1 && len(response.TransferEncoding) == 0 {
		d.notify("%s: the server does not say how long the file is: a connection that breaks off looks like the end "+
			"of the file", d.name())
	}
	if err := p.restart(now); err != nil {
		return err
	}
	d.show(p)
	return p.needRoom(now.Length)
}

// acceptRest takes a response that has the bytes that are missing.
func (d *Download) acceptRest(response *http.Response, p *part) error {
	start, length, ok := contentRange(response.Header.Get("Content-Range"))
	etag, date := response.Header.Get("ETag"), response.Header.Get("Last-Modified")
	switch {
	case !ok || start != p.size:
		return d.anew(p, "asked for the bytes from %d on, found Content-Range %s", p.size,
			wording.Quote(response.Header.Get("Content-Range")))
	case length >= 0 && p.state.Length >= 0 && length != p.state.Length:
		return d.anew(p, "the file was %d bytes long and is now %d", p.state.Length, length)
	case etag != "" && p.state.ETag != "" && etag != p.state.ETag:
		return d.anew(p, "the file has changed, its mark was %s and is now %s", wording.Clip(p.state.ETag),
			wording.Clip(etag))
	case date != "" && p.state.LastModified != "" && date != p.state.LastModified:
		return d.anew(p, "the file of %s has been changed on %s", wording.Clip(p.state.LastModified),
			wording.Clip(date))
	}
	if p.state.Length < 0 && length >= 0 {
		p.state.Length = length
	}
	return p.needRoom(p.state.Length - p.size)
}

// anew drops what is there, and asks for another try.
func (d *Download) anew(p *part, format string, args ...any) error {
	err := d.passing(format+"; starting again", args...)
	if err := p.restart(state{URL: d.URL}); err != nil {
		return err
	}
	return err
}

// explain says what went wrong on the way, and whether it is worth another try.
func (d *Download) explain(err error, p *part) error {
	if errors.As(err, new(*passingError)) || errors.As(err, new(*lastingError)) {
		return err
	}
	err = bare(err)
	if lasts(err) {
		return d.lasting("%w", err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) && p.size > 0 {
		return d.passing("the connection broke off after %d of %s bytes", p.size, orUnknown(p.state.Length))
	}
	return d.passing("%w", err)
}

// A lastingError would come again at the next try.
type lastingError struct{ error }

func (e *lastingError) Unwrap() error { return e.error }

func (d *Download) lasting(format string, args ...any) error {
	return &lastingError{fmt.Errorf("%s: "+format, append([]any{d.name()}, args...)...)}
}

func (d *Download) passing(format string, args ...any) *passingError {
	return &passingError{error: fmt.Errorf("%s: "+format, append([]any{d.name()}, args...)...)}
}

// name is what messages call the file.
func (d *Download) name() string { return redacted(d.URL) }

// redacted is an address without its password.
func redacted(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Redacted()
	}
	return address
}

// bare returns what went wrong without the address, which the caller names.
func bare(err error) error {
	if urlErr, ok := errors.AsType[*url.Error](err); ok {
		return urlErr.Err
	}
	return err
}

func orUnknown(length int64) string {
	if length < 0 {
		return "unknown"
	}
	return strconv.FormatInt(length, 10)
}

// isPage says whether a response is a page for people: what a login, a portal of a hotel or a warning of a
// service for sharing files looks like, with status 200.
func isPage(h http.Header) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "text/html" || kind == "application/xhtml+xml"
}

// strongDate returns when the file was last changed, or "" if it may have changed again in the same second
// without a trace (RFC 9110, section 8.8.2.2).
func strongDate(h http.Header) string {
	changed, err1 := http.ParseTime(h.Get("Last-Modified"))
	now, err2 := http.ParseTime(h.Get("Date"))
	if err1 != nil || err2 != nil || now.Sub(changed) < time.Second {
		return ""
	}
	return h.Get("Last-Modified")
}

// contentRange reads "bytes first-last/length", where length may be "*" for unknown, here -1.
func contentRange(text string) (first, length int64, ok bool) {
	unit, rest, _ := strings.Cut(text, " ")
	span, total, _ := strings.Cut(rest, "/")
	from, to, _ := strings.Cut(span, "-")
	first, err1 := strconv.ParseInt(from, 10, 64)
	last, err2 := strconv.ParseInt(to, 10, 64)
	length, err3 := strconv.ParseInt(total, 10, 64)
	if total == "*" {
		length, err3 = -1, nil
	}
	ok = strings.EqualFold(unit, "bytes") && errors.Join(err1, err2, err3) == nil &&
		first >= 0 && last >= first && (total == "*" || length > last)
	return first, length, ok
}

// retryAfter returns how long the server asks to wait, in seconds or until a date; 0 if it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(date.Sub(now), 0)
	}
	return 0
}

func statusText(r *http.Response) string {
	return strings.TrimSpace(strconv.Itoa(r.StatusCode) + " " + http.StatusText(r.StatusCode))
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
