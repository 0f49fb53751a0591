package vectors

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
)

// OpenConverter opens a saved fit, a file that convert.Converter.Save wrote, or embedding.DefaultName for the fit of
// the embedded vectors. store is what Open returned: the vectors that the fit was learned from, which is checked, for
// the embedded fit by metric.NewScorer. A NoConverterError names a file that cannot be opened; a NoFrequenciesError
// says that the fit needs the Frequencies.
func (s Location) OpenConverter(ctx context.Context, name string, store *embedding.Store) (*convert.Converter, error) {
	if name == embedding.DefaultName {
		return convert.Default(ctx)
	}
	return s.load(ctx, name, convert.Resources{Vectors: store})
}

// OpenHiddenStatesConverter is OpenConverter for the states of a layer of an encoder, for which the fit must be: those of
// embedding.DefaultName and of other vectors and layers are errors. It reads no frequencies.
func (s Location) OpenHiddenStatesConverter(ctx context.Context, name string, layer convert.Layer) (
	*convert.Converter, error) {
	if name == embedding.DefaultName {
		return nil, fmt.Errorf("%s: found a converter of the built-in vectors, expected one for the states of %v", name,
			layer)
	}
	return s.load(ctx, name, convert.Resources{Layer: &layer})
}

// load opens a saved fit.
func (s Location) load(ctx context.Context, name string, resources convert.Resources) (*convert.Converter, error) {
	in, err := file.Open(name, s.stdin())
	if err != nil {
		return nil, &NoConverterError{name, err}
	}
	defer in.Close()
	var start bytes.Buffer // read for the letters, and once more by Load: name may be a pipe
	info, err := convert.ReadInfo(io.TeeReader(in, &start))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	if resources.Vectors != nil && info.Layer == (convert.Layer{}) {
		if resources.Frequencies, err = s.OpenFrequencies(ctx); err != nil {
			return nil, err
		}
		if err := NeedFrequencies(info.Letters, resources.Frequencies); err != nil {
			return nil, err
		}
	}
	converter, err := convert.Load(ctx, io.MultiReader(&start, in), resources)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return converter, nil
}

// ConverterInfo returns what is stored in a saved converter about itself, or of the built-in one. It needs no vectors.
func ConverterInfo(ctx context.Context, name string) (convert.Info, error) {
	if name == embedding.DefaultName {
		return convert.DefaultInfo()
	}
	in, err := file.Open(name, file.Interruptible(ctx, nil))
	if err != nil {
		return convert.Info{}, &NoConverterError{name, err}
	}
	defer in.Close()
	info, err := convert.ReadInfo(in)
	if err != nil {
		return info, fmt.Errorf("%s: %w", name, err)
	}
	return info, nil
}

// NeedFrequencies returns a NoFrequenciesError if the letters read frequencies and there are none.
func NeedFrequencies(letters convert.Letters, frequencies *embedding.Frequencies) error {
	if frequencies == nil && letters.NeedsFrequencies() {
		return &NoFrequenciesError{For: "the converter " + letters.String()}
	}
	return nil
}

// WithTable returns a converter of vectors that Open opened with the table that it makes of them, or as it is if it
// makes none, because it depends on the sentence. Tables of the vectors of files are kept in the cache; converting
// the embedded vectors takes less time than reading a kept table would.
func (s Location) WithTable(ctx context.Context, converter *convert.Converter) (*convert.Converter, error) {
	if converter.Letters().SentenceWise() {
		return converter, nil
	}
	table, err := s.converted(ctx, converter)
	if err != nil {
		return nil, err
	}
	return converter.WithTable(table)
}

func (s Location) converted(ctx context.Context, converter *convert.Converter) (*embedding.Store, error) {
	letters := converter.Letters()
	build := func() (*embedding.Store, error) { return converter.Table(ctx) }
	if s.embedded() || s.Name == file.Stdin {
		return build()
	}
	vectors := converter.Vectors()
	name := vectors.Name() + "+" + letters.String()
	key := fmt.Sprintf("%s of %s, converter %s", letters, vectors.Digest(), converter.Hash())
	return s.cache().Derived(name, key, build)
}
