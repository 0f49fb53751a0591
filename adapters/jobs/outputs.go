package jobs

import (
	"context"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Outputs are those of systems in memory, and how they are scored.
type Outputs struct {
	Name   string            // what messages call them
	Corpus evaluation.Corpus // whose lines can be asked for several times
	Opened setup.Opened      // by which they are scored
	Said   setup.Settings    // what Opened was made of
}

// first returns the first references, as many as decide on their language.
func (r *Outputs) first() (list []string, err error) {
	for line, err := range r.Corpus.Lines {
		if err != nil || len(list) >= reading.JudgedReferences {
			return list, err
		}
		list = append(list, line.References...)
	}
	return list, nil
}

// references yields all references, which a converter learns from.
func (r *Outputs) references(yield func(string, error) bool) {
	for line, err := range r.Corpus.Lines {
		if err != nil {
			yield("", err)
			return
		}
		for _, reference := range line.References {
			if !yield(reference, nil) {
				return
			}
		}
	}
}

// OpenOutputs opens other settings for texts in memory.
func (h Host) OpenOutputs(ctx context.Context, r *Outputs, settings setup.Settings) (setup.Opened, error) {
	var material setup.Material
	if r.Corpus.References > 0 {
		material.Sentences = r.references
	}
	if material.Sentences != nil && settings.LeftToReferences() {
		first, err := r.first()
		if err != nil {
			return setup.Opened{}, err
		}
		material.References = first
	}
	return h.Open(ctx, settings, material)
}

// toScore are texts that are scored, of files or in memory.
type toScore struct {
	evaluation.Corpus
	place   func(error) error // see AtPlace; nil for texts in memory
	files   map[string]string // of each system; nil for texts in memory
	tabled  bool              // whether these are rows, not lines
	notices func() []string
	close   func()
}

func ofFiles(texts *corpus.Corpus) toScore {
	return toScore{CorpusOf(texts), AtPlace(texts), texts.Files(), texts.Tabled(), texts.Notices, texts.Close}
}

func (r *Outputs) toScore() toScore {
	return toScore{Corpus: r.Corpus, tabled: true, notices: func() []string { return nil }, close: func() {}}
}

// openToScore opens texts of files or in memory, with the settings that say how they are scored.
func (h Host) openToScore(ctx context.Context, texts *TextFiles, rows *Outputs) (toScore, setup.Opened, error) {
	if rows != nil {
		return rows.toScore(), rows.Opened, nil
	}
	source, opened, err := h.OpenCorpus(ctx, texts)
	if err != nil {
		return toScore{}, opened, err
	}
	return ofFiles(source), opened, nil
}
