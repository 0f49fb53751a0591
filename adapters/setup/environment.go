package setup

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// An Environment has what settings are opened with: where files are kept, what "-" reads, who gets notices. Scores
// depend on none of it. The zero value is ready to use. It opens encoders and files of counts once, as they may be pipes,
// and must not be shared between goroutines.
type Environment struct {
	// Defaults are what the host has where neither the settings nor their purpose say anything, in place of Defaults():
	// other vectors by a variable of the environment, for example.
	Defaults Settings
	CacheDir string // as in vectors.Location
	NoCache  bool
	Stdin    io.Reader
	Notify   func(notice string) // as in vectors.Location; nil drops the notices
	Progress evaluation.Progress // shows how far long work is, reading a file of vectors for example; nil for nothing
	Workers  int                 // goroutines that encode what a converter learns from; 0 means one for each core

	counts map[string]*embedding.Frequencies
	models map[string]*encoder.Model

	toldLanguage bool
}

// Material is what settings take from the texts of a run. The zero value is that of a run without texts.
type Material struct {
	// References are the first ones, reading.JudgedReferences, from which the language auto follows; nil where there are
	// none, and auto is English. They are looked at only where Settings.LeftToReferences.
	References []string
	// Language is that of the references if it is already known; nil detects it.
	Language *reading.Language
	// Sentences are what Settings.Convert and IDF learn from, usually the references; nil for nothing.
	Sentences iter.Seq2[string, error]
	// TokenVectors says where the vectors of tokens are from that Settings.TokenVectors names, and Tokens yields the
	// tokens of the references, for IDF.
	TokenVectors *metric.Origin
	Tokens       iter.Seq2[[]string, error]
}

// VectorLocation says where the vectors of s are.
func (e *Environment) VectorLocation(s Settings) vectors.Location {
	return vectors.Location{
		Name: orEmpty(s.Vectors), Words: orEmpty(s.Words), Frequencies: orEmpty(s.Frequencies),
		CacheDir: e.CacheDir, NoCache: e.NoCache, Stdin: e.Stdin, Notify: e.Notify,
		Progress: func(what string, position func() (done, total int64)) (stop func()) {
			return e.Progress.Start(what, evaluation.CountsBytes, position)
		},
	}
}

// EncoderLocation says where the encoder of a name is.
func (e *Environment) EncoderLocation(name string) encoders.Location {
	return encoders.Location{Name: name, CacheDir: e.CacheDir, NoCache: e.NoCache}
}

// OpenVectors opens the vectors of complete settings. An empty name, as from an unset variable of a shell, is an error
// and does not mean the built-in ones.
func (e *Environment) OpenVectors(ctx context.Context, s Settings) (*embedding.Store, error) {
	if err := NamesVectors(s); err != nil {
		return nil, err
	}
	store, err := e.VectorLocation(s).Open(ctx)
	return store, AboutWords(err)
}

// NamesVectors fails if the name of the vectors is empty.
func NamesVectors(s Settings) error {
	if orEmpty(s.Vectors) == "" {
		return &vectors.NotFoundError{Err: errors.New("found an empty name of vectors")}
	}
	return nil
}

// AboutWords adds the name of the setting to an error of package vectors about the list of words.
func AboutWords(err error) error {
	if errors.Is(err, vectors.ErrOwnWords) {
		return Errorf("%v%w", Name("words"), withoutName{err})
	}
	if _, ok := errors.AsType[*vectors.NoWordsError](err); ok {
		return Errorf("%w or with %v FILE", err, Name("words"))
	}
	return err
}

// A withoutName is an error about a list of words that does not begin with "words".
type withoutName struct{ error }

func (e withoutName) Error() string { return strings.TrimPrefix(e.error.Error(), "words") }
func (e withoutName) Unwrap() error { return e.error }

// OpenFrequencies opens the words' counts for the vectors of complete settings, nil for none.
func (e *Environment) OpenFrequencies(ctx context.Context, s Settings) (*embedding.Frequencies, error) {
	path := orEmpty(s.Frequencies)
	if counts, ok := e.counts[path]; ok && path != "" {
		return counts, nil
	}
	counts, err := e.VectorLocation(s).OpenFrequencies(ctx)
	if err == nil && path != "" {
		if e.counts == nil {
			e.counts = map[string]*embedding.Frequencies{}
		}
		e.counts[path] = counts
	}
	return counts, err
}

// OpenEncoder opens an encoder by its name or folder.
func (e *Environment) OpenEncoder(encoderName string) (*encoder.Model, error) {
	if model, ok := e.models[encoderName]; ok {
		return model, nil
	}
	model, err := e.EncoderLocation(encoderName).Open()
	if err != nil {
		return nil, about("encoder", err)
	}
	if e.models == nil {
		e.models = map[string]*encoder.Model{}
	}
	e.models[encoderName] = model
	return model, nil
}

func orEmpty(name *string) string {
	if name == nil {
		return ""
	}
	return *name
}
