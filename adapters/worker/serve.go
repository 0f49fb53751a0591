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
	"sync"
	"unicode/utf8"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/points"
)

// Protocol is the version of the protocol. A change that a client could notice raises it.
const Protocol = 2

// DefaultMaxRequest is the default of Config.MaxRequest, in bytes.
const DefaultMaxRequest = 256 << 20

// A Config says how a worker works. The zero value is ready to use.
type Config struct {
	Workers int // goroutines for the texts of one request; 0 means one for each core. Results do not depend on it
	// MaxRequest is how many bytes a line or a frame may have; 0 means DefaultMaxRequest. A longer one is answered with
	// an error. Up to two requests wait in memory while a third is answered.
	MaxRequest int
	// Scoring are the settings that the scorer was made of, for the Hello: setup.Opened.Settings.
	Scoring setup.Settings
	// Options are those that the scorer was made of: setup.Opened.Options, for reports, which need more of a scorer.
	Options metric.Options
	// Said are the settings as they were said, of which the method language says what another language would change.
	Said setup.Settings
	// Undecided are the settings as they were said, if they leave the language to references (setup.Settings.LeftToReferences),
	// and the scorer is for English: each request with other references is scored in their language then. nil means that
	// the scorer scores all.
	Undecided *setup.Settings
	// Environment is what other languages, and the settings of results for the method replay, are opened in; nil means one
	// of its own.
	Environment *setup.Environment
	// Scores keep what the method score finds, and give it where texts come again: those of OpenScores for the scorer. nil
	// means that everything is scored each time. Of what is undecided, scores in other languages are kept in the same cache.
	Scores *cache.Scores
	// Names are what errors call settings, as in jobs.Host: nil leaves them as in JSON.
	Names func(name string) string
}

// A Hello is the first line that a worker writes.
type Hello struct {
	Program      string         `json:"program"`
	Version      string         `json:"version"`      // of wrd
	Protocol     int            `json:"protocol"`     // 2; a change that a client could notice raises it
	Signature    string         `json:"signature"`    // of scores against one reference
	Settings     setup.Settings `json:"settings"`     // every one with its value
	Columns      []ScoreColumn  `json:"columns"`      // of a score
	Methods      []string       `json:"methods"`      // names
	Capabilities []string       `json:"capabilities"` // frames, progress
	MaxRequest   int            `json:"max_request"`  // bytes of a line or frame
	// Points says whether scores against one reference have points in some language.
	Points bool `json:"points,omitempty"`
}

// A ScoreColumn is one number for each segment.
type ScoreColumn struct {
	Name     string `json:"name"`
	Measure  string `json:"measure"`          // that it is of
	Main     bool   `json:"main"`             // whether it is the measure's first
	Distance bool   `json:"distance"`         // whether it goes down as texts get closer
	Source   bool   `json:"source,omitempty"` // whether candidates are compared with their sources
}

// A server answers the requests of one client.
type server struct {
	config   Config
	own      *scoring            // by Config.Scoring
	start    *scoring            // the same without a converter that was learned since
	learning *learning           // by requests of which another part follows
	others   map[string]*scoring // by the codes of the languages that references were in
	out      *bufio.Writer
	writing  sync.Mutex // of out, for progress in the middle of the work
}

// A call is a request that is being answered, with what holds for it alone.
type call struct {
	server   *server
	*scoring          // of the server, until follow finds that the references are in another language
	said     []string // of the language of the references
	notices  []string // of the answer
	progress evaluation.Progress
}

// Serve says hello on out, then answers the requests of in in their order until in ends, and returns nil. It returns
// the error of in or out where one of them fails, and ctx.Err() when ctx ends, which also stops the work on a request.
// A read that waits for in is not stopped by ctx, and goes on after Serve has returned.
func Serve(ctx context.Context, scorer *metric.Scorer, config Config, in io.Reader, out io.Writer) error {
	if config.MaxRequest == 0 {
		config.MaxRequest = DefaultMaxRequest
	}
	own := newScoring(scorer, setup.Opened{Settings: config.Scoring, Options: config.Options}, config.Scores)
	s := &server{config: config, own: own, others: map[string]*scoring{},
		out: bufio.NewWriterSize(out, 64<<10)}
	s.start = s.own
	defer func() {
		if s.own != s.start && s.own.scores != nil {
			s.own.scores.Close()
		}
		for _, other := range s.others {
			if other.scores != nil {
				other.scores.Close()
			}
		}
	}()
	if err := s.write(s.hello(), nil); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	requests := make(chan request, 1) // the next one is read while one is answered
	go read(ctx, in, config.MaxRequest, requests)
	for {
		var r request
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r = <-requests:
		}
		if r.ended != nil {
			if r.ended == io.EOF {
				return nil
			}
			return fmt.Errorf("requests cannot be read: %w", r.ended)
		}
		answer, frame := s.answer(ctx, &r)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.write(answer, frame); err != nil {
			return err
		}
	}
}

func (s *server) hello() Hello {
	h := Hello{Program: "wrd", Version: metric.Version, Protocol: Protocol,
		Signature: s.own.one, Settings: s.config.Scoring, Capabilities: []string{"frames", "progress"},
		MaxRequest: s.config.MaxRequest}
	for _, measure := range s.own.scorer.Measures() {
		for _, column := range measure.Columns() {
			h.Columns = append(h.Columns, ScoreColumn{column.String(), string(measure), column == measure.Main(),
				column.Distance(), column.OfSource()})
		}
	}
	h.Points = points.Known(s.own.scorer.Measures()[0].Main().String(), s.own.one)
	for _, m := range methods {
		h.Methods = append(h.Methods, m.name)
	}
	return h
}

// write writes a line of JSON and the frame that belongs to it.
func (s *server) write(value any, frame []byte) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	encoder := json.NewEncoder(s.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("answers cannot be written: %w", err)
	}
	s.out.Write(frame)
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("answers cannot be written: %w", err)
	}
	return nil
}

// An answer is what the worker writes for a request: a result or an error.
type answer struct {
	ID     json.RawMessage `json:"id"` // that of the request, null if it has none
	Result any             `json:"result,omitempty"`
	Frame  *int            `json:"frame,omitempty"` // how many bytes follow the line
	Error  *Error          `json:"error,omitempty"`
	// Notices are about the worker, or about files: each is said once.
	Notices []string `json:"notices,omitempty"`
}

// answer answers one request. A panic, which is a fault of this program, is an answer too.
func (s *server) answer(ctx context.Context, r *request) (a answer, frame []byte) {
	a.ID = json.RawMessage("null")
	c := &call{server: s, scoring: s.own}
	defer func() {
		if value := recover(); value != nil {
			a.Result, a.Frame, a.Error, frame = nil, nil, s.explain(&fault.Fault{Value: value}), nil
		}
		a.Notices = c.notices
	}()
	err := r.failed
	if err == nil {
		err = r.parse()
	}
	if id := r.id(); id != nil {
		a.ID = id
	}
	if err == nil {
		if r.envelope.Progress {
			c.progress = s.progressOf(a.ID)
		}
		a.Result, frame, err = c.do(ctx, r)
	}
	if err != nil {
		a.Result, a.Error, frame = nil, s.explain(err), nil
		return a, nil
	}
	if r.envelope.Frame != nil {
		a.Frame = new(len(frame))
	}
	return a, frame
}

// do does what a request asks for.
func (c *call) do(ctx context.Context, r *request) (result any, frame []byte, err error) {
	var known []string
	for _, m := range methods {
		if m.name == r.envelope.Method {
			if r.envelope.Frame != nil {
				if m.framed == nil {
					return nil, nil, &Error{Code: InvalidRequest,
						Message: fmt.Sprintf("method %s: found a frame, expected params", m.name)}
				}
				return m.framed(c, ctx, r.frame)
			}
			result, err = m.call(c, ctx, r.envelope.Params)
			return result, nil, err
		}
		known = append(known, m.name)
	}
	return nil, nil, &Error{Code: UnknownMethod,
		Message: fmt.Sprintf("method: found %q, expected one of: %s", bounded(r.envelope.Method), strings.Join(known, ", ")),
		Data:    map[string]any{"methods": known}}
}

// A method is what a request may ask for.
type method struct {
	name   string
	call   func(c *call, ctx context.Context, params json.RawMessage) (any, error)
	framed func(c *call, ctx context.Context, frame []byte) (any, []byte, error) // nil if it takes no frame
}

var methods []method

func init() { // not a composite literal: hello lists the methods, which would be a circle
	methods = []method{
		{"score", decoded((*call).score), (*call).scoreFrame},
		{"signature", decoded((*call).signatureOf), nil},
		{"explain", decoded((*call).explain), nil},
		{"tokenize", decoded((*call).tokenize), nil},
		{"matrix", decoded((*call).matrix), nil},
		{"mbr", decoded((*call).mbr), nil},
		{"compare", decoded((*call).compare), nil},
		{"check", decoded((*call).check), nil},
		{"table", decoded((*call).table), nil},
		{"correlate", decoded((*call).correlate), nil},
		{"report", decoded((*call).report), nil},
		{"sts", decoded((*call).sts), nil},
		{"wordsim", decoded((*call).wordsim), nil},
		{"replay", decoded((*call).replay), nil},
		{"fit", decoded((*call).fit), nil},
		{"mean", decoded((*call).mean), nil},
		{"warnings", decoded((*call).warnings), nil},
		{"language", decoded((*call).language), nil},
		{"points", decoded((*call).points), nil},
	}
}

// decoded returns a method that is called with what its params hold.
func decoded[P, R any](do func(*call, context.Context, *P) (*R, error)) func(*call, context.Context,
	json.RawMessage) (any, error) {
	return func(c *call, ctx context.Context, params json.RawMessage) (any, error) {
		p := new(P)
		if err := decodeParams(params, p); err != nil {
			return nil, err
		}
		return do(c, ctx, p)
	}
}

// Codes of errors.
const (
	ParseError     = "parse_error"     // the line is no JSON in UTF-8; id may be null
	InvalidRequest = "invalid_request" // it is JSON, but no request: an unknown member, a frame that is cut off
	UnknownMethod  = "unknown_method"  // data.methods lists those that are known
	InvalidParams  = "invalid_params"  // params are not those of the method
	TooLarge       = "too_large"       // a line or frame is longer than max_request, or there are too many pairs
	Undefined      = "undefined"       // a segment has no value, under --empty error
	Fault          = "fault"           // a mistake of wrd; please report it
)

// An Error says why a request has no result. Message is for people; Code and Data are for programs.
type Error struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"` // such as segment, the 0-based index of the one at fault, or hint, for people
}

func (e *Error) Error() string { return e.Message }

// explain turns any error into one that can be sent.
func (s *server) explain(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if e, ok := errors.AsType[*fault.Fault](err); ok {
		return &Error{Code: Fault, Message: e.Error()}
	}
	e := &Error{Code: InvalidParams, Message: setup.In(err, s.config.Names)}
	if _, ok := errors.AsType[*metric.StatusError](err); ok {
		e.Code = Undefined
	}
	add := func(name string, value any) {
		if e.Data == nil {
			e.Data = map[string]any{}
		}
		e.Data[name] = value
	}
	if segment, ok := errors.AsType[*metric.SegmentError](err); ok {
		add("segment", segment.Segment)
	}
	if group, ok := errors.AsType[*metric.GroupError](err); ok {
		add("group", group.Group)
	}
	if hint := setup.Hint(err, s.config.Names); hint != "" {
		add("hint", hint)
	}
	return e
}

// id returns the id of a request, also of one that cannot be answered; nil where it cannot be told.
func (r *request) id() json.RawMessage {
	if r.envelope.ID == nil {
		var known struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(r.line, &known) == nil && utf8.Valid(known.ID) {
			return known.ID
		}
	}
	return r.envelope.ID
}

// parse reads the envelope of the request's line.
func (r *request) parse() error {
	if len(bytes.TrimSpace(r.line)) == 0 {
		return &Error{Code: ParseError, Message: "found an empty line, expected a JSON object"}
	}
	return decode(r.line, &r.envelope, "request", InvalidRequest)
}
