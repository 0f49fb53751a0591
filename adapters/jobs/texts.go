package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// TextFiles say which texts of files are scored, and how.
type TextFiles struct {
	Settings   setup.Settings
	Systems    []text.SystemFile // the files of candidates
	References []string
	Options    corpus.Options
	Vectors    string // a file of token vectors in place of texts, "" for none
	Tabled     bool   // a file must be a table, as its columns are named
	Alignments bool
	Certify    bool
}

// Files are those that say what is scored: of references or, without them, of candidates.
func (t *TextFiles) Files() (paths []string) {
	if len(t.References) > 0 {
		return t.References
	}
	for _, system := range t.Systems {
		paths = append(paths, system.Path)
	}
	return paths
}

// Open opens the texts.
func (t *TextFiles) Open(ctx context.Context) (*corpus.Corpus, error) {
	texts, err := corpus.Open(ctx, t.Systems, t.References, t.Options)
	if err == nil && t.Tabled && !texts.Tabled() {
		texts.Close()
		err = setup.Errorf("%v: found no table among the files of texts, expected one", setup.Name("columns"))
	}
	return texts, err
}

// A ScoredCorpus is what is scored: files of texts side by side, or a file of token vectors.
type ScoredCorpus interface {
	Systems() []string
	References() int
	Lines() iter.Seq2[metric.Line, error]
	Length() (int64, error) // -1 if it is not known
	Progress() (done, total int64)
	Notices() []string
	Close()
}

// CorpusOf returns what evaluation scores.
func CorpusOf(source ScoredCorpus) evaluation.Corpus {
	c := evaluation.Corpus{
		Systems: source.Systems(), References: source.References(), Lines: source.Lines(), Position: source.Progress,
	}
	if texts, ok := source.(*corpus.Corpus); ok {
		c.Fewest, c.Sources, c.Humans = texts.FewestReferences(), texts.Sources(), texts.Humans()
		c.FirstReferences = texts.FirstReferences
	}
	return c
}

// GivenOrder returns the systems of what was opened in the order of the files: those of a table stand where it does.
func (t *TextFiles) GivenOrder(source ScoredCorpus) (order []string) {
	order = slices.Clone(source.Systems())
	texts, ok := source.(*corpus.Corpus)
	if !ok {
		return order
	}
	files := texts.Files()
	place := func(name string) int {
		i := slices.IndexFunc(t.Systems, func(s text.SystemFile) bool { return s.Name == name && s.Path == files[name] })
		if i < 0 {
			i = slices.IndexFunc(t.Systems, func(s text.SystemFile) bool { return s.Path == files[name] })
		}
		return i
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return order
}

// OpenScored opens what is to be scored, and the settings that say how.
func (h Host) OpenScored(ctx context.Context, t *TextFiles) (ScoredCorpus, setup.Opened, error) {
	if t.Vectors == "" {
		texts, opened, err := h.OpenCorpus(ctx, t)
		if err != nil {
			return nil, opened, err
		}
		return texts, opened, nil
	}
	file, err := tokenvectors.Open(ctx, t.Vectors)
	if err != nil {
		return nil, setup.Opened{}, err
	}
	opened, err := h.Open(ctx, t.Settings, setup.Material{TokenVectors: file.Origin(), Tokens: file.ReferenceTokens()})
	if err != nil {
		file.Close()
		return nil, opened, err
	}
	opened.Options.Alignments, opened.Options.Certify = t.Alignments, t.Certify
	return file, opened, nil
}

// OpenCorpus opens the files of texts, and the settings that say how they are scored: the language may follow from the
// references, and converters are learned from them.
func (h Host) OpenCorpus(ctx context.Context, t *TextFiles) (*corpus.Corpus, setup.Opened, error) {
	texts, err := t.Open(ctx)
	if err != nil {
		return nil, setup.Opened{}, err
	}
	var material setup.Material
	if !t.Options.WithoutReferences {
		material = materialOf(t.Settings, texts)
	}
	opened, err := h.Open(ctx, t.Settings, material)
	if err != nil {
		texts.Close()
		return nil, opened, err
	}
	opened.Options.Alignments, opened.Options.Certify = t.Alignments, t.Certify
	return texts, opened, nil
}

// materialOf returns what settings take from texts that are opened: the first references only where these decide the
// language, as nothing is scored until so many are read.
func materialOf(s setup.Settings, texts interface {
	FirstReferences(most int) []string
	Sentences() iter.Seq2[string, error]
}) setup.Material {
	m := setup.Material{Sentences: texts.Sentences()}
	if s.LeftToReferences() {
		m.References = texts.FirstReferences(reading.JudgedReferences)
	}
	return m
}

// AtPlace returns what puts file and line into the error of a segment of a corpus, or of a corpus that has none.
func AtPlace(source *corpus.Corpus) func(error) error {
	return func(err error) error {
		failed, ok := errors.AsType[*metric.SegmentError](err)
		if !ok {
			return explainNone(err)
		}
		role := rows.Candidate
		if status, ok := errors.AsType[*metric.StatusError](err); ok {
			switch status.Status {
			case metric.EmptyReference, metric.NoKnownReference, metric.NoWordsReference:
				role = rows.Reference
			case metric.EmptySource, metric.NoKnownSource, metric.NoWordsSource:
				role = rows.Source
			}
		}
		place, noPlace := source.Place(role, failed.System, failed.Segment)
		if noPlace != nil {
			return noPlace
		}
		return fmt.Errorf("%s: %w", place, failed.Err)
	}
}

// explainNone says what a corpus without segments is.
func explainNone(err error) error {
	if errors.Is(err, evaluation.ErrNoSegments) {
		return errors.New("found no segments: all files are empty, expected at least one line")
	}
	return err
}

// explainTokenVectors puts the names that a user knows into the error of a segment of a file of token vectors, or of one
// that has none.
func explainTokenVectors(path string, err error, systems []string) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return explainNone(err)
	}
	return fmt.Errorf("%s: segment %d, system %s: %w", path, failed.Segment, systems[failed.System], failed.Err)
}
