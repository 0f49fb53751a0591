package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/jsonvalue"
)

// A request is one line of the client, with the frame that follows it.
type request struct {
	line     []byte
	frame    []byte
	envelope envelope
	failed   error // why it cannot be read; the requests after it can
	ended    error // why there is no further request, io.EOF at the end
}

// An envelope is the object of a line.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Frame  *int            `json:"frame"` // how many bytes follow the line, in place of params
	// Progress asks for lines of Progress before the answer, of methods that can tell.
	Progress bool `json:"progress"`
}

// read sends requests until in ends, or ctx does.
func read(ctx context.Context, in io.Reader, most int, requests chan<- request) {
	reader := bufio.NewReaderSize(in, 256<<10)
	for {
		r := next(reader, most)
		select {
		case <-ctx.Done():
			return
		case requests <- r:
		}
		if r.ended != nil {
			return
		}
	}
}

// next reads one request.
func next(in *bufio.Reader, most int) (r request) {
	line, err := readLine(in, most)
	if errors.Is(err, errTooLong) {
		r.failed = &Error{Code: TooLarge, Message: fmt.Sprintf("found a line of more than %d bytes, expected at most "+
			"that: send several requests", most), Data: map[string]any{"max_request": most}}
		return r
	}
	if err != nil && (err != io.EOF || len(line) == 0) {
		r.ended = err
		return r
	}
	if r.line = line; !bytes.Contains(line, []byte(`"frame"`)) {
		return r
	}
	// Whatever else is wrong with the line, the bytes that it announces are no requests.
	var announced struct {
		Frame *int `json:"frame"`
	}
	if json.Unmarshal(line, &announced) != nil || announced.Frame == nil {
		return r
	}
	n := *announced.Frame
	switch {
	case n < 0:
		r.failed = &Error{Code: InvalidRequest, Message: fmt.Sprintf("frame: found %d, expected the number of bytes that "+
			"follow the line", n)}
	case n > most:
		r.failed = &Error{Code: TooLarge, Message: fmt.Sprintf("found a frame of %d bytes, expected at most %d: send "+
			"several requests", n, most), Data: map[string]any{"max_request": most}}
		io.CopyN(io.Discard, in, int64(n)) // where the input ends before it, the next read says so
	default:
		var frame bytes.Buffer // grows as bytes arrive: the number alone costs no memory
		got, err := io.CopyN(&frame, in, int64(n))
		if err != nil {
			r.failed = &Error{Code: InvalidRequest, Message: fmt.Sprintf("found %d bytes of a frame of %d: the input ended "+
				"before it", got, n)}
		}
		r.frame = frame.Bytes()
	}
	return r
}

var errTooLong = errors.New("the line is too long")

// readLine returns the next line without its end, however it comes. It holds no more than most bytes, and of a longer
// line nothing.
func readLine(in *bufio.Reader, most int) (line []byte, err error) {
	tooLong := false
	for {
		part, err := in.ReadSlice('\n')
		if !tooLong && len(line)+len(part) > most+1 {
			tooLong, line = true, nil
		}
		if !tooLong {
			line = append(line, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if tooLong && (err == nil || err == io.EOF) {
			return nil, errTooLong
		}
		return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r")), err
	}
}

// decode reads JSON strictly: no invalid UTF-8, no half of a surrogate pair, no member twice, no member that is not
// known. what names it in errors; one that is JSON but not as expected has the code given.
func decode(data []byte, into any, what, code string) error {
	if !utf8.Valid(data) {
		return &Error{Code: ParseError, Message: what + ": found bytes that are not UTF-8, expected JSON in UTF-8"}
	}
	if err := jsonvalue.Check(data); err != nil {
		if _, ok := errors.AsType[*jsonvalue.RepeatedError](err); !ok {
			return &Error{Code: ParseError, Message: fmt.Sprintf("%s: found no valid JSON: %v", what, err)}
		}
		return &Error{Code: code, Message: what + ": " + err.Error()}
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return &Error{Code: code, Message: what + ": " + plain(err)}
	}
	return nil
}

// plain words an error of encoding/json for people who do not write Go.
func plain(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		where := e.Field
		if first, member, ok := strings.Cut(where, "."); ok && first != strings.ToLower(first) { // an embedded type of Go
			where = member
		}
		if where == "" {
			return fmt.Sprintf("found a JSON %s, expected %s", e.Value, expectedType(e))
		}
		return fmt.Sprintf("%s: found a JSON %s, expected %s", where, e.Value, expectedType(e))
	}
	message := strings.TrimPrefix(err.Error(), "json: ")
	if name, ok := strings.CutPrefix(message, "unknown field "); ok {
		return "found the unknown member " + bounded(name)
	}
	return bounded(message)
}

func expectedType(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); kind {
	case "slice", "array":
		return "a list"
	case "struct", "map":
		return "an object"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	default:
		return "a number (" + kind + ")"
	}
}

// bounded cuts what a message repeats of its input.
func bounded(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
